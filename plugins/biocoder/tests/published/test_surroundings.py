"""Chance, clocks and the order of sets are found out even where a few runs print the same by luck."""

import pytest

from medgym_core import Unsound
from medgym_plugin_biocoder.published import reason, row, selftest
from medgym_plugin_biocoder.published.execution import AS_GRADED, OTHERS, End, run_in
from medgym_plugin_biocoder.published.surroundings import CLOCK, UNSEEDED, imported

from . import rows

IMPORTS = "import datetime, logging, os, random, tempfile, time, uuid"
CHANCE = {
    "a coin flip": "random.randint(0, 1)",
    "a shuffle": "random.sample([1, 2], 2)[0]",
    "a generator without a seed": "random.Random().random() < 2",
    "a seed from the clock": "random.seed() or 1",
    "the system's entropy": "len(os.urandom(4))",
    "a random identifier": "len(str(uuid.uuid4()))",
}
CLOCKS = {
    "seconds": "int(time.time()) % 2 + 1",
    "a year": "time.localtime().tm_year % 2",
    "a duration": "time.perf_counter() > 0",
    "a date": "datetime.date.today().year % 2",
    "a moment": "datetime.datetime.now().microsecond < 10 ** 6",
    "a formatted year": "len(time.strftime('%Y'))",
}
SOUND = {
    "a seeded draw": "random.randint(0, 1)",
    "a generator with a seed": "random.Random(5).random()",
    "a given time": "time.gmtime(0).tm_year, time.strftime('%Y', time.gmtime(0))",
    "a given date": "datetime.date(2020, 2, 29).isoformat(), datetime.datetime(2020, 1, 1)",
    "a temporary file": "tempfile.TemporaryFile().close()",
    "a log": "logging.getLogger().warning('noted')",
}


def program(value, seed=""):
    text = rows.CONTEXT.replace("import random", IMPORTS).replace("    random.seed({seed})\n", seed)
    if not seed:
        text = text.replace('random.choice("ACGT")', "'GAT'")
    return text.replace("share_gc(sequence))", f"share_gc(sequence), {value})")


@pytest.mark.parametrize("value", CHANCE.values(), ids=CHANCE)
def test_who_draws_unseeded_is_refused(examine, value):
    with pytest.raises(Unsound, match=UNSEEDED):
        examine(rows.hugging(context=program(value)))


@pytest.mark.parametrize("value", CLOCKS.values(), ids=CLOCKS)
def test_who_reads_a_clock_is_refused(examine, value):
    with pytest.raises(Unsound, match=CLOCK):
        examine(rows.hugging(context=program(value)))


@pytest.mark.parametrize("value", SOUND.values(), ids=SOUND)
def test_what_is_seeded_and_given_passes(examine, value):
    assert examine(rows.hugging(context=program(value, "    random.seed(<|int;range=0,9999|>)\n"))).outputs


def test_the_order_of_a_set_of_two_is_found_out_in_a_program_of_one_input(examine):
    with pytest.raises(Unsound, match="prints something else under another hash seed"):
        examine(rows.hugging(context=program("[*{'exon', 'intron'}]")))


def test_todays_date_by_a_name_of_pandas_is_refused(examine):
    with pytest.raises(Unsound, match=CLOCK):
        examine(rows.hugging(context=program("str and pandas.Timestamp.now()")))


def test_each_of_the_surroundings_has_its_own_draws_and_clock(start):
    source = "import numbers_of_a_library\nprint(numbers_of_a_library.draw())\n"
    library = "import time\n\ndef draw():\n    return time.gmtime(time.time())[:2]\n"
    with start() as box:
        box.write("numbers_of_a_library.py", library.encode())
        told = [run_in(box, around, [source])[0].stdout for around in (AS_GRADED, *OTHERS)]
    assert len({*told}) == 3


def test_rows_that_are_tested_together_fare_as_alone(start, tmp_path):
    records = [
        rows.hugging(test_case_id="1" * 64),
        rows.JAVA,
        rows.hugging(context=program("random.randint(0, 1)"), test_case_id="3" * 64),
        rows.hugging(rows.METHOD, rows.METHOD_CONTEXT, test_case_id="4" * 64),
    ]
    read = row.read([rows.write_array(tmp_path / "rows.json", records)])
    together = selftest.examine_all(read, start)
    assert together == [one for each in read for one in selftest.examine_all([each], start)]
    assert [isinstance(one, str) for one in together] == [False, True, True, False]


def test_a_row_that_brings_the_box_down_takes_no_other_with_it(start, tmp_path):
    golden = rows.GOLDEN.replace("    counted", "    import os; os.kill(os.getppid(), 9)\n    counted")
    records = [rows.hugging(golden, test_case_id="1" * 64), rows.hugging(test_case_id="2" * 64)]
    read = row.read([rows.write_array(tmp_path / "rows.json", records)])
    killer, other = selftest.examine_all(read, start)
    assert "end the box that runs them" in killer
    assert other.entry == "share_gc"


def test_how_a_program_ends_is_told(start):
    sources = ["print(1)", "import sys; sys.exit(3)", "1 / 0", "import os; os.kill(os.getpid(), 9)"]
    with start() as box:
        ends = run_in(box, AS_GRADED, sources)
    assert [end.code for end in ends] == [0, 3, 1, -9]
    assert ends[0].stdout == "1\n"
    assert [reason.of(end) for end in ends] == [
        "",
        "it ended with the exit code 3",
        "it raised ZeroDivisionError (division by zero)",
        "it was killed by signal 9, as when its memory is used up",
    ]


def test_a_reason_is_not_the_last_line_of_the_complaints():
    told = "Traceback (most recent call last):\n  File 'x'\nnumpy.LinAlgError: singular\nclosing the log\n"
    assert reason.of(End(1, False, "", False, told, "")) == "it raised LinAlgError (singular)"
    assert reason.of(End(0, True, "", False, "", "")) == "it ran longer than 30 s"


def test_imports_are_found_wherever_they_stand():
    text = "import os.path, json\n\ndef f():\n    from collections import abc\n    from . import near\n"
    assert imported(text) == ["os.path", "json", "collections"]
    assert imported("def") == []
