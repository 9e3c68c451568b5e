"""复盘: one log, event by event - the valid prefix, the first refusal, and the table at any event.

`course` runs events over a state, `holdings` follows the cards, `moments` are the tables, `judging` gives the verdict,
`filling` puts in the passes that a text leaves out.
"""

from analyzer.replay.course import Course, force, previous_of, rules_of, written_previous
from analyzer.replay.filling import fill, passes_before, passes_to_lead
from analyzer.replay.holdings import Held, Holdings
from analyzer.replay.judging import differs, judge_found, judge_log, unfinished
from analyzer.replay.moments import Moment, Replay

__all__ = [
    "Course", "Held", "Holdings", "Moment", "Replay", "differs", "fill", "force", "judge_found", "judge_log",
    "passes_before", "passes_to_lead", "previous_of", "rules_of", "unfinished", "written_previous",
]  # fmt: skip
