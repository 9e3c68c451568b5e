"""理由对不对: every sentence of `paishen deduce` held against the true hands.

`python -m tests.sentences GAMES SEED` plays so many games, reads every reason of two views of each, and prints the
sentences that are false, and how often what is said with a chance was so.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from analyzer.cards import NAMES
from analyzer.deduction import deduce
from analyzer.deduction.reasons import Reason
from analyzer.events import Accept, Call, Declare, End, Event, Log, Pass, Play, Undo
from analyzer.replay import Replay
from analyzer.rulesets import SixesLast, names, resolve
from analyzer.sight import ALL, Sight, sights
from analyzer.simulate import simulate

RANKS: Final = "3456789TJQKA2"
THE_CARD: Final = "the card that makes the guard"
PLAY: Final = r"([3-9TJQKA2BR]+)"
CARDS: Final = r"(\d+) cards?"
LEFT: Final = r"(no|\d+) cards? left"
ABLE: Final = r", (?:though|with a chance of ([<>]?\d+)% that) it needed no joker to beat that"


class Told(NamedTuple):
    """A reason for what an event changed, with what was true before and after it, and who the guard was."""

    log: Log
    event: Event
    reason: Reason
    before: Sight
    after: Sight
    guard: int

    @property
    def emperor(self) -> int:
        """The emperor, after the event."""
        return self.after.emperor

    def hand(self, seat: int) -> Counter[str]:
        """How many of each rank a seat had before the event."""
        return Counter(NAMES[card][0] for card in self.before.holdings[seat - 1] or ())

    def left(self, seat: int) -> int:
        """How many cards a seat had before the event."""
        return self.before.sizes[seat - 1]

    def stood(self, owner: int, play: str) -> bool:
        """Whether a play stood to be beaten, and whose it was."""
        return self.before.owner == owner and in_ranks(self.before.shown) == Counter(play)

    def put_down(self) -> Counter[str]:
        """What the seat of the reason put down, by rank."""
        own = isinstance(self.event, Play) and self.event.seat == self.reason.seat
        return Counter(re.sub("[shdc*]", "", self.event.cards)) if own and isinstance(self.event, Play) else Counter()

    def passed(self) -> bool:
        """Whether the seat of the reason passed."""
        return isinstance(self.event, Pass) and self.event.seat == self.reason.seat

    def can_beat(self) -> bool:
        """Whether the seat of the reason held what beats the standing play without a joker."""
        hand, size = self.hand(self.reason.seat), len(self.before.shown)
        (rank,) = in_ranks(self.before.shown)
        higher = RANKS[RANKS.index(rank) + 1 :]
        if resolve(self.log.rules).ruleset.sixes_last != SixesLast.NO and hand["6"] != hand.total():
            higher = higher.replace("6", "")
        return any(hand[one] >= size for one in higher)

    def has_shown(self, seat: int) -> bool:
        """Whether a seat is the guard and has put its card down by now."""
        return seat == self.guard and self.after.guard == seat and is_out_of_hand(self)


def in_ranks(cards: tuple[int, ...]) -> Counter[str]:
    """Cards by rank."""
    return Counter(NAMES[card][0] for card in cards)


def is_out_of_hand(told: Told) -> bool:
    """Whether the guard has put down the card that makes it."""
    held = [NAMES[card] for card in told.after.holdings[told.guard - 1] or ()]
    called = [NAMES[card] for card in told.after.called[:1]]
    return called[0] not in held if called else "B*" not in held


def number(text: str) -> int:
    """A number in words of the sentences."""
    return 0 if text == "no" else int(text)


Check = Callable[..., bool]
FACTS: Final[dict[str, Check]] = {
    rf"passed on the emperor's {PLAY}{ABLE}": lambda t, play, said: (
        t.passed() and t.stood(t.emperor, play) and (said is not None or t.can_beat())
    ),
    rf"passed on seat (\d)'s {PLAY}{ABLE}": lambda t, owner, play, said: (
        t.passed() and t.stood(int(owner), play) and (said is not None or t.can_beat())
    ),
    rf"passed on the emperor's {PLAY} when the emperor had {LEFT}": lambda t, play, left: (
        t.passed() and t.stood(t.emperor, play) and t.left(t.emperor) == number(left)
    ),
    rf"passed on seat (\d)'s {PLAY} when that seat had {LEFT}": lambda t, owner, play, left: (
        t.passed() and t.stood(int(owner), play) and t.left(int(owner)) == number(left)
    ),
    rf"passed on the {PLAY} of seat (\d), which is certainly not the guard": lambda t, play, owner: (
        t.passed() and t.stood(int(owner), play) and int(owner) != t.guard
    ),
    rf"passed on seat (\d)'s {PLAY} with the emperor still to act": lambda t, owner, play: (
        t.passed() and t.stood(int(owner), play) and is_waiting(t)
    ),
    rf"beat the emperor's (?:low )?{PLAY}": lambda t, play: beaten(t, t.emperor, play),
    rf"went as high as {PLAY} on the emperor's {PLAY}": lambda t, own, play: (
        beaten(t, t.emperor, play) and t.put_down() == Counter(own)
    ),
    rf"spent (a|\d+) jokers? on the emperor's {PLAY}": lambda t, jokers, play: (
        beaten(t, t.emperor, play) and joined(t, "BR", jokers)
    ),
    rf"beat the emperor's {PLAY} when the emperor had {LEFT}": lambda t, play, left: (
        beaten(t, t.emperor, play) and t.left(t.emperor) == number(left)
    ),
    rf"beat seat (\d)'s {PLAY}": lambda t, owner, play: beaten(t, int(owner), play),
    rf"spent (a|\d+) jokers? on seat (\d)'s {PLAY}": lambda t, jokers, owner, play: (
        beaten(t, int(owner), play) and joined(t, "BR", jokers)
    ),
    rf"beat seat (\d)'s {PLAY} when that seat had {LEFT}": lambda t, owner, play, left: (
        beaten(t, int(owner), play) and t.left(int(owner)) == number(left)
    ),
    rf"beat the {PLAY} of seat (\d), which is certainly not the guard": lambda t, play, owner: (
        beaten(t, int(owner), play) and int(owner) != t.guard
    ),
    rf"beat seat (\d)'s {PLAY} in a trick in which the emperor had passed": lambda t, owner, play: (
        beaten(t, int(owner), play) and t.before.passed >> t.emperor & 1 == 1
    ),
    rf"beat seat (\d)'s {PLAY} with the emperor still to act": lambda t, owner, play: (
        beaten(t, int(owner), play) and is_waiting(t)
    ),
    rf"led {CARDS}": lambda t, size: led(t) and t.put_down().total() == int(size),
    rf"led {PLAY}": lambda t, play: led(t) and t.put_down() == Counter(play),
    r"put (a|\d+) jokers? into a lead": lambda t, jokers: led(t) and joined(t, "BR", jokers),
    rf"led {CARDS}, more than the emperor had left": lambda t, size: (
        led(t) and t.put_down().total() == int(size) > t.left(t.emperor)
    ),
    rf"led {CARDS}, as many as the emperor had left": lambda t, size: (
        led(t) and t.put_down().total() == int(size) == t.left(t.emperor)
    ),
    rf"led {PLAY} with the emperor next": lambda t, play: (
        led(t) and t.put_down() == Counter(play) and t.after.turn == t.emperor
    ),
    rf"put down {CARDS} without showing the guard's card(?:, which a guard tends to keep)?": lambda t, size: (
        t.put_down().total() == int(size) and not t.has_shown(t.reason.seat)
    ),
    r"put down (a|\d+) small jokers?": lambda t, jokers: joined(t, "B", jokers),
    r"put down (a|\d+) big jokers?": lambda t, jokers: joined(t, "R", jokers),
}
"""What is said of a seat, after "seat N" or "the emperor"."""
OTHERS: Final[dict[str, Check]] = {
    r"in the games (?:with a call )?that the model learned from, secret solos are rarer than counting makes them": (
        lambda t: isinstance(t.event, Accept) or t.before.emperor == 0 or t.reason.seat == t.emperor
    ),
    rf"by the cards left unseen seat (\d) is (likelier|less likely) to have {THE_CARD}": lambda t, seat, way: (
        int(seat) == t.reason.seat and (way == "likelier") == ((t.reason.shift or 0) > 0)
    ),
    "an event was taken back: what it said does not count any more": lambda t: isinstance(t.event, Undo),
    r"seat (\d) declares itself": lambda t, seat: (
        isinstance(t.event, Declare) and t.event.seat == int(seat) == t.guard
    ),
    rf"seat (\d) itself holds {THE_CARD}": lambda t, seat: int(seat) == t.guard and not is_out_of_hand(t),
    rf"seat (\d) shows {THE_CARD}": lambda t, seat: (
        int(seat) == t.guard and (is_out_of_hand(t) or (isinstance(t.event, Call) and len(t.event.cards) == 8))
    ),
    "the rebellion stands and reveals the guard": lambda t: t.after.risen == 1 and t.reason.seat == t.guard,
    "the end says so": lambda t: isinstance(t.event, End) and t.event.guard == t.reason.seat == t.guard,
    r"the game is over, so only seat (\d) can be the guard": lambda t, seat: (
        isinstance(t.event, End) and int(seat) == t.guard
    ),
    "no other seat can be the guard: a secret solo": lambda t: t.guard == t.emperor,
    r"only seat (\d) can be the guard": lambda t, seat: int(seat) == t.guard,
    r"seat (\d) rebels: it is not the guard": lambda t, seat: (
        isinstance(t.event, Declare) and t.event.seat == int(seat) != t.guard
    ),
    r"seat (\d) is out and has not shown the guard's card": lambda t, seat: (
        t.after.sizes[int(seat) - 1] == 0 and int(seat) != t.guard
    ),
    r"the cards that are left do not allow seat (\d)": lambda t, seat: int(seat) != t.guard,
}
"""What is said otherwise."""
PATTERNS: Final = [
    *((re.compile(rf"(?:seat \d|the emperor) {pattern}"), check) for pattern, check in FACTS.items()),
    *((re.compile(pattern), check) for pattern, check in OTHERS.items()),
]


def is_waiting(told: Told) -> bool:
    """Whether the emperor has cards, has not passed on the standing play, and did not put it down."""
    sight, emperor = told.before, told.emperor
    return told.left(emperor) > 0 and not sight.passed >> emperor & 1 and sight.owner != emperor


def beaten(told: Told, owner: int, play: str) -> bool:
    """Whether the seat of the reason put down cards on a play of another's."""
    return bool(told.put_down()) and told.stood(owner, play) and told.after.trick == told.before.trick


def led(told: Told) -> bool:
    """Whether the seat of the reason began a trick."""
    return bool(told.put_down()) and told.after.trick != told.before.trick


def joined(told: Told, kinds: str, said: str) -> bool:
    """Whether so many jokers of some kinds were put down."""
    return sum(told.put_down()[kind] for kind in kinds) == (1 if said == "a" else int(said))


def is_true(told: Told) -> bool:
    """Whether a sentence is one that is known, says what was so, and says the same numbers in Chinese."""
    zh, en = told.reason.words
    numbers = [set(re.findall(r"\d+", text)) for text in (zh, en)]
    alike = numbers[0] == numbers[1]
    for pattern, check in PATTERNS:
        found = pattern.fullmatch(en)
        if found:
            return alike and check(told, *found.groups())
    return False


def told_of(log: Log, view: int) -> Iterator[Told]:
    """Every reason for what a view believes about a game whose hands are known."""
    replay = Replay(log)
    guard = replay.moments[-1].table.roles.guard
    seen = sights(replay, ALL)
    for belief in deduce(log, view):
        for reason in belief.because:
            at = belief.event
            yield Told(log, log.events[at], reason, seen[at], seen[at + 1], guard)


def said_with_a_chance(told: Told) -> tuple[float, bool] | None:
    """What a sentence gives a chance, and whether it was so; None for one that states a fact."""
    found = re.search(r"with a chance of ([<>]?)(\d+)%", told.reason.words.en)
    if not found:
        return None
    said = {"<": 0.005, ">": 0.995}.get(found[1], int(found[2]) / 100)
    return said, told.can_beat()


def campaign(games: int, seed: int) -> tuple[Counter[str], list[Told], list[tuple[float, bool]]]:
    """So many games of all rulesets, each from two views: how often each sentence came, false ones, chances."""
    kinds: Counter[str] = Counter()
    wrong: list[Told] = []
    chances: list[tuple[float, bool]] = []
    for played in range(games):
        log = simulate(names()[played % len(names())], f"sentences {seed} {played}")
        for view in (-1, played % 5 + 1):
            for told in told_of(log, view):
                kinds[re.sub(r"\d+|\b[3-9TJQKA2BR]+\b", "N", told.reason.words.en)] += 1
                if not is_true(told):
                    wrong.append(told)
                found = said_with_a_chance(told)
                if found:
                    chances.append(found)
    return kinds, wrong, chances


def tenths(chances: list[tuple[float, bool]], parts: int = 10) -> list[tuple[int, float, float]]:
    """By size of what was said: how many, what was said on average, how often it was so."""
    found = []
    for part in range(parts):
        some = [one for one in chances if part / parts <= one[0] < (part + 1) / parts]
        if some:
            said, was = (sum(column) / len(some) for column in zip(*some, strict=True))
            found.append((len(some), said, was))
    return found


def main(games: int, seed: int) -> int:
    """Print what was found; 1 where a sentence was false."""
    kinds, wrong, chances = campaign(games, seed)
    for kind, many in kinds.most_common():
        print(f"{many:7} {kind}")
    for told in wrong[:20]:
        print("false:", told.log.game, told.before.index, told.reason.words)
    for many, said, was in tenths(chances):
        print(f"{many:7} said {said:.3f} was {was:.3f}")
    print(f"{kinds.total()} sentences, {len(wrong)} false, {len(chances)} with a chance")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
