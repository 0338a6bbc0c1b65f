import io
import random

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.errors import VerifierError
from medgym_core.task import FileSpec, Gold, Turn
from medgym_core.verifier import Submission, TurnSubmission
from medgym_core.verifier.calibration import Calibration
from medgym_core.verifier.predictions import PredictionGold, PredictionTarget, PredictionVerifier

VERIFIER = PredictionVerifier()
CSV = Turn(question="?", files=(FileSpec(path="p.csv", format="csv", description="d"),))
PARQUET = Turn(question="?", files=(FileSpec(path="p.csv", format="parquet", description="d"),))
LABELS = {10: 0, 11: 1, 12: 0, 13: 1}
ROWS = tuple(LABELS.items())
RANK = PredictionTarget(metric="auroc", columns=("score",), calibration=Calibration(chance=0.6, baseline=0.9))
GOOD = "id,score\n10,0.1\n11,0.9\n12,0.2\n13,0.7\n"


def gold_of(*targets, rows=ROWS, **fields):
    gold = PredictionGold(keys=("id",), targets=targets or (RANK,), rows=rows, **fields)
    return Gold(gold.model_dump(mode="json"))


def grade(task, data, gold=None):
    files = {} if data is None else {"p.csv": data.encode() if isinstance(data, str) else data}
    submission = Submission(turns=(TurnSubmission(files=files),))
    return VERIFIER.grade(task, gold or gold_of(), submission, (), {})


def parquet_of(compression="snappy", **columns):
    from pyarrow import parquet

    out = io.BytesIO()
    parquet.write_table(pa.table(columns), out, compression=compression)
    return out.getvalue()


@pytest.fixture
def task(task_of):
    return task_of(CSV)


def test_a_file_at_the_baseline_succeeds(task):
    verdict = grade(task, GOOD)
    assert (verdict.status, verdict.reward, verdict.reason) == ("success", 1.0, "")
    assert verdict.components == {"turn_0": 1.0, "turn_0.target.auroc": 1.0}


def test_a_file_between_chance_and_baseline_earns_part(task):
    verdict = grade(task, GOOD.replace("11,0.9", "11,0.15"))
    assert (verdict.status, verdict.reason) == ("fail", "below_baseline")
    assert verdict.reward == pytest.approx(0.5)


@pytest.mark.parametrize(("error", "status"), [(0.0, "fail"), (0.14, "fail"), (0.1501, "success")])
def test_within_one_standard_error_of_the_baseline_is_a_success(task, error, status):
    calibration = Calibration(chance=0.6, baseline=0.9, error=error)
    gold = gold_of(RANK.model_copy(update={"calibration": calibration}))
    verdict = grade(task, GOOD.replace("11,0.9", "11,0.15"), gold)
    assert verdict.reward == pytest.approx(0.5)
    assert verdict.status == status


def test_success_over_several_targets_is_the_mean_of_what_each_asks_for():
    errors = (0.0, 0.06, 9.0)
    targets = [
        RANK.model_copy(
            update={"name": str(error), "calibration": RANK.calibration.model_copy(update={"error": error})}
        )
        for error in errors
    ]
    gold = PredictionGold(keys=("id",), targets=tuple(targets), rows=((1, 0, 0, 0), (2, 1, 1, 1)))
    assert gold.success == pytest.approx((1 + 0.8 + 0.5) / 3)


@pytest.mark.parametrize(
    "data",
    [
        "\ufeffscore,id\r\n0.1,10\r\n0.9,11\r\n0.2,12\r\n0.7,13\r\n",
        'id, score\n"10", 0.1\n 11,9e-1\n12.0,0.2\n+013,.7\n',
        "\n".join(["id,score", "13,1", "12,0", "11,1", "10,0", ""]),
        ",id,score\n0,10,0.1\n1,11,0.9\n2,12,0.2\n3,13,0.7\n",
        "id,Unnamed: 0,ward,score,ward\n10,0,a,0.1,a\n11,,,0.9,\n12,x,nan,0.2,\n13,1e999,,0.7,\n",
    ],
)
def test_harmless_variants_are_read(task, data):
    assert grade(task, data).reward == 1


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (None, "file_missing"),
        ("", "wrong_columns"),
        ("id,score\n", "missing_rows"),
        ("id\n10\n", "wrong_columns"),
        ("id,score,x\n10,1,1\n", "missing_rows"),
        (",score\n10,1\n", "wrong_columns"),
        ("id,id,score\n10,10,1\n", "wrong_columns"),
        ("id,score,score\n10,1,1\n", "wrong_columns"),
        ("id,score\n11,1\n", "missing_rows"),
        (GOOD + "13,0.7\n", "duplicate_rows"),
        (GOOD + "13.0,0.7\n", "duplicate_rows"),
        (GOOD.replace("13,", "12,"), "duplicate_rows"),
        (GOOD + "14,0.7\n", "extra_rows"),
        (GOOD + "99,1\n" * 2_000, "extra_rows"),
        (GOOD.replace("13", "13.5"), "extra_rows"),
        (GOOD.replace("13", ""), "extra_rows"),
        (GOOD.replace("0.7", "nan"), "bad_number"),
        (GOOD.replace("0.7", "inf"), "bad_number"),
        (GOOD.replace("0.7", "1e999"), "bad_number"),
        (GOOD.replace("0.7", ""), "bad_number"),
        (GOOD.replace("0.7", "high"), "bad_number"),
        (GOOD.replace("0.7", "0_7"), "bad_number"),
        (GOOD.replace("0.7", "0.7,1"), "bad_file"),
        (b"id,score\n\xff,0.1\n", "bad_file"),
        (b"\xff\n", "bad_file"),
        (GOOD.replace("13", "0" * 130_000 + "x"), "extra_rows"),
        (GOOD.replace("0.7", "1" * 130_000 + "x"), "bad_number"),
        (GOOD.replace("13", '"' + "1" * 140_000), "bad_file"),
        ("id,score" + ",x" * 50_000, "missing_rows"),
        ("id,scores" + ",x" * 50_000, "wrong_columns"),
    ],
)
def test_anything_but_each_row_once_with_a_number_earns_nothing(task, data, reason):
    verdict = grade(task, data)
    assert (verdict.status, verdict.reward, verdict.reason) == ("fail", 0.0, reason)


def test_one_easy_patient_or_a_constant_earns_nothing(task):
    assert grade(task, "id,score\n11,1\n").reward == 0
    assert grade(task, "id,score\n10,0.5\n11,0.5\n12,0.5\n13,0.5\n").reward == 0


def test_parquet_is_read(task_of):
    texts, floats = list(map(str, LABELS)), pa.array([0.1, 0.9, 0.2, 0.7], pa.float32())
    assert grade(task_of(PARQUET), parquet_of(id=list(LABELS), score=[0.1, 0.9, 0.2, 0.7])).reward == 1
    assert grade(task_of(PARQUET), parquet_of(compression="zstd", id=texts, score=floats)).reward == 1


@pytest.mark.parametrize(
    ("columns", "reason"),
    [
        ({"id": [10, 11, 12, 13]}, "wrong_columns"),
        ({"id": [10, 11, 12, None], "score": [0.1, 0.9, 0.2, 0.3]}, "extra_rows"),
        ({"id": [10, 11, 12, 13], "score": [0.1, 0.9, 0.2, None]}, "bad_number"),
        ({"id": [10, 11, 12, 13], "score": [0.1, 0.9, 0.2, float("nan")]}, "bad_number"),
        ({"id": [10, 11, 12, 13], "score": [[0.1], [0.9], [0.2], [0.3]]}, "bad_file"),
    ],
)
def test_bad_parquet_is_refused(task_of, columns, reason):
    assert grade(task_of(PARQUET), parquet_of(**columns)).reason == reason


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: ("id,score\n" + text).encode()))
def test_grading_is_total(task_of, data):
    assert grade(task_of(CSV), data).reward == 0


def test_parquet_that_expands_without_bound_is_refused(task_of):
    shared = pa.DictionaryArray.from_arrays(pa.array([0] * 1_000), pa.array(["x" * 2**20]))
    data = parquet_of(id=shared, score=[0.1] * 1_000)
    assert len(data) < 2**20
    assert grade(task_of(PARQUET), data).reason == "bad_file"


@pytest.mark.parametrize("place", [20, 258, 403, -8])
def test_damaged_parquet_is_no_error_of_ours(task_of, place):
    """Some of these flips abort the process that reads the file."""
    data = bytearray(parquet_of(id=list(LABELS), score=[0.1, 0.9, 0.2, 0.7]))
    data[place] ^= 1
    assert 0 <= grade(task_of(PARQUET), bytes(data)).reward <= 1


def test_several_targets_are_averaged_and_extra_metrics_reported(task):
    probability = PredictionTarget(
        name="p",
        metric="auroc",
        columns=("score",),
        calibration=Calibration(chance=0.5, baseline=1),
        report=("brier",),
    )
    other = PredictionTarget(
        name="q", metric="accuracy", columns=("hard",), calibration=Calibration(chance=0.5, baseline=1)
    )
    rows = [(key, label, label) for key, label in LABELS.items()]
    gold = gold_of(probability, other, rows=rows)
    verdict = grade(task, "id,score,hard\n10,0,1\n11,1,1\n12,0,1\n13,1,1\n", gold)
    assert verdict.reward == 0.5
    assert verdict.components["turn_0.p.brier"] == 0
    refused = grade(task, "id,score,hard\n10,0,1\n11,1.5,1\n12,0,1\n13,1,1\n", gold)
    assert refused.reason == "out_of_range"


@pytest.mark.parametrize(("score", "reason"), [("1.0000000000000002", ""), ("1.00001", "out_of_range")])
def test_a_probability_may_be_rounded_beyond_its_range(task, score, reason):
    probability = RANK.model_copy(update={"report": ("brier",)})
    verdict = grade(task, GOOD.replace("11,0.9", f"11,{score}"), gold_of(probability))
    assert verdict.reason == reason
    assert grade(task, GOOD.replace("10,0.1", "10,-1e-17"), gold_of(probability)).status == "success"


def test_classes_are_scored_one_column_each(task):
    columns = ("a", "b", "c")
    target = PredictionTarget(
        metric="macro_auroc_ovr", columns=columns, calibration=Calibration(chance=0.6, baseline=0.9)
    )
    gold = gold_of(target, rows=[(1, 0), (2, 1), (3, 2)])
    assert grade(task, "id,a,b,c\n3,0,0,1\n1,1,0,0\n2,0,1,0\n", gold).reward == 1


def test_text_ids_are_compared_as_text(task):
    gold = gold_of(rows=[("007", 1), ("7", 0)])
    assert grade(task, "id,score\n007,0.9\n7,0.1\n", gold).reward == 1
    assert grade(task, "id,score\n7,0.9\n7.0,0.1\n", gold).reason == "extra_rows"


def test_large_files_are_graded(task_of):
    rng = random.Random(0)
    rows = [(index, index % 5 == 0) for index in range(100_000)]
    lines = [f"{index},{rng.random() + label}" for index, label in rng.sample(rows, len(rows))]
    gold = gold_of(rows=[(index, int(label)) for index, label in rows])
    assert grade(task_of(CSV), "\n".join(["id,score", *lines]), gold).reward == 1


@pytest.mark.parametrize(
    "change",
    [
        {"keys": []},
        {"rows": [[10, 0, 1]]},
        {"rows": [[10, "0"]]},
        {"rows": [[10, 0], [10, 1]]},
        {"rows": [[10, 1], [11, 1]]},
        {"targets": [{**RANK.model_dump(), "columns": ["a", "b"]}]},
        {"targets": [{**RANK.model_dump(), "metric": "auc"}]},
        {"file": "other.csv"},
    ],
)
def test_gold_that_does_not_fit_is_our_error(task, change):
    gold = Gold({**gold_of().turns[0], **change})
    with pytest.raises(VerifierError, match="fix"):
        grade(task, "id,score\n10,0.5\n11,0.5\n", gold)


def test_an_unknown_metric_in_gold_is_named():
    with pytest.raises(ValueError, match="no metric is named 'auc'"):
        PredictionTarget(metric="auc", columns=("s",), calibration=Calibration(chance=0, baseline=1))


def test_a_turn_without_a_prediction_file_is_our_error(task_of):
    with pytest.raises(VerifierError, match="0 prediction files"):
        grade(task_of(Turn(question="?")), GOOD)


def test_collects_its_files(task):
    assert VERIFIER.collects(task, CSV).files == CSV.files
    assert not VERIFIER.collects(task, CSV).answer
    assert VERIFIER.programs(task, gold_of(), Submission(turns=())) == ()
