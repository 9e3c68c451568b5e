"""所见: what is found while logs are laid side by side: contradictions, and what is left out because clocks differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec import UNSET

Value = TypeVar("Value")


class Said(NamedTuple):
    """所说: what one log says: its place among the logs, its event (-1 the header), and the value."""

    source: int
    event: int
    value: Any


class Contradiction(NamedTuple):
    """矛盾: what logs cannot both be right in, with everybody who says something about it.

    `what`: a key of the header or of an event, `event` (another event, or, with the value None, none), `hands[N]`
    (a dealt hand), `deck` (more of a card than the deck has) or `not_dealt` (cards that the seat was not dealt).
    `event`: the event in the merged log, -1 the header.
    """

    what: str
    event: int
    said: tuple[Said, ...]


class LeftOut(NamedTuple):
    """略去: a key that the merged log does not have, because logs that mean the same differ in it."""

    what: str
    event: int


class Findings:
    """所见: what was found so far."""

    def __init__(self) -> None:
        self.contradictions: list[Contradiction] = []
        self.left_out: list[LeftOut] = []

    def contradict(self, what: str, event: int, said: Iterable[Said]) -> None:
        """Note a contradiction."""
        self.contradictions.append(Contradiction(what, event, tuple(said)))

    def agreed(self, what: str, event: int, said: Sequence[Said], key: Callable[[Any], Any] = repr) -> Any:
        """一致: the one value of those that say something (`UNSET` says nothing); `UNSET` after a contradiction.

        >>> findings = Findings()
        >>> findings.agreed("round", -1, [Said(0, -1, 7), Said(1, -1, UNSET)]), findings.contradictions
        (7, [])
        >>> findings.agreed("round", -1, [Said(0, -1, 7), Said(1, -1, 8)]) is UNSET, len(findings.contradictions)
        (True, 1)
        """
        telling = [one for one in said if one.value is not UNSET]
        if len({key(one.value) for one in telling}) > 1:
            self.contradict(what, event, telling)
            return UNSET
        return telling[0].value if telling else UNSET

    def shared(self, what: str, event: int, values: Iterable[Any]) -> Any:
        """同有: the one value of those that there are; `UNSET`, and noted as left out, where they differ."""
        telling = [value for value in values if value is not UNSET]
        if len({repr(value) for value in telling}) > 1:
            self.left_out.append(LeftOut(what, event))
            return UNSET
        return telling[0] if telling else UNSET

    def extras(self, event: int, values: Sequence[dict[str, Any] | None], skip: str = "") -> dict[str, Any] | None:
        """x-键: the `x-` keys of all, those left out in which they differ."""
        names = dict.fromkeys(name for value in values for name in value or () if name != skip)
        found = {name: self.shared(name, event, [(value or {}).get(name, UNSET) for value in values]) for name in names}
        return {name: value for name, value in found.items() if value is not UNSET} or None
