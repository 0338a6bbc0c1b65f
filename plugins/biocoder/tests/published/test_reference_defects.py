"""What is known to be wrong with another harness of the published tasks, each shown to be absent here."""

import pytest

from medgym_core import Unsound
from medgym_plugin_biocoder import published
from medgym_plugin_biocoder.published.execution import LIMITS

from . import rows


def gold(task):
    entry, _example, contexts, outputs = published.gold(*task).turns[0]
    return entry, contexts, outputs


def test_b1_inputs_are_fuzzed_again_even_where_literals_replaced_the_markers(examine):
    for record in (rows.hugging(), rows.frozen()):
        found = examine(record)
        assert len({*found.contexts}) == len(found.contexts) >= 5
        assert len({*found.outputs}) > 1


def test_b2_methods_are_inserted_with_the_indentation_of_their_class(build, grade):
    task = published.task(build, "published-train", 0)
    assert grade(build, task, rows.METHOD).reward == 1


def test_b3_standard_error_is_not_graded(build, grade):
    task = published.task(build, "published-train", 0)
    assert all("warning" in context for context in gold((build, task))[1])
    assert grade(build, task, rows.METHOD).reward == 1


def test_b4_what_the_image_lacks_is_said_when_data_is_built(examine):
    golden = rows.GOLDEN.replace("    counted", "    import pysam\n    counted")
    with pytest.raises(Unsound, match="it needs the package pysam, which the boxes lack"):
        examine(rows.hugging(golden))


def test_b5_a_reference_that_fails_is_no_answer(examine):
    for golden in (rows.GOLDEN.replace("len(sequence)", "0"), rows.GOLDEN.replace("[", "", 1)):
        with pytest.raises(Unsound, match=r"the reference (fails|is no Python)"):
            examine(rows.hugging(golden))


def test_b6_a_context_that_defines_the_function_again_is_refused(examine):
    context = rows.CONTEXT.replace("def main", f"{rows.GOLDEN}\ndef main")
    with pytest.raises(Unsound, match="an empty submission passes"):
        examine(rows.hugging(context=context))


def test_b7_an_output_that_is_guessed_is_refused(examine):
    context = rows.CONTEXT.replace('"share of G and C:", share_gc(sequence)', "share_gc(sequence) < 2")
    with pytest.raises(Unsound, match="prints True and no more, which is guessed"):
        examine(rows.frozen(context=context))


def test_b8_a_run_that_fails_after_printing_all_is_wrong(task, grade):
    fails = rows.GOLDEN.replace(
        "    counted", "    import atexit, os; atexit.register(os._exit, 1)\n    counted"
    )
    verdict = grade(*task, fails)
    assert (verdict.reward, verdict.reason) == (0, "execution_failed")


def test_b9_nothing_of_the_submission_runs_before_the_program_does(task, grade):
    for first in (
        "import random; random.seed = print",
        "print = None",
        "main = None",
        "print('0.5'); exit()",
    ):
        assert grade(*task, f"{first}\n{rows.GOLDEN}").reason in ("not_a_definition", "rebinds_a_name")


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        ("{*'ACGT'}", "prints something else under another hash seed, seed or clock"),
        ("object()", "prints something else"),
        ("random.SystemRandom().random()", "draws from a random generator that nobody seeded"),
    ],
)
def test_b10_outputs_that_change_are_refused(examine, printed, reason):
    context = rows.CONTEXT.replace("share_gc(sequence))", f"share_gc(sequence), {printed})")
    with pytest.raises(Unsound, match=reason):
        examine(rows.hugging(context=context))


def test_c1_neither_prompt_nor_public_files_hold_the_reference(build):
    for split in published.SPLITS:
        task = published.task(build, split, 0)
        shown = task.model_dump_json() + (build.public / task.mounts[0]).read_text()
        assert "counted" not in shown
        assert "self.masses[base]" not in shown


def test_c3_a_flood_neither_hangs_nor_passes(task, grade):
    flood = rows.GOLDEN.replace("    counted", "    print('x' * 3_000_000)\n    counted")
    assert grade(*task, flood).reason == "execution_failed"
    beside = rows.GOLDEN.replace(
        "    counted", "    import sys; sys.stderr.write('x' * 3_000_000)\n    counted"
    )
    assert grade(*task, beside).reward == 1


def test_c7_the_prompt_shows_the_program_around_the_function(build):
    task = published.task(build, "published-train", 0)
    assert "self.masses = masses" in task.turns[0].question


def test_c8_runs_share_no_folder(task, grade):
    stale = (
        "import os\n"
        "def share_gc(sequence):\n"
        "    if os.path.exists('stale'):\n"
        "        raise RuntimeError\n"
        "    open('stale', 'w').close()\n"
        "    return sum(map(sequence.count, 'GC')) / len(sequence)\n"
    )
    assert grade(*task, stale).reward == 1


def test_c11_the_file_that_is_graded_is_the_one_that_is_asked_for(task):
    _, one = task
    assert [file.path for file in one.turns[0].files] == ["submission.py"]
    assert one.turns[0].answer is None
    assert one.limits == LIMITS
