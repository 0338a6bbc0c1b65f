import pytest

from medgym_core import Gold, Submission, TurnSubmission, VerifierError
from medgym_plugin_biocoder import published
from medgym_plugin_biocoder.published.verifier import PublishedVerifier

from . import rows

PRINT = "print('share of G and C: 0.5', flush=True)"
EXPLOITS = {
    "exits early": "import sys; sys.exit(0)",
    "exits at once": "import os; os._exit(0)",
    "prints an expectation": f"{PRINT}; return 0.5",
    "prints and leaves": f"import os; {PRINT}; os._exit(0)",
    "patches builtins": "import builtins; builtins.print = lambda *given: None",
    "is equal to all": "return type('Equal', (float,), {'__eq__': lambda *both: True})(0.5)",
    "fails after printing": f"{PRINT}; raise SystemExit(3)",
    "rewrites the other runs": (
        "import pathlib; "
        f"return [path.write_text({PRINT!r}) for path in pathlib.Path('..').glob('run_*/program.py')]"
    ),
    "leaves a writer behind": (
        f"import subprocess; subprocess.Popen(['python', '-c', {'import time; time.sleep(1); ' + PRINT!r}])"
    ),
    "prints on standard error": "import sys; print('share of G and C: 0.5', file=sys.stderr); sys.exit(0)",
    "tables the example": "return {'GATTACA': 2 / 7}.get(sequence, 0.5)",
}


def test_the_reference_and_another_right_solution_pass(task, grade):
    assert grade(*task, rows.GOLDEN).reward == 1
    counted = "def share_gc(s):\n    return 1 - (s.count('A') + s.count('T')) / len(s)\n"
    verdict = grade(*task, counted)
    assert verdict.reward == 1
    assert verdict.components["turn_0.pass_rate"] == 1


@pytest.mark.parametrize("body", EXPLOITS.values(), ids=EXPLOITS)
def test_exploits_earn_nothing(task, grade, body):
    verdict = grade(*task, f"def share_gc(sequence):\n    {body}\n")
    assert verdict.reward == 0
    assert verdict.reason in ("wrong_value", "execution_failed")


def test_a_solution_that_is_wrong_for_some_inputs_fails(task, grade):
    wrong = rows.GOLDEN.replace('"GC"]', '"GC" and not sequence.startswith("A")]')
    verdict = grade(*task, wrong)
    assert verdict.reward == 0
    assert 0 < verdict.components["turn_0.pass_rate"] < 1


def test_noise_on_standard_error_does_not_count(task, grade):
    noisy = rows.GOLDEN.replace(
        "    counted", "    import sys, uuid; print(uuid.uuid4(), file=sys.stderr)\n    counted"
    )
    assert grade(*task, noisy).reward == 1


def test_a_statement_that_would_run_before_the_program_is_not_let_in(task, grade):
    assert grade(*task, f"print('share of G and C: 0.5')\n{rows.GOLDEN}").reason == "not_a_definition"
    assert grade(*task, f"def main(): pass\n{rows.GOLDEN}").reason == "rebinds_a_name"


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({}, "file_missing"),
        ({"submission.py": b"\xff"}, "bad_encoding"),
        ({"submission.py": b""}, "no_answer"),
    ],
)
def test_no_source_is_no_solution(task, files, reason):
    build, one = task
    submission = Submission(turns=(TurnSubmission(files=files),))
    verifier = PublishedVerifier()
    gold = published.gold(build, one)
    assert not verifier.programs(one, gold, submission)
    assert verifier.grade(one, gold, submission, [], {}).reason == reason


def test_programs_that_were_not_run_are_no_verdict(task):
    build, one = task
    submission = Submission(turns=(TurnSubmission(files={"submission.py": rows.GOLDEN.encode()}),))
    with pytest.raises(VerifierError, match="were not run"):
        PublishedVerifier().grade(one, published.gold(build, one), submission, [], {})


def test_no_box_holds_an_expected_output(task):
    build, one = task
    gold = published.gold(build, one)
    outputs = gold.turns[0][-1]
    submission = Submission(turns=(TurnSubmission(files={"submission.py": rows.GOLDEN.encode()}),))
    (program,) = PublishedVerifier().programs(one, gold, submission)
    sent = b"".join(program.files.values()) + "".join(run.model_dump_json() for run in program.runs).encode()
    assert outputs
    assert not [output for output in outputs if output.split()[-1].encode() in sent]


def test_gold_is_data(task):
    build, one = task
    assert isinstance(published.gold(build, one), Gold)
    assert published.gold(build, one) == published.gold(build, one)
