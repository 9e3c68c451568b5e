"""页: the pages of a Parquet file, looked at before anybody unpacks them.

A reader makes room for a page as large as the page itself says, whatever the file's footer says of it, and some
encodings make a megabyte of text out of a few bytes. A page header is a struct in Thrift's compact protocol.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any, Final, NamedTuple

WRONG: Final = "what it says of its pages is wrong"
HEADER: Final = 1 << 16
"""The most bytes that the header of a page may have."""
DEEPEST: Final = 8
ENCODINGS: Final = (0, 2, 3, 8)
"""PLAIN, PLAIN_DICTIONARY, RLE, RLE_DICTIONARY: values are no larger than their page."""
BOOLS, BYTE, NUMBERS, DOUBLE, BINARY, LISTS, STRUCT = (1, 2), 3, (4, 5, 6), 7, 8, (9, 10), 12


class Page(NamedTuple):
    """一页: how large it is unpacked and packed, and how its values are written (None: it says nothing)."""

    unpacked: int
    packed: int
    encoding: int | None


class _Compact:
    """Reads structs; `IndexError` where the bytes end, `ValueError` where they are none."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        """A number of 7 bits a byte, the lowest first."""
        found = 0
        for shift in range(0, 70, 7):
            byte = self.byte()
            found |= (byte & 127) << shift
            if byte < 128:
                return found
        raise ValueError(WRONG)

    def signed(self) -> int:
        """A number with its sign in the lowest bit."""
        found = self.number()
        return found >> 1 ^ -(found & 1)

    def struct(self, deep: int = 0) -> dict[int, Any]:
        """The fields of a struct by their ids."""
        if deep > DEEPEST:
            raise ValueError(WRONG)
        fields: dict[int, Any] = {}
        name = 0
        while head := self.byte():
            name = name + (head >> 4) if head >> 4 else self.signed()
            fields[name] = self.value(head & 15, deep)
        return fields

    def value(self, kind: int, deep: int) -> Any:
        """One value; texts and doubles are passed over."""
        if kind in BOOLS:
            return kind == 1
        if kind in NUMBERS:
            return self.signed()
        if kind == STRUCT:
            return self.struct(deep + 1)
        if kind in LISTS:
            head = self.byte()
            count = head >> 4 if head >> 4 < 15 else self.number()
            if count > len(self.data):
                raise ValueError(WRONG)
            return [self.value(head & 15, deep + 1) for _ in range(count)]
        if kind in (BYTE, DOUBLE, BINARY):
            size = {BYTE: 1, DOUBLE: 8}.get(kind) or self.number()
            self.at += size
        else:
            raise ValueError(WRONG)
        return None


def columns_of(footer: bytes) -> Iterator[tuple[int, int]]:
    """各列: where each column of each row group begins, and how many bytes it has, as the footer of a file says.

    `ValueError` where it says nothing of the kind. pyarrow's own objects for this end the process over some footers.
    """
    try:
        groups = _Compact(footer).struct()[4]
        facts = [column[3] for group in groups for column in group[1]]
        found = [(min(int(one[9]), int(one.get(11) or one[9])), int(one[7])) for one in facts]
    except (IndexError, KeyError, TypeError, AttributeError):
        raise ValueError(WRONG) from None
    yield from found


def pages_of(stream: IO[bytes], start: int, size: int) -> Iterator[Page]:
    """各页: the pages of a column in a row group that begins at `start` and has `size` bytes.

    `ValueError` where there is something else.

    >>> import io
    >>> list(pages_of(io.BytesIO(bytes.fromhex("1500 1538 1526 2c1500 00 00".replace(" ", "")) + b"." * 19), 0, 29))
    [Page(unpacked=28, packed=19, encoding=None)]
    """
    at, stop = start, start + size
    if at < 0:
        raise ValueError(WRONG)
    while at < stop:
        stream.seek(at)
        reader = _Compact(stream.read(min(HEADER, stop - at)))
        try:
            fields = reader.struct()
            page = Page(int(fields[2]), int(fields[3]), _encoding(fields))
        except (IndexError, KeyError, TypeError):
            raise ValueError(WRONG) from None
        if page.unpacked < 0 or page.packed < 0:
            raise ValueError(WRONG)
        yield page
        at += reader.at + page.packed


def _encoding(fields: dict[int, Any]) -> int | None:
    """How the values of a page are written: field 2 of a header of data or a dictionary, field 4 of the second kind."""
    for name, place in ((5, 2), (7, 2), (8, 4)):
        if isinstance(fields.get(name), dict):
            found: int | None = fields[name].get(place)
            return found
    return None
