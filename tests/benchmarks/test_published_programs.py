"""The rules of biocoder and biodsbench, in both directions."""

from benchmarks.published_rules import biocoder, biodsbench
from benchmarks.published_rules.output import Output


def test_one_printed_truth_value_is_guessed():
    assert biocoder.accepts("True\n", Output("True\n"))


def test_the_error_of_a_reference_that_never_ran_is_a_right_answer():
    message = "IndentationError: expected an indented block\n"
    assert biocoder.accepts(message, Output(message, exit_code=1))


def test_a_warning_that_names_the_file_cannot_be_repeated():
    assert not biocoder.accepts("3\nrun_1.py:7: UserWarning\n", Output("3\nrun_2.py:7: UserWarning\n"))


def test_another_last_digit_is_refused():
    assert not biocoder.accepts("0.30000000000000004\n", Output("0.3\n"))


def test_a_program_that_ends_is_right():
    assert biodsbench.accepts(None, Output(""))
    assert biodsbench.accepts({"hazard_ratio": 2.5}, Output("wrong"))


def test_a_program_that_does_not_end_is_wrong():
    assert not biodsbench.accepts(None, Output("SyntaxError", exit_code=1))
