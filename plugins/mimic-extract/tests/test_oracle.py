"""Grading of prediction files: what is refused, and what guesses earn."""

from itertools import product

import numpy as np
import pytest
from pyarrow import parquet
from scipy.stats import rankdata
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier

from medgym_core import gold_of
from medgym_core.verifier.contract import Submission, TurnSubmission
from medgym_core.verifier.predictions import PredictionVerifier
from medgym_plugin_mimic_extract import grading, solution
from medgym_plugin_mimic_extract.fact import best_facts, facts
from medgym_plugin_mimic_extract.grading import labels, signs_of
from medgym_plugin_mimic_extract.target import ASKED, HELD_OUT, LABELLED, TARGETS

LABELLED_SPLITS = [(split, index) for split, size in (("test", 3), ("more-test", 1)) for index in range(size)]
SPLITS_OF_ALL = [
    *LABELLED_SPLITS,
    *(("ood", index) for index in range(3)),
    *(("site", index) for index in range(4)),
]


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
        return grading.baseline(build.public, target, family.task_sets[split].kind)

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


@pytest.mark.parametrize(("split", "index"), SPLITS_OF_ALL)
def test_no_single_fact_earns_anything(family, build, grade, split, index):
    target = TARGETS[family.task(build, split, index).metadata["target"]]
    folder = build.public / target.dataset / ASKED[family.task_sets[split].kind]
    rows = parquet.read_table(folder / "rows.parquet")["row_id"].to_pylist()
    shown = facts(folder)
    for column in shown[:, :: shown.shape[1] // 40].T:
        ranks = rankdata(column)[:, None] / (len(rows) + 1)
        scores = np.repeat(ranks, len(target.columns), axis=1)
        assert grade(split, index, rows, scores).reward == grade(split, index, rows, 1 - scores).reward == 0


@pytest.mark.parametrize(("split", "index"), SPLITS_OF_ALL)
def test_nor_does_the_best_fact_of_each_class(family, build, grade, split, index):
    """The number of measurements and the last state earned 0.38 to 0.69 where rewards began at chance."""
    target = TARGETS[family.task(build, split, index).metadata["target"]]
    folder = build.public / target.dataset / ASKED[family.task_sets[split].kind]
    rows = parquet.read_table(folder / "rows.parquet")["row_id"].to_pylist()
    known = labels(build, target, family.task_sets[split].kind)
    truth = np.array([known[row] for row in rows])
    best = np.array(best_facts(facts(folder), truth, max(len(target.columns), 2)))
    for signs in product((1, -1), repeat=len(best)):
        ranks = rankdata(np.array(signs)[:, None] * best, axis=1).T / (len(rows) + 1)
        assert grade(split, index, rows, ranks).reward == 0.0


@pytest.mark.parametrize("index", range(len(HELD_OUT)))
def test_nor_does_what_a_definition_makes_of_the_first_day(family, build, grade, index):
    target = TARGETS[family.task(build, "ood", index).metadata["target"]]
    folder = build.public / target.dataset / ASKED["test"]
    rows = parquet.read_table(folder / "rows.parquet")["row_id"].to_pylist()
    signs = np.array([signs_of(target)(stay) for stay in solution.whole_stays(folder)], float)
    for column in signs.T:
        ranks = rankdata(column)[:, None] / (len(rows) + 1)
        assert grade("ood", index, rows, ranks).reward == grade("ood", index, rows, 1 - ranks).reward == 0


@pytest.mark.nightly
def test_stock_models_succeed_on_most_targets(family, build, grade):
    """Models that are taken as they come, on summaries of the hours that are shown."""
    succeeded = {"forest": 0, "boosting": 0}
    for split, index in LABELLED_SPLITS:
        target = TARGETS[family.task(build, split, index).metadata["target"]]
        kind = family.task_sets[split].kind
        summarised = solution.of_window if target.is_intervention else solution.of_day
        folder = build.public / target.dataset
        known = [summarised(folder / part)[1] for part in LABELLED[kind]]
        tables = [parquet.read_table(folder / part / "labels.parquet") for part in LABELLED[kind]]
        truth = np.concatenate([table[target.name].to_numpy() for table in tables])
        rows, wanted, _ = summarised(folder / ASKED[kind])
        models = {
            "forest": RandomForestClassifier(150, random_state=0),
            "boosting": HistGradientBoostingClassifier(max_iter=50, random_state=0),
        }
        for name, model in models.items():
            scores = model.fit(np.vstack(known), truth).predict_proba(wanted)
            given = scores if target.is_intervention else scores[:, 1:]
            succeeded[name] += grade(split, index, rows, given).status == "success"
    assert succeeded["boosting"] > len(LABELLED_SPLITS) / 2
    assert succeeded["forest"] >= len(LABELLED_SPLITS) / 2
