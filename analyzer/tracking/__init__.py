"""记牌: what is still unseen, and what every other seat can have - exactly, from one view.

`facts` gathers what is certain, `hypergeometric` counts deals, `snatch` those after a snatch, `cases` answers,
`threats` weighs the standing play, `counts` puts it together for every event.
"""

from analyzer.tracking.counts import Evidence, Track, track_at, tracks
from analyzer.tracking.facts import Facts, facts

__all__ = ["Evidence", "Facts", "Track", "facts", "track_at", "tracks"]
