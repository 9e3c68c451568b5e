"""记性: what everybody at the table has seen so far, kept for the bots: cards gone, and who favours the emperor."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.cards import BIG, SMALL, unpack


class Memory:
    """记性: cards put down by rank, and for each seat how much it has played the emperor's game."""

    def __init__(self, deck: Sequence[int]) -> None:
        self.deck = tuple(deck)
        self.gone = [0] * 15
        self.favour = [0.0] * 6

    def unseen(self, own: Sequence[int]) -> tuple[int, ...]:
        """未见: the cards by rank that are in other hands than one's own."""
        return tuple(all_ - out - held for all_, out, held in zip(self.deck, self.gone, own, strict=False))

    def played(self, seat: int, play: int, owner: int, emperor: int, *, on_table: bool) -> None:
        """A seat has put down a play, on another's or, where nothing is on the table, as a lead."""
        rank, plain, small, big = unpack(play)
        self.gone[rank] += plain
        self.gone[SMALL] += small
        self.gone[BIG] += big
        if not on_table or emperor in (0, seat):
            return
        self.favour[seat] += -1.0 - 0.3 * (small + big) if owner == emperor else 0.15 + 0.1 * (small + big)

    def passed(self, seat: int, standing: int, owner: int, emperor: int) -> None:
        """A seat has passed on a play: telling where it was a low one."""
        if emperor in (0, seat) or standing & 63:
            return
        telling = 0.25 if standing >> 11 < 9 else 0.05
        self.favour[seat] += telling if owner == emperor else -0.3 * telling
