"""清单: which files of the archive count; one JSON file, replaced at once.

A segment is some games with their logs, events and derived columns, in files of one name. What no segment names
does not count, whatever lies in the folder.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final

import msgspec
from msgspec import structs

from analyzer.archive.places import DERIVED, ENDS, FILES, FOLDERS, KEPT, LOGS, MANIFEST, check_name, file_of, whole
from analyzer.errors import PaishenError
from analyzer.words import Words

FORMAT: Final = "paishen archive"
VERSION: Final = 1
BLOCK: Final = 1 << 20
OTHER: Final = Words("它的摘要对不上", "it does not fit its digest")
OURS: Final = re.compile(r"(\d{9,})\.(?:zst|index|parquet)(?:\.[0-9a-f]+\.tmp)?")
"""What the files of segments are called."""


class Segment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """段: some games stored together: the number of the first, `sha256` of each file, which rules judged them.

    `judged` is the digest of the rules, `version` that of the program. The numbers have no gap.
    """

    name: str
    first: int
    games: int
    events: int
    judged: str
    sha256: dict[str, str]
    version: str = ""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """清单: the segments, in order; `following` is the number that the next game gets.

    In the file `digest` is the SHA-256 of the file's bytes without its digits; it is empty in what was read, and in
    archives that were made before there was one.
    """

    format: str = FORMAT
    version: int = VERSION
    digest: str = ""
    following: int = 1
    files: int = 1
    segments: tuple[Segment, ...] = ()

    @property
    def games(self) -> int:
        """How many games there are."""
        return sum(segment.games for segment in self.segments)

    @property
    def is_all(self) -> bool:
        """Whether every number that was given has its game; a rebuild may have left some out."""
        return self.games == self.following - 1


def read_manifest(folder: Path) -> Manifest:
    """读清单: the manifest of an archive, an empty one where there is none yet.

    >>> read_manifest(Path("no/such/folder")).games
    0
    """
    check_name(folder)
    path = folder / MANIFEST
    try:
        raw = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        if not any((folder / LOGS).glob(f"*{ENDS[LOGS]}")):
            return Manifest()
        words = Words("清单不见了; 用 archive rebuild 重做", "the manifest is missing; archive rebuild remakes it")
        raise PaishenError(words, file=str(path)) from None
    found = _whole(path, raw)
    if (found.format, found.version) != (FORMAT, VERSION):
        what = f"{found.format} {found.version}"
        words = Words(f"不是本程序的档案: {what}", f"this is no archive of ours: {what}")
        raise PaishenError(words, file=str(path))
    return structs.replace(found, digest="")


def _whole(path: Path, raw: bytes) -> Manifest:
    """The manifest that some bytes are, each as it was written."""
    try:
        found = msgspec.json.decode(raw, type=Manifest)
        if found.digest not in ("", _digest(raw, found.digest)):
            raise msgspec.ValidationError(OTHER.en)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        why = OTHER if str(error) == OTHER.en else Words(str(error), str(error))
        words = Words(
            f"清单已损坏: {why.zh}; 用 archive rebuild 重做",
            f"the manifest is damaged: {why.en}; archive rebuild remakes it",
        )
        raise PaishenError(words, file=str(path)) from None
    return found


def _digest(raw: bytes, digits: str) -> str:
    """The digest of a manifest's bytes, in which these digits stand."""
    return hashlib.sha256(raw.replace(digits.encode(), b"", 1) if digits else raw).hexdigest()


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """写清单: replace the manifest at once; it carries its digest from now on."""
    blank = _written(manifest)
    with whole(folder / MANIFEST) as stream:
        stream.write(_written(structs.replace(manifest, digest=_digest(blank, ""))))


def _written(manifest: Manifest) -> bytes:
    return msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"


def begin(folder: Path) -> None:
    """开始: make an archive ready to be written to, by whoever has it alone: a manifest, and nothing left behind."""
    if not (folder / MANIFEST).exists():
        manifest = read_manifest(folder)
        (folder / LOGS).mkdir(parents=True, exist_ok=True)
        write_manifest(folder, manifest)
    sweep(folder)


def digest_of(path: Path) -> str:
    """摘要: the SHA-256 of a file."""
    found = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(BLOCK):
            found.update(block)
    return found.hexdigest()


def broken_files(folder: Path, segment: Segment, kinds: tuple[str, ...] = FILES) -> list[Path]:
    """坏文件: the files of a segment that are missing or are not what was written."""
    found = []
    for kind in kinds:
        path = file_of(folder, kind, segment.name)
        try:
            same = (kind == DERIVED and kind not in segment.sha256) or digest_of(path) == segment.sha256.get(kind)
        except OSError:
            same = False
        if not same:
            found.append(path)
    return found


def all_there(folder: Path, manifest: Manifest) -> None:
    """齐全: `PaishenError` where a file that cannot be remade from the others in passing is missing or damaged."""
    for segment in manifest.segments:
        for path in broken_files(folder, segment, KEPT):
            words = Words(
                "文件缺失或已损坏, 什么也没有做; 用 archive check 查看, archive rebuild 重做",
                "the file is missing or damaged, and nothing was done; see archive check, archive rebuild remakes it",
            )
            raise PaishenError(words, file=str(path))


def is_derived(segment: Segment) -> bool:
    """Whether the derived columns of a segment are made."""
    return DERIVED in segment.sha256


def is_all_derived(folder: Path, segment: Segment) -> bool:
    """推演全否: whether the derived columns of a segment are there, of every event.

    An earlier version left out the games that were judged step by step.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    if not is_derived(segment):
        return False
    try:
        rows: int = pq.read_metadata(file_of(folder, DERIVED, segment.name)).num_rows
    except (OSError, pa.ArrowException):
        return True  # that it is damaged is told elsewhere
    return rows == segment.events


def sweep(folder: Path) -> None:
    """清扫: remove what somebody who died left behind: files of segments that the manifest does not name."""
    names = {segment.name for segment in read_manifest(folder).segments}
    for kind in FOLDERS:
        for path in (folder / kind).glob("*"):
            ours = OURS.fullmatch(path.name)
            if ours and (ours[1] not in names or path.suffix == ".tmp"):
                path.unlink()
    for path in folder.glob("*.json*.tmp"):
        path.unlink()
