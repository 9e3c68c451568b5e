"""记录: a game written down while it is played - one line an event, durable before it is acknowledged."""

from analyzer.recorder.recorder import Receipt, Recorder

__all__ = ["Receipt", "Recorder"]
