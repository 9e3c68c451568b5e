"""合谱: logs of one game, laid side by side, as one log; or what they contradict each other in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from msgspec import UNSET, structs

from analyzer.cards import shown
from analyzer.errors import PaishenError, Unreadable
from analyzer.events import Deal, Header, Log
from analyzer.merge.events import Joined, walk
from analyzer.merge.findings import Contradiction, Findings, LeftOut, Said
from analyzer.merge.hands import KNOWN, SEATS, Hand, check_hands, complete, dealt_hands
from analyzer.merge.lanes import rows
from analyzer.paipu.chain import examine
from analyzer.replay import rules_of
from analyzer.rulesets import DeclareSolo
from analyzer.words import Words

FACTS: Final = ("game", "players", "previous", "sitting", "round", "rules_sha256")
"""Keys of the header on which all logs that have them must agree."""

MOST_LOGS: Final = 20
MOST_EVENTS: Final = 5000
"""How many logs, and how many events in one, are laid side by side: many times what a table makes."""


class Merged(NamedTuple):
    """合成的谱: the merged log, None where there are contradictions; the five hands and how each is known."""

    log: Log | None
    contradictions: tuple[Contradiction, ...]
    left_out: tuple[LeftOut, ...]
    hands: tuple[Hand, ...]


def merge(logs: Sequence[Log]) -> Merged:
    """合谱: what logs of one game come to together; what none of them knows stays unknown.

    The order of the logs does not matter for what is merged. Chains and seals belong to the logs and are left
    behind. `PaishenError` for a broken chain, and for too much; `RulesetError` or `Unreadable` for rules that cannot
    be used.

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> deal = Deal(hands=("R*", 1, 1, 1, 1))
    >>> log = Log(format="paipu", version=1, game="g", rules="simple", players=names, view=1, events=(deal,))
    >>> merge([log, structs.replace(log, view=-1, events=(Deal(hands=(1, 1, 1, 1, 1)),))]).log == log
    True
    """
    if len(logs) > MOST_LOGS:
        raise PaishenError(Words(f"最多合 {MOST_LOGS} 份", f"at most {MOST_LOGS} logs are merged"), game=logs[0].game)
    for log in logs:
        _check(log)
    findings = Findings()
    header = _header(logs, findings)
    resolved = rules_of(logs[0])
    unseen = resolved.ruleset.declare_solo == DeclareSolo.DECLARE
    events, deals = walk(rows(logs), findings, unseen_fourth=unseen)
    dealt = next((place for place, joined in enumerate(events) if isinstance(joined.event, Deal)), 0)
    known = dealt_hands(logs, deals, dealt, findings)
    hands = complete(known, events, resolved)
    if not findings.contradictions:
        check_hands(hands, events, resolved, dealt, findings)
    whole = None if findings.contradictions else _whole(header, events, hands, _view(logs, hands))
    return Merged(whole, tuple(findings.contradictions), tuple(findings.left_out), tuple(hands))


def _check(log: Log) -> None:
    """A log that can be taken at its word."""
    rules_of(log)
    if len(log.events) > MOST_EVENTS:
        words = Words(f"事件太多, 最多 {MOST_EVENTS} 个", f"too many events to merge, more than {MOST_EVENTS}")
        raise PaishenError(words, game=log.game)
    broken = examine(log)[1]
    if broken is not None:
        raise PaishenError(Words("链已断, 不合", "its chain is broken: it is not merged"), game=log.game, event=broken)
    told = (log.x or {}).get(KNOWN, {})
    seats = {str(seat) for seat in SEATS}
    by_seat = isinstance(told, dict) and seats.issuperset(told)
    if not by_seat or not all(isinstance(text, str) for text in told.values()):
        raise Unreadable(Words("应是座位到手牌的对象", "hands by seat are wanted"), game=log.game, path=KNOWN)
    for text in told.values():
        shown(text)


def _header(logs: Sequence[Log], findings: Findings) -> dict[str, Any]:
    """The header's keys, without view and chain."""
    found: dict[str, Any] = {"format": "paipu", "version": 1}
    for name in FACTS:
        found[name] = findings.agreed(name, -1, _said(logs, name))
    hashes = {rules_of(log).sha256 for log in logs}
    found["rules"] = logs[0].rules
    if len(hashes) > 1:
        findings.contradict("rules", -1, _said(logs, "rules"))
    for name in ("started", "replaces"):
        found[name] = findings.shared(name, -1, [getattr(log, name) for log in logs])
    salts = {log.salt for log in logs}
    found["salt"] = salts.pop() if len(salts) == 1 else UNSET
    found["x"] = findings.extras(-1, [log.x for log in logs], skip=KNOWN)
    return found


def _said(logs: Sequence[Log], name: str) -> list[Said]:
    return [Said(source, -1, getattr(log, name)) for source, log in enumerate(logs)]


def _view(logs: Sequence[Log], hands: Sequence[Hand]) -> int:
    """Whose view the merged log is: all hands', else that of the first seat that wrote one, else an onlooker's."""
    if all(hand.text is not None for hand in hands):
        return 0
    return min((log.eyes for log in logs if log.eyes > 0), default=-1)


def _whole(header: dict[str, Any], events: Sequence[Joined], hands: Sequence[Hand], view: int) -> Log:
    """The merged log."""
    beside = {
        str(seat): hand.text for seat, hand in zip(SEATS, hands, strict=True)
        if hand.text is not None and view not in (0, seat)
    }  # fmt: skip
    extra = {**(header["x"] or {}), **({KNOWN: beside} if beside else {})} or None
    happened = [joined.event for joined in events]
    dealt = next((place for place, event in enumerate(happened) if isinstance(event, Deal)), None)
    if dealt is not None:
        happened[dealt] = _with_hands(happened[dealt], hands, view)
    head = {**header, "x": extra, "view": view or UNSET}
    assert set(head) <= set(Header.__struct_fields__)
    return Log(**head, events=tuple(happened))


def _with_hands(event: Any, hands: Sequence[Hand], view: int) -> Any:
    """A deal with the hands that the view shows."""
    shown_hands = tuple(
        hand.text if hand.text is not None and view in (0, seat) else hand.size
        for seat, hand in zip(SEATS, hands, strict=True)
    )
    return structs.replace(event, hands=shown_hands)
