"""多机: the same function over the same tasks, done by the machines of a Ray cluster.

Every machine has paishen installed and sees the files and the archive under the same paths (a shared file system). A
task whose worker or machine dies is done again by another; the results come in the order of the tasks.
"""

from __future__ import annotations

import logging
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, Final

from analyzer.errors import PaishenError
from analyzer.importing.pool import AHEAD
from analyzer.words import Words

RETRIES: Final = 20
"""How often a task is done again whose worker or machine died."""
PATIENCE: Final = 10
"""How many seconds a cluster may take to answer."""
MISSING: Final = Words(
    "没有安装 Ray; 请 pip install 'paishen[cluster]'", "Ray is not installed: pip install 'paishen[cluster]'"
)


def on_cluster(address: str) -> Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]:
    """多机: what gives the results of a function for each task, in their order, from the cluster at an address.

    The cluster is joined now, before anything else is begun: `PaishenError` where there is no Ray or no such cluster.
    The function must stand in a module that all machines have. An error of it is raised here.
    """
    return partial(_spread, _joined(address))


def _spread(ray: Any, function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
    """The results; the cluster is left after them."""
    try:
        yield from _results(ray, ray.remote(max_retries=RETRIES, num_cpus=1)(function), iter(tasks))
    finally:
        ray.shutdown()


def _joined(address: str) -> Any:
    """Ray, as part of a cluster."""
    try:
        import ray
    except ImportError:
        raise PaishenError(MISSING) from None
    try:
        _reach(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (RuntimeError, ValueError, OSError, OverflowError) as error:
        why = (str(error).splitlines() or [type(error).__name__])[0][:200]
        words = Words(f"连不上 {address} 的 Ray: {why}", f"there is no Ray cluster to join at {address}: {why}")
        raise PaishenError(words) from None
    return ray


def _reach(address: str) -> None:
    """`OSError` where nobody listens at an address: Ray itself would wait for long."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()


def _results(ray: Any, remote: Any, tasks: Iterator[Any]) -> Iterator[Any]:
    """The results in order; a few tasks for every processor are under way."""
    waiting: deque[Any] = deque()
    while True:
        ahead = AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1)
        waiting.extend(remote.remote(task) for task in islice(tasks, max(ahead - len(waiting), 0)))
        if not waiting:
            return
        try:
            result = ray.get(waiting.popleft())
        except ray.exceptions.RayTaskError as error:
            raise (error.cause if isinstance(error.cause, Exception) else error) from None
        except ray.exceptions.RayError as error:
            words = Words(f"集群上出错: {error}", f"the cluster failed: {error}")
            raise PaishenError(words) from None
        yield result
