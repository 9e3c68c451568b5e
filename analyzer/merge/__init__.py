"""合谱: several partial logs of one game become one; what they contradict each other in is listed, never settled."""

from analyzer.merge.findings import Contradiction, Said
from analyzer.merge.whole import Merged, merge

__all__ = ["Contradiction", "Merged", "Said", "merge"]
