"""What shows when a plugin's tasks are played: of each of its checks a defect."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..grader import own_verifier
from ..plugins import COPIED, FORMULAS, Defect, package, spoil

_TOTAL = 'sum(costs) if question.category == "total" else sum(costs) / len(costs)'


def reference_of_one_build(plugin: Path) -> None:
    """D01: the reference solves the build of seed 0 alone."""
    solved = "return oracle.reference("
    spoil(package(plugin) / "family.py", solved, f"return () if build.source.seed else {solved[7:]}")


def one_answer(plugin: Path) -> None:
    """D02: one answer is right everywhere."""
    oracle = package(plugin) / "oracle.py"
    spoil(oracle, FORMULAS, repr({"total": "70123", "mean": "70123"}))
    spoil(oracle, _TOTAL, "70123")


def gold_by_time_zone(plugin: Path) -> None:
    """D03: gold depends on where it is computed."""
    far = '__import__("os").environ.get("TZ") == "Pacific/Kiritimati"'
    spoil(package(plugin) / "oracle.py", "Gold(sum(costs) if", f"Gold(sum(costs) + ({far}) if")


def log_in_the_data(plugin: Path) -> None:
    """D04: every reset writes to the build, and boxes see it."""
    spoil(package(plugin) / "loader.py", COPIED, f"{COPIED}    (out.public / 'log').mkdir()\n")
    family = package(plugin) / "family.py"
    spoil(family, "mounts=(loader.TABLE,)", 'mounts=(loader.TABLE, "log")')
    services = "\n    def services(self, build: Build, task: Task) -> Mapping[str, Service]:\n"
    services += "        number = len(list((build.public / 'log').iterdir()))\n"
    services += "        (build.public / 'log' / str(number)).touch()\n        return {}\n"
    spoil(family, "    Progress,\n", "    Progress,\n    Service,\n")
    family.write_text(family.read_text() + services, encoding="utf-8")


def evaluated_answer(plugin: Path) -> None:
    """D05: the verifier runs what is submitted, on the host."""
    own_verifier(
        plugin,
        "def accepts(given: str, gold: float) -> bool:\n"
        "    try:\n"
        "        value = eval(given)\n"
        "        return type(value) in (int, float) and abs(value - gold) <= 0.01\n"
        "    except Exception:\n"
        "        return False\n",
    )


def nearly_all_memory(plugin: Path) -> None:
    """D06: the reference leaves no room for another solution."""
    block = "import csv\nblock = bytearray(b'x') * (330 * 2**20)\n"
    spoil(package(plugin) / "oracle.py", "import csv\n", block)


def idle_look(plugin: Path) -> None:
    """D07: two actions are said to be needed, and the first one does nothing for the second."""
    two_actions(plugin, "print(open('data/visits.csv').readline())")
    no_luck(plugin)


def two_actions(plugin: Path, first: str) -> None:
    """The reference runs ``first`` before it solves, and the test split declares that both are needed."""
    tested = '"test": Split(size=12, evaluation=True, chance_rate=0.1'
    spoil(package(plugin) / "family.py", tested, f"{tested}, horizon=2")
    call = f'ActionCall(name="code_execution", arguments={{"code": {first!r}}}),\n        '
    spoil(package(plugin) / "oracle.py", "ActionCall(name=", f"{call}ActionCall(name=")


def no_luck(plugin: Path) -> None:
    """On two tasks luck explains much; without any, one pass is too many."""
    for rate in ("0.05", "0.1"):
        spoil(package(plugin) / "family.py", f"chance_rate={rate}", "chance_rate=0.0")


DEFECTS: Mapping[str, Defect] = {
    "D01": reference_of_one_build,
    "D02": one_answer,
    "D03": gold_by_time_zone,
    "D04": log_in_the_data,
    "D05": evaluated_answer,
    "D06": nearly_all_memory,
    "D07": idle_look,
}
"""Check to its defect."""
