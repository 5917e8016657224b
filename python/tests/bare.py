"""What a bare environment does with the wheel: the demo, evaluated; one line that is the same everywhere."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import fovea

track = Path(sys.argv[1])
warnings.simplefilter("ignore", fovea.EvaluationWarning)
scores = fovea.evaluate(track / "judgements.qrels", track / "runs" / "articles.run", ["AP", "nDCG@10"])
assert scores == fovea.evaluate(fovea.read_judgements(track / "judgements.qrels"), track / "runs" / "articles.run", ["AP", "nDCG@10"])
print(fovea.__version__, scores.mean)
