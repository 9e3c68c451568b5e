"""机器码: a loop over small integers as machine code, made once and kept in a folder named by a digest of all that it
was made of.

A cache that is named otherwise would serve rules as they were before an edit. Where no folder can be written the
loop is compiled for this process alone.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from analyzer.paipu.disk import in_turn
from analyzer.words import Words, spoken

HERE: Final = Path(__file__).resolve().parent.parent
LEVEL: Final = 1
"""How far the compiler optimises, of 0-3."""
Loop = Callable[..., None]
Part = Callable[..., Any]
_lock = threading.Lock()
_registered: set[Part] = set()


def digest_of(sources: Iterable[str], *more: bytes) -> str:
    """指纹: SHA-256 over the files of some patterns below the package, and more; 16 hex digits of it."""
    found = hashlib.sha256()
    for pattern in sources:
        for path in sorted(HERE.glob(pattern)):
            found.update(path.name.encode() + b"\0" + path.read_bytes())
    for one in more:
        found.update(one)
    return found.hexdigest()[:16]


class Kernel:
    """内核: one loop to be compiled.

    `name` begins its folder's name; `sources` are patterns below the package for all that it is made of; `once` is
    what is told before it is compiled; `find` gives the loop and, each after what it calls, what it calls beside
    the rules.
    """

    def __init__(
        self, name: str, sources: Sequence[str], once: Words, find: Callable[[], tuple[Loop, Iterable[Part]]]
    ) -> None:
        self.name = name
        self.sources = tuple(sources)
        self.once = once
        self.find = find
        self.made: Loop | None = None
        self.is_ready = False

    @cached_property
    def digest(self) -> str:
        """指纹: the digest of the sources."""
        return digest_of(self.sources)

    def folder(self) -> Path | None:
        """缓存: the folder of the machine code, made if need be; None where none can be written."""
        from platformdirs import user_cache_path

        folder = user_cache_path("paishen", appauthor=False) / f"{self.name}-{self.digest}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            return None

    def loop(self) -> Loop:
        """The loop, compiled when it is first called; standard error hears of it then."""
        with _lock:
            made = self.made = self.made or _compile(*self.find(), self.folder())
        return made if self.is_ready else partial(self._first, made)

    def _first(self, made: Loop, *arguments: object) -> None:
        """Call it for the first time: whoever comes meanwhile, in another process too, waits and finds it compiled."""
        folder = self.folder()
        with _lock, in_turn(folder / "lock") if folder else nullcontext():
            if not self.is_ready and (folder is None or not any(folder.rglob("*.nbi"))):
                print(f"paishen: {self.once.say(spoken())}", file=sys.stderr)  # noqa: T201  no command speaks for a worker
            made(*arguments)
            self.is_ready = True


def _compile(loop: Loop, parts: Iterable[Part], folder: Path | None) -> Loop:
    """Register every rule and part, then compile the loop when it is first called.

    All is inlined into one loop, and the loop counts no references (`_nrt`): it allocates nothing, and both together
    make it ten times as fast. A lower level of optimisation compiles in little more than half the time and runs as
    fast.
    """
    numba: Any = import_module("numba")
    extending: Any = import_module("numba.extending")

    from analyzer.rules.mark import RULES

    if not _registered:
        _enums_are_numbers()
    for part in (*RULES, *parts):
        if part not in _registered:
            extending.register_jitable(forceinline=True)(part)
            _registered.add(part)
    numba.config.OPT = type(numba.config.OPT)(LEVEL)
    if folder is not None:
        numba.config.CACHE_DIR = os.fspath(folder)
    compiled: Loop = numba.njit(nogil=True, _nrt=False, cache=folder is not None)(loop)
    return compiled


def _enums_are_numbers() -> None:
    """In compiled code a member of an `IntEnum` is the number it stands for, as the rules mean it."""
    types: Any = import_module("numba.core.types")
    templates: Any = import_module("numba.core.typing.templates")

    def generic_resolve(_: Any, kind: Any, name: str) -> Any:
        return types.int64 if name in kind.instance_class.__members__ else None

    inside = {"key": types.IntEnumClass, "generic_resolve": generic_resolve}
    templates.infer_getattr(type("Members", (templates.AttributeTemplate,), inside))
