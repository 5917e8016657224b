"""Engines: who calls a function for every task, and gathers what it returns."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, Union

from .._errors import UsageError

#: "processes", "ray", a client of Dask, a session of Spark, or a function like `map`.
Engine = Union[Literal["processes", "ray"], Callable[..., Iterable[Any]], Any]
Map = Callable[..., Iterable[Any]]


@contextlib.contextmanager
def started(engine: Engine, processes: int | None = None) -> Iterator[Map]:
    """The engine as a function like `map`, for as long as it is needed."""
    if engine == "processes":
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        # Processes are spawned: a fork of one that has evaluated must not.
        with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
            yield pool.map
        return
    if processes is not None:
        raise UsageError(f"found processes={processes!r} and another engine, expected engine='processes'")
    if engine == "ray":
        yield _by_ray
    elif is_spark(engine):
        from ._spark import mapped

        yield mapped(engine)
    elif hasattr(engine, "gather") and hasattr(engine, "map"):
        yield _by_dask(engine)
    elif callable(engine):
        yield engine
    else:
        raise UsageError(
            f"found engine={engine!r}, expected 'processes', 'ray', a client of Dask, a session of Spark or a function like map"
        )


def is_spark(engine: Engine) -> bool:
    return hasattr(engine, "sparkContext")


def _by_dask(client: Any) -> Map:
    def run(function: Callable[[Any], Any], tasks: Iterable[Any]) -> list[Any]:
        return list(client.gather(client.map(function, list(tasks), pure=False)))

    return run


def _by_ray(function: Callable[[Any], Any], tasks: Iterable[Any]) -> list[Any]:
    import ray

    def call(task: Any) -> Any:
        return function(task)

    remote = ray.remote(call)
    return list(ray.get([remote.remote(task) for task in tasks]))
