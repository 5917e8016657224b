"""`State`: what an evaluation in shards carries home, the scores themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .. import _native


class State:
    """The scores of some shards: a row per run and topic. An Arrow table for whoever asks (``__arrow_c_stream__``)."""

    def __init__(self, native: Any) -> None:
        self._native = native

    @property
    def runs(self) -> list[str]:
        return list(self._native.runs)

    @property
    def shards(self) -> list[str]:
        return list(self._native.shards)

    @property
    def measures(self) -> list[str]:
        return list(self._native.measures)

    def __len__(self) -> int:
        return len(self._native)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._native.stream()

    def to_arrow(self) -> Any:
        """A pyarrow table, with all but the rows in the metadata of its schema."""
        import pyarrow

        return pyarrow.table(self)

    @staticmethod
    def from_arrow(table: Any) -> State:
        """From what `to_arrow` gave, in any order of rows."""
        return State(_native.ShardState.from_stream(table.__arrow_c_stream__()))

    def to_bytes(self) -> bytes:
        return bytes(self._native.to_bytes())

    @staticmethod
    def from_bytes(content: bytes) -> State:
        return State(_native.ShardState.from_bytes(content))

    def __reduce__(self) -> tuple[Any, ...]:
        return (State.from_bytes, (self.to_bytes(),))

    def __eq__(self, other: object) -> bool:
        return self.to_bytes() == other.to_bytes() if isinstance(other, State) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"State of {len(self)} rows, {len(self.runs)} runs, {len(self.shards)} shards"


def merge(states: Iterable[State]) -> State:
    """One state of many, in any order and any tree."""
    return State(_native.merge_states([one._native for one in states]))
