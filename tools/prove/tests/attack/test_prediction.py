"""Attacks on predictions name the rows that are asked about, whatever their format, and replay solutions."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import h5py
import pyarrow as pa
import pytest
from pyarrow import parquet

from medgym_core import ActionCall, Gold, Split, Task, Turn
from medgym_core.agent import AgentConfig
from medgym_core.builds.training import Example, Training
from medgym_core.task import FileSpec
from medgym_core.verifier.predictions import PredictionGold
from medgym_prove.attack import ATTACKS
from medgym_prove.attack.prediction import carried, claimed, shares

IDS = ["p3", "p1", "p2"]
NOVEL = {"test": "instance", "reworded": "wording", "ood": "requirement"}


def asked(path: str, *columns: str) -> Turn:
    """A question for predictions of the rows in a file of data."""
    stated = f"columns id and risk; each row of {path} exactly once"
    file = FileSpec(path="out.csv", format="csv", description=stated, columns=columns)
    return Turn(question="Who will die?", files=(file,))


def example(turn: Turn, labels: Sequence[int] = (1, 0, 0, 0), columns: Sequence[str] = ("risk",)) -> Example:
    metric = "auroc" if len(columns) == 1 else "macro_auroc_ovr"
    calibration = {"chance": 0.5, "baseline": 0.9}
    gold = PredictionGold.model_validate(
        {
            "keys": ["id"],
            "targets": [{"metric": metric, "columns": columns, "calibration": calibration}],
            "rows": [*enumerate(labels)],
        }
    )
    task = Task(family="fake", split="train", index=0, category="c", turns=(turn,), verifier="predictions")
    return Example(task, Gold(gold.model_dump(mode="json")))


class Taught(Training):
    """One example, whose solution counts the rows of its own file."""

    def __init__(self, path: str) -> None:
        self.path = path

    def examples(self, apart_from: str) -> Sequence[Example]:
        return [example(asked(self.path))]

    def reference(self, example: Example) -> Sequence[ActionCall]:
        folder, part = self.path.split("/")[1:3]
        code = f"from pathlib import Path\nprint(Path('data', '{folder}', '{part}', 'rows.csv').read_text())"
        return [ActionCall(name="code_execution", arguments={"code": code, "submit": True})]


def written_csv(path: Path) -> None:
    path.write_text("id,age\n" + "".join(f"{one},50\n" for one in IDS))


def written_parquet(path: Path) -> None:
    parquet.write_table(pa.table({"id": IDS, "age": [50, 51, 52]}), path)


def written_hdf5(path: Path) -> None:
    with h5py.File(path, "w") as file:
        file["rows/id"], file["rows/age"] = IDS, [50, 51, 52]


WRITERS: dict[str, Callable[[Path], None]] = {
    "csv": written_csv,
    "parquet": written_parquet,
    "h5": written_hdf5,
    "hdf5": written_hdf5,
}


@pytest.mark.slow
@pytest.mark.parametrize("named", [True, False], ids=["named", "found"])
@pytest.mark.parametrize("ending", WRITERS)
def test_ids_are_read_in_every_format(ending, named, play, box, make_brief):
    """From the file that the description names, else from one that has the column of ids."""
    for part in ("labelled", "wanted") if named else ("wanted",):
        (box.folder / "data" / part).mkdir(parents=True)
        WRITERS[ending](box.folder / "data" / part / f"rows.{ending}")
    if named:
        (box.folder / "data" / "labelled" / "rows.csv").write_text("id\nq7\n")
    turn = asked(f"data/wanted/rows.{ending}" if named else "the file", "id", "risk")
    play(ATTACKS["attack:constants"](AgentConfig()), make_brief(turn), box)
    assert rows(box) == [["id", "risk"], *([one, "0"] for one in IDS)]


def rows(box: Any) -> list[list[str]]:
    with open(box.folder / "out.csv", newline="") as stream:
        return list(csv.reader(stream))


def test_a_word_in_capitals_stands_for_any_folder(play, box, make_brief):
    (box.folder / "data" / "mortality").mkdir(parents=True)
    written_csv(box.folder / "data" / "mortality" / "rows.csv")
    (box.folder / "data" / "extra.csv").write_text("id\nq7\n")
    turn = asked("data/TARGET/rows.csv", "id", "risk")
    play(ATTACKS["attack:constants"](AgentConfig()), make_brief(turn), box)
    assert [row[0] for row in rows(box)] == ["id", *IDS]


@pytest.mark.parametrize("name", ["memory", "prior"])
def test_shares_of_labels_are_submitted(name, play, box, make_brief):
    taught = Taught("data/mortality/validation/rows.csv")
    brief = make_brief(asked("data/x.csv", "id", "risk"), training=taught, verifier="predictions")
    play(ATTACKS[f"attack:{name}"](AgentConfig()), brief, box)
    assert rows(box)[:2] == [["id", "risk"], ["0", "0.25"]]


def test_each_class_has_its_share_and_a_new_column_their_mean():
    known = example(asked("x"), (0, 1, 1, 2), ("a", "b", "c"))
    turn = asked("x", "id", "b", "c", "d")
    assert shares(known, 0, turn) == pytest.approx({"b": 0.5, "c": 0.25, "d": 1 / 3})
    assert shares(known, 1, turn) == {}


@pytest.mark.parametrize("name", ["neighbour", "neighbour_replay", "common_replay"])
def test_a_solution_is_replayed_for_the_rows_asked_about(name, play, box, make_brief):
    taught = Taught("data/mortality/validation/rows.csv")
    (box.folder / "data" / "stay" / "test").mkdir(parents=True)
    (box.folder / "data" / "stay" / "test" / "rows.csv").write_text("those")
    turn = asked("data/stay/test/rows.csv", "id", "risk")
    played = play(
        ATTACKS[f"attack:{name}"](AgentConfig()),
        make_brief(turn, training=taught, verifier="predictions"),
        box,
    )
    assert played.last.stdout == "those\n"


def test_only_whole_folders_are_exchanged():
    known = example(asked("data/los/val/rows.csv")).task
    wanted = example(asked("data/icu/TARGET/rows.csv")).task
    code = "losses = 'los', 'los_3', \"data/los/val/rows.csv\", los"
    call = ActionCall(name="code_execution", arguments={"code": code, "submit": True})
    (moved,) = carried([call], known, wanted, 0)
    assert moved.arguments == {
        "code": "losses = 'icu', 'los_3', \"data/icu/val/rows.csv\", los",
        "submit": True,
    }
    assert carried([call], known, known, 0) == [call]


FAMILY = SimpleNamespace(splits={name: Split(size=1, novel=novel) for name, novel in NOVEL.items()})


@pytest.mark.parametrize(
    ("agent", "split", "verifier", "rate"),
    [
        ("attack:common_replay", "test", "predictions", None),
        ("attack:neighbour", "reworded", "predictions", None),
        ("attack:neighbour_replay", "ood", "predictions", 0.01),
        ("attack:neighbour_replay", "test", "answer", 0.01),
        ("attack:prior", "test", "predictions", 0.01),
        ("attack:memory", "test", "predictions", 0.01),
    ],
)
def test_who_may_be_right_is_held_to_no_rate(agent, split, verifier, rate):
    task = example(asked("x")).task.model_copy(update={"split": split, "verifier": verifier})
    assert claimed(agent, FAMILY, [task], 0.01) == rate
    other = task.model_copy(update={"verifier": "answer"})
    assert claimed(agent, FAMILY, [task, other], 0.01) == 0.01
