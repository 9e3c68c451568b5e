"""标记: small pieces of HTML, every text in them escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

_CONTROL: Final = re.compile(r"[\0-\x1f\x7f-\x9f\u2028\u2029]+")


def text(words: object) -> str:
    r"""文字: a text escaped, without control characters.

    >>> text('<b>"x"\x07</b>')
    '&lt;b&gt;&quot;x&quot; &lt;/b&gt;'
    """
    return escape(_CONTROL.sub(" ", str(words)))


def foreign(words: object) -> str:
    """外来文字: what somebody typed - a name, a message - kept from turning the direction of what is around it.

    >>> foreign("老王")
    '<bdi>老王</bdi>'
    """
    return f"<bdi>{text(words)}</bdi>"


def tag(name: str, *inside: str, kind: str = "") -> str:
    """元素: an element around markup; `kind` is its class.

    >>> tag("p", text("<"), kind="note")
    '<p class="note">&lt;</p>'
    """
    named = f' class="{escape(kind)}"' if kind else ""
    return f"<{name}{named}>{''.join(inside)}</{name}>"


def rows(head: Sequence[str], body: Iterable[Sequence[str]], *, kind: str = "") -> str:
    """表: a table of markup; the first cell of each row is its heading."""
    top = tag("tr", *(f'<th scope="col">{cell}</th>' for cell in head))
    rest = "".join(
        tag("tr", f'<th scope="row">{row[0]}</th>', *(tag("td", cell) for cell in row[1:])) for row in body
    )  # fmt: skip
    return tag("div", tag("table", tag("thead", top), tag("tbody", rest), kind=kind), kind="wide")


def items(found: Iterable[str], *, kind: str = "") -> str:
    """列表: a list of markup; nothing for none."""
    listed = "".join(tag("li", one) for one in found)
    return tag("ul", listed, kind=kind) if listed else ""


def event_link(event: int | None, *, linked: bool = True) -> str:
    """事件: an event's number that takes the table there, where there is one; nothing for no event.

    >>> event_link(36), event_link(36, linked=False)
    ('<a href="#37">#36</a>', '#36')
    """
    if event is None:
        return ""
    return f'<a href="#{event + 1}">#{event}</a>' if linked else f"#{event}"
