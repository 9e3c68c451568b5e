"""门: who gets at the dashboard - names it goes by, the password, headers; through the command and its port."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest

from dashboards.guard import Guard, host_of
from tests.conftest import Paishen, serving

SECRET = "对的 horse battery"
UPGRADE = {
    "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}  # fmt: skip


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str


class Door(NamedTuple):
    """A running dashboard, asked without a browser."""

    port: int

    def ask(self, path: str, host: str | None = None, method: str = "GET", body: str = "", **headers: str) -> Answer:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        line.request(method, path, body.encode() or None, {"Host": host or f"localhost:{self.port}", **given})
        got = line.getresponse()
        kept = {name.lower(): value for name, value in got.getheaders()}
        text = "" if got.status == 101 else got.read().decode("utf-8", "replace")
        line.close()
        return Answer(got.status, kept, text)

    def enter(self, password: str, path: str = "/") -> Answer:
        form = "application/x-www-form-urlencoded"
        return self.ask(path, method="POST", body=urlencode({"password": password}), Content_Type=form)


def running(folder: Path, *more: str, typed: str | None = None) -> Iterator[Door]:
    with serving(folder, *more, typed=typed or "") as port:
        yield Door(port)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    yield from running(tmp_path_factory.mktemp("archive"))


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    yield from running(tmp_path_factory.mktemp("archive"), "--password", "--allow-host", "club.lan", typed=SECRET)


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "evil@localhost", "localhost/..", "", "0.0.0.0"]
)
def test_another_host_gets_nothing(plain: Door, host: str) -> None:
    named = host or " "
    for path in ("/", "/replay", "/_stcore/health", "/_stcore/host-config", "/no/such"):
        got = plain.ask(path, named)
        assert got.status in {400, 421}, path
        assert "<html" not in got.text
    assert plain.ask("/_stcore/stream", named, **UPGRADE).status in {400, 403}


def test_its_own_names_are_answered_with_headers(plain: Door) -> None:
    for host in ("localhost", f"127.0.0.1:{plain.port}", "LOCALHOST"):
        got = plain.ask("/", host)
        assert got.status == 200
        assert "<html" in got.text
        assert got.headers["x-frame-options"] == "DENY"
        assert "default-src 'self'" in got.headers["content-security-policy"]
    assert plain.ask("/_stcore/stream", "localhost", Origin="http://localhost", **UPGRADE).status == 101
    assert plain.ask("/_stcore/stream", "localhost", Origin="http://evil.example", **UPGRADE).status == 403


def test_without_the_password_there_is_only_its_form(locked: Door) -> None:
    for path in ("/", "/replay?game=x", "/_stcore/host-config", "/static/index.html"):
        got = locked.ask(path)
        assert 'type="password"' in got.text
        assert "script" not in got.text
    assert locked.ask("/_stcore/stream", Origin=f"http://localhost:{locked.port}", **UPGRADE).status == 403
    assert locked.ask("/_stcore/upload_file/x/y", method="PUT", body="x").status == 403
    assert locked.ask("/_stcore/health").status == 200
    assert locked.ask("/", "club.lan").status == 200
    assert locked.ask("/", "club.example").status == 421


def test_the_password_opens_and_leads_on(locked: Door) -> None:
    wrong = locked.enter("wrong horse battery")
    assert (wrong.status, "set-cookie" in wrong.headers) == (403, False)
    assert "密码不对" in wrong.text
    right = locked.enter(SECRET, "/replay?game=a%2Fb&event=3")
    assert (right.status, right.headers["location"]) == (303, "/replay?game=a%2Fb&event=3")
    assert right.headers["set-cookie"].endswith("; Path=/; HttpOnly; SameSite=Lax")
    cookie = right.headers["set-cookie"].split(";")[0]
    assert 'type="password"' not in locked.ask("/", Cookie=cookie).text
    own = f"http://localhost:{locked.port}"
    assert locked.ask("/_stcore/stream", Origin=own, Cookie=cookie, **UPGRADE).status == 101
    assert 'type="password"' in locked.ask("/", Cookie=f"{cookie}x").text


def test_the_way_on_never_leaves_the_server(locked: Door) -> None:
    assert locked.enter(SECRET, "//evil.example/a").headers["location"] == "/evil.example/a"
    assert locked.enter(SECRET, "/%5Cevil.example").headers["location"] == "/evil.example"


@pytest.mark.parametrize(
    ("args", "typed", "said"),
    [
        (["--address", "0.0.0.0"], "", "给网络里的人看必须加 --password"),
        (["--allow-host", "club.lan"], "", "给网络里的人看必须加 --password"),
        (["--address", "0.0.0.0", "--password"], SECRET, "0.0.0.0 不是名字; 用 --allow-host"),
        (["--allow-host", "club.lan:80", "--password"], SECRET, "不带端口: club.lan:80"),
        (["--password"], "short", "密码至少 8 个字符"),
    ],
)
def test_what_would_leave_the_door_open_is_refused(
    paishen: Paishen, tmp_path: Path, args: list[str], typed: str, said: str
) -> None:
    ran = paishen("dashboard", "--archive", tmp_path, "--no-browser", *args, stdin=f"{typed}\n")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err


def test_hosts_are_names_and_nothing_more() -> None:
    assert [host_of(text) for text in ("", "a b:x", "a:0", "a/b", "a?b", "[::1", "甲")] == [
        None, None, None, None, None, None, "甲",
    ]  # fmt: skip
    assert Guard(lambda *_: None, ["[::1]", "Club.Lan."]).hosts == {"::1", "club.lan"}  # type: ignore[arg-type]
