from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.access import Tier
from medgym_core.errors import DataError
from medgym_core.metrics.scores import read_scores, read_step_scores, write_scores
from medgym_train.learned import Example, scored
from medgym_train.learned.scores import BATCH


@given(st.dictionaries(st.text(min_size=1), st.lists(st.floats(0, 1), min_size=1)), st.booleans())
def test_scores_are_read_back(tmp_path_factory, scores, steps) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path_factory.mktemp("scores") / "scores.jsonl"
    write_scores(scores, path, steps)
    assert read_scores(path) == {id: given[-1] for id, given in scores.items()}
    assert read_step_scores(path) == (scores if steps else {id: given[-1:] for id, given in scores.items()})


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "[]",
        '{"episode": "a"}',
        '{"episode": "a", "score": "high"}',
        '{"episode": "a", "score": 1.5}',
        '{"episode": "a", "score": 0.5, "steps": [2, 0.5]}',
        '{"episode": "a", "score": 0.5, "steps": "many"}',
    ],
)
def test_a_line_that_is_no_score_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "scores").write_text('{"episode": "a", "score": 0.5}\n' + line + "\n")
    with pytest.raises(DataError, match="line 2"):
        read_scores(tmp_path / "scores")


class Length:
    """Scores by length, and counts what it was given at once."""

    def __init__(self) -> None:
        self.batches: list[int] = []

    def score(self, examples) -> list[float]:  # type: ignore[no-untyped-def]
        self.batches.append(len(examples))
        return [len(example.text) / 1000 for example in examples]


def test_every_example_gets_its_own_score_batch_by_batch() -> None:
    judge = Length()
    examples = (Example(str(n), "toy/train/0", "c", 0, Tier.OPEN, "x" * n, True) for n in range(BATCH + 1))
    assert scored(judge, examples) == {str(n): [n / 1000] for n in range(BATCH + 1)}
    assert judge.batches == [BATCH, 1]
