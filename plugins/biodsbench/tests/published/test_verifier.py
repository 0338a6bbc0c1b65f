"""What is right passes in more than one form; what only satisfies the assertions does not."""

import json

import pytest

from medgym_core import Submission, TurnSubmission, VerifierError
from medgym_plugin_biodsbench.published.questions import PublishedQuestions
from medgym_plugin_biodsbench.published.verifier import PublishedVerifier

EXPORT = (
    "import sys; sys.path.insert(0, 'data/published'); from export import export; export(globals(), {})\n"
)


def frame(columns, rows):
    return {
        "frame": {
            "columns": {"names": [None], "labels": columns},
            "index": {"names": [None], "labels": [*range(len(rows))]},
            "rows": rows,
        }
    }


RIGHT = [
    ("0", {"dead": 5, "oldest": 70.0}),
    ("1", {"genes": {"set": ["GENEC", "GENEA", "GENEB"]}}),
    ("2", {"counts": frame(["Hugo_Symbol", "altered"], [["GENEC", 1], ["GENEB", 1], ["GENEA", 2]])}),
    ("3", {"counts": frame(["altered", "Hugo_Symbol"], [[1, "GENEC"], [2, "GENEA"], [1, "GENEB"]])}),
    ("6", {"mean_age": 55.6}),
]
WRONG = [
    ("0", {"dead": 4, "oldest": 70.0}),
    ("0", {"dead": {"float": "nan"}, "oldest": 70}),
    ("1", {"genes": {"list": []}}),
    ("1", {"genes": {"list": ["GENEA"]}}),
    ("1", {"genes": {"list": ["GENEA", "GENEB", "GENEC", "GENED"]}}),
    ("2", {"counts": frame(["Hugo_Symbol", "altered"], [["", 0]] * 3)}),
    ("2", {"counts": frame(["Hugo_Symbol", "altered"], [["GENEA", 2]] * 3)}),
    ("3", {"counts": {"list": [1, 2, 3]}}),
    ("4", {"counts": frame([], [])}),
    ("5", {"kmf": {"kaplan_meier": {"durations": [1.0], "events": [True], "weights": [1.0]}}}),
    ("6", {"mean_age": 55.5}),
    ("8", {"result": {"object": {"p_value": 0.5}}}),
]
MALFORMED = [
    (None, "file_missing"),
    (b"", "bad_json"),
    (b"\xff", "bad_encoding"),
    (b'{"dead": 5}', "wrong_keys"),
    (b'{"dead": 5, "oldest": NaN}', "bad_json"),
    (b'{"dead": 5, "oldest": 1e999}', "bad_number"),
    (b'{"dead": [5], "oldest": 70}', "wrong_type"),
    (b'{"dead": {"pickle": "x"}, "oldest": 70}', "wrong_type"),
    (b'{"dead": {"frame": {"rows": []}}, "oldest": 70}', "wrong_type"),
    (b'{"dead": ' + b'{"list": [' * 30 + b"]}" * 30 + b', "oldest": 70}', "too_deep"),
    (b"[" * 100_000, "bad_json"),
]


@pytest.mark.parametrize(("number", "results"), RIGHT)
def test_right_results_pass(tasks, grade, number, results):
    assert grade(tasks[number], results).reward == 1


@pytest.mark.parametrize(("number", "results"), WRONG)
def test_wrong_results_fail(tasks, grade, number, results):
    verdict = grade(tasks[number], results)
    assert (verdict.reward, verdict.reason) == (0, "wrong_value")


@pytest.mark.parametrize(("data", "reason"), MALFORMED)
def test_what_is_no_result_fails_with_the_reason(tasks, grade, data, reason):
    verdict = grade(tasks["0"], data)
    assert (verdict.reward, verdict.reason) == (0, reason)


def test_components_tell_which_result_is_wrong(tasks, grade):
    verdict = grade(tasks["2"], WRONG[5][1])
    assert verdict.components == {"turn_0": 0, "turn_0.asserted": 1, "turn_0.counts": 0}


def test_assertions_that_were_not_evaluated_are_no_verdict(build, tasks):
    gold = PublishedQuestions().gold(build, tasks["0"])
    data = json.dumps(RIGHT[0][1]).encode()
    submission = Submission(turns=(TurnSubmission(files={"outputs.json": data}),))
    with pytest.raises(VerifierError, match="were not evaluated"):
        PublishedVerifier().grade(tasks["0"], gold, submission, [], {})


def test_the_graders_box_holds_data_and_no_code_of_the_agents(build, tasks):
    gold = PublishedQuestions().gold(build, tasks["6"])
    submission = Submission(
        turns=(TurnSubmission(files={"outputs.json": b'{"mean_age": 1}', "evil.py": b"x"}),)
    )
    (program,) = PublishedVerifier().programs(tasks["6"], gold, submission)
    assert [*program.files] == ["workdir/data_clinical_patient.csv"]
    assert json.loads(program.runs[0].stdin)["results"] == [{"mean_age": 1}]
