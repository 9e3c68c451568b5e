"""看局: `paishen show` - the table of a game at an event, in the terminal, as one view knows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from analyzer.cli.json_line import json_line
from analyzer.cli.layout import pad, terminal_width, width, wrap
from analyzer.cli.localized import command as make
from analyzer.cli.localized import lang, option, say
from analyzer.cli.logs import A_LOG, WHICH, whole_log
from analyzer.telling import ROLES, STATUS, WINNERS, told
from analyzer.words import Words

if TYPE_CHECKING:
    from analyzer.events import Log

Frame = dict[str, Any]
VIEWS: Final = {**{str(seat): seat for seat in range(1, 6)}, "onlooker": -1, "all": 0}
LONGEST_NAME: Final = 14
RECENT: Final = 6
PHASES: Final = {
    "deal": Words("尚未发牌", "not dealt yet"),
    "tribute": Words("进贡", "tribute"),
    "throne": Words("登基", "the throne"),
    "call": Words("叫保", "the call"),
    "declare": Words("声明", "declarations"),
    "play": Words("出牌", "play"),
    "over": Words("已打完", "over"),
    "ended": Words("已终局", "ended"),
}


def frame_at(frames: Sequence[Frame], at: int | None) -> int:
    """The number of events to show; `PaishenError` beyond the last."""
    from analyzer.errors import PaishenError

    last = len(frames) - 1
    if at is not None and at > last:
        raise PaishenError(
            Words(f"没有第 {at} 个事件: 这一局有 {last} 个", f"there is no event {at}: the game has {last}")
        )
    return last if at is None else at


def role_of(frame: Frame, seat: int) -> str:
    """身份: the role of a seat as far as the view knows it, as a key of `ROLES`; empty where it does not."""
    if seat == frame["emperor"]:
        return frame["solo"] or "emperor"
    if seat == frame["guard"]:
        return "open_guard" if frame["open_guard"] else "guard"
    if seat in frame["rebels"]:
        return "risen"
    return "rebel" if frame["emperor"] and frame["guard"] else ""


def held(hand: str) -> str:
    """持牌: the cards of a holding by rank, high to low, without suits.

    >>> held("R*RB*B2c2hAs")
    'R*R B*B 22 A'
    """
    from analyzer.cards import NAMES, RANKS, rank_of, shown

    groups: dict[int, str] = {}
    for card in shown(hand).cards:
        rank = rank_of(card)
        groups[rank] = groups.get(rank, "") + (NAMES[card] if rank > 12 else RANKS[rank])
    return " ".join(groups.values())


def state_of(frame: Frame, seat: int) -> str:
    """What a seat does now: its place once it is out, whether it passed, is in auto-play, or is to play."""
    place = frame["places"][seat - 1]
    found = [say(f"第 {place} 名", f"place {place}")] if place else []
    found += [say("过", "passed")] if seat in frame["passed"] else []
    found += [say("轮到", "to act")] if seat == frame["turn"] else []
    found += [say("托管", "auto")] if seat in frame["auto"] else []
    return say("、", ", ").join(found)


def clipped(name: str) -> str:
    """A name, cut where it is longer than is pleasant."""
    if width(name) <= LONGEST_NAME:
        return name
    while width(name) > LONGEST_NAME - 1:
        name = name[:-1]
    return f"{name}…"


def seats(frame: Frame, players: Sequence[str]) -> Iterator[str]:
    """座位: five seats, a line each, and more where a holding is long."""
    heads = (("座位", "seat"), ("身份", "role"), ("张", "left"), ("现况", "now"), ("持牌", "holding"))
    rows = [("", *(say(*head) for head in heads))]
    for seat in range(1, 6):
        role, hand, left = role_of(frame, seat), frame["hands"][seat - 1], frame["left"][seat - 1]
        rows.append((
            "▶" if seat == frame["turn"] else " ", f"{seat} {clipped(players[seat - 1])}",
            ROLES[role].say(lang()) if role else "·", str(left), state_of(frame, seat),
            held(hand) if hand else "·" if hand is None and left else "",
        ))  # fmt: skip
    widths = [max(width(row[column]) for row in rows) for column in range(5)]
    for row in rows:
        lead = "  ".join(pad(cell, columns) for cell, columns in zip(row[:5], widths, strict=True)) + "  "
        first, *more = wrap(row[5], max(terminal_width() - width(lead), 16))
        yield (lead + first).rstrip()
        yield from (" " * width(lead) + line for line in more)


def middle(frame: Frame, players: Sequence[str]) -> str:
    """台面: the play to beat and whose it is, or who leads, or the phase."""
    if frame["standing"] and frame["phase"] not in ("over", "ended"):
        owner = players[frame["owner"] - 1]
        return say(f"台面: {frame['standing']} ({owner} 所出)", f"to beat: {frame['standing']}, played by {owner}")
    if frame["phase"] == "play" and frame["turn"]:
        name = players[frame["turn"] - 1]
        return say(f"台面: 空, {name} 领出", f"to beat: nothing, {name} leads")
    return say(f"阶段: {PHASES[frame['phase']].zh}", f"phase: {PHASES[frame['phase']].en}")


def recent(frames: Sequence[Frame], at: int, players: Sequence[str]) -> Iterator[str]:
    """最近: the last events in words, each with its index; what is wrong with one follows it."""
    for frame in frames[max(1, at - RECENT + 1) : at + 1]:
        act = frame["act"]
        wrong = f"  ✗ {act['illegal']}" if act["illegal"] else ""
        first, *more = wrap(told(act, players, lang()) + wrong, terminal_width() - 8)
        yield f"{act['index']:>6}  {first}"
        yield from (" " * 8 + line for line in more)


def verdict_line(verdict: dict[str, Any], players: Sequence[str]) -> str:
    """判词: the verdict in a line: status, reason, winner, scores."""
    event = "" if verdict["event"] is None else say(f" (事件 {verdict['event']})", f" (event {verdict['event']})")
    parts = [STATUS[verdict["status"]].say(lang()) + event, verdict["message"] or ""]
    parts.append(WINNERS[verdict["winner"]].say(lang()) if verdict["winner"] else "")
    parts.append(say("加倍", "doubled") if verdict["doubled"] and verdict["scores"] else "")
    if verdict["scores"]:
        scores = zip(players, verdict["scores"], strict=True)
        parts.append("  ".join(f"{clipped(name)} {score:+d}" for name, score in scores))
    claimed = verdict["claimed_scores"]
    if claimed and claimed != verdict["scores"]:
        parts.append(say("所报 ", "claimed ") + " ".join(f"{score:+d}" for score in claimed))
    return say("判词: ", "verdict: ") + "; ".join(part for part in parts if part)


def lines(game: dict[str, Any], at: int) -> Iterator[str]:
    """The whole picture, line by line."""
    frames, players = game["frames"], game["players"]
    frame, last = frames[at], len(frames) - 1
    view, name = game["view"], players[game["view"] - 1]
    whose = say(f"{view} {name}", f"{view} {name}") if view > 0 else say("旁观者", "an onlooker")
    whose = whose if view else say("全部手牌", "all hands")
    trick = say(f"第 {frame['trick']} 轮", f"trick {frame['trick']}") if frame["trick"] else ""
    risen = say("造反", "rebellion") if frame["risen"] else ""
    heads = [game["game"], game["ruleset"], say(f"视角: {whose}", f"view: {whose}")]
    heads += [say(f"事件 {at}/{last}", f"event {at}/{last}"), trick, risen]
    yield from wrap("  ".join(head for head in heads if head), terminal_width())
    yield ""
    yield from seats(frame, players)
    yield ""
    yield from wrap(middle(frame, players), terminal_width())
    if at:
        yield ""
        yield from recent(frames, at, players)
    if game["verdict"]:
        yield ""
        yield from wrap(verdict_line(game["verdict"], players), terminal_width())


def game_of(log: Log, view: int) -> dict[str, Any]:
    """The frames of a log; errors say which game."""
    from analyzer.errors import PaishenError
    from analyzer.viewer.frames import game

    try:
        return game(log, view, lang())
    except PaishenError as error:
        error.game = error.game or log.game
        raise


@make(
    "show",
    Words(
        "看一局的牌桌: 到某个事件为止, 以某一家、旁观者或全部手牌的视角。\n只显示那个视角当时能知道的。",
        "The table of a game at an event, as a seat, an onlooker or all hands see it.\n"
        "Nothing is shown that this view could not know then.",
    ),
    examples=[
        "paishen show game.paipu.json", "paishen show game.paipu.json --at 37 --view 3",
        "paishen show archive/ --game 7",
    ],
)
@A_LOG
@option(
    "--at", words=Words("看到第几个事件之后 (不写: 最后)", "after how many events (left out: all)"),
    type=click.IntRange(0), metavar="N",
)  # fmt: skip
@option(
    "--view", words=Words("谁的视角: 1-5、onlooker 或 all", "whose eyes: 1-5, onlooker or all"),
    type=click.Choice(list(VIEWS)),
)  # fmt: skip
@WHICH
@option("--json", "as_json", words=Words("写成一个 JSON 对象", "as one JSON object"), is_flag=True)
def command(file: str, at: int | None, view: str | None, game: str | None, as_json: bool) -> None:  # noqa: FBT001 - click passes it so
    """One picture, or one JSON object."""
    from analyzer.errors import PaishenError

    log = whole_log(file, game)
    try:
        made = game_of(log, log.eyes if view is None else VIEWS[view])
    except PaishenError as error:
        error.file = error.file or file
        raise
    frames = made["frames"]
    at = frame_at(frames, at)
    if made["view"] and at < len(frames) - 1:
        made["verdict"] = None  # it tells how the game went on
    if as_json:
        head = {key: made[key] for key in ("game", "ruleset", "players", "view")}
        shown = {**head, "events": len(frames) - 1, **frames[at], "verdict": made["verdict"]}
        click.echo(json_line(shown))
        return
    for line in lines(made, at):
        click.echo(line)
