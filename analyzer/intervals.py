"""区间: how far a share that was counted can be trusted, and when there is too little to say anything."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

FEWEST: Final = 5
"""Below so many games a share is not told."""
Z: Final = 1.959963984540054
"""95 %."""


class Share(NamedTuple):
    """份额: `part` of `whole`, with the 95 % interval (Wilson's) around it; None of it where `whole` is too small."""

    part: int
    whole: int

    @property
    def enough(self) -> bool:
        """Whether there are enough to say anything."""
        return self.whole >= FEWEST

    @property
    def value(self) -> float | None:
        """The share itself.

        >>> Share(6, 8).value, Share(3, 4).value
        (0.75, None)
        """
        return self.part / self.whole if self.enough else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """区间: within which the true share lies in 95 of 100 cases.

        >>> [round(end, 3) for end in Share(6, 8).interval]
        [0.409, 0.929]
        >>> Share(0, 10).interval[0], Share(10, 10).interval[1], Share(1, 2).interval
        (0.0, 1.0, None)
        """
        if not self.enough:
            return None
        share, size = self.part / self.whole, self.whole
        centre = share + Z * Z / (2 * size)
        spread = Z * math.sqrt(share * (1 - share) / size + Z * Z / (4 * size * size))
        below = 0.0 if self.part == 0 else (centre - spread) / (1 + Z * Z / size)
        above = 1.0 if self.part == size else (centre + spread) / (1 + Z * Z / size)
        return below, above
