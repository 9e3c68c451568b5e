"""谁来做: the options that say how many processes, or which cluster, do the work."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from analyzer.cli.localized import Function, option
from analyzer.words import Words


def with_cluster(function: Function) -> Function:
    """`--cluster`."""
    words = Words("交给这个 Ray 集群 (paishen[cluster])", "let this Ray cluster do it (paishen[cluster])")
    return option("--cluster", words=words, metavar="ADDRESS")(function)


def with_workers(function: Function) -> Function:
    """`--workers` and `--cluster`."""
    words = Words("用几个进程; 不写则每核一个", "how many processes; one a core when left out")
    return option("--workers", words=words, type=click.IntRange(1), metavar="N")(with_cluster(function))


def spreading(workers: int | None, cluster: str | None) -> Callable[..., Any]:
    """How tasks are done: a function of a function and tasks that gives results in the order of the tasks.

    A cluster is joined now; `PaishenError` where there is none.
    """
    from analyzer.importing.pool import spread, workers_here

    if cluster is None:
        return partial(spread, workers=workers or workers_here())
    from analyzer.importing.cluster import on_cluster

    return on_cluster(cluster)
