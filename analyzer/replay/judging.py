"""判: the verdict on one log - the valid prefix and the first refusal."""

from __future__ import annotations

from analyzer.errors import RulesetError, Unreadable
from analyzer.events import End, Log
from analyzer.paipu import Sourced
from analyzer.paipu.chain import examine
from analyzer.replay.course import BEFORE, Course, previous_of, rules_of
from analyzer.replay.filling import fill
from analyzer.rules.table import Phase
from analyzer.rules.verdicts import SENTENCES, Code, code_name
from analyzer.verdict import Claim, Outcome, Verdict, claim_of, joined, outcome_of, settle
from analyzer.words import Words


def judge_found(found: Sourced | Unreadable) -> Verdict:
    """判: the verdict on what a reader yields."""
    if isinstance(found, Sourced):
        ready = fill(found) if found.gaps else found
        return judge_log(ready.log, file=found.file, line=found.line)
    return Verdict("unreadable", found.file, found.line, found.game, found.event, words=found.inside())


def judge_log(log: Log, *, file: str | None = None, line: int | None = None) -> Verdict:
    """判: the verdict on one log. Never raises for what the log says.

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> judge_log(Log(format="paipu", version=1, game="1", rules="simple", players=names, events=())).status
    'incomplete'
    """
    try:
        resolved = rules_of(log)
    except (RulesetError, Unreadable) as error:
        return Verdict("unreadable", file, line, log.game, words=error.inside())
    kind, broken = examine(log)
    blank = Verdict("illegal", file, line, log.game, integrity=kind)
    if broken is not None:
        return blank._replace(event=broken, code="broken_chain", words=SENTENCES[Code.BROKEN_CHAIN].words)
    course = Course(resolved, previous_of(log))
    refused = course.run(log.events)
    if refused:
        index, code = refused
        told = _told(blank, course, [], Claim())
        return told._replace(event=index, code=code_name(code), words=SENTENCES[Code(code)].words)
    end = next((event for _, _, event in reversed(course.lived) if isinstance(event, End)), None)
    claim = claim_of(end) if end else Claim()
    outcomes, refuted = settle(claim, _outcomes(course)) if end else ([], None)
    told = _told(blank, course, outcomes, claim)
    if end is None:
        return told._replace(status="incomplete", words=unfinished(over=_is_over(course)))
    if refuted:
        return told._replace(status="disputed", words=differs(refuted))
    return told._replace(status="valid")


def _outcomes(course: Course) -> list[Outcome]:
    tables = course.state.tables if course.state else [BEFORE]
    return [outcome_of(course.resolved.ruleset, table) for table in tables]


def _is_over(course: Course) -> bool:
    """Whether the game is over, whoever is the guard."""
    tables = course.state.tables if course.state else [BEFORE]
    return all(table.phase == Phase.OVER for table in tables)


def _told(blank: Verdict, course: Course, outcomes: list[Outcome], claim: Claim) -> Verdict:
    """A verdict with what the course has come to."""
    found = joined(outcomes or _outcomes(course))
    return blank._replace(
        emperor=found.emperor, guard=found.guard, solo=found.solo, doubled=found.doubled, winner=found.winner,
        places=found.places, scores=found.scores, claimed_places=claim.places, claimed_scores=claim.scores,
        dissolved=found.dissolved,
    )  # fmt: skip


def unfinished(*, over: bool) -> Words:
    """未完: what is said of a log without an end that counts; `over`: the game itself is over.

    >>> unfinished(over=False).en
    'the log stops before the game is over'
    """
    if over:
        return Words("打完了, 但没有终局记录", "the game is over, but has no end event")
    return Words("牌谱停在终局之前", "the log stops before the game is over")


def differs(name: str) -> Words:
    """不符: what is said of a claim (emperor, guard, places, scores) that the rules refute.

    >>> differs("guard").en
    'the claimed guard is not what the rules give'
    """
    chinese = {"emperor": "皇帝", "guard": "侍卫", "places": "名次", "scores": "得分"}[name]
    verb = "are" if name.endswith("s") else "is"
    return Words(f"所报的{chinese}与规则算出的不同", f"the claimed {name} {verb} not what the rules give")
