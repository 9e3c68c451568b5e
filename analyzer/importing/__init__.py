"""导入: logs into the archive - each judged, stored whole or not at all, and noted in the ledger.

`sources` finds the files, `lot` decides what becomes of their games, `bring` stores them and keeps the ledger.
"""

from analyzer.importing.bringing import bring
from analyzer.importing.entry import Entry, Outcome

__all__ = ["Entry", "Outcome", "bring"]
