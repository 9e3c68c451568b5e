"""参数: what the parameters of questions mean, and whether a value can be one - told before the archive is asked.

A value that cannot be would find nothing, and look like an answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from analyzer.errors import PaishenError
from analyzer.keys import Allowed, one_of, shown_value
from analyzer.words import Words

if TYPE_CHECKING:
    from analyzer.archive.questions import Question
    from analyzer.archive.reading import Archive

Given = Mapping[str, str | None]
MEANINGS: Final = {
    "against": Words("对手: 同 person", "the other person"),
    "game": Words("牌局的名字", "the game's name"),
    "least": Words("至少多少分: player 的, 不写则不论谁", "at least so many points: player's, else anybody's"),
    "most": Words("至多多少分: 同上", "at most so many points: the same"),
    "person": Words("人: players.toml 里的, 不然是牌谱里的名字", "a person of players.toml, else a name in a log"),
    "player": Words("牌谱里的名字", "a name in a log"),
    "role": Words("player 的身份", "player's role"),
    "ruleset": Words("玩法的名字", "the ruleset's name"),
    "since": Words("从哪天起, 照牌谱写的", "from this day on, as the logs write it"),
    "skip": Words("先跳过几行", "so many rows are left out first"),
    "solo": Words("独保: 暗、明或无", "the solo: secret, open or none"),
    "status": Words("判词", "the verdict"),
    "take": Words("要几行", "how many rows"),
    "text": Words("牌局名或人名的一部分", "part of the name of the game or of a player"),
    "until": Words("到哪天为止", "up to this day"),
    "whole": Words("手牌全知而且有侍卫的局", "games with all hands known and a guard"),
}  # fmt: skip
"""What each parameter means; one that is left out means all."""
NEEDED: Final[dict[str, tuple[str, ...]]] = {"games_like": ("game",), "talk": ("person",), "trend": ("person",)}
"""What a question cannot be asked without."""
LARGEST: Final = 10**15


def _is_day(value: object) -> bool:
    """Whether a text is a day of the calendar, as logs write it."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        with suppress(ValueError):
            return bool(date.fromisoformat(value))
    return False


def _number(least: int) -> Callable[[object], bool]:
    """A test for a whole number that is not below one."""

    def holds(value: object) -> bool:
        whole = isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,15}", value)
        return bool(whole) and int(str(value)) >= least

    return holds


DAY: Final = Allowed(_is_day, Words("一天, 如 2026-11-30", "a day such as 2026-11-30"))
POINTS: Final = Allowed(_number(-LARGEST), Words("整数", "a whole number"))
VALUES: Final = {
    "least": POINTS, "most": POINTS, "since": DAY, "until": DAY,
    "skip": Allowed(_number(0), Words("不小于 0 的整数", "a whole number, 0 or more")),
    "take": Allowed(_number(1), Words("不小于 1 的整数", "a whole number, 1 or more")),
    "role": one_of("emperor", "guard", "rebel"),
    "solo": one_of("secret", "open", "none"),
    "status": one_of("valid", "disputed", "incomplete", "illegal"),
    "whole": one_of("true", "false"),
}  # fmt: skip
"""What a value may be, whatever the archive has."""
SOLOS: Final = one_of("secret", "open")
THERE: Final = {
    "against": "SELECT DISTINCT person FROM seats",
    "game": "SELECT DISTINCT game FROM games",
    "person": "SELECT DISTINCT person FROM seats",
    "player": "SELECT DISTINCT unnest(players) FROM games",
    "ruleset": "SELECT DISTINCT ruleset FROM games",
}
"""Where the archive has the values that it knows."""
OVER: Final = "SELECT game FROM finished WHERE game = $game LIMIT 1"


def check(archive: Archive, question: Question, given: Given) -> None:
    """查参数: `PaishenError` where a parameter of a question is missing or cannot be what it is.

    >>> from pathlib import Path
    >>> from analyzer.archive import Archive, questions
    >>> check(Archive(Path("no/such/folder")), questions()["search"], {"take": "0"})
    Traceback (most recent call last):
    analyzer.errors.PaishenError: take cannot be "0": a whole number, 1 or more
    """
    missing = next((key for key in NEEDED.get(question.name, ()) if given.get(key) is None), None)
    if missing:
        name, what = question.name, MEANINGS[missing]
        zh, en = f"问题 {name} 要有 {missing}=… ({what.zh})", f"the question {name} needs {missing}=… ({what.en})"
        raise PaishenError(Words(zh, en))
    values = {key: value for key, value in given.items() if value is not None}
    if "role" in values and "player" not in values:
        zh, en = "role 是 player 的身份, 要同时写 player=…", "role is that of a player: it needs player=…, too"
        raise PaishenError(Words(zh, en))
    for key, value in values.items():
        allowed = SOLOS if (question.name, key) == ("solos", "solo") else VALUES.get(key)
        if allowed and not allowed.holds(value):
            raise PaishenError(_not(key, value, allowed.words))
    for key in sorted(values.keys() & THERE):
        _check_there(archive, key, values[key])
    is_over = question.name != "games_like" or archive.ask(OVER, {"game": values["game"]})
    if not is_over and archive.left_out() is None:
        zh, en = "这一局没有打完, 没有可比的", "the game is not over: there is nothing to compare"
        raise PaishenError(Words(zh, en), game=values["game"])


def _not(key: str, value: str, allowed: Words) -> Words:
    """That a value cannot be, and what can."""
    shown = shown_value(value)
    return Words(f"{key} 不能是 {shown}: {allowed.zh}", f"{key} cannot be {shown}: {allowed.en}")


def _check_there(archive: Archive, key: str, value: str) -> None:
    """`PaishenError` where the archive does not know a value; it names those that it knows, or some alike."""
    if archive.ask(f"SELECT 1 FROM ({THERE[key]}) AS known(value) WHERE value = $value", {"value": value}):  # noqa: S608  our own
        return
    if archive.left_out() is not None:
        return  # it may be in what is damaged, and that is told
    known = sorted(next(iter(row.values())) for row in archive.ask(THERE[key]))
    alike = known if key == "ruleset" else get_close_matches(value, known, 5, cutoff=0.5)
    named = ", ".join(map(shown_value, alike))
    if not known:
        raise PaishenError(_not(key, value, Words("档案里还没有牌局", "the archive has no games yet")))
    if not alike:
        zh, en = f"档案里没有, 有 {len(known)} 个别的", f"the archive has {len(known)} others and none like it"
    elif key == "ruleset":
        zh, en = f"档案里有 {named}", f"the archive has {named}"
    else:
        zh, en = f"档案里没有, 相近的有 {named}", f"the archive has none of that name, but {named}"
    raise PaishenError(_not(key, value, Words(zh, en)))
