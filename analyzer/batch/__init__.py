"""成批: the rules of `analyzer.rules`, compiled, over columns - millions of events at the speed of reading them.

`columns` packs logs whose hands are all known by suit, `kernel` has the loop that calls the rules' own `judge` and
`step`, `compiled` compiles both once and keeps them, `judging` runs them over threads. What the columns cannot say
(hidden hands, missing suits, plays of several ranks) is judged by `analyzer.replay`. No rule is told here, and
nothing of this is imported to judge a single game.
"""

from analyzer.batch.columns import Lot, lot_of, packed
from analyzer.batch.judging import STATUSES, Results, judge_lot, told, told_of

__all__ = ["STATUSES", "Lot", "Results", "judge_lot", "lot_of", "packed", "told", "told_of"]
