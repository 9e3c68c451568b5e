"""形势: who is winning - from positions that a view cannot tell apart, played out by the bots.

`positions` is what a view knows at each moment, `worlds` draws deals that it cannot tell apart, `timeline` plays them
out after every event, `swings` says which events mattered; `stories` puts it together and keeps it (`keeping`).
"""

from analyzer.outlook.positions import Position, positions
from analyzer.outlook.stories import Story, in_words, story
from analyzer.outlook.timeline import Outlook, outlooks
from analyzer.outlook.worlds import worlds_of

__all__ = ["Outlook", "Position", "Story", "in_words", "outlooks", "positions", "story", "worlds_of"]
