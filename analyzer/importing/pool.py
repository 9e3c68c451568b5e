"""分工: one function over many tasks, here or in processes beside us; the results come in the order of the tasks.

A task is a file of whole games. It may be done twice: what it writes goes to a name of its own and is moved into
its place, so the last one to finish wins and all say the same.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import Final, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
AHEAD: Final = 2
"""How many tasks a worker has at once: the one that it does and the next."""


def workers_here() -> int:
    """How many workers this machine has room for."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(function: Callable[[Task], Result], tasks: Iterable[Task], workers: int) -> Iterator[Result]:
    """分工: the results of a function for each task, in the order of the tasks.

    The function must stand in a module. An error of it is raised here. With one worker all is done in this process.

    >>> list(spread(abs, [-1, 2, -3], 1))
    [1, 2, 3]
    """
    if workers < 2:
        yield from map(function, tasks)
    else:
        yield from _in_processes(function, iter(tasks), workers)


def _in_processes(function: Callable[[Task], Result], tasks: Iterator[Task], workers: int) -> Iterator[Result]:
    """The same in processes of their own, which are started when there is a second task."""
    first = list(islice(tasks, 2))
    if len(first) < 2:
        yield from map(function, first)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        waiting: deque[Future[Result]] = deque(pool.submit(function, task) for task in first)
        try:
            while waiting:
                for task in islice(tasks, max(AHEAD * workers - len(waiting), 0)):
                    waiting.append(pool.submit(function, task))
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
