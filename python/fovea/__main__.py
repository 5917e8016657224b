"""The command: ``python -m fovea``, ``fovea``."""

from __future__ import annotations

import sys


def main() -> int:
    from . import _native

    sys.stdout.flush()
    code: int = _native.main(["fovea", *sys.argv[1:]], [sys.executable, "-m", "fovea"])
    # The command has closed standard output, which Python would otherwise try to flush.
    sys.stdout = None  # type: ignore[assignment]
    return code


if __name__ == "__main__":
    sys.exit(main())
