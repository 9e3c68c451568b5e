"""档案: games kept in a folder, asked by DuckDB in memory.

==================  ==========================================================================================
`logs/N.zst`        the exact bytes of every stored log: the evidence, from which all else can be remade
`games/N.parquet`   a row a game: header, verdict, where its log is
`events/N.parquet`  a row an event, packed
`derived/N.parquet` a row an event: what the rules know about it, for questions
`manifest.json`     which of these files count, with the SHA-256 of each
`ledger.jsonl`      what became of every game that was ever brought
`players.toml`      who the names at the tables are; written by the archive's owner, may be missing
==================  ==========================================================================================

Files are written once and never changed. The folder may be empty or missing: then the archive is empty.
"""

from analyzer.archive.manifest import Manifest, Segment, read_manifest
from analyzer.archive.places import LEDGER, MANIFEST
from analyzer.archive.questions import Question, answer, questions
from analyzer.archive.reading import LOG_PLACE, Archive, Row, default_archive
from analyzer.archive.sandbox import ask_sql

__all__ = [
    "LEDGER", "LOG_PLACE", "MANIFEST", "Archive", "Manifest", "Question", "Row", "Segment", "answer", "ask_sql",
    "default_archive", "questions", "read_manifest",
]  # fmt: skip
