"""`evaluate`: judgements and runs in, scores out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import _inputs as inputs
from . import _native
from ._errors import UsageError, error_of, warn
from ._measure import expressions
from ._scores import Failure, Scores

if TYPE_CHECKING:
    from ._typing import (
        CollectionLike,
        Compat,
        Errors,
        JudgementsLike,
        Locate,
        MeasuresLike,
        MergePolicy,
        Order,
        PathLike,
        RunsLike,
        Task,
        TextsLike,
        TopicOrder,
        TopicsCounted,
    )


def evaluate(
    judgements: JudgementsLike,
    runs: RunsLike,
    measures: MeasuresLike = None,
    *,
    task: Task | None = None,
    collection: CollectionLike = None,
    texts: TextsLike = None,
    locate: Locate = "only",
    chunking: PathLike | Any = None,
    order: Order | None = None,
    depth: int = 0,
    rel_level: int = 1,
    topics: TopicsCounted = "all",
    topic_order: TopicOrder = "file",
    compat: Compat | None = None,
    merge: MergePolicy = "reject",
    columns: Mapping[str, str] | None = None,
    lenient: bool = False,
    judged_only: bool = False,
    curves: bool = False,
    errors: Errors = "raise",
    threads: int | None = None,
) -> Scores:
    """Scores runs against judgements: the figures of ``fovea eval``, to the last bit.

    Parameters
    ----------
    judgements
        What is relevant: a path of any format, what `read_judgements` gives, a frame, ``{topic: {doc: grade}}`` or
        ``{topic: {doc: [(begin, end), …]}}``.
    runs
        What systems returned: a path, what `read_run` gives, a frame, ``{topic: {doc: score}}`` or ``{topic: [result, …]}``;
        several as a list or as ``{name: run}``.
    measures
        Measures, their names, or a text with commas between them; without it those of the task.
    task
        What the runs answer, which sets the measures and the rules that runs must keep; guessed where it is not given.
    collection
        The stored documents: turns elements into characters, knows lengths and texts.
    texts
        The texts of documents, to find quotes and chunks in and to know lengths: ``{doc: text}`` or a folder.
    locate
        Where a quote without offsets is that occurs several times: ``"only"`` refuses it, ``"next"`` takes the first one
        after the quote before.
    chunking
        How documents were divided into chunks, for measures that ask.
    order
        How results are ranked; by score in document runs and by their place in all others where it is not given.
    depth
        Looks at so many results of each topic only; 0 for all.
    rel_level
        The least grade of a document that counts as relevant.
    topics
        Which topics count: ``"all"`` (one that a run lacks scores 0) or those that the run ``"answered"``.
    topic_order
        The order in which topics are listed and summed: that of the judgements' ``"file"``, or of their ``"id"``.
    compat
        Gives the figures of another tool, with its departures from the definitions.
    merge
        What becomes of a document that is judged twice for a topic.
    columns
        Fields under other names: ``{"chunk_doc": "doc"}``.
    lenient
        Takes runs that break rules of the task, with a warning.
    judged_only
        Leaves out results that nobody judged.
    curves
        Keeps the points of curves, for `Scores.chart`.
    errors
        ``"raise"``, or ``"skip"`` to leave out runs that cannot be evaluated and list them in `Scores.failures`.
    threads
        How many to use; all cores where it is not given.

    Returns
    -------
    Scores

    Raises
    ------
    InputError
        Something is wrong with judgements, runs or texts; it says where.
    RulesError
        A run breaks the rules of `task`.
    NothingInCommon
        No topic of a run is judged.
    UsageError
        A measure or option does not exist, or two do not go together.

    Examples
    --------
    >>> judgements = {"7": {"lighthouse": [(400, 500), (900, 950)], "galleon": []}}
    >>> run = {"7": [("lighthouse", 350, 550), ("galleon", 0, 300)]}
    >>> scores = evaluate(judgements, run, ["charR", "charP@1"])
    >>> round(scores["run", "charR"], 4), scores["run", "charP@1"]
    (0.6667, 0.5)
    """
    if errors not in ("raise", "skip"):
        raise UsageError(f"found errors={errors!r}, expected 'raise' or 'skip'")
    for name, number in (("depth", depth), ("threads", threads or 0)):
        if not isinstance(number, int) or number < 0:
            raise UsageError(f"found {name}={number!r}, expected a whole number from 0")
    stored = inputs.stored(collection)
    where = inputs.Texts(inputs.texts_of(texts), stored, locate)
    asked = expressions(measures)
    given_runs = inputs.runs_of(runs, where, columns, order)
    given_judgements = inputs.judgements_of(judgements, where, merge, columns)
    if not given_runs:
        raise UsageError("found no run, expected at least one")
    opened = [one.run for one in given_runs]
    cube, remarks, failures, facts, curve_rows = _native.evaluate(
        given_judgements,
        opened,
        [one.name for one in given_runs],
        asked,
        task,
        task is not None,
        stored,
        where.texts,
        locate,
        inputs.chunking_of(chunking, columns),
        order,
        depth,
        rel_level,
        topics,
        topic_order,
        compat,
        merge,
        lenient,
        judged_only,
        curves,
        threads or 0,
    )
    skipped = []
    for run, kind, rows in failures:
        error = error_of(kind, rows)
        if errors == "raise" or run < 0 or cube is None:
            raise error
        one = given_runs[run]
        skipped.append(Failure(one.name or (one.run if isinstance(one.run, str) else one.run.name), error))
    said = warn(remarks, stacklevel=2) if remarks else []
    options = {
        "task": task,
        "locate": locate,
        "order": order,
        "depth": depth,
        "rel_level": rel_level,
        "topics": topics,
        "topic_order": topic_order,
        "compat": compat,
        "merge": merge,
        "lenient": lenient,
        "judged_only": judged_only,
    }
    files = {"judgements": given_judgements, "runs": opened, "collection": collection}
    return Scores(cube, remarks=said, failures=skipped, facts=facts, options=options, files=files, curves=curve_rows)
