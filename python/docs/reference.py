"""Prints docs/python-reference.md: all that `fovea` exports, from its docstrings. `./dev docs` writes the page again."""

from __future__ import annotations

import inspect
import re
import textwrap
from typing import Any

import fovea
import fovea.distributed
import fovea.testing

SECTIONS = {
    "Evaluating": ["evaluate", "collect", "Scores", "Score", "Comparison", "read_scores"],
    "Measures": ["Measure", "measures", "parse_measures"],
    "Judgements, runs, topics": ["read_judgements", "Judgements", "read_run", "Run", "read_topics", "Topic", "parse_nexi", "Nexi"],
    "Collections and search": ["Collection", "Document", "Index", "Result"],
    "Files": ["check", "convert", "simulate", "report"],
    "Errors and warnings": [
        "FoveaError",
        "InputError",
        "UsageError",
        "RulesError",
        "NothingInCommon",
        "CorruptCollection",
        "Diagnostic",
        "EvaluationWarning",
    ],
}

STEPS = [
    "plan",
    "evaluate",
    "judged",
    "merge",
    "finish",
    "Plan",
    "State",
    "Task",
    "tasks",
    "work",
    "evaluate_files",
    "store_files",
    "bucket_of",
    "store",
    "finish_stored",
    "StoredScores",
    "search",
]


def signature(name: str, value: Any) -> str:
    try:
        text = str(inspect.signature(value))
    except (TypeError, ValueError):
        return f"`{name}`"
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)  # annotations are texts, defaults may be
    for noise in ("self, ", "self", "typing.", "fovea._errors.", "fovea._native."):
        text = text.replace(noise, "")
    return f"`{name}{text}`"


def described(value: Any) -> str:
    """The docstring, with examples as blocks of code."""
    text = inspect.getdoc(value) or ""
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        if line.startswith(">>> ") and not inside:
            lines.append("```python")
            inside = True
        if inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line)
    return "\n".join([*lines, "```"] if inside else lines)


def members(value: type) -> list[str]:
    lines = []
    for name, member in vars(value).items():
        if name.startswith("_") or isinstance(member, type):
            continue
        text = inspect.getdoc(member) if not isinstance(member, str) else None
        if not text or text.startswith("Alias for field"):
            continue
        first = " ".join(text.partition("\n\n")[0].split())
        called = isinstance(member, (staticmethod, classmethod)) or inspect.isfunction(member) or inspect.ismethoddescriptor(member)
        function = member.__func__ if isinstance(member, (staticmethod, classmethod)) else member
        lines.append(f"* {signature(name, function) if called else f'`{name}`'}: {first}")
    return lines


def entry(name: str, value: Any) -> str:
    if inspect.isclass(value):
        return "\n\n".join(filter(None, [f"### `{name}`", described(value), "\n".join(members(value))]))
    return f"### {signature(name, value)}\n\n{described(value)}"


def page() -> str:
    parts = [
        "# Reference of fovea for Python",
        "Made from the docstrings by `./dev docs`; [python.md](python.md) tells the story.",
    ]
    for title, names in SECTIONS.items():
        parts.append(f"## {title}")
        parts += [entry(name, getattr(fovea, name)) for name in names]
    parts.append("## `fovea.testing`")
    parts.append(textwrap.dedent(fovea.testing.__doc__ or "").strip())
    parts += [entry(name, getattr(fovea.testing, name)) for name in ("assert_at_least", "assert_not_worse", "assert_better", "assert_same")]
    parts.append("## `fovea.distributed`")
    parts.append("[scale.md](scale.md) tells the story.")
    parts += [entry(name, getattr(fovea.distributed, name)) for name in ("evaluate", "search", "layout", "layout_judgements")]
    parts.append("## `fovea.distributed.steps`")
    parts.append("What an engine does, for engines of your own.")
    parts += [entry(name, getattr(fovea.distributed.steps, name)) for name in STEPS]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    print(page(), end="")
