"""入场: through whose eyes a visitor may look at a game: while it goes on an onlooker's, or a seat's by its token.

A seat's token is made from the salt of its log, which nobody but the recorder has before the game is over; a log
without a salt has no tokens.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from msgspec import UNSET

from analyzer.errors import PaishenError
from analyzer.events import Header, Log
from analyzer.replay import Replay
from analyzer.rules.table import Phase
from analyzer.sight import ALL, ONLOOKER, sights
from analyzer.words import Words

SEATS: Final = (1, 2, 3, 4, 5)
DIGITS: Final = 20
"""Hex digits of a token."""


def seat_token(header: Header, seat: int) -> str | None:
    """座位口令: what opens a seat's view of a game that is still going on; None where the log has no salt.

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> log = Header(format="paipu", version=1, game="g", rules="simple", players=names, salt="0" * 32)
    >>> seat_token(log, 1), seat_token(log, 1) == seat_token(log, 2)
    ('7fbb539010a72431546d', False)
    """
    if header.salt is UNSET:
        return None
    said = f"paishen seat {seat} of {header.game}".encode()
    return hmac.new(bytes.fromhex(header.salt), said, hashlib.sha256).hexdigest()[:DIGITS]


def seat_of(header: Header, token: str) -> int:
    """The seat that a token opens, 0 for none."""
    given = token.encode()
    own = [(seat, seat_token(header, seat)) for seat in SEATS]
    return sum(seat for seat, right in own if right and hmac.compare_digest(right.encode(), given))


def is_going_on(log: Log) -> bool:
    """进行中: whether a game is not over yet, nor its log sealed. `RulesetError` where its rules cannot be used.

    >>> from analyzer.simulate import simulate
    >>> from msgspec import structs
    >>> whole = simulate("room-quick", 7)
    >>> is_going_on(whole), is_going_on(structs.replace(whole, events=whole.events[:-4]))
    (False, True)
    """
    replay = Replay(log, onward=True)
    return replay.moments[-1].table.phase < Phase.SEALED and sights(replay, ONLOOKER)[-1].phase < Phase.OVER


def views(log: Log, token: str = "", *, going: bool) -> list[int]:
    """视角: the views that a visitor may have of a log, the fullest first.

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> log = Log(format="paipu", version=1, game="g", rules="simple", players=names, events=(), salt="0" * 32)
    >>> views(log, going=False), views(log, going=True), views(log, "7fbb539010a72431546d", going=True)
    ([0, 1, 2, 3, 4, 5, -1], [-1], [1, -1])
    """
    own = [ALL, *SEATS, ONLOOKER] if log.eyes == ALL else list(dict.fromkeys((log.eyes, ONLOOKER)))
    if not going:
        return own
    return [view for view in own if view == ONLOOKER or (view != ALL and view == seat_of(log, token))]


def check_admission(log: Log, view: int, token: str = "", *, going: bool) -> None:
    """Refuse a view that a visitor may not have."""
    if view not in views(log, token, going=going):
        words = Words("还在进行, 这个视角要凭座位口令看", "still going on: that view needs its seat's token")
        raise PaishenError(words, game=log.game)
