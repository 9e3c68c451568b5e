"""架构文件: schemas/paipu.schema.json and schemas/paipu.arrow.json, made from the structs and the columns.

`python -m analyzer.paipu.schema` writes both; a test sees that they are current. The JSON Schema says what it
can: it knows nothing of keys that stand twice, of numbers like 1.0, of suits or of the chain.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from analyzer.data import data
from analyzer.events import Header, Log, X
from analyzer.paipu.columns import COLUMNS


def json_schema() -> dict[str, Any]:
    """JSON架构: the JSON Schema of a log; `$defs` has the header and each event.

    >>> sorted(json_schema()["$defs"]["Undo"]["properties"])
    ['count', 'h', 't', 'type']
    """
    _, parts = msgspec.json.schema_components((Log, Header))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "paipu 1",
        "description": "牌谱: the event log of one game of 保皇 (PAIPU.md). The reader checks more.",
        "$ref": "#/$defs/Log",
        "$defs": {name: _tidy(parts[name]) for name in sorted(parts)},
    }


def _tidy(part: Any) -> Any:
    """A part with `x-` keys as in the format, five equal items once, a short description."""
    if isinstance(part, list):
        return [_tidy(item) for item in part]
    if not isinstance(part, dict):
        return part
    part = {key: _tidy(item) for key, item in part.items() if key != "discriminator"}
    if "prefixItems" in part:
        part["items"] = part.pop("prefixItems")[0]
    if X in part.get("properties", {}):
        del part["properties"][X]
        part["patternProperties"] = {"^x-": {}}
    if "description" in part and isinstance(part["description"], str):
        part["description"] = part["description"].split("\n")[0]
    if "players" in part.get("properties", {}):
        part["properties"]["players"]["uniqueItems"] = True
    return part


def arrow_schema() -> dict[str, Any]:
    """Arrow架构: the columns of a Parquet file.

    >>> [column["name"] for column in arrow_schema()["columns"]][:4]
    ['game', 'view', 'seq', 'type']
    """
    columns = [column._asdict() for column in COLUMNS]
    return {"format": "paipu", "version": 1, "columns": columns}


def files() -> dict[str, str]:
    """文件: the text of each schema file, by its name."""
    made = {"paipu.schema.json": json_schema(), "paipu.arrow.json": arrow_schema()}
    return {name: json.dumps(value, ensure_ascii=False, indent=1) + "\n" for name, value in made.items()}


def write_files(folder: Path) -> None:
    """写架构: write both files into a folder."""
    for name, text in files().items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_files(data("schemas"))
