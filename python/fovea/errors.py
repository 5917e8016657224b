"""What can go wrong, as exceptions and warnings."""

from __future__ import annotations

import re
import warnings
from typing import Any, Iterable, NamedTuple, NoReturn

#: What stands in memory has rows in the place of lines.
_IN_MEMORY = re.compile(r"(runs(\[.*\])?|judgements|chunking|.*\.parquet|partition \d+, piece \d+)\Z", re.DOTALL)
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
        place = self.file
        if place and self.line and _IN_MEMORY.match(place):
            place += f": row {self.line - 1}"
        elif place and self.line:
            place += f":{self.line}" + (f":{self.column}" if self.column else "")
        return f"{place}: {self.message}" if place else self.message


class FoveaError(Exception):
    """An error of fovea; `diagnostics` holds what was kept of its reasons."""

    def __init__(self, message: str, diagnostics: Iterable[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.diagnostics = list(diagnostics)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.args[0], self.diagnostics))


class InputError(FoveaError, ValueError):
    """Judgements, runs or texts that cannot be used: ``file:line:column: found …, expected …``."""


class UsageError(FoveaError, ValueError):
    """Something that does not exist or does not go together: an unknown measure, a contradiction."""


class RulesError(InputError):
    """A run that breaks the rules of its task."""


class NothingInCommon(InputError):
    """A run and judgements without a common topic."""


class CorruptCollection(FoveaError, RuntimeError):
    """A stored collection or index that is not as fovea wrote it."""


class EvaluationWarning(UserWarning):
    """Something a reader of the figures should know. `Scores.remarks` has all of it."""


def diagnostics_of(rows: Iterable[tuple[Any, ...]]) -> list[Diagnostic]:
    return [Diagnostic(*row) for row in rows]


def message_of(diagnostics: list[Diagnostic]) -> str:
    errors = [one for one in diagnostics if one.severity == "error"] or diagnostics
    lines = [str(one) for one in errors[:_SHOWN]]
    if len(errors) > _SHOWN:
        lines.append(f"… and {len(errors) - _SHOWN} more")
    return "\n".join(lines) or "it cannot be read"


def error_of(kind: str, rows: Iterable[tuple[Any, ...]]) -> Exception:
    """The exception that these diagnostics are: a missing file is the one that Python has for it."""
    diagnostics = diagnostics_of(rows)
    for one in diagnostics:
        if one.severity == "error" and one.code in ("cannot-open", "cannot-read", "is-folder"):
            try:
                open(one.file, "rb").close()
            except OSError as fault:
                return fault
    error: type[FoveaError] = globals()[kind]
    return error(message_of(diagnostics), diagnostics)


def fail(kind: str, rows: Iterable[tuple[Any, ...]]) -> NoReturn:
    raise error_of(kind, rows)


def warn(rows: Iterable[tuple[Any, ...]], stacklevel: int = 3) -> list[Diagnostic]:
    """Issues one warning per kind, and gives all of them back."""
    remarks = diagnostics_of(rows)
    first: dict[str, Diagnostic] = {}
    count: dict[str, int] = {}
    for one in remarks:
        first.setdefault(one.code, one)
        count[one.code] = count.get(one.code, 0) + 1
    for code, one in first.items():
        more = f" (and {count[code] - 1} more of this kind)" if count[code] > 1 else ""
        warnings.warn(f"{one}{more}", EvaluationWarning, stacklevel=stacklevel + 1)
    return remarks
