"""What a person at the table types, line by line, without a terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET, structs

from analyzer.errors import PaishenError, Refusal, Unreadable
from analyzer.events import Accept, Deal, Declare, End, Event, Header, Log, Mind, Note, Pass, Play, Yield
from analyzer.paipu.writing import dumps_json, header_of
from analyzer.recorder.entry import Entry
from analyzer.recorder.fixing import unfinished
from analyzer.recorder.legal import legal, turn_of
from analyzer.recorder.live import Live
from analyzer.replay import Replay, judge_log
from analyzer.sight import as_seen, sights
from analyzer.simulate import sitting
from tests.test_replay import HANDS, PLAYS, events, log_of


class Typed:
    """A game that is typed: lines in, events out."""

    def __init__(self, header: Header, happened: tuple[Event, ...] = ()) -> None:
        self.live = Live(header, happened)
        self.entry = Entry(self.live)
        self.keys = 0

    def __call__(self, line: str, t: int | None = None) -> list[dict[str, Any]]:
        """Type a line and Enter; the events it comes to, which are added to the game."""
        self.keys += len(line) + 1
        entered = self.entry.read(line, t)
        for event in entered.events:
            self.live.add(event)
        return [json.loads(dumps_json(event)) for event in entered.events]

    @property
    def log(self) -> Log:
        header = {name: getattr(self.live.header, name) for name in Header.__struct_fields__}
        return Log(**header, events=tuple(self.live.events))


@pytest.fixture
def small() -> Typed:
    """The small game of ten cards, dealt and accepted: 1 leads."""
    log = log_of(events([]))
    return Typed(header_of(log), log.events)


def play(seat: int, cards: str) -> dict[str, Any]:
    return {"type": "play", "seat": seat, "cards": cards}


def passes(*seats: int) -> list[dict[str, Any]]:
    return [{"type": "pass", "seat": seat} for seat in seats]


def test_whose_turn_it_is_is_known(small: Typed) -> None:
    assert small("6") == [play(1, "6")]
    assert small("-") == passes(2)
    assert small("9") == [play(3, "9")]
    assert small("４\u3000小王") == [play(4, "B")]
    assert small("5 大王") == [play(5, "R")]


def test_passes_follow_from_who_plays_next(small: Typed) -> None:
    small("6")
    assert small("4 9") == [*passes(2, 3), play(4, "9")]
    assert small("5 R") == [play(5, "R")]
    assert small("5 6") == [play(5, "6")]  # after a big joker they may be left out


def test_passes_up_to_the_end_of_a_trick(small: Typed) -> None:
    small("6")
    small("2 7")
    assert small("5 R") == [*passes(3, 4), play(5, "R")]


def test_a_typed_game_is_the_game(small: Typed) -> None:
    for seat, cards in PLAYS:
        small(f"{seat} {cards}")
    assert small("") == [{"type": "end"}]
    assert small.log == log_of([*events([*PLAYS]), {"type": "end"}])
    assert small("") == []


@pytest.mark.parametrize(
    ("line", "code"),
    [("7", "not_held"), ("4 9", "not_your_turn"), ("-", "must_lead"), ("66", "not_held"), ("end", "not_over"),
     ("y", "wrong_phase"), ("undo 9", "nothing_to_undo"), ("叫 9h9h9h", "not_allowed")],
)  # fmt: skip
def test_an_illegal_line_is_refused_with_its_rule(small: Typed, line: str, code: str) -> None:
    before = small.live.events[:]
    with pytest.raises(Refusal) as error:
        small(line)
    assert error.value.code == code
    assert small.live.events == before


@pytest.mark.parametrize(
    ("line", "said"),
    [("1x", "neither cards nor an action"), ("fix 9 9", "event 9 cannot be fixed"), ("fix 0 9", "the deal cannot be"),
     ("!", "nothing was refused"), ("# good", "write a comment as note"), ("3", ""),
     ("undo 0", "undo how many events"), ("u 00", "undo how many events")],
)  # fmt: skip
def test_a_line_that_cannot_be_understood_changes_nothing(small: Typed, line: str, said: str) -> None:
    before = small.live.events[:]
    with pytest.raises(PaishenError) as error:
        small(line)
    assert said in str(error.value)
    assert small.live.events == before


def test_an_illegal_entry_can_be_recorded_all_the_same(small: Typed) -> None:
    """2 plays a 6 that it does not hold... the verdict stays illegal, the game goes on after it."""
    small("6")
    with pytest.raises(Refusal):
        small("6")
    assert small("!") == [play(2, "6")]
    assert small("9") == [play(3, "9")]
    verdict = judge_log(small.log)
    assert (verdict.status, verdict.event, verdict.code) == ("illegal", 3, "not_held")
    with pytest.raises(Unreadable, match="nothing was refused"):
        small("!")


def test_played_out_of_turn(small: Typed) -> None:
    """`3 9!`: 3 played before 2 had passed; without the mark 2 passed first."""
    small("6")
    assert small("3 9!") == [play(3, "9")]
    assert judge_log(small.log).code == "not_your_turn"
    small("undo")
    assert small("3 9") == [*passes(2), play(3, "9")]


@pytest.mark.parametrize("view", [3, -1])
def test_with_hidden_hands_the_game_goes_on_after_an_illegal_entry(view: int) -> None:
    """2 answers one card with two; they are gone from its hand, and 3 has to beat them."""
    log = log_of([], view=view)
    table = Typed(header_of(log))
    table("9B" if view > 0 else "")
    for line in ("1 y", "6"):
        table(line)
    with pytest.raises(Refusal) as error:
        table("77")
    assert error.value.code == "wrong_count"
    assert table("!") == [play(2, "77")]
    assert table("3 -") == passes(3)
    moment = Replay(table.log, onward=True).moments[-1]
    assert (moment.sizes, moment.table.turn, moment.table.owner) == ((1, 0, 2, 2, 2), 4, 2)
    assert sights(Replay(table.log, onward=True), view)[-1].turn == 4
    assert judge_log(table.log).code == "wrong_count"
    assert table("undo 2") == [{"type": "undo", "count": 2}]
    assert Replay(table.log, onward=True).moments[-1].sizes == (1, 2, 2, 2, 2)
    assert table("7") == [play(2, "7")]


def test_a_mark_in_a_text_is_text(small: Typed) -> None:
    assert small("注: 好!") == [{"type": "note", "text": "好!"}]
    assert small("3 note: well!") == [{"type": "note", "text": "well!", "seat": 3}]


def test_undo_takes_back_what_the_last_line_recorded(small: Typed) -> None:
    small("6", 10)
    small("4 9", 20)
    small("5 R", 25)
    assert small("undo", 28) == [{"type": "undo", "t": 28}]  # the passes belong to the line before
    assert small("undo", 30) == [{"type": "undo", "count": 3, "t": 30}]
    assert small("u") == [{"type": "undo"}]
    small("6", 40)
    small("-", 50)
    small("9", 60)
    assert small("撤回") == [{"type": "undo"}]
    assert small("undo 2") == [{"type": "undo", "count": 2}]
    assert small.live.course.table.turn == 1


def test_fix_is_one_undo_and_the_entries_that_followed(small: Typed) -> None:
    small("6", 10)
    small("7", 20)
    small("note: fast", 25)
    small("4 B", 30)
    assert small("fix 3 -", 40) == [
        {"type": "undo", "count": 3, "t": 40, "x-fix": {"event": 3, "entries": 3}},
        {"type": "pass", "seat": 2, "t": 20},
        {"type": "pass", "seat": 3},
        {"type": "play", "seat": 4, "cards": "B", "t": 30},
    ]
    assert small.live.course.table.turn == 5


def test_a_fix_that_spoils_what_followed_is_refused(small: Typed) -> None:
    """Had 2 not played, 1 could not have led again with R*... every entry is judged again."""
    small("6")
    small("7")
    small("9")
    before = small.live.events[:]
    with pytest.raises(Refusal) as error:
        small("fix 3 B*")
    assert (error.value.code, error.value.event) == ("does_not_beat", 7)
    assert small.live.events == before
    assert [event["type"] for event in small("!")] == ["undo", "play", "play"]
    assert judge_log(small.log).code == "does_not_beat"


@pytest.mark.parametrize("written", range(6))
def test_a_correction_that_a_crash_cut_short_is_completed(small: Typed, written: int) -> None:
    """Before the corrected event is whole the old ones come back; after it the rest of those that followed."""
    for line in ("6", "7", "9", "B"):
        small(line)
    entered = small.entry.read("fix 3 -").events
    assert [type(event).__name__ for event in entered] == ["Undo", "Pass", "Play", "Play"]
    for event in [*entered[:written], Note(text="cut short")]:
        small.live.add(event)
    missing = unfinished(small.live)
    assert len(missing) == [0, 3, 2, 1, 0, 0][written]
    for event in missing:
        small.live.add(event)
    assert unfinished(small.live) == []
    now = Replay(small.log, onward=True).moments[-1]
    assert (now.sizes[1], now.table.turn) == (1 if written < 2 else 2, 5)


def test_rebuilt_from_the_log_it_is_as_it_was_live(small: Typed) -> None:
    """After undo, fix and an illegal entry the table is that of the log read anew."""
    for line in ("6", "7", "undo", "2 B*", "note: hm", "fix 5 7", "3 7!", "4 B", "undo 1"):
        small(line)
    again = Live(small.live.header, small.live.events)
    assert again.course.table == small.live.course.table
    moments = Replay(small.log, onward=True).moments
    assert (moments[-1].table, len(moments)) == (small.live.course.table, len(small.live.events) + 1)


def test_what_would_be_legal() -> None:
    log = log_of(events([]))
    live = Live(header_of(log), log.events[:1])
    assert legal(live).say("en") == "accept, yield"
    live.add(log.events[1])
    assert legal(live).say("en") == "2 guard, 3 rebel, 4 rebel, 5 rebel, 6, R6, R"
    live.add(Play(seat=1, cards="6s"))
    assert legal(live).say("zh") == "7、B、-"
    live.add(Pass(seat=2))
    live.add(Pass(seat=3))
    live.add(Pass(seat=4))
    live.add(Play(seat=5, cards="R"))
    assert legal(live).say("en") == "-, 5 leads …"
    for play in (Play(seat=5, cards="6"), Play(seat=1, cards="R*"), Play(seat=2, cards="B*"), Play(seat=2, cards="7")):
        live.add(play)
    assert legal(Live(header_of(log))).entries == []


@pytest.mark.parametrize(
    ("rules", "said", "takes"),
    [("room-six", "as 3 y or 3 n", "2 y"), ("shandong", "as 3 y or 3 n", "2 y"), ("tribute", "as 3 draw", "2 draw")],
)
def test_who_takes_the_throne_is_not_known(rules: str, said: str, takes: str) -> None:
    """What an onlooker is told can be typed, is taken."""
    table = dealing(rules=rules, view=-1)
    table("" if rules == "tribute" else "1")
    assert legal(table.live).say("en").endswith(said)
    table(takes)


# -- the deal ------------------------------------------------------------------------------------------------


def dealing(**header: Any) -> Typed:
    return Typed(header_of(log_of([], **header)))


def test_five_hands_a_line_each() -> None:
    table = dealing()
    for hand in HANDS[:3]:
        assert table(hand) == []
    assert table("undo") == []
    assert table("7s 9h") == []
    assert table("9h小王") == []
    assert table("R6s") == [{"type": "deal", "hands": HANDS}]


def test_a_wrong_hand_is_typed_again() -> None:
    table = dealing()
    for hand in (*HANDS[:3], "9hBB"):
        table(hand)
    with pytest.raises(Refusal) as error:
        table("R6s")
    assert error.value.code == "deck_mismatch"
    assert table("4: 9h B") == [{"type": "deal", "hands": HANDS}]


def test_all_hands_in_a_line() -> None:
    assert dealing()("发牌 " + " ".join(HANDS)) == [{"type": "deal", "hands": HANDS}]


def test_a_seat_types_its_own_hand() -> None:
    assert dealing(view=3)("7 9") == [{"type": "deal", "hands": [2, 2, "79", 2, 2]}]
    with pytest.raises(Unreadable, match="this hand has 3 cards, it should have 2"):
        dealing(view=3)("799")


def test_who_was_dealt_to_first_is_asked_where_sizes_differ() -> None:
    names = ("甲", "乙", "丙", "丁", "戊")
    header = Header(format="paipu", version=1, game="g", rules="room-six", players=names, view=2)
    hand = "RBB22AAAKKKQQQJJJTTT999888777666666"[:33]
    with pytest.raises(Unreadable, match="who was dealt to first"):
        Typed(header)(hand)
    assert Typed(header)(f"3 {hand}") == [{"type": "deal", "hands": [33, hand, 34, 34, 34], "first": 3}]
    onlooker = structs.replace(header, view=-1)
    assert Typed(onlooker)("5") == [{"type": "deal", "hands": [34, 34, 33, 33, 34], "first": 5}]
    assert Typed(structs.replace(onlooker, rules="tribute"))("") == [{"type": "deal", "hands": [43] * 5}]


# -- keys ----------------------------------------------------------------------------------------------------


def simulated(rules: str, view: int) -> Log:
    """A game by bots of about 180 events, as one view saw it; its big jokers are followed by no passes."""
    log = max(sitting(rules, 6, 11), key=lambda one: -abs(len(one.events) - 180))
    seen = structs.replace(log, view=view, events=as_seen(log, view)) if view else log
    happened = (structs.replace(event, t=UNSET) for event in seen.events if not isinstance(event, Mind | Note))
    return structs.replace(seen, events=tuple(happened))


def cards_of(log: Log) -> list[tuple[int, str]]:
    """Who played what."""
    return [(event.seat, ranks(event.cards)) for event in log.events if isinstance(event, Play)]


def ranks(cards: str) -> str:
    """Cards as they are typed: without suits."""
    return "".join(card for card in cards if card not in "shdc")


def keyed(table: Typed, event: Event) -> str:
    """The shortest line for an event: a seat only where it is not the one to act."""
    seat = getattr(event, "seat", 0)
    if isinstance(event, Deal):
        return str(event.first) if table.live.header.eyes < 0 else f"{event.first} {ranks(str(event.hands[3]))}"
    if isinstance(event, Play):
        line = ranks(event.cards)
    else:
        line = {Pass: "-", Accept: "y", Yield: "n", End: ""}.get(type(event), "")
    if isinstance(event, Declare):
        line = {"guard": "g", "solo": "o", "rebel": "z"}[event.what]
    return line if seat in (0, turn_of(table.live.course)) else f"{seat} {line}"


@pytest.mark.parametrize("view", [4, -1])
@pytest.mark.parametrize("rules", ["room-normal", "room-six", "shandong"])
def test_a_whole_game_without_a_superfluous_key(rules: str, view: int) -> None:
    """Of a play its cards and Enter, of a pass nothing, a seat only where passes are implied; one key for the rest."""
    log = simulated(rules, view)
    assert 120 < len(log.events) < 260
    table = Typed(header_of(log))
    least = 0
    for event in log.events:
        if isinstance(event, Pass):
            continue  # a play follows
        line = keyed(table, event)
        table(line)
        cards = len(ranks(event.cards)) if isinstance(event, Play) else 1 - isinstance(event, Deal | End)
        own = len(ranks(str(event.hands[3]))) + 1 if isinstance(event, Deal) and view > 0 else 0
        least += cards + own + isinstance(event, Deal) + 1 + 2 * (line[1:2] == " " and not isinstance(event, Deal))
    assert table.keys == least
    verdict, wanted = judge_log(table.log), judge_log(log)
    assert verdict._replace(claimed_places=None, claimed_scores=None) == wanted._replace(
        claimed_places=None, claimed_scores=None
    )
    assert (verdict.status, len(verdict.scores or ())) == ("valid", 5)
    assert cards_of(table.log) == cards_of(log)
    assert sum(isinstance(event, Pass) for event in table.log.events) > 40


def test_what_is_said_before_the_first_play_is_one_key() -> None:
    """y accepts, n hands on to whom the rules say, g o z declare."""
    log = log_of(events([]))
    table = Typed(header_of(log), log.events[:1])
    assert table("n") == [{"type": "yield", "seat": 1, "to": 5, "cards": "R*"}]
    assert table("让位 4") == [{"type": "yield", "seat": 5, "to": 4, "cards": "R*"}]
    assert table("y") == [{"type": "accept", "seat": 4}]
    assert table("2 g") == [{"type": "declare", "seat": 2, "what": "guard"}]
    assert table("3 z") == [{"type": "declare", "seat": 3, "what": "rebel"}]
    assert table("mind 5 help") == [{"type": "mind", "seat": 4, "to": 5, "say": "help"}]


def test_no_terminal_is_imported(root: Path) -> None:
    text = "".join(path.read_text("utf-8") for path in (root / "analyzer" / "recorder").glob("*.py"))
    assert "prompt_toolkit" not in text
    assert "click" not in text
