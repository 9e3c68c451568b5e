"""变异: the small faults that can be planted in a Python file, each a piece of its text and what stands there then."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COUNTED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.FloorDiv: ast.Mod, ast.Mod: ast.FloorDiv,
}  # fmt: skip
OTHERS: Final = {
    "emperor": "guard", "guard": "emperor", "open_guard": "solo", "owner": "turn", "min": "max", "max": "min",
    "any": "all", "all": "any", "next_seat": "previous_seat", "previous_seat": "next_seat",
}  # fmt: skip
ESCAPES: Final = ("escape", "text", "foreign")
WRAPPERS: Final = (*ESCAPES, "sorted", "reversed", "abs")
UNTOUCHED: Final = ("Words", "Final", "TypeVar")


class Mutation(NamedTuple):
    """一处变异: in a file, the text from byte `start` to `end` becomes `new`; `kind` says what sort of fault it is.

    `before` and `after` are the lines that it touches, as one.
    """

    path: str
    line: int
    start: int
    end: int
    old: str
    new: str
    kind: str
    before: str
    after: str

    def planted(self, source: bytes) -> bytes:
        """The file with the fault in it."""
        assert source[self.start : self.end].decode() == self.old
        return source[: self.start] + self.new.encode() + source[self.end :]

def flat(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


def mutations(root: Path, path: str) -> list[Mutation]:
    """Every fault that can be planted in a file, in the order of its lines."""
    source = (root / path).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, new, kind in _of(ast.parse(source)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        old = source[start:end].decode()
        head, tail = source[starts[node.lineno - 1] : start], source[end : starts[node.end_lineno or 0]]
        lines = (flat(f"{head.decode()}{part}{tail.decode()}") for part in (old, new))
        found.append(Mutation(path, node.lineno, start, end, old, new, kind, *lines))
    return sorted(set(found), key=lambda one: (one.start, one.end, one.kind, one.new))


Found = Iterator[tuple[ast.expr | ast.stmt, str, str]]


def _of(node: ast.AST) -> Found:
    """The faults of a node and of all below it, but for what runs never or only speaks."""
    if isinstance(node, ast.expr):
        yield from _of_expression(node)
    elif isinstance(node, ast.stmt):
        yield from _of_statement(node)
    for below in _parts(node):
        yield from _of(below)


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """What stands below a node: no annotations, decorators, docstrings, asserts, imports, sentences for people."""
    if isinstance(node, (ast.Assert, ast.Import, ast.ImportFrom, ast.JoinedStr)):
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in UNTOUCHED:
        return
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases", "ctx"):
            continue
        for part in field if isinstance(field, list) else [field]:
            if isinstance(part, ast.AST):
                yield part


def _of_statement(node: ast.stmt) -> Found:
    if isinstance(node, (ast.If, ast.While)) and not isinstance(node.test, (ast.Compare, ast.UnaryOp)):
        yield node.test, f"not ({ast.unparse(node.test)})", "a condition turned"
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        synced = "sync" in ast.unparse(node.value.func)
        yield node, "pass", "a sync removed" if synced else "a step left out"
    elif isinstance(node, ast.Raise) and node.exc:
        yield node, "pass", "a refusal forgotten"
    elif isinstance(node, ast.Return) and node.value and _is_code(node.value):
        yield node.value, "Code.LEGAL", "a refusal forgotten"
    elif isinstance(node, ast.AugAssign) and type(node.op) in COUNTED:
        turned = copy.copy(node)
        turned.op = COUNTED[type(node.op)]()
        yield node, ast.unparse(turned), "another sum"
    elif isinstance(node, ast.Break):
        yield node, "continue", "a loop goes on"
    elif isinstance(node, ast.Continue):
        yield node, "break", "a loop ends early"


def _is_code(value: ast.expr) -> bool:
    return ast.unparse(value).startswith("Code.") and ast.unparse(value) != "Code.LEGAL"


def _of_expression(node: ast.expr) -> Found:
    for turned, kind in _turned(node):
        yield node, f"({ast.unparse(turned)})", kind
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield node, str(not node.value), "yes for no"
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield node, str(node.value + 1), "off by one"
    elif isinstance(node, ast.Name) and node.id in OTHERS and isinstance(node.ctx, ast.Load):
        yield node, OTHERS[node.id], "one for another"
    elif isinstance(node, ast.Attribute) and node.attr in OTHERS and isinstance(node.ctx, ast.Load):
        yield node, f"{ast.unparse(node.value)}.{OTHERS[node.attr]}", "one for another"


def _turned(node: ast.expr) -> Iterator[tuple[ast.expr, str]]:
    """The expressions that could stand in its place."""
    if isinstance(node, ast.Compare):
        for at, op in enumerate(node.ops):
            ops = [*node.ops[:at], COMPARED[type(op)](), *node.ops[at + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators), "a comparison turned"
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield ast.BoolOp(other, node.values), "and for or"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand, "a condition turned"
    elif isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Mult):
            yield (node.right if isinstance(node.left, ast.Constant) else node.left), "a doubling dropped"
        elif type(node.op) in COUNTED:
            yield ast.BinOp(node.left, COUNTED[type(node.op)](), node.right), "another sum"
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WRAPPERS:
        yield node.args[0], "an escape forgotten" if node.func.id in ESCAPES else "a step left out"
