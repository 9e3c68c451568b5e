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
mountTable(document.querySelector(".paishen"), packed, { event: asked || 0 });
"""


def page(game: Game, lang: Lang) -> str:
    """单页: the whole page; `?event=37` or `#37` in its address opens it at that moment.

    >>> frame = {"event": 0, "act": None, "hands": [None] * 5}
    >>> text = page({"game": "</script>", "frames": [frame]}, "en")
    >>> "</script>" in text.split('id="game">')[1].split("</script>", 1)[0], text[:15]
    (False, '<!DOCTYPE html>')
    """
    sheet, module = style() + BODY, script() + START
    policy = (
        f"default-src 'none'; script-src '{_hash(module)}'; style-src '{_hash(sheet)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    title = escape(f"{game['game']} · {TITLE.say(lang)}")
    parts = (
        "<!DOCTYPE html>",
        f'<html lang="{"zh-CN" if lang == "zh" else "en"}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{title}</title>",
        f"<style>{sheet}</style>",
        "</head>",
        "<body>",
        f"<main>{markup()}</main>",
        f"<noscript>{escape(NO_SCRIPT.say(lang))}</noscript>",
        f'<script type="application/json" id="game">{embed({**pack(game), "lang": lang})}</script>',
        f'<script type="module">{module}</script>',
        "</body>",
        "</html>",
    )
    return "\n".join(parts) + "\n"


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
