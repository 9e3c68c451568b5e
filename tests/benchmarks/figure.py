"""数: a figure that must hold."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """A figure, its bar, and whether more is better."""

    name: str
    value: float
    bar: float
    unit: str
    more: bool

    @property
    def held(self) -> bool:
        """Whether the bar holds."""
        return self.value >= self.bar if self.more else self.value <= self.bar

    def line(self) -> str:
        """The figure beside its bar."""
        sign = ">=" if self.more else "<="
        return f"{'ok  ' if self.held else 'MISS'} {self.name:56} {self.value:12,.3f} {sign} {self.bar:,} {self.unit}"
