"""录牌: the dealt hands as a person types them, one line a hand, or no more than its own hand."""

from __future__ import annotations

from typing import Final

from analyzer.cards import EMPEROR_JOKER, shown
from analyzer.errors import Unreadable
from analyzer.events import Hand
from analyzer.paipu.notation import Token, cards_of_word
from analyzer.rulesets import Resolved, Throne
from analyzer.words import Words

SEATS: Final = "12345"


class Dealing:
    """录牌: hands on their way into a deal. `eyes` is the view of the log: whose hands are typed.

    With every hand known a line is the next seat's hand, or `2: cards` that of seat 2. Else a line is one's own hand,
    or nothing for an onlooker; who was dealt to first stands before it where sizes differ and it is needed.
    """

    def __init__(self, resolved: Resolved, eyes: int) -> None:
        self.resolved = resolved
        self.eyes = eyes
        self.hands: list[str] = []

    def take(self, tokens: list[Token]) -> dict[str, object] | None:
        """录一行: the deal that a line completes, as JSON would have it; None while hands are missing."""
        if self.eyes == 0:
            return self._open(tokens)
        first = int(tokens[0].text) if tokens and tokens[0].text in SEATS and self._may_begin(tokens) else 0
        hand = cards_in(tokens[1:] if first else tokens)
        if self.eyes > 0 and not hand:
            raise Unreadable(Words("打出你自己的手牌", "type your own hand"))
        sizes = self._sizes(first, len(shown(hand).cards) if hand else None)
        hands: list[Hand] = [hand if seat == self.eyes else size for seat, size in enumerate(sizes, 1)]
        return {"type": "deal", "hands": hands} | ({"first": first} if first else {})

    def _may_begin(self, tokens: list[Token]) -> bool:
        """Whether a first token 1-5 is a seat: an onlooker types no cards, others type their hand behind it."""
        return self.eyes < 0 or len(tokens) > 1

    def _open(self, tokens: list[Token]) -> dict[str, object] | None:
        """With every hand known: the next hand, or that of the seat named."""
        if not tokens:
            return None
        at = min(len(self.hands), 4)
        if tokens[0].text[0] in SEATS and tokens[0].text[1:2] in (":", "："):
            at = min(at, int(tokens[0].text[0]) - 1)
            rest = tokens[0].text[2:]
            tokens = [*([tokens[0]._replace(text=rest)] if rest else []), *tokens[1:]]
        self.hands[at : at + 1] = [cards_in(tokens)]
        return {"type": "deal", "hands": list(self.hands)} if len(self.hands) == 5 else None

    def drop(self) -> bool:
        """Take back the last hand; whether there was one."""
        return bool(self.hands and self.hands.pop())

    def _sizes(self, first: int, own: int | None) -> list[int]:
        """How many cards every seat has."""
        resolved = self.resolved
        drawn = resolved.ruleset.throne == Throne.DRAWN
        total = sum(resolved.deck) - (resolved.deck[EMPEROR_JOKER] if drawn else 0)
        each, more = divmod(total, 5)
        ways = {
            tuple(each + ((seat - begin) % 5 < more) for seat in range(1, 6)): begin
            for begin in ([first] if first else range(1, 6))
        }
        fitting = [sizes for sizes in ways if own is None or sizes[self.eyes - 1] == own]
        if not fitting:
            least, most = each, each + bool(more)
            wanted = f"{least}" if least == most else f"{least}-{most}"
            raise Unreadable(
                Words(f"这手牌有 {own} 张, 应有 {wanted} 张", f"this hand has {own} cards, it should have {wanted}")
            )
        if len(fitting) > 1:
            raise Unreadable(
                Words("张数不等: 前面写上先发给哪一家, 如 3", "sizes differ: say first who was dealt to first, as 3")
            )
        return list(fitting[0])


def cards_in(tokens: list[Token]) -> str:
    """牌: the cards of some tokens, as JSON writes them.

    >>> from analyzer.paipu.notation import tokens_of
    >>> cards_in(tokens_of("皇 9h 10s", 1).tokens)
    'R*9hTs'
    """
    found = [cards_of_word(token.text) for token in tokens]
    wrong = next((token.text for token, cards in zip(tokens, found, strict=True) if cards is None), None)
    if wrong is not None:
        raise Unreadable(Words(f'"{wrong[:40]}"不是牌', f'"{wrong[:40]}" is no cards'))
    return "".join(cards or "" for cards in found)
