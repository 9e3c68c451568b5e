"""事件: the events of a log, its header, and the log itself, as they are written (PAIPU.md, "Events").

One struct per event type. A key that was left out is `UNSET`, so that a log is written again exactly as it
was: `{"type": "undo"}` and `{"type": "undo", "count": 1}` mean the same and stay different. Three fields are
common to all events: `t` (milliseconds since `started`), `h` (the chain) and `x`, the `x-` keys as a mapping,
or None. `cards` and `hands` stay the strings that were written; `analyzer.cards.shown` reads them.

Structs check types and ranges only where they are decoded or converted (`analyzer.paipu`), not when they are
constructed.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, field

WHOLE: Final = 2**53
"""Whole numbers stay below this, so that every program reads the same number."""
X: Final = "*"
"""The key under which the structs hold the `x-` keys. It is no key of the format, so no text may write it."""
CARD: Final = r"([3-9TJQKA2][shdc]?|[BR]\*?)"

Seat: TypeAlias = Annotated[int, Meta(ge=1, le=5)]
Place: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
Whole: TypeAlias = Annotated[int, Meta(gt=-WHOLE, lt=WHOLE)]
Natural: TypeAlias = Annotated[int, Meta(ge=0, lt=WHOLE)]
Positive: TypeAlias = Annotated[int, Meta(ge=1, lt=WHOLE)]
Cards: TypeAlias = Annotated[str, Meta(min_length=1, extra_json_schema={"pattern": f"^ *({CARD} *)+$"})]
Dealt: TypeAlias = Annotated[str, Meta(extra_json_schema={"pattern": f"^ *({CARD} *)*$"})]
Hex32: TypeAlias = Annotated[str, Meta(min_length=32, max_length=32, pattern="^[0-9a-f]*$")]
Hex64: TypeAlias = Annotated[str, Meta(min_length=64, max_length=64, pattern="^[0-9a-f]*$")]
Hex128: TypeAlias = Annotated[str, Meta(min_length=128, max_length=128, pattern="^[0-9a-f]*$")]
GameName: TypeAlias = Annotated[
    str,
    Meta(min_length=1, max_length=120, extra_json_schema={"pattern": r"^[^\u0000-\u001f\u007f-\u009f]*$"}),
]
PlayerName: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        extra_json_schema={"pattern": r"^[^\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$"},
    ),
]
Hand: TypeAlias = Dealt | Natural
"""发的牌: a dealt hand: its cards, or how many there are when it is hidden."""
Five: TypeAlias = tuple[Whole, Whole, Whole, Whole, Whole]
Places: TypeAlias = tuple[Place, Place, Place, Place, Place]
Extra: TypeAlias = dict[str, Any] | None
Say: TypeAlias = Literal["ally", "help", "warn", "rumour"]
Declaration: TypeAlias = Literal["guard", "solo", "rebel"]
Winner: TypeAlias = Literal["emperor", "rebels", "draw"]
True_: TypeAlias = Annotated[bool, Meta(extra_json_schema={"const": True})]


class _Written(
    Struct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
):
    """What all events have in common: how they are written."""


class Deal(_Written, frozen=True, kw_only=True, tag="deal", gc=False):
    """发牌: the hands, seat 1 to 5; `first` is the seat dealt to first."""

    hands: tuple[Hand, Hand, Hand, Hand, Hand]
    first: Seat | UnsetType = UNSET
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class Tribute(_Written, frozen=True, kw_only=True, tag="tribute", gc=False):
    """进贡: one card paid by `source` (written `from`) to `to`."""

    source: Seat = field(name="from")
    to: Seat
    cards: Cards
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class Draw(_Written, frozen=True, kw_only=True, tag="draw", gc=False):
    """抽皇: the candidate is drawn."""

    seat: Seat
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class Accept(_Written, frozen=True, kw_only=True, tag="accept", gc=False):
    """登基: the candidate becomes emperor."""

    seat: Seat
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class Yield(_Written, frozen=True, kw_only=True, tag="yield", gc=False):
    """让位: the candidate hands on the throne with these cards."""

    seat: Seat
    to: Seat
    cards: Cards
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class Snatch(_Written, frozen=True, kw_only=True, tag="snatch", gc=False):
    """抢独: a seat wants to play alone in the emperor's place."""

    seat: Seat
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class Abandon(_Written, frozen=True, kw_only=True, tag="abandon", gc=False):
    """弃局: nobody wanted the throne, the first candidate loses."""

    seat: Seat
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class Void(_Written, frozen=True, kw_only=True, tag="void", gc=False):
    """流局: nobody wanted the throne."""

    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class Call(_Written, frozen=True, kw_only=True, tag="call", gc=False):
    """叫保: the emperor shows three or four identical cards."""

    seat: Seat
    cards: Cards
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class Declare(_Written, frozen=True, kw_only=True, tag="declare", gc=False):
    """明保 / 明独 / 造反: a declaration before the first play."""

    seat: Seat
    what: Declaration
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class Play(_Written, frozen=True, kw_only=True, tag="play", gc=False):
    """出牌: a seat plays cards."""

    seat: Seat
    cards: Cards
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class Pass(_Written, frozen=True, kw_only=True, tag="pass", gc=False):
    """过: a seat passes; with `wind` it applies for the wind (申请接风)."""

    seat: Seat
    wind: True_ | UnsetType = UNSET
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class Auto(_Written, frozen=True, kw_only=True, tag="auto", gc=False):
    """托管: a seat is put on automatic play, or off it."""

    seat: Seat
    on: bool
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class Mind(_Written, frozen=True, kw_only=True, tag="mind", gc=False):
    """心战: a message from seat to seat; it never changes the game."""

    seat: Seat
    to: Seat
    say: Say
    text: str | UnsetType = UNSET
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class Escape(_Written, frozen=True, kw_only=True, tag="escape", gc=False):
    """逃跑: a seat leaves, the game is over."""

    seat: Seat
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class Undo(_Written, frozen=True, kw_only=True, tag="undo", gc=False):
    """撤回: the last `count` events (1 when left out) did not happen."""

    count: Positive | UnsetType = UNSET
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class Note(_Written, frozen=True, kw_only=True, tag="note", gc=False):
    """备注: a comment."""

    text: str
    seat: Seat | UnsetType = UNSET
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class End(_Written, frozen=True, kw_only=True, tag="end", gc=False):
    """终局: what was claimed at the table."""

    places: Places | UnsetType = UNSET
    scores: Five | UnsetType = UNSET
    emperor: Seat | UnsetType = UNSET
    guard: Seat | UnsetType = UNSET
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


class Seal(_Written, frozen=True, kw_only=True, tag="seal", gc=False):
    """封存: closes a chained log: how many events came before, the head, and its Ed25519 signature."""

    events: Natural
    head: Hex64
    key: Hex64
    signature: Hex128
    t: Natural | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)


Event: TypeAlias = (
    Deal | Tribute | Draw | Accept | Yield | Snatch | Abandon | Void | Call | Declare
    | Play | Pass | Auto | Mind | Escape | Undo | Note | End | Seal
)  # fmt: skip
EVENTS: Final[tuple[type[Event], ...]] = (
    Deal, Tribute, Draw, Accept, Yield, Snatch, Abandon, Void, Call, Declare,
    Play, Pass, Auto, Mind, Escape, Undo, Note, End, Seal,
)  # fmt: skip
"""The event types, in the order of PAIPU.md."""
TYPES: Final[dict[str, type[Event]]] = {str(kind.__struct_config__.tag): kind for kind in EVENTS}
"""The event types by the name that is written: `TYPES["play"]` is `Play`."""


class Previous(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """上一局: the previous game's result, for tribute; `guard` equals `emperor` in a solo."""

    emperor: Seat
    guard: Seat
    places: Places
    winner: Winner | None
    open_solo: bool | UnsetType = UNSET


class Header(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """牌谱头: everything of a log but its events."""

    format: Literal["paipu"]
    version: Literal[1]
    game: GameName
    rules: str | dict[str, Any]
    rules_sha256: Hex64 | UnsetType = UNSET
    players: tuple[PlayerName, PlayerName, PlayerName, PlayerName, PlayerName]
    view: Annotated[int, Meta(ge=-1, le=5)] | UnsetType = UNSET
    started: Annotated[str, Meta(extra_json_schema={"format": "date-time"})] | UnsetType = UNSET
    sitting: str | UnsetType = UNSET
    round: Whole | UnsetType = UNSET
    previous: Previous | UnsetType = UNSET
    replaces: Hex64 | UnsetType = UNSET
    salt: Hex32 | UnsetType = UNSET
    h: Hex64 | UnsetType = UNSET
    x: Extra = field(default=None, name=X)

    @property
    def eyes(self) -> int:
        """视角: whose view it is: 0 every hand is known, 1-5 one seat's, -1 an onlooker's.

        >>> names = ("甲", "乙", "丙", "丁", "戊")
        >>> Header(format="paipu", version=1, game="1", rules="simple", players=names).eyes
        0
        """
        return 0 if self.view is UNSET else self.view


class Log(Header, frozen=True, kw_only=True, gc=False):
    """牌谱: the log of one game: the header's keys and `events`.

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> log = Log(format="paipu", version=1, game="1", rules="simple", players=names, events=(Pass(seat=2),))
    >>> log.events[0].seat, log.events[0].t is UNSET
    (2, True)
    """

    events: tuple[Event, ...]


def type_of(event: Event) -> str:
    """事件类型: the name of an event's type, as it is written.

    >>> type_of(Void())
    'void'
    """
    return str(event.__struct_config__.tag)
