"""行动: an event of a log as the rules see it: `act_of`, and the cards it shows: `cards_of`, `hands_of`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from msgspec import UNSET

from analyzer.cards import Shown, shown
from analyzer.events import (
    TYPES,
    Auto,
    Call,
    Deal,
    Declare,
    Event,
    Mind,
    Note,
    Pass,
    Play,
    Tribute,
    Undo,
    Yield,
)
from analyzer.rules.acts import Act, Kind, What

DECLARED: Final = {what.name.lower(): int(what) for what in What}
KINDS: Final = {event: int(Kind[name.upper()]) for name, event in TYPES.items()}
"""The kind of each event type, as a plain integer (which hashes faster than a `Kind`)."""
(
    _DEAL, _TRIBUTE, _DRAW, _ACCEPT, _YIELD, _SNATCH, _ABANDON, _VOID, _CALL, _DECLARE,
    _PLAY, _PASS, _AUTO, _MIND, _ESCAPE, _UNDO, _NOTE, _END, _SEAL,
) = map(int, Kind)  # fmt: skip
NO_CARDS: Final = Shown((), 0, 0)
# Two events of the same kind, seat and cards are the same act: few different acts make up many events.
_plain = lru_cache(maxsize=4096)(Act)


@lru_cache(maxsize=65536)
def _with_cards(kind: int, seat: int, arg: int, cards: str) -> Act:
    """The act of an event that shows cards."""
    found = shown(cards)
    return Act(kind, seat, arg, found.play, found.suits)


def act_of(event: Event) -> Act:
    """行动: the act of an event (`Act` says what its integers mean; `arg` of a deal is `first`, or 0).

    Cards of two plain ranks give `play` `MIXED`; `cards_of` has them one by one.

    >>> from analyzer.events import Pass, Play
    >>> act_of(Pass(seat=2, wind=True)) == Act(Kind.PASS, 2, 1)
    True
    >>> act_of(Play(seat=1, cards="R9h")) == Act(Kind.PLAY, 1, 0, *shown("9hR")[1:])
    True
    """
    return _ACTS[type(event)](event)


def cards_of(event: Event) -> Shown:
    """亮出的牌: the cards that an event shows; none where it has no `cards`.

    >>> from analyzer.events import Call, Void
    >>> len(cards_of(Call(seat=1, cards="9h9h9h")).cards), cards_of(Void()).cards
    (3, ())
    """
    cards = getattr(event, "cards", None)
    return NO_CARDS if cards is None else shown(cards)


def hands_of(deal: Deal) -> tuple[Shown | int, ...]:
    """发的牌: the dealt hands, seat 1 to 5; a hidden hand is its number of cards.

    >>> hands = hands_of(Deal(hands=("R*9", 3, 3, 2, 2)))
    >>> [hand if isinstance(hand, int) else len(hand.cards) for hand in hands]
    [2, 3, 3, 2, 2]
    """
    return tuple(hand if isinstance(hand, int) else shown(hand) for hand in deal.hands)


def _bare(kind: int) -> Callable[[Any], Act]:
    return lambda _: _plain(kind, 0, 0)


def _seated(kind: int) -> Callable[[Any], Act]:
    return lambda event: _plain(kind, event.seat, 0)


_ACTS: Final[dict[type[Event], Callable[[Any], Act]]] = {
    **{event: (_seated if "seat" in event.__struct_fields__ else _bare)(kind) for event, kind in KINDS.items()},
    Deal: lambda event: _plain(_DEAL, 0, 0 if event.first is UNSET else event.first),
    Tribute: lambda event: _with_cards(_TRIBUTE, event.source, event.to, event.cards),
    Yield: lambda event: _with_cards(_YIELD, event.seat, event.to, event.cards),
    Call: lambda event: _with_cards(_CALL, event.seat, 0, event.cards),
    Declare: lambda event: _plain(_DECLARE, event.seat, DECLARED[event.what]),
    Play: lambda event: _with_cards(_PLAY, event.seat, 0, event.cards),
    Pass: lambda event: _plain(_PASS, event.seat, 1 if event.wind is True else 0),
    Auto: lambda event: _plain(_AUTO, event.seat, int(event.on)),
    Mind: lambda event: _plain(_MIND, event.seat, event.to),
    Undo: lambda event: _plain(_UNDO, 0, 1 if event.count is UNSET else event.count),
    Note: lambda event: _plain(_NOTE, 0 if event.seat is UNSET else event.seat, 0),
}
