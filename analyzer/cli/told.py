"""讲述: an event in words, as the commands tell it (`analyzer.telling`)."""

from __future__ import annotations

from analyzer.telling import SAYS, SENTENCES, tame, told

__all__ = ["SAYS", "SENTENCES", "tame", "told"]
