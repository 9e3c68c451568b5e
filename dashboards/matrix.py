"""牌表: rank by rank what was seen, what is one's own, what is unseen, and what every seat may have."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import streamlit as st

from analyzer.cards import RANKS, rank_of
from analyzer.sight import Sight
from analyzer.tracking import Track
from analyzer.words import in_percent
from dashboards.grid import grid
from dashboards.text import label, say

LIKELY = 0.7
SHORT: Final = 4
"""Cards of a play that are written one by one."""
NAMES: Final = {"T": "10", "R": "big_joker", "B": "small_joker"}
Json = dict[str, Any]


def matrix(track: Track, told: Json, players: list[str]) -> None:
    """The table of ranks, and what is known of the marked and called cards."""
    sight = track.facts.sight
    ranks = list(reversed(told["unseen"]))
    seen, own = counts(sight.played), counts_of(sight)
    table = {
        say("rank"): [f"**{rank_name(rank)}**" for rank in ranks],
        say("played"): [str(seen[RANKS.index(rank)]) for rank in ranks],
        **({say("own"): [str(own[RANKS.index(rank)]) for rank in ranks]} if own else {}),
        say("unseen"): [f"**{told['unseen'][rank]}**" for rank in ranks],
    }
    for seat, figures in told["seats"].items():
        head = f"{seat} {label(players[int(seat) - 1])} · {figures['left']}"
        table[head] = [chance(figures, rank) for rank in ranks]
    with st.container(key="figures_matrix"):
        grid(table)
    st.caption(say("matrix_reads"))
    marks(told)


def counts(played: tuple[int, ...]) -> list[int]:
    """How many of each rank were put down."""
    found = [0] * 15
    for card, copies in enumerate(played):
        found[rank_of(card)] += copies
    return found


def counts_of(sight: Sight) -> list[int] | None:
    """How many of each rank the view holds itself; None for an onlooker."""
    hand = sight.holdings[sight.view - 1] if sight.view > 0 else None
    if hand is None:
        return None
    found = [0] * 15
    for card in hand:
        found[rank_of(card)] += 1
    return found


def rank_name(rank: str) -> str:
    """A rank for people."""
    name = NAMES.get(rank, rank)
    return say(name) if name.endswith("joker") else name


def chance(figures: Json, rank: str) -> str:
    """A seat's expectation of a rank, and how likely it has any; marked where it is sure or likely."""
    least, mean = figures["any"][rank], figures["expect"][rank]
    if rank in figures["void"] or not least:
        return "–"
    text = f"{mean:.1f} · {label(in_percent(least))}"
    return f"**{text}**" if least >= LIKELY else text


def marks(told: Json) -> None:
    """How many of the marked jokers and of the called card are unseen, and what passes hint at."""
    unseen = " · ".join(f"{card_name(card)} {count}" for card, count in told["marked"].items())
    if unseen:
        st.markdown(f"{say('marked_unseen')} {label(unseen)}")


def card_name(card: str) -> str:
    """A marked joker or the called card for people."""
    known = {"R*": "emperors_joker", "B*": "guards_joker"}
    return say(known[card]) if card in known else card


def threats(track: Track, told: Json, players: list[str]) -> None:
    """Who can beat what lies there, and what nobody can beat any more."""
    sight = track.facts.sight
    if sight.shown and told["beatable"] is not None:
        owner = f"{sight.owner} {players[sight.owner - 1]}"
        st.metric(
            say(
                "beatable", owner=label(owner), cards=" ".join(rank_name(RANKS[rank_of(card)]) for card in sight.shown)
            ),
            label(in_percent(told["beatable"])),
        )
        rows = [(seat, one["can_beat"]) for seat, one in told["seats"].items() if one["can_beat"] is not None]
        grid(
            {
                say("seat"): [f"{seat} {label(players[int(seat) - 1])}" for seat, _ in rows],
                say("can_beat"): [label(in_percent(can)) for _, can in rows],
            }
        )
    else:
        st.text(say("nothing_stands"))
    if told["unbeatable"]:
        st.text(f"{say('unbeatable')} {plays(told['unbeatable'].values())}")
    st.caption("  \n".join(label(hint) for hint in hints(told, players)))


def hints(told: Json, players: list[str]) -> list[str]:
    """What each seat has passed on that it may have been able to beat."""
    found = []
    for seat, one in told["seats"].items():
        if one["soft"]:
            passed = plays(rank * int(count) for count, rank in one["soft"].items())
            found.append(say("hint", who=f"{seat} {players[int(seat) - 1]}", plays=passed))
    return found


def plays(found: Iterable[str]) -> str:
    """Plays of one rank each as people write them; of more than two of a rank the first and the last.

    >>> plays(["8", "KK", "TTT"]), plays(["2" * size for size in range(8, 14)])
    ('8、KK、10×3', '2×8 – 2×13')
    """
    told = []
    for _, group in groupby(found, key=itemgetter(0)):
        same = [written(play) for play in group]
        told += [f"{same[0]} – {same[-1]}"] if len(same) > 2 else same
    return say("and").join(told)


def written(play: str) -> str:
    """A play of one rank: all cards of a short one, else how many.

    >>> written("KKK"), written("T"), written("TT"), written("7777777")
    ('KKK', '10', '10×2', '7×7')
    """
    if len(play) == 1 or (len(play) <= SHORT and play[0] not in NAMES):
        return rank_name(play[0]) if len(play) == 1 else play
    return f"{rank_name(play[0])}×{len(play)}"
