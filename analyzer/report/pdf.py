"""纸上的报告: a page printed by Chromium, where there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from analyzer.errors import PaishenError
from analyzer.paipu.disk import put
from analyzer.words import Words

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
PATIENCE: Final = 120
"""Seconds that the browser may take."""


def browser() -> str | None:
    """浏览器: the Chromium that prints, None where there is none."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def write_pdf(page: str, path: Path) -> None:
    """印成PDF: a page as a PDF file, in its place whole or not at all.

    `PaishenError` where there is no Chromium, or it does not print.
    """
    program = browser()
    if program is None:
        words = Words(
            "没有找到 Chromium, 印不成 PDF; 请写成 .html, 在浏览器里打印",
            "no Chromium was found to print a PDF: write .html and print it in a browser",
        )
        raise PaishenError(words, file=str(path))
    with tempfile.TemporaryDirectory() as folder:
        source, printed = Path(folder) / "report.html", Path(folder) / "report.pdf"
        source.write_text(page, "utf-8")
        command = [
            program, "--headless", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-sync",
            "--disable-background-networking", f"--user-data-dir={folder}/profile", "--no-pdf-header-footer",
            "--virtual-time-budget=5000", f"--print-to-pdf={printed}", f"{source.as_uri()}#999999",
        ]  # fmt: skip
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            command.insert(1, "--no-sandbox")  # Chromium refuses to start for root with it
        try:
            subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)  # noqa: S603  our own arguments
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PaishenError(_failed(str(error).splitlines()[0]), file=str(path)) from None
        data = printed.read_bytes() if printed.is_file() else b""
        if not data.startswith(b"%PDF"):
            raise PaishenError(_failed(Path(program).name), file=str(path))
    put(path, data)


def _failed(why: str) -> Words:
    return Words(f"没有印成 PDF: {why}", f"the PDF was not printed: {why}")
