"""The names of options in types are those that the library takes, all of them and no others."""

from __future__ import annotations

from typing import Any, get_args

import pytest

import fovea
from fovea import _typing

JUDGEMENTS = {"1": {"a": 1}}
RUN = {"1": {"a": 1.0}}
OPTIONS = {
    "compat": _typing.Compat,
    "errors": _typing.Errors,
    "locate": _typing.Locate,
    "merge": _typing.MergePolicy,
    "order": _typing.Order,
    "task": _typing.Task,
    "topic_order": _typing.TopicOrder,
    "topics": _typing.TopicsCounted,
}


@pytest.mark.parametrize("option", OPTIONS)
def test_a_wrong_name_is_refused_with_all_right_ones(option: str) -> None:
    wrong: dict[str, Any] = {option: "nothing"}
    with pytest.raises(fovea.UsageError) as caught:
        fovea.evaluate(JUDGEMENTS, RUN, "AP", **wrong)
    listed = str(caught.value).partition("expected")[2].replace("one of", "").replace(" or ", ", ").replace("'", "").replace('"', "")
    assert sorted(name.strip() for name in listed.split(",")) == sorted(get_args(OPTIONS[option])), str(caught.value)
