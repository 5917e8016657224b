"""Docstrings and the page are doctests; types are checked; the package imports nothing heavy."""

from __future__ import annotations

import doctest
import importlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fovea
from conftest import ROOT
from fovea import _native

MODULES = ["__init__", "_evaluation", "_inputs", "_measure", "_scores", "_topics", "distributed.steps", "ir_measures", "testing"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    module = fovea if name == "__init__" else importlib.import_module(f"fovea.{name}")
    found = doctest.testmod(module)
    assert found.failed == 0 and found.attempted > 0


@pytest.mark.parametrize("page, least", [("python.md", 30), ("scale.md", 10)])
@pytest.mark.filterwarnings("ignore::fovea.EvaluationWarning")
def test_examples_of_the_pages_hold(page: str, least: int) -> None:
    found = doctest.testfile(str(ROOT / "docs" / page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.failed == 0 and found.attempted > least


def test_mypy_accepts_the_package_and_typical_uses(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    stub = Path(_native.__file__).with_name("_native.pyi")
    if not stub.exists():
        pytest.skip("the stub of the extension is not built")
    # The extension's stub stands beside the extension, wherever that is.
    shutil.copytree(ROOT / "python" / "fovea", tmp_path / "fovea", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(stub, tmp_path / "fovea")
    shutil.copy(ROOT / "python" / "tests" / "typical_uses.py", tmp_path)
    words = ["mypy", "--config-file", str(ROOT / "pyproject.toml"), "fovea", "typical_uses.py"]
    done = subprocess.run([sys.executable, "-m", *words], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_reference_is_what_the_docstrings_say() -> None:
    made = subprocess.run([sys.executable, ROOT / "python" / "docs" / "reference.py"], capture_output=True, text=True, check=True)
    assert made.stdout == (ROOT / "docs" / "python-reference.md").read_text(), "./dev docs writes it again"


def test_importing_fovea_loads_neither_numpy_nor_frames() -> None:
    heavy = "numpy pandas polars pyarrow altair ir_measures asyncio subprocess json".split()
    code = f"import sys, fovea; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() in ("[]", "['json']")


def test_what_is_exported_is_documented() -> None:
    for name in fovea.__all__:
        assert name.endswith("Like") or getattr(fovea, name).__doc__, name
    page = Path(ROOT / "docs" / "python.md").read_text()
    for name in ("evaluate", "collect", "Collection", "Index", "compare", "chart", "testing", "ir_measures"):
        assert name in page
