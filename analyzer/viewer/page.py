"""单页: a game as one self-contained HTML page that asks nobody for anything.

The page's policy lets run exactly the script and the style sheet that are in it, each by its hash, and
nothing else: no request, no frame, no form. The game is data inside the page; no part of it is markup.
"""

from __future__ import annotations

import base64
import hashlib
import json
from html import escape
from typing import Final

from analyzer.viewer import Game, pack
from analyzer.viewer.assets import markup, script, style
from analyzer.words import Lang, Words

TITLE: Final = Words("牌谱", "game record")
NO_SCRIPT: Final = Words("请允许本页运行脚本，才能看到牌桌。", "The table needs this page's script to run.")
BODY: Final = """
body { margin: 0; padding: 12px; background: #f4efe4; }
@media (prefers-color-scheme: dark) { body { background: #101312; } }
@media (max-width: 480px) { body { padding: 8px 6px; } }
"""
START: Final = """
const packed = JSON.parse(document.getElementById("game").textContent);
const asked = Number(new URLSearchParams(location.search).get("event") || location.hash.slice(1));
const table = mountTable(document.querySelector(".paishen"), packed, { event: asked || packed.start || 0 });
"""


def page(game: Game, lang: Lang) -> str:
    """单页: the whole page; `?event=37` or `#37` in its address opens it at that moment, else `start` of the game.

    >>> frame = {"event": 0, "act": None, "hands": [None] * 5}
    >>> text = page({"game": "</script>", "frames": [frame]}, "en")
    >>> "</script>" in text.split('id="game">')[1].split("</script>", 1)[0], text[:15]
    (False, '<!DOCTYPE html>')
    """
    title = f"{game['game']} · {TITLE.say(lang)}"
    return document(title, f"<main>{markup()}</main>", lang, sheet=BODY, game=game)


def document(
    title: str, body: str, lang: Lang, *, sheet: str = "", game: Game | None = None, more: str = ""
) -> str:
    """文档: a page with nothing but its own style sheet and, where it has a game, the table's script.

    `body` is markup that is escaped already; where there is a `game` it holds `markup()` once. `more` is script that
    runs after the table is there, as `table`.
    """
    whole = (style() if game else "") + sheet
    module = script() + START + more if game else ""
    scripts = f"'{_hash(module)}'" if game else "'none'"
    policy = (
        f"default-src 'none'; script-src {scripts}; style-src '{_hash(whole)}'; base-uri 'none'; form-action 'none'"
    )
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{"zh-CN" if lang == "zh" else "en"}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{escape(title)}</title>",
        f"<style>{whole}</style>",
        "</head>",
        "<body>",
        body,
    ]
    if game:
        parts += [
            f"<noscript>{escape(NO_SCRIPT.say(lang))}</noscript>",
            f'<script type="application/json" id="game">{embed({**pack(game), "lang": lang})}</script>',
            f'<script type="module">{module}</script>',
        ]
    return "\n".join([*parts, "</body>", "</html>"]) + "\n"


def embed(game: Game) -> str:
    r"""嵌入: JSON that is safe inside a script element: `<`, `>`, `&` and both line separators escaped.

    >>> embed({"name": "</script><!--\u2028"})
    '{"name":"\\u003c/script\\u003e\\u003c!--\\u2028"}'
    """
    text = json.dumps(game, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for bad in "<>&\u2028\u2029":
        text = text.replace(bad, f"\\u{ord(bad):04x}")
    return text


def _hash(text: str) -> str:
    """The source expression that allows exactly this inline script or style."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
