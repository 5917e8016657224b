"""What can go wrong, as exceptions and warnings."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from typing import Any, NamedTuple, NoReturn

#: What stands in memory has rows in the place of lines.
_IN_MEMORY = re.compile(r"(runs(\[.*\])?|judgements|chunking|.*\.parquet|partition \d+, piece \d+)\Z", re.DOTALL)
#: A line that a message speaks of, unless it is quoted from the input.
_OTHER_LINE = re.compile(r"'[^']*'|\bline (\d+)")
_SHOWN = 10


class Diagnostic(NamedTuple):
    """One thing that is wrong or strange, and where."""

    severity: str
    file: str
    line: int
    column: int
    code: str
    message: str

    def __str__(self) -> str:
        place, message = self.file, self.message
        if place and self.line and _IN_MEMORY.match(place):
            place += f": row {self.line - 1}"
            message = _OTHER_LINE.sub(lambda found: found[0] if found[1] is None else f"row {int(found[1]) - 1}", message)
        elif place and self.line:
            place += f":{self.line}" + (f":{self.column}" if self.column else "")
        return f"{place}: {message}" if place else message


class FoveaError(Exception):
    """An error of fovea; `diagnostics` holds what was kept of its reasons."""

    __module__ = "fovea"

    def __init__(self, message: str, diagnostics: Iterable[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.diagnostics = list(diagnostics)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.args[0], self.diagnostics))


class InputError(FoveaError, ValueError):
    """Judgements, runs or texts that cannot be used: ``file:line:column: found …, expected …``."""

    __module__ = "fovea"


class UsageError(FoveaError, ValueError):
    """Something that does not exist or does not go together: an unknown measure, a contradiction."""

    __module__ = "fovea"


class RulesError(InputError):
    """A run that breaks the rules of its task."""

    __module__ = "fovea"


class NothingInCommon(InputError):
    """A run and judgements without a common topic."""

    __module__ = "fovea"


class CorruptCollection(FoveaError, RuntimeError):
    """A stored collection or index that is not as fovea wrote it."""

    __module__ = "fovea"


class EvaluationWarning(UserWarning):
    """Something a reader of the figures should know. `Scores.remarks` has all of it."""

    __module__ = "fovea"


def diagnostics_of(rows: Iterable[tuple[Any, ...]]) -> list[Diagnostic]:
    """What was kept. Rows of the library also say how many there are of their kind, and how many errors in all."""
    return [Diagnostic(*row[:6]) for row in rows]


def message_of(rows: Iterable[tuple[Any, ...]]) -> str:
    rows = list(rows)
    errors = [row for row in rows if row[0] == "error"] or rows
    lines = [str(one) for one in diagnostics_of(errors[:_SHOWN])]
    total = max(len(errors), *(row[7] for row in errors if len(row) > 7), 0)
    if total > _SHOWN:
        lines.append(f"… and {total - _SHOWN} more")
    return "\n".join(lines) or "it cannot be read"


def error_of(kind: str, rows: Iterable[tuple[Any, ...]]) -> Exception:
    """The exception that these diagnostics are: a missing file is the one that Python has for it."""
    rows = list(rows)
    diagnostics = diagnostics_of(rows)
    for one in diagnostics:
        if one.severity == "error" and one.code in ("cannot-open", "cannot-read", "is-folder"):
            try:
                open(one.file, "rb").close()
            except OSError as fault:
                return fault
    error: type[FoveaError] = globals()[kind]
    return error(message_of(rows), diagnostics)


def fail(kind: str, rows: Iterable[tuple[Any, ...]]) -> NoReturn:
    raise error_of(kind, rows)


def warn(rows: Iterable[tuple[Any, ...]], stacklevel: int = 3) -> list[Diagnostic]:
    """Issues one warning per kind, and gives all of them back."""
    rows = list(rows)
    remarks = diagnostics_of(rows)
    first: dict[str, Diagnostic] = {}
    count: dict[str, int] = {}
    total: dict[str, int] = {}  # with those that were not kept
    for one, row in zip(remarks, rows):
        first.setdefault(one.code, one)
        count[one.code] = count.get(one.code, 0) + 1
        total[one.code] = max(count[one.code], row[6] if len(row) > 6 else 0)
    for code, one in first.items():
        more = f" (and {total[code] - 1} more of this kind)" if total[code] > 1 else ""
        warnings.warn(f"{one}{more}", EvaluationWarning, stacklevel=stacklevel + 1)
    return remarks
