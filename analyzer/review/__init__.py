"""复盘评点: what else could have been played, by what a seat knew when it chose.

`choices` is what a seat may do, `groups` puts it into groups, `weighing` plays it out, `remarks` states facts,
`deciding` puts it together; `advice` is the same for a player who follows it.
"""

from analyzer.review.advice import advised
from analyzer.review.deciding import Decision, decisions, reviewed, to_json

__all__ = ["Decision", "advised", "decisions", "reviewed", "to_json"]
