"""Each refusal has a row that meets it, and nothing else is wrong with that row."""

import pytest

from medgym_core import Unsound

from . import rows

DEFINED_AGAIN = rows.CONTEXT.replace("def main", f"{rows.GOLDEN}\ndef main")
UNUSED = rows.CONTEXT.replace("share_gc(sequence)", "len(sequence)")
ALWAYS_TRUE = rows.CONTEXT.replace("share_gc(sequence))", "share_gc(sequence) < 2)").replace(
    '"share of G and C:", ', ""
)
SILENT = rows.CONTEXT.replace('print("share of G and C:", ', "str(")
UNSEEDED = rows.CONTEXT.replace("random.seed({seed})", "pass").replace(
    "share_gc(sequence)", "share_gc(sequence), random.random()"
)
SETS = rows.CONTEXT.replace("share_gc(sequence))", "share_gc(sequence), {*'ACGTN'})")
ADDRESS = rows.CONTEXT.replace("share_gc(sequence))", "share_gc(sequence), object())")
FLOOD = rows.CONTEXT.replace("share_gc(sequence))", "share_gc(sequence), 'x' * 2_000_000)")
TODAY = rows.CONTEXT.replace("share_gc(sequence))", "share_gc(sequence), date.today())").replace(
    "import random", "import random\nfrom datetime import date"
)
CLASS_ONLY = rows.METHOD_CONTEXT.replace("331.2, 307.2, 347.2, 322.2", "0, 0, 0, 0")
WITHIN = rows.CONTEXT.replace("<<insert", "solution = <<insert")
NONE = rows.GOLDEN.replace("len(sequence)", "None")
ABSENT = rows.GOLDEN.replace("    counted", "    import ensemble_of_another_project\n    counted")


@pytest.mark.parametrize("make", [rows.hugging, rows.frozen])
def test_a_sound_row_has_an_output_for_each_of_its_inputs(examine, make):
    found = examine(make())
    assert found.entry == "share_gc"
    assert len(found.contexts) == len(found.outputs) >= 5
    assert len({*found.outputs}) > 1


def test_a_method_goes_into_its_class(examine):
    found = examine(rows.hugging(rows.METHOD, rows.METHOD_CONTEXT))
    assert all(output.startswith("scale ") for output in found.outputs)


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (rows.hugging(language="Java"), "its language is java"),
        (rows.hugging(signature="def another(sequence)"), "not that of the reference"),
        (rows.hugging(rows.GOLDEN.replace(":\n", "\n", 1)), "the reference is no Python"),
        (rows.hugging(rows.GOLDEN + "print('loaded')\n"), "more than its function"),
        (rows.hugging(context=WITHIN), "within a line of code"),
        (rows.hugging(seed="<|date|>"), "is not known"),
        (
            rows.hugging(rows.GOLDEN.replace("len(sequence)", "None")),
            "the reference fails: it raised TypeError",
        ),
        (rows.hugging(ABSENT), "needs the package ensemble_of_another_project, which the boxes lack"),
        (rows.hugging(context=SILENT), "prints nothing"),
        (rows.hugging(context=FLOOD), "prints too much"),
        (rows.hugging(context=UNSEEDED), "draws from a random generator that nobody seeded"),
        (rows.hugging(context=SETS), "prints something else"),
        (rows.hugging(context=ADDRESS), "prints something else"),
        (rows.hugging(context=TODAY), "reads the clock"),
        (rows.hugging(context=DEFINED_AGAIN), "an empty submission passes"),
        (rows.hugging(context=UNUSED), "an empty submission passes"),
        (rows.hugging(context=ALWAYS_TRUE), "every run prints True and no more"),
        (rows.hugging(rows.METHOD, CLASS_ONLY), "a body of `return 0` passes"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_unsound_row_is_refused_with_the_reason(examine, record, reason):
    with pytest.raises(Unsound, match=reason.replace("`", ".")):
        examine(record)


def test_what_returns_its_argument_solves_nothing(examine):
    golden = "def clean(sequence):\n    return sequence.upper()\n"
    context = rows.CONTEXT.replace("share_gc", "clean")
    with pytest.raises(Unsound, match="the first argument passes"):
        examine(rows.hugging(golden, context))


def test_a_program_that_draws_nothing_is_a_task_of_one_input(examine):
    context = rows.CONTEXT.replace("    random.seed({seed})\n", "").replace('random.choice("ACGT")', "'G'")
    golden = rows.GOLDEN.replace("return len(counted)", "return 7 * len(counted)")
    assert len(examine(rows.hugging(golden, context)).contexts) == 1
