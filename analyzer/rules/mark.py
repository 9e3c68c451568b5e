"""规则标记: `@rule` collects the rules, so that a compiled loop can call the very same bodies.

The mark leaves the function as it is: in plain Python a rule is a plain function. Whoever compiles
(`analyzer.batch`) registers `RULES` before it does so; nothing here imports a compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

RULES: list[Callable[..., Any]] = []
"""Every collected rule, in the order in which they were defined: a rule stands after the rules it calls."""

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """规则: collect a function over small integers and `NamedTuple`s, and return it unchanged.

    >>> @rule
    ... def sample(seat: int) -> int:
    ...     return seat % 5 + 1
    >>> sample(5), RULES.pop() is sample
    (1, True)
    """
    RULES.append(function)
    return function
