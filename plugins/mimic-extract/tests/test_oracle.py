"""Grading of prediction files: what is refused, and what guesses earn."""

import numpy as np
import pytest
from pyarrow import parquet

from medgym_core import gold_of
from medgym_core.verifier.contract import Submission, TurnSubmission
from medgym_core.verifier.predictions import PredictionVerifier
from medgym_plugin_mimic_extract import solution
from medgym_plugin_mimic_extract.target import ASKED, LABELLED, SPLITS, TARGETS

SPLITS_OF_ALL = [(split, index) for split in ("test", "more-test") for index in range(3)]


@pytest.fixture(scope="session")
def grade(family, build):
    """The verdict on a file with these scores: one row of scores for each asked row."""

    def of(split, index, rows, scores, columns=None):
        task = family.task(build, split, index)
        header = columns or ["row_id", *TARGETS[task.metadata["target"]].columns]
        lines = [header, *([row, *given] for row, given in zip(rows, scores, strict=True))]
        data = "\n".join(",".join(map(str, line)) for line in lines).encode()
        given = Submission(turns=(TurnSubmission(files={"predictions.csv": data}),))
        return PredictionVerifier().grade(task, gold_of(family, build, task), given, (), {})

    return of


@pytest.fixture(scope="session")
def baseline(family, build):
    def of(split, index):
        target = TARGETS[family.task(build, split, index).metadata["target"]]
        kind, _ = SPLITS[split]
        return solution.baseline(build.public, target.dataset, [*LABELLED[kind]], ASKED[kind], target.name)

    return of


@pytest.mark.parametrize(("split", "index"), SPLITS_OF_ALL)
def test_the_baseline_earns_exactly_1_and_its_reverse_nothing(grade, baseline, split, index):
    rows, scores = baseline(split, index)
    assert grade(split, index, rows, scores).reward == 1.0
    assert grade(split, index, rows, 1 - scores).reward == 0.0


@pytest.mark.parametrize(("split", "index"), SPLITS_OF_ALL)
def test_guesses_that_ignore_the_data_earn_nothing(grade, baseline, split, index):
    rows, scores = baseline(split, index)
    constant = np.full_like(scores, scores.mean())
    shuffled = np.random.default_rng(0).permutation(scores)
    order = np.linspace(0, 1, len(rows))[:, None] + 0 * scores
    for guess in (constant, shuffled, order, order[::-1]):
        assert grade(split, index, rows, guess).reward == 0.0


def test_the_row_set_is_exact(grade, baseline):
    rows, scores = baseline("test", 0)
    cases = {
        "missing_rows": (rows[1:], scores[1:]),
        "duplicate_rows": ([*rows, rows[0]], [*scores, scores[0]]),
        "extra_rows": ([*rows, "r0"], [*scores, scores[0]]),
        "out_of_range": (rows, scores + 1),
        "bad_number": (rows, [["nan"]] * len(rows)),
    }
    for reason, (ids, given) in cases.items():
        verdict = grade("test", 0, ids, given)
        assert (verdict.reward, verdict.reason) == (0.0, reason)


def test_columns_are_exact_and_in_any_order(grade, baseline):
    rows, scores = baseline("test", 2)
    assert grade("test", 2, rows, scores[:, :1], ["row_id", "p_onset"]).reason == "wrong_columns"
    turned = grade("test", 2, rows, scores[:, ::-1], ["row_id", "p_wean", "p_on", "p_control", "p_onset"])
    assert turned.reward == 1.0


def test_metrics_are_reported_beside(grade, baseline):
    rows, scores = baseline("test", 0)
    assert set(grade("test", 0, rows, scores).components) == {
        "turn_0",
        *(f"turn_0.mort_hosp.{name}" for name in ("auroc", "auprc", "f1_at_half")),
    }
    rows, scores = baseline("test", 2)
    assert set(grade("test", 2, rows, scores).components) == {
        "turn_0",
        *(f"turn_0.vent.{name}" for name in ("macro_auroc_ovr", "macro_auprc_ovr", "macro_f1")),
    }


def test_a_single_feature_earns_less_than_the_baseline(family, build, grade):
    folder = build.public / "stays" / "test-asked"
    table = parquet.read_table(folder / "imputed.parquet")
    last = table["hour"].to_numpy() == 23
    rows = table["row_id"].to_numpy()[last].tolist()
    coma = -table["glascow coma scale total"].to_numpy()[last]
    ranks = np.argsort(np.argsort(coma)) / len(coma)
    assert grade("test", 0, rows, ranks[:, None]).reward < 1.0
