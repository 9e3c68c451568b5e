"""门卫: what stands before every page, file and socket - a strict Host check, the password, and headers.

Streamlit's own Host check covers its socket alone; this one covers everything that the server answers. With a
password nothing but the form that asks for it is answered until it was given; who gave it is known by a cookie.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from functools import cache
from html import escape
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, quote, urlsplit

from analyzer.words import Words

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

COOKIE: Final = "paishen"
SHORTEST: Final = 8
"""Characters that a password has at least."""
LONGEST: Final = 4096
"""Bytes of a form that are read."""
VISITORS: Final = 1000
"""Cookies that count at a time; the oldest go first."""
PAUSE: Final = 1.0
"""Seconds after a wrong password in which nobody can try another."""
OPEN: Final = "/_stcore/health"
"""What says that the server runs, and nothing else."""
POLICY: Final = (
    "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; frame-ancestors 'none'; form-action 'self'; "
    "base-uri 'self'; object-src 'none'"
)
"""A page asks nobody but this server."""
HEADERS: Final[Headers] = [
    (b"content-security-policy", POLICY.encode()), (b"x-frame-options", b"DENY"),
    (b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
]  # fmt: skip
ASKED: Final = Words("密码", "password")
ENTER: Final = Words("进入", "enter")
WRONG: Final = Words("密码不对。", "That is not the password.")
WRONG_HOST: Final = Words(
    "这个地址不是本面板的名字; 要用别的名字, 启动时加 --allow-host。",
    "This dashboard does not go by that name; start it with --allow-host to use another.",
)


class Password(NamedTuple):
    """密码: a password as it is kept: salted and hashed.

    >>> kept = Password.of("correct horse")
    >>> kept.fits("correct horse"), kept.fits("correct house"), "correct" in repr(kept)
    (True, False, False)
    """

    salt: bytes
    digest: bytes

    @classmethod
    def of(cls, text: str) -> Password:
        """Hash a password."""
        salt = secrets.token_bytes(16)
        return cls(salt, _hashed(text, salt))

    def fits(self, text: str) -> bool:
        """Whether a text is the password; takes as long either way."""
        return hmac.compare_digest(self.digest, _hashed(text, self.salt))


def _hashed(text: str, salt: bytes) -> bytes:
    return hashlib.scrypt(text.encode("utf-8", "surrogatepass"), salt=salt, n=2**14, r=8, p=1)


def host_of(header: str) -> str | None:
    """主机名: the name in a Host header, without its port; None where it is no plain host.

    >>> host_of("Localhost:8501"), host_of("[::1]:80"), host_of("a@b"), host_of("club.example.")
    ('localhost', '::1', None, 'club.example')
    """
    try:
        found = urlsplit(f"//{header}")
        bare = not (found.path or found.query or found.fragment or "@" in header)
        name = found.hostname if bare and found.port != 0 else None
    except ValueError:
        return None
    return name.rstrip(".") or None if name else None


class Guard:
    """门卫: ASGI middleware before Streamlit's own; `hosts` are the names that the dashboard goes by."""

    def __init__(self, app: App, hosts: Iterable[str], password: Password | None = None) -> None:
        self.app = app
        self.hosts = {host.lower().rstrip(".").strip("[]") for host in hosts}
        self.password = password
        self.visitors: dict[str, None] = {}
        self._turn = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let through, or answer instead."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        given = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(given) != 1 or host_of(given[0]) not in self.hosts:
            await _refuse(scope, send, 421, WRONG_HOST)
        elif self.password is None or self._known(scope) or scope["path"] == OPEN:
            await self.app(scope, receive, _with_headers(send))
        elif scope["type"] == "http" and scope["method"] == "POST":
            await self._enter(scope, receive, send)
        elif scope["type"] == "http" and scope["method"] == "GET":
            await _answer(send, 200, _form(wrong=False))
        else:
            await _refuse(scope, send, 403, ASKED)

    def _known(self, scope: Scope) -> bool:
        """Whether the visitor has given the password before."""
        for name, value in scope["headers"]:
            if name == b"cookie":
                try:
                    given = SimpleCookie(value.decode("latin-1")).get(COOKIE)
                except CookieError:
                    continue
                if given is not None and _digest(given.value) in self.visitors:
                    return True
        return False

    async def _enter(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A form with a password: on to where the visitor wanted to go, or the form again."""
        assert self.password is not None
        text = (parse_qs((await _body(receive)).decode("utf-8", "replace")).get("password") or [""])[0]
        async with self._turn:
            right = await asyncio.to_thread(self.password.fits, text)
            if not right:
                await asyncio.sleep(PAUSE)
        if not right:
            await _answer(send, 403, _form(wrong=True))
            return
        token = secrets.token_urlsafe(32)
        self.visitors[_digest(token)] = None
        while len(self.visitors) > VISITORS:
            del self.visitors[next(iter(self.visitors))]
        cookie = f"{COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax"
        await _answer(send, 303, "", [(b"set-cookie", cookie.encode()), (b"location", _back(scope).encode())])


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _back(scope: Scope) -> str:
    """The address that was asked for, on this server whatever it looks like."""
    query = scope["query_string"].decode("latin-1")
    return "/" + quote(scope["path"].lstrip("/\\")) + (f"?{query}" if query else "")


async def _body(receive: Receive) -> bytes:
    """The beginning of what was sent."""
    body = b""
    while len(body) <= LONGEST:
        message = await receive()
        body += message.get("body", b"")
        if message["type"] != "http.request" or not message.get("more_body"):
            break
    return body[:LONGEST]


def _with_headers(send: Send) -> Send:
    """Answers with the headers that keep a page to itself."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *HEADERS]
        await send(message)

    return sending


async def _refuse(scope: Scope, send: Send, status: int, words: Words) -> None:
    """No, in words; a socket is closed before it opens."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
    else:
        await _answer(send, status, f"{words.zh}\n{words.en}\n", [(b"content-type", b"text/plain; charset=utf-8")])


async def _answer(send: Send, status: int, text: str, headers: Headers | None = None) -> None:
    kind = headers if headers is not None else [(b"content-type", b"text/html; charset=utf-8")]
    alone = [(b"cache-control", b"no-store"), (b"content-length", str(len(text.encode())).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*kind, *alone, *HEADERS]})
    await send({"type": "http.response.body", "body": text.encode()})


@cache
def _form(*, wrong: bool) -> str:
    """The page that asks for the password; it is sent back to the address that was asked for."""
    page = Path(__file__).with_name("password.html").read_text("utf-8")
    said = f'<p role="alert">{_both(WRONG)}</p>' if wrong else ""
    return page.replace("{said}", said).replace("{asked}", _both(ASKED)).replace("{enter}", _both(ENTER))


def _both(words: Words) -> str:
    return escape(f"{words.zh} · {words.en}")
