"""扫行: the lines of a block of games, looked up all at once in the book of lines that are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from analyzer.importing.known import Book

if TYPE_CHECKING:
    import pyarrow as pa

Array = npt.NDArray[Any]
NEWLINE, CLOSES = ord("\n"), ord("}")
TIME: Final = b',"t":'
DIGITS: Final = 15
"""A time of more digits is not read here."""
UNKNOWN: Final = -1
NOT_TIMED: Final = -1


class Lines:
    """行: the lines of a block. Game g has the lines `starts[g]` to `starts[g + 1]`: its header, its deal, its events.

    `ids` are the lines' numbers in the book, `times` the time that ends each (`NOT_TIMED`: none). `forms`: the
    canonical forms with commas, one after the other; that of line i begins at `offsets[i]`.
    """

    def __init__(self, starts: Array, ids: Array, times: Array | None, book: Book) -> None:
        self.starts, self.ids = starts.tolist(), ids
        self._times = times
        arrays = book.arrays()
        self._codes = arrays.codes[ids]
        unknown = np.append(0, np.cumsum(ids == UNKNOWN))
        first, stop = np.minimum(starts[:-1] + 2, starts[1:]), starts[1:]
        self._known = ((unknown[stop] == unknown[first]) & (stop - starts[:-1] > 2)).tolist()
        self._ends = arrays.ends[ids]
        self._forms, self._offsets = _forms(arrays, ids, times)

    def known(self, game: int) -> bool:
        """Whether all lines of a game but the first two are known, and there are some."""
        found: bool = self._known[game]
        return found

    def count(self, game: int) -> int:
        """How many events a game has."""
        found: int = self.starts[game + 1] - self.starts[game] - 1
        return found

    def codes(self, game: int) -> bytes:
        """The packed events of a game but for the deal."""
        found: bytes = self._codes[self.starts[game] + 2 : self.starts[game + 1]].tobytes()
        return found

    def canonical(self, game: int) -> memoryview:
        """Their canonical forms, commas between."""
        start, stop = self._offsets[self.starts[game] + 2], self._offsets[self.starts[game + 1]]
        return self._forms[start : stop - 1]

    def times(self, game: int) -> list[int | None] | None:
        """Their times; None where none has one."""
        if self._times is None:
            return None
        times = self._times[self.starts[game] + 2 : self.starts[game + 1]].tolist()
        found = [None if time == NOT_TIMED else time for time in times]
        return found if any(time is not None for time in found) else None

    def claim(self, game: int, book: Book) -> tuple[list[int], int, int]:
        """What the last end of a game claims, which of it was said, and the event that it is (the deal is event 0)."""
        start, stop = self.starts[game] + 2, self.starts[game + 1]
        last = np.flatnonzero(self._ends[start:stop]) if not self._ends[stop - 1] else [stop - 1 - start]
        if len(last) == 0:
            return [0] * 12, 0, -1
        at = int(last[-1])
        return *book.claims[int(self.ids[start + at])], at + 1


def lines_in(data: bytes, cuts: Sequence[int], book: Book) -> Lines:
    """扫行: the lines of a block of games that begin at `cuts`; lines that are not known yet are learned."""
    import pyarrow as pa

    if not data.endswith(b"\n"):
        data += b"\n"
    text = np.frombuffer(data, np.uint8)
    stops = np.flatnonzero(text == NEWLINE) + 1
    starts = np.searchsorted(stops, np.array([*cuts[:-1], len(data)]), side="right")
    times = None
    if TIME in data:
        text, stops, times = untimed(text, stops)
    offsets = np.append(0, stops).astype(np.int64)
    lines = pa.Array.from_buffers(
        pa.large_binary(), len(stops), [None, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(text))]
    )
    book.make_room()
    ids = _looked_up(lines, book)
    missing = ids == UNKNOWN
    missing[starts[:-1]] = False
    missing[np.minimum(starts[:-1] + 1, len(ids) - 1)] = False
    for at in np.flatnonzero(missing).tolist():
        ids[at] = book.number(lines[at].as_py())
    return Lines(starts, ids, times, book)


def _looked_up(lines: pa.Array, book: Book) -> Array:
    """The number of each line in the book, `UNKNOWN` where it is not in it."""
    import pyarrow.compute as pc

    found = pc.index_in(lines, value_set=book.arrays().lines)
    numbers: Array = found.fill_null(UNKNOWN).to_numpy(zero_copy_only=False).astype(np.int64)
    return numbers


def untimed(text: Array, stops: Array) -> tuple[Array, Array, Array]:
    r"""去时: lines without the times that end them, where they stop then, and the times.

    Only a time that is written as our writer does, before the brace that ends a line, is taken out.

    >>> text = np.frombuffer(b'{"a":1,"t":50}\n{"a":1,"t":05}\n', np.uint8)
    >>> rest, stops, times = untimed(text, np.array([15, 30]))
    >>> rest.tobytes(), stops.tolist(), times.tolist()
    (b'{"a":1}\n{"a":1,"t":05}\n', [8, 23], [50, -1])
    """
    last = stops - 2  # what is looked at further and further to the left ends at the line before at the latest
    values = np.zeros(len(stops), np.int64)
    digits = np.zeros(len(stops), np.int64)
    on = np.flatnonzero(text[last] == CLOSES)
    leading = np.zeros(len(stops), np.int64)
    for place in range(DIGITS):
        figures = text[last[on] - 1 - place].astype(np.int64) - ord("0")
        good = (figures >= 0) & (figures <= 9)
        on, figures = on[good], figures[good]
        values[on] += figures * 10**place
        digits[on] += 1
        leading[on] = figures
    timed = (digits == 1) | ((digits > 1) & (leading > 0))
    begins = last - digits - len(TIME)
    for place, mark in enumerate(TIME):
        timed[timed] = text[begins[timed] + place] == mark
    taken = np.zeros(len(text) + 1, np.int8)
    taken[begins[timed]], taken[last[timed]] = 1, -1
    kept = np.cumsum(taken[:-1], dtype=np.int8) == 0
    lengths = np.where(timed, last - begins, 0)
    return text[kept], stops - np.cumsum(lengths), np.where(timed, values, NOT_TIMED)


def _forms(arrays: Any, ids: Array, times: Array | None) -> tuple[memoryview, Array]:
    """The canonical forms of all lines, one after the other, and where each begins; an unknown line has none."""
    import pyarrow as pa
    import pyarrow.compute as pc

    places = pa.array(ids, pa.int64(), mask=ids == UNKNOWN)
    forms = pc.take(arrays.whole, places)
    if times is not None:
        timed = times != NOT_TIMED
        marks = pa.array(np.where(timed, times, 0)).cast(pa.string()).cast(pa.large_binary())
        parts = pc.take(arrays.before, places), marks, pc.take(arrays.after, places)
        joined = pc.binary_join_element_wise(*parts, pa.scalar(b"", pa.large_binary()))
        forms = pc.if_else(pa.array(timed), joined, forms)
    _, offsets, data = forms.buffers()
    begins = np.frombuffer(offsets, np.int64)[forms.offset : forms.offset + len(forms) + 1]
    return memoryview(data or b""), begins
