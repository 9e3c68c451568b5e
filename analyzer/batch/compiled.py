"""编译: the kernel as machine code, made once and kept in a folder named by a digest of all that it was made of.

A cache that is named otherwise would serve rules as they were before an edit. Where no folder can be written the
kernel is compiled for this process alone.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from analyzer.words import Words

HERE: Final = Path(__file__).resolve().parent
SOURCES: Final = ("rules/*.py", "batch/*.py", "cards.py", "rulesets.py")
ONCE: Final = Words("首次使用, 正在编译规则 (约 15 秒, 只此一次)", "compiling the rules, once (about 15 s)")
LEVEL: Final = 1
"""How far the compiler optimises, of 0-3."""
Teller = Callable[[Words], None]
_lock = threading.Lock()


@cache
def digest() -> str:
    """规则的指纹: SHA-256 over the sources of the rules and of the kernel, 16 hex digits of it."""
    found = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(HERE.parent.glob(pattern)):
            found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def cache_folder() -> Path | None:
    """缓存: the folder of the compiled kernel, made if need be; None where none can be written."""
    from platformdirs import user_cache_path

    folder = user_cache_path("paishen", appauthor=False) / f"kernel-{digest()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


def kernel(tell: Teller | None = None) -> Callable[..., None]:
    """内核: `judge_games`, compiled; `tell` hears of a compilation that takes its time."""
    with _lock:
        return _kernel(tell)


def is_loaded() -> bool:
    """Whether the kernel is there already."""
    return bool(_made())


@cache
def _made() -> list[Callable[..., None]]:
    return []


def _kernel(tell: Teller | None) -> Callable[..., None]:
    if not _made():
        folder = cache_folder()
        if tell and (folder is None or not any(folder.rglob("*.nbi"))):
            tell(ONCE)
        _made().append(_compile(folder))
    return _made()[0]


def _compile(folder: Path | None) -> Callable[..., None]:
    """Register every rule and helper, then compile the loop when it is first called.

    All is inlined into one loop, and the loop counts no references (`_nrt`): it allocates nothing, and both together
    make it ten times as fast. A lower level of optimisation compiles in little more than half the time and runs as
    fast.
    """
    numba: Any = import_module("numba")
    extending: Any = import_module("numba.extending")

    from analyzer.batch.kernel import HELPERS, judge_games
    from analyzer.rules.mark import RULES

    _enums_are_numbers()
    for rule in (*RULES, *HELPERS):
        extending.register_jitable(forceinline=True)(rule)
    numba.config.OPT = type(numba.config.OPT)(LEVEL)
    if folder is not None:
        numba.config.CACHE_DIR = os.fspath(folder)
    compiled: Callable[..., None] = numba.njit(nogil=True, _nrt=False, cache=folder is not None)(judge_games)
    return compiled


def _enums_are_numbers() -> None:
    """In compiled code a member of an `IntEnum` is the number it stands for, as the rules mean it."""
    types: Any = import_module("numba.core.types")
    templates: Any = import_module("numba.core.typing.templates")

    def generic_resolve(_: Any, kind: Any, name: str) -> Any:
        return types.int64 if name in kind.instance_class.__members__ else None

    inside = {"key": types.IntEnumClass, "generic_resolve": generic_resolve}
    templates.infer_getattr(type("Members", (templates.AttributeTemplate,), inside))
