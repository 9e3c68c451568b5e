"""记性: what everybody at the table has seen so far, kept for the bots: cards gone, and who favours the emperor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from analyzer.cards import BIG, SMALL
from analyzer.rules.acts import Act, Kind
from analyzer.rules.table import Table
from analyzer.rules.tricks import leads


class Memory:
    """记性: cards put down by rank, and for each seat how much it has played the emperor's game."""

    def __init__(self, deck: Sequence[int]) -> None:
        self.deck = tuple(deck)
        self.gone = [0] * 15
        self.favour = [0.0] * 6

    def unseen(self, own: Sequence[int]) -> tuple[int, ...]:
        """未见: the cards by rank that are in other hands than one's own."""
        return tuple(all_ - out - held for all_, out, held in zip(self.deck, self.gone, own, strict=False))

    def twin(self) -> Memory:
        """A copy that goes on by itself."""
        other = Memory(self.deck)
        other.gone, other.favour = self.gone[:], self.favour[:]
        return other

    def notice(self, table: Table, act: Act) -> None:
        """An act that is about to happen at a table."""
        emperor = table.roles.emperor
        if act.kind == Kind.PLAY:
            on_table = table.standing != 0 and not leads(table, act.seat)
            self.played(act.seat, act.play, table.owner, emperor, on_table=on_table)
        elif act.kind == Kind.PASS:
            self.passed(act.seat, table.standing, table.owner, emperor)

    def played(self, seat: int, play: int, owner: int, emperor: int, *, on_table: bool) -> None:
        """A seat has put down a play, on another's or, where nothing is on the table, as a lead."""
        remember_play(self.gone, self.favour, seat, play, owner if on_table else 0, emperor)

    def passed(self, seat: int, standing: int, owner: int, emperor: int) -> None:
        """A seat has passed on a play: telling where it was a low one."""
        remember_pass(self.favour, seat, standing, owner, emperor)


def remember_play(gone: Any, favour: Any, seat: int, play: int, owner: int, emperor: int) -> None:
    """出牌后: what a play changes in the memory; `owner` is whose play it beat, 0 for a lead."""
    small, big = play >> 3 & 7, play & 7
    gone[play >> 11] += play >> 6 & 31
    gone[SMALL] += small
    gone[BIG] += big
    if owner == 0 or emperor == 0 or emperor == seat:
        return
    favour[seat] += -1.0 - 0.3 * (small + big) if owner == emperor else 0.15 + 0.1 * (small + big)


def remember_pass(favour: Any, seat: int, standing: int, owner: int, emperor: int) -> None:
    """过牌后: what a pass changes in the memory."""
    if emperor == 0 or emperor == seat or standing & 63:
        return
    telling = 0.25 if standing >> 11 < 9 else 0.05
    favour[seat] += telling if owner == emperor else -0.3 * telling


PARTS: Final = (remember_play, remember_pass)
"""What is compiled."""
