"""流水: the games and the book of a sitting run through in order of time - points, totals, titles after each.

A function of the games alone: a corrected game is simply run through again, and everything after it follows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

from analyzer.errors import Unreadable
from analyzer.ledger.book import Book, Cancellation, Claim, Entry, Item, Ruling, Substitution, names_in
from analyzer.ledger.games import Game
from analyzer.ledger.rows import Row
from analyzer.rules.around import title_of, with_double_card, without_debt
from analyzer.words import Words


@dataclass
class Flow:
    """流水: the rows in order, the totals at the end, the claims by their row, and what could not be placed."""

    rows: list[Row] = field(default_factory=list)
    totals: dict[str, int] = field(default_factory=dict)
    claims: dict[int, Claim] = field(default_factory=dict)
    errors: list[Unreadable] = field(default_factory=list)
    rulings: dict[str, dict[str, int]] = field(default_factory=dict)
    """The points of the rulings that stand, by name."""
    cards: list[tuple[Item, int]] = field(default_factory=list)
    """The double cards with the number of games before them."""
    sits: dict[str, str] = field(default_factory=dict)
    """For whom the points of a name count, where somebody was substituted."""
    left: set[str] = field(default_factory=set)
    """Who has left the table for a substitute."""


def flow(games: list[Game], book: Book) -> Flow:
    """流水: games and book in order. An entry that cannot be placed is an error of its own; all others count.

    >>> flow([], Book(opening={"老王": 30})).totals
    {'老王': 30}
    """
    found = Flow(totals=dict(book.opening))
    known = _players(games, book)
    placed: list[tuple[int, bool, float, int, Entry]] = []
    for number, entry in enumerate(book.entries):
        try:
            _check_names(entry, known)
            place = _place(entry, games)
            _check_chair(entry, games[place[0] :])
            placed.append((*place, number, entry))
        except Unreadable as error:
            error.file = book.file
            found.errors.append(error)
    placed.sort(key=lambda one: one[:4])
    for number in range(len(games) + 1):
        for at, _, _, _, entry in placed:
            if at == number:
                _enter(found, entry, number, book)
        if number < len(games):
            _play(found, games[number], number)
    return found


def _players(games: list[Game], book: Book) -> set[str]:
    """Everybody who sat here, or whom the book brings in."""
    seated = {name for game in games for name in game.log.players}
    brought = {entry.in_ for entry in book.entries if isinstance(entry, Substitution)}
    return seated | brought | set(book.opening)


def _check_names(entry: Entry, known: set[str]) -> None:
    for name in names_in(entry):
        if name not in known:
            there = ", ".join(sorted(known))
            raise Unreadable(
                Words(f"这一桌没有 {name}; 有: {there}", f"nobody here is called {name}; there are: {there}"),
                line=entry.when.line,
            )


def _check_chair(entry: Entry, after: list[Game]) -> None:
    """Nobody can sit for somebody at whose side they sit in the game after."""
    if isinstance(entry, Substitution) and after and {entry.out, entry.in_} <= set(after[0].log.players):
        words = Words(
            f"{entry.in_} 在牌局 {after[0].name} 和 {entry.out} 同桌, 不能替下",
            f"{entry.in_} sits at the table with {entry.out} in game {after[0].name} and cannot sit for them",
        )
        raise Unreadable(words, line=entry.when.line)


def _place(entry: Entry, games: list[Game]) -> tuple[int, bool, float]:
    """Before which game an entry comes (its number), whether it has a time, and the time.

    With a time it comes after the games that had ended then; a substitution after those that had begun.
    """
    when = entry.when
    if when.after is not None:
        names = ["", *(game.name for game in games)]
        if when.after not in names:
            words = Words(f"这一桌没有叫 {when.after} 的局", f"there is no game {when.after} in this sitting")
            raise Unreadable(words, line=when.line)
        return names.index(when.after), False, 0.0
    assert when.at is not None
    times = [game.begins if isinstance(entry, Substitution) else game.ends for game in games]
    if any(time is None for time in times):
        name = games[times.index(None)].name
        words = Words(f"牌局 {name} 没有时间, 请写 after", f"game {name} has no time: write after instead of at")
        raise Unreadable(words, line=when.line)
    return sum(1 for time in times if time is not None and time <= when.at), True, when.at.timestamp()


def _add(found: Flow, row: Row, points: dict[str, int]) -> None:
    """Add a row with its points; the totals and titles follow."""
    row.points = {name: value for name, value in points.items() if value or row.kind == "game"}
    for name, value in points.items():
        was = found.totals.get(name, 0)
        found.totals[name] = was + value
        before, after = title_of(was), title_of(was + value)
        if before != after:
            row.titles.append((name, before, after))
    row.totals = dict(found.totals)
    found.rows.append(row)


def _play(found: Flow, game: Game, number: int) -> None:
    """One game: its scores to whoever sits there now."""
    seats = tuple(found.sits.get(name, name) for name in game.log.players)
    points: dict[str, int] = dict.fromkeys(seats, 0)
    doubled = []
    for name, score in zip(seats, game.scores or (0,) * 5, strict=True):
        mine = [(item, place) for item, place in found.cards if item.player == name]
        runs = score > 0 and any(_runs(item, place, game, number) for item, place in mine)
        points[name] += with_double_card(score) if runs else score
        doubled += [name] if runs else []
    words = Words(f"牌局 {game.name}", f"game {game.name}")
    if game.scores is None:
        words = Words(f"{words.zh}: 没有算分", f"{words.en}: it does not count")
    row = Row("game", game.name, None, game.ends, words, doubled=tuple(doubled), game=game, number=number, seats=seats)
    _add(found, row, points)


def _runs(item: Item, place: int, game: Game, number: int) -> bool:
    """Whether a double card runs when a game ends."""
    if item.games is not None:
        return place <= number < place + item.games
    assert item.when.at is not None and item.minutes is not None  # noqa: PT018  the reader sees to both
    return game.ends is not None and game.ends < item.when.at + timedelta(minutes=item.minutes)


def _enter(found: Flow, entry: Entry, number: int, book: Book) -> None:
    """One entry of the book."""
    if isinstance(entry, Item):
        _item(found, entry, number)
    elif isinstance(entry, Ruling):
        _ruling(found, entry, book)
    elif isinstance(entry, Cancellation):
        _cancel(found, entry, book)
    elif isinstance(entry, Substitution):
        _substitute(found, entry, book)
    else:
        found.claims[len(found.rows)] = entry
        _add(found, _row("claim", entry, None, Words("所报的总分和等级", "claimed totals and titles")), {})


def _row(kind: str, entry: Entry, name: str | None, words: Words) -> Row:
    return Row(kind, name, entry.when.line, entry.when.at, words)


def _item(found: Flow, item: Item, number: int) -> None:
    total = found.totals.get(item.player, 0)
    if item.kind == "double-card":
        found.cards.append((item, number))
        runs = Words(f"{item.minutes} 分钟", f"for {item.minutes} minutes")
        runs = runs if item.games is None else Words(f"{item.games} 局", f"for {item.games} games")
        words = Words(f"{item.player} 用双倍积分卡, {runs.zh}", f"{item.player} has a double card {runs.en}")
        _add(found, _row(item.kind, item, item.player, words), {})
        return
    words = Words(f"{item.player} 负分清零, 原为 {total}", f"{item.player} clears a negative total, it was {total}")
    _add(found, _row(item.kind, item, item.player, words), {item.player: without_debt(total) - total})


def _told(by: str, why: str, zh: str, en: str) -> Words:
    return Words(f"{by} {zh}: {why}", f"{by} {en}: {why}")


def _ruling(found: Flow, ruling: Ruling, book: Book) -> None:
    if ruling.name is not None and ruling.name in found.rulings:
        words = Words(f"已经有裁决 {ruling.name}", f"there is a ruling {ruling.name} already")
        found.errors.append(Unreadable(words, file=book.file, line=ruling.when.line))
        return
    if ruling.name is not None:
        found.rulings[ruling.name] = ruling.points
    _add(found, _row("ruling", ruling, ruling.name, _told(ruling.by, ruling.why, "裁决", "rules")), ruling.points)


def _cancel(found: Flow, entry: Cancellation, book: Book) -> None:
    if entry.ruling not in found.rulings:
        words = Words(
            f"到这时没有裁决 {entry.ruling}, 或已经撤销",
            f"there is no ruling {entry.ruling} by then, or it is cancelled",
        )
        found.errors.append(Unreadable(words, file=book.file, line=entry.when.line))
        return
    points = {name: -value for name, value in found.rulings.pop(entry.ruling).items()}
    words = _told(entry.by, entry.why, f"撤销裁决 {entry.ruling}", f"cancels ruling {entry.ruling}")
    _add(found, _row("cancellation", entry, entry.ruling, words), points)


def _substitute(found: Flow, entry: Substitution, book: Book) -> None:
    """Whoever of the two names a log writes, the points go to one account."""
    if entry.out in found.left:
        words = Words(f"{entry.out} 这时已经不在桌上", f"{entry.out} has left the table by then")
        found.errors.append(Unreadable(words, file=book.file, line=entry.when.line))
        return
    found.left = (found.left | {entry.out}) - {entry.in_}
    was = found.sits.get(entry.out, entry.out)
    now = was if entry.counts == entry.out else entry.in_
    found.sits |= {name: now for name, who in found.sits.items() if who == was}
    found.sits |= {was: now, entry.out: now, entry.in_: now}
    words = Words(
        f"{entry.in_} 替 {entry.out}, 分记在 {now} 名下", f"{entry.in_} sits for {entry.out}, points count for {now}"
    )
    _add(found, _row("substitution", entry, entry.in_, words), {})
