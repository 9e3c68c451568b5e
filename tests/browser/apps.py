"""页: the dashboard's pages without a browser, and all that a page sends to one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from streamlit.testing.v1 import AppTest

from dashboards.launch import ARCHIVE

APP: Final = Path(__file__).resolve().parents[2] / "dashboards" / "app.py"
PAGES: Final = ("games", "replay", "cards", "roles", "audit", "record", "players")


def page_of(
    patch: pytest.MonkeyPatch, folder: Path, page: str, lang: str = "zh", **query: object
) -> AppTest:
    """A page over the archive in a folder, run once; its address asks for what is given."""
    patch.setenv(ARCHIVE, str(folder))
    app = AppTest.from_file(str(APP), default_timeout=120)
    app.session_state["lang"] = lang
    for name, value in query.items():
        app.query_params[name] = str(value)
    if page != "games":
        app.switch_page(f"pages/{page}.py")
    app.run()
    assert not app.exception
    return app


def said(app: AppTest) -> list[str]:
    """Everything that a page says in words."""
    kinds = (app.info, app.warning, app.error, app.text, app.caption, app.markdown, app.title, app.subheader)
    return [str(one.value) for kind in kinds for one in kind]


def sent(app: AppTest) -> list[bytes]:
    """Everything that a page sends to the browser, element by element."""
    return [*_protos(app.main), *_protos(app.sidebar)]


def _protos(block: Any) -> Iterator[bytes]:
    for child in block.children.values():
        if child.proto is not None:
            yield child.proto.SerializeToString(deterministic=True)
        if hasattr(child, "children"):
            yield from _protos(child)
