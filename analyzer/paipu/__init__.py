"""牌谱: reading and writing logs (PAIPU.md). Only msgspec is imported until Parquet or a seal needs more."""

from analyzer.paipu.acts import act_of, cards_of, hands_of
from analyzer.paipu.files import loads, read, write
from analyzer.paipu.source import Sourced
from analyzer.paipu.writing import dumps_json, dumps_lines

__all__ = ["Sourced", "act_of", "cards_of", "dumps_json", "dumps_lines", "hands_of", "loads", "read", "write"]
