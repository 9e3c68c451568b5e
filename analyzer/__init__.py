"""牌神之友: records, replays and analyses games of 保皇 (Baohuang)."""

__version__ = "0.1.0"
