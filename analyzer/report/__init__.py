"""报告: a game or a sitting on one page that asks nobody for anything, for a referee or a friend."""

from __future__ import annotations

from analyzer.report.game import game_report
from analyzer.report.pdf import write_pdf
from analyzer.report.sitting import sitting_report

__all__ = ["game_report", "sitting_report", "write_pdf"]
