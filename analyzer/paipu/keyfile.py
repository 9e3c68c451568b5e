"""钥匙: key files for seals - an Ed25519 key as PEM, for its owner's eyes only, made once and never overwritten."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from analyzer.errors import PaishenError, Unreadable
from analyzer.paipu.disk import sync_folder
from analyzer.regular import opened
from analyzer.words import Words

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

LARGEST: Final = 64 << 10
"""The most bytes that a key file may have."""
OTHERS: Final = 0o077
"""The rights of everybody but the owner."""


def default_key() -> Path:
    """默认钥匙: the key file that is meant where none is named, in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("paishen", appauthor=False) / "seal.key"


def make_key(path: Path) -> Ed25519PrivateKey:
    """造钥匙: a new key in a file of mode 0600, there whole or not at all.

    `PaishenError` where the file is there already: a key is never overwritten. `OSError`, with the
    file, where it cannot be written.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = Ed25519PrivateKey.generate()
    if not path.parent.is_dir():
        raise PaishenError(Words("没有这个文件夹", "there is no such folder"), file=str(path.parent))
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
            stream.flush()
            os.fsync(stream.fileno())
        os.link(name, path)  # unlike a rename it fails where there is something
    except FileExistsError:
        words = Words("已经有了; 钥匙从不覆盖", "it is there already, and a key is never overwritten")
        raise PaishenError(words, file=str(path)) from None
    except OSError as error:
        error.filename = os.fspath(path)
        raise
    finally:
        Path(name).unlink()
    sync_folder(path.parent)
    return key


def read_key(path: Path) -> Ed25519PrivateKey:
    """读钥匙: the key in a file; `Unreadable` for what is no such key, or lies open to others."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(_bytes_of(path), None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        words = Words(
            "不是 paishen keys new 造的钥匙 (PEM, Ed25519, 无口令)",
            "this is no key as paishen keys new makes them (PEM, Ed25519, without a password)",
        )
        raise Unreadable(words, file=str(path))
    return key


def _bytes_of(path: Path) -> bytes:
    """The bytes of a key file, if it is one that only its owner can read."""
    try:
        stream = opened(path)
    except FileNotFoundError:
        words = Words("没有这把钥匙; 请用 paishen keys new 造", "there is no such key: make one with paishen keys new")
        raise Unreadable(words, file=str(path)) from None
    with stream:
        facts = os.fstat(stream.fileno())
        if os.name == "posix" and facts.st_mode & OTHERS:
            words = Words(
                f"别人也能读这把钥匙 (权限 {facts.st_mode & 0o777:o}); 请 chmod 600, 并想想是否该换一把",
                f"others can read this key (mode {facts.st_mode & 0o777:o}): chmod 600 it, and consider a new one",
            )
            raise Unreadable(words, file=str(path))
        return stream.read(LARGEST)
