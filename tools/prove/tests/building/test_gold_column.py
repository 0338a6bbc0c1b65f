from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pyarrow  # type: ignore[import-untyped]
import pytest
from pyarrow import parquet

from medgym_prove.building.gold_column import Golds, computed, listings

from ..plugins import COPIED, examine, package, spoil

LISTED = """\
    costs = {}
    for row in csv.DictReader(source.read_text().splitlines()):
        costs.setdefault(row['patient'], []).append(int(row['cost']))
    asked = [question for found in _questions(source).values() for question in found]
    golds = {q.patient: sum(costs[q.patient]) / (1 if q.category == 'total' else 5) for q in asked}
    lines = [f'{patient},{gold}\\n' for patient, gold in golds.items()]
    (out.public / 'gold.csv').write_text('patient,answer\\n' + ''.join(lines))
"""
MEANS = [1234.5625 + number / 7 for number in range(12)]
KEYS = [20_000_000 + 7919 * number for number in range(12)]
TITLES = [f"a title of {number} " + "that goes on and on " * 4 for number in range(12)]


def listed(data: Path, golds: Sequence[float | str], examined: int = 0) -> str:
    """What is found of data and the golds of a split, of which more tasks may have been examined."""
    each: Golds = [computed([gold]) for gold in golds]
    each += [{}] * (examined - len(golds))
    return " ".join(listings({"test": each}, [data], data))


def table(path: Path, *columns: tuple[str, Sequence[float | str]]) -> None:
    rows = zip(*(column for _, column in columns), strict=True)
    lines = [",".join(name for name, _ in columns), *(",".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines))


def mounted(plugin: Path) -> None:
    spoil(package(plugin) / "loader.py", COPIED, COPIED + LISTED)
    spoil(package(plugin) / "family.py", "mounts=(loader.TABLE,)", 'mounts=(loader.TABLE, "gold.csv")')


def test_a_family_that_mounts_its_golds_is_refused(plugin: Path) -> None:
    mounted(plugin)
    problems = " ".join(examine("S04", plugin).problems)
    assert (
        "gold.csv, which boxes mount, holds in its column 'answer' the golds of 24 of the 24 tasks"
        in problems
    )


def test_a_family_whose_answers_are_looked_up_in_several_columns_is_not(plugin: Path) -> None:
    computed = 'sum(costs) if question.category == "total" else sum(costs) / len(costs)'
    looked_up = 'costs[0] if question.category == "total" and question.patient < "P018" else len(costs)'
    spoil(package(plugin) / "oracle.py", computed, looked_up)
    assert examine("S04", plugin).status == "pass"


def test_a_database_and_a_parquet_file_are_read(tmp_path: Path) -> None:
    parquet.write_table(pyarrow.table({"mean": MEANS}), tmp_path / "a.parquet")
    with closing(sqlite3.connect(tmp_path / "b.sqlite")) as base:
        base.execute("CREATE TABLE other (mean)")
        base.executemany("INSERT INTO other VALUES (?)", [(mean,) for mean in MEANS])
        base.commit()
    problems = listed(tmp_path, MEANS)
    assert "a.parquet, which boxes mount, holds in its column 'mean'" in problems
    assert "b.sqlite, which boxes mount, holds in its column 'other.mean'" in problems


@pytest.mark.parametrize(
    ("name", "text", "column"),
    [
        ("a.json", json.dumps({f"P{mean}": mean for mean in MEANS}), "*"),
        ("a.json", json.dumps([{"patient": 1, "mean": mean} for mean in MEANS]), "*.*.mean"),
        ("a.jsonl", "".join(json.dumps({"mean": mean}) + "\n" for mean in MEANS), "*.mean"),
        ("a.tsv", "mean\n" + "".join(f"{mean}\n" for mean in MEANS), "mean"),
    ],
)
def test_other_tables_are_read(tmp_path: Path, name: str, text: str, column: str) -> None:
    (tmp_path / name).write_text(text)
    assert f"{name}, which boxes mount, holds in its column {column!r}" in listed(tmp_path, MEANS)


@pytest.mark.parametrize(
    ("column", "golds", "examined", "refused"),
    [
        (MEANS, MEANS, 24, True),
        (MEANS, MEANS, 25, False),
        (MEANS[:4], MEANS[:4], 4, False),
        (TITLES, TITLES, 12, True),
        (["heart failure"] * 12, ["heart failure"] * 12, 12, False),
        (list(range(12)), list(range(12)), 12, False),
        (KEYS, KEYS, 12, True),
        (list(range(1000, 9999)), [1003 + 517 * number for number in range(12)], 12, False),
    ],
    ids=["half", "fewer", "too few", "texts", "names", "short numbers", "totals", "a column of any number"],
)
def test_what_is_taken_for_computed(
    tmp_path: Path, column: Sequence[float | str], golds: Sequence[float | str], examined: int, refused: bool
) -> None:
    table(tmp_path / "data.csv", ("value", column))
    assert bool(listed(tmp_path, golds, examined)) == refused


def test_keys_may_be_answers(tmp_path: Path) -> None:
    table(tmp_path / "patients.csv", ("subject_id", KEYS))
    table(tmp_path / "items.csv", ("itemid", KEYS))
    table(tmp_path / "events.csv", ("itemid", KEYS))
    assert not listed(tmp_path, KEYS)


def test_answers_that_are_spread_over_columns_may_be_looked_up(tmp_path: Path) -> None:
    table(tmp_path / "one.csv", *((f"c{n}", [MEANS[n], MEANS[n + 4], MEANS[n + 8]]) for n in range(4)))
    assert not listed(tmp_path, MEANS)


def test_what_is_no_table_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "broken.csv").write_bytes(b'"\x00')
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "notes.txt").write_text(str(MEANS))
    assert not listed(tmp_path, MEANS)
