"""启动: the dashboard's server - this machine only, no usage statistics, no error details on a page."""

from __future__ import annotations

import http.client
import os
import threading
import time
import webbrowser
from pathlib import Path
from typing import Any, Final

ARCHIVE: Final = "PAISHEN_ARCHIVE"
"""The environment variable that tells the app where the archive is."""
HERE: Final = Path(__file__).resolve().parent
LOCAL: Final = ("127.0.0.1", "localhost")
PATIENCE: Final = 30.0
"""Seconds to wait for the server before the browser is opened."""

LIGHT: Final = {
    "primaryColor": "#1c6b55", "backgroundColor": "#fbf8f1", "secondaryBackgroundColor": "#efe9da",
    "textColor": "#28231d", "borderColor": "#e2dac9",
}  # fmt: skip
DARK: Final = {
    "primaryColor": "#5fb898", "backgroundColor": "#171a19", "secondaryBackgroundColor": "#232826",
    "textColor": "#ece6d8", "borderColor": "#353b38",
}  # fmt: skip
FONT: Final = (
    '"PingFang SC", "Hiragino Sans GB", "Noto Sans CJK SC", "Source Han Sans SC", '
    '"Microsoft YaHei", sans-serif'
)


def serve(archive: Path, port: int, address: str = "127.0.0.1", *, browser: bool = True) -> None:
    """开张: serve the dashboard over an archive until stopped; with `browser` it is shown once it answers."""
    import streamlit as st

    os.environ[ARCHIVE] = str(archive.resolve())
    if browser:
        threading.Thread(target=_open, args=(address, port), daemon=True).start()
    st.App(HERE / "app.py").run(config=settings(port, address))


def url(address: str, port: int) -> str:
    """网址: where the dashboard is found.

    >>> url("127.0.0.1", 8501), url("::1", 80)
    ('http://127.0.0.1:8501', 'http://[::1]:80')
    """
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"


def settings(port: int, address: str) -> dict[str, Any]:
    """设置: what Streamlit is told; its own defaults are the opposite of most of these.

    >>> settings(8501, "127.0.0.1")["server.allowedHosts"]
    ['127.0.0.1', 'localhost']
    """
    return {
        "server.port": port,
        "server.address": address,
        "server.allowedHosts": list(dict.fromkeys((address, *LOCAL))),
        "server.headless": True,
        "server.fileWatcherType": "none",
        "server.maxUploadSize": 64,
        "browser.gatherUsageStats": False,
        "browser.serverAddress": address,
        "client.toolbarMode": "minimal",
        "client.showErrorDetails": "none",
        "theme.font": FONT,
        "theme.baseRadius": "12px",
        **{f"theme.light.{key}": value for key, value in LIGHT.items()},
        **{f"theme.dark.{key}": value for key, value in DARK.items()},
    }


def answers(address: str, port: int, wait: float = PATIENCE) -> bool:
    """应答: whether the server says that it is healthy, within `wait` seconds."""
    until = time.monotonic() + wait
    while time.monotonic() < until:
        try:
            line = http.client.HTTPConnection(address, port, timeout=2)
            line.request("GET", "/_stcore/health")
            return line.getresponse().status == 200
        except OSError:
            time.sleep(0.1)
    return False


def _open(address: str, port: int) -> None:
    if answers(address, port):
        webbrowser.open(url(address, port))
