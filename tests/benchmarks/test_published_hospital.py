"""The rule of mimic, eicu and treqs: what it accepts though it is wrong, and refuses though it is right."""

import pytest

from benchmarks.published_rules.hospital import accepts
from benchmarks.published_rules.output import Output

NAMES = ["hypertension nos", "atrial fibrillation", "chf nos"]


@pytest.mark.parametrize(
    ("gold", "printed"),
    [
        (["1"], "10"),
        (["7"], "0123456789"),
        (["5"], "stopped after 120.51s"),
        (["None"], "10"),
        (["0"], "False"),
        (["1"], "not True"),
        (["2.0"], "0.25"),
        (NAMES, "hypertension nos"),
        (["peripheral t cell lymphoma, intra-abdominal"], "intra-abdominal or peripheral t cell lymphoma"),
        (["ELECTIVE", "9"], "ELECTIVE"),
    ],
)
def test_wrong_output_is_accepted(gold, printed):
    assert accepts(gold, Output(printed))


@pytest.mark.parametrize(
    ("gold", "printed"),
    [(["72.89999961853027"], "72.9"), (["-363"], "13"), (["emergency"], "EMERGENCY"), (["2.0"], "3.1")],
)
def test_right_or_unrelated_output_is_refused(gold, printed):
    """The first three are right: rounded, gold that ignores the current time, and the data's capitals."""
    assert not accepts(gold, Output(printed))


def test_a_failed_execution_is_graded():
    traceback = 'File "validation.py", line 1\nSyntaxError: invalid syntax'
    assert accepts(["1"], Output(traceback, exit_code=1))


def test_what_is_printed_as_it_is_passes():
    for gold in (["12.5"], ["m"], NAMES, ["1"]):
        assert accepts(gold, Output("\n".join(gold)))
