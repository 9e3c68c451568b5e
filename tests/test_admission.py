"""入场: through whose eyes a game may be seen while it goes on - by token, cut anywhere, sealed or over."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

import pytest

from analyzer.admission import check_admission, is_going_on, seat_of, seat_token, views
from analyzer.errors import PaishenError
from analyzer.events import Log
from analyzer.paipu import Sourced, dumps_json, loads
from analyzer.simulate import simulate

SALT = "0123456789abcdef" * 2


def log_of(events: list[dict[str, Any]] | None = None, **more: Any) -> Log:
    made = json.loads(dumps_json(simulate("room-normal", 4)))
    made |= {"salt": SALT, **more} | ({"events": events} if events is not None else {})
    (found,) = loads(json.dumps(made).encode(), "a.json")
    assert isinstance(found, Sourced), found
    return found.log


def written() -> list[dict[str, Any]]:
    made = json.loads(dumps_json(simulate("room-normal", 4)))
    events: list[dict[str, Any]] = made["events"]
    return events


def test_a_token_is_what_the_document_says() -> None:
    log = log_of(game="t3/7 老王")
    for seat in range(6):
        said = f"paishen seat {seat} of t3/7 老王".encode()
        right = hmac.new(bytes.fromhex(SALT), said, hashlib.sha256).hexdigest()[:20]
        assert seat_token(log, seat) == right
    assert len({seat_token(log, seat) for seat in range(6)}) == 6
    assert seat_token(log_of(game="t3/8 老王"), 1) != seat_token(log, 1)


def test_a_token_opens_its_own_seat_and_no_other() -> None:
    log = log_of()
    for seat in range(1, 6):
        token = seat_token(log, seat) or ""
        assert seat_of(log, token) == seat
        assert views(log, token, going=True) == [seat, -1]
    for token in ("", "0" * 20, "é", seat_token(log, 0) or "", (seat_token(log, 1) or "")[:-1]):
        assert views(log, token, going=True) == [-1]


def test_a_log_without_salt_has_no_tokens() -> None:
    made = json.loads(dumps_json(simulate("room-normal", 4)))
    made.pop("salt", None)
    (found,) = loads(json.dumps(made).encode(), "a.json")
    assert isinstance(found, Sourced)
    assert [seat_token(found.log, seat) for seat in range(6)] == [None] * 6
    assert views(found.log, "", going=True) == [-1]


def test_a_game_goes_on_until_it_is_over_wherever_it_is_cut() -> None:
    events = written()
    last_play = max(index for index, event in enumerate(events) if event["type"] == "play")
    for cut in (0, 1, 2, 5, len(events) // 2, last_play):
        assert is_going_on(log_of(events[:cut]))
    for cut in (last_play + 1, len(events)):
        assert not is_going_on(log_of(events[:cut]))
    over = [*events[:9], {"type": "escape", "seat": 2}]
    assert not is_going_on(log_of(over))
    assert is_going_on(log_of([*over, {"type": "undo"}]))


def test_an_illegal_game_goes_on_too() -> None:
    events = written()[:20]
    assert is_going_on(log_of([*events, {"type": "play", "seat": 1, "cards": "R*R*"}]))


@pytest.mark.parametrize("view", [0, 1, 5])
def test_what_is_not_allowed_is_refused(view: int) -> None:
    log = log_of(written()[:20])
    with pytest.raises(PaishenError, match="token"):
        check_admission(log, view, seat_token(log, 2) or "", going=True)
    check_admission(log, 2, seat_token(log, 2) or "", going=True)
    check_admission(log, view, going=False)
