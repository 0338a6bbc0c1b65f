"""What is wrong with what a plugin builds: of each of its checks a defect."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..plugins import COPIED, FORMULAS, Defect, package, spoil

_PYTHON = (
    "code = PROGRAM.format(patient=question.patient, formula=FORMULAS[question.category], text=question.text)"
)
_SQL = (
    'code = f"SELECT {FORMULAS[question.category]} FROM visits '
    "WHERE patient = '{question.patient}' AND cost > 9\""
)
_PREDICTIONS = """

def dear(build: Build) -> Gold:
    begin = Calibration(chance=0.9, baseline=0.95, error=0.01)
    target = PredictionTarget(metric="auroc", columns=("p",), calibration=begin)
    rows = {f"P{number:03}": int(loader.costs(build, f"P{number:03}")[-1] > 45_000) for number in range(36)}
    gold = PredictionGold(keys=("patient",), targets=(target,), rows=tuple(rows.items()))
    return Gold(gold.model_dump(mode="json"))
"""


def unsorted_set(plugin: Path) -> None:
    """B01: the build has the order of a set."""
    words = "(out.private / 'words.txt').write_text(' '.join({f'word{n}' for n in range(40)}))"
    spoil(package(plugin) / "loader.py", COPIED, f"    {words}\n{COPIED}")


def security_numbers(plugin: Path) -> None:
    """B02: invented patients have numbers as real people do."""
    spoil(package(plugin) / "loader.py", 'f"P{number:03}"', 'f"219-09-{number + 1000}"')


def undeclared_category(plugin: Path) -> None:
    """B03: tasks are of a category that nobody declared."""
    spoil(package(plugin) / "family.py", "category=question.category,", 'category="sum",')


def unstated_fractions(plugin: Path) -> None:
    """B04: gold are times with fractions of a second, which the stated form has no place for."""
    oracle = package(plugin) / "oracle.py"
    spoil(oracle, "AnswerKind, Build, Gold", "AnswerKind, Build, DateTime, Gold")
    spoil(oracle, 'Number(unit="cents", abs_tol=0.01)', "DateTime()")
    spoil(oracle, "sum(costs) / len(costs))", 'f"2100-01-01 00:00:00.{sum(costs):06}")')
    spoil(package(plugin) / "family.py", '("integer", "number")', '("integer", "datetime")')


def shown_outcome(plugin: Path) -> None:
    """B07: the cost of a patient's last visit is asked for, and the table has it."""
    family, oracle = package(plugin) / "family.py", package(plugin) / "oracle.py"
    spoil(family, "turns=(Turn(question=question.text, answer=oracle.answer_kind(question.category)),),",
          'verifier="predictions", turns=(Turn(question=f"Whose last visit was dear? ({split} {index})", '
          'files=(FileSpec(path="dear.csv", format="csv", description="patient, p"),)),),')  # fmt: skip
    spoil(family, "    Category,\n", "    Category,\n    FileSpec,\n")
    spoil(family, '("integer", "number")', '("csv-file",)')
    spoil(family, "oracle.gold(build, loader.question(build, task.split, task.index))", "oracle.dear(build)")
    spoil(oracle, "Gold, Integer", "Calibration, Gold, PredictionGold, PredictionTarget, Integer")
    oracle.write_text(oracle.read_text() + _PREDICTIONS, encoding="utf-8")


def idle_condition(plugin: Path) -> None:
    """B06: every visit costs something, so the question's bound is idle."""
    table = '    import sqlite3\n\n    with sqlite3.connect(out.public / "visits.sqlite") as database:\n'
    table += '        database.execute("CREATE TABLE visits (patient TEXT, cost INTEGER)")\n'
    table += "        with source.open(encoding='utf-8', newline='') as stream:\n"
    table += "            rows = [(row['patient'], row['cost']) for row in csv.DictReader(stream)]\n"
    table += '        database.executemany("INSERT INTO visits VALUES (?, ?)", rows)\n    database.close()\n'
    spoil(package(plugin) / "loader.py", COPIED, COPIED + table)
    spoil(
        package(plugin) / "loader.py", "visits of patient {patient}?", "visits of patient {patient} above 9?"
    )
    family = package(plugin) / "family.py"
    spoil(
        family,
        "mounts=(loader.TABLE,),",
        'mounts=("visits.sqlite",), database=Database(path="visits.sqlite"),',
    )
    spoil(family, "    Category,\n", "    Category,\n    Database,\n")
    visits = 'InfoSource(name="visits", kind="csv", path=loader.TABLE, description="the visits")'
    spoil(family, visits, visits.replace("csv", "sqlite").replace("loader.TABLE", '"visits.sqlite"'))
    oracle = package(plugin) / "oracle.py"
    spoil(oracle, '"language": "python"', '"language": "sql"')
    spoil(
        oracle,
        '"total": "sum(costs)", "mean": "sum(costs) / len(costs)"',
        '"total": "sum(cost)", "mean": "avg(cost)"',
    )
    spoil(oracle, _PYTHON, _SQL)


def answer_in_question(plugin: Path) -> None:
    """B05: the question says what it asks for, in too few digits to be found as a secret."""
    spoil(package(plugin) / "loader.py", "randrange(1_000, 90_000)", "randrange(100, 200)")
    text = "visits of patient {patient}?"
    spoil(
        package(plugin) / "loader.py", text, "visits of patient {patient}, {paid(table, patient, category)}?"
    )
    source = "\n\ndef paid(table: Path, patient: str, category: str) -> float:\n"
    source += "    with table.open(encoding='utf-8', newline='') as stream:\n"
    source += (
        "        found = [int(row['cost']) for row in csv.DictReader(stream) if row['patient'] == patient]\n"
    )
    source += "    return sum(found) if category == 'total' else sum(found) / len(found)\n"
    loader = package(plugin) / "loader.py"
    loader.write_text(loader.read_text() + source, encoding="utf-8")


def patient_in_the_box(plugin: Path) -> None:
    """B08: each task's box says whom it asks about, so that one program solves them all."""
    lines = "    for question in (one for found in _questions(source).values() for one in found):\n"
    lines += '        asked = out.public / f"asked-{question.patient}.txt"\n'
    lines += "        asked.write_text(question.category)\n"
    spoil(package(plugin) / "loader.py", COPIED, COPIED + lines)
    mounts = 'mounts=(loader.TABLE, f"asked-{question.patient}.txt")'
    spoil(package(plugin) / "family.py", "mounts=(loader.TABLE,)", mounts)
    oracle = package(plugin) / "oracle.py"
    spoil(
        oracle,
        "import csv\n\nquestion = {text!r}\n",
        "import csv, glob\n\n(asked,) = glob.glob('data/asked-*')\n",
    )
    spoil(oracle, "== {patient!r}", "== asked[11:-4]")
    spoil(
        oracle,
        "answer = {formula}",
        "answer = sum(costs) / (len(costs) if open(asked).read() == 'mean' else 1)",
    )


def old_requirements(plugin: Path) -> None:
    """B09: what is held out as new is asked for in training, by another name."""
    ask_spreads(plugin, "sum(costs)")


def ask_spreads(plugin: Path, formula: str = "max(costs) - min(costs)") -> None:
    """Another split asks for the spread of costs, which training does not know."""
    declared = "\n        ".join(
        (
            '"ood": Split(',
            'size=12, evaluation=True, chance_rate=0.1, counted=False, novel="requirement"',
            "),",
        )
    )
    tested = '"test": Split(size=12, evaluation=True, chance_rate=0.1),'
    spoil(package(plugin) / "family.py", tested, f"{tested}\n        {declared}")
    mean = 'Category(name="mean", description="the mean of costs"),'
    spoil(package(plugin) / "family.py", mean, mean + mean.replace("mean", "spread"))
    loader, oracle = package(plugin) / "loader.py", package(plugin) / "oracle.py"
    spoil(loader, '"test": []}', '"test": [], "ood": []}')
    asked = (
        '        splits["train" if number % 3 else "test"].append(Question(category, patient, text, note))\n'
    )
    novel = "        if not number % 3:\n"
    novel += '            text, note = (one.replace(category, "spread") for one in (text, note))\n'
    novel += '            splits["ood"].append(Question("spread", patient, text, note))\n'
    spoil(loader, asked, asked + novel)
    spoil(oracle, FORMULAS[:-1], f'{FORMULAS[:-1]}, "spread": "{formula}"')
    spoil(oracle, "return Gold(", f'return Gold({formula}) if question.category == "spread" else Gold(')


DEFECTS: Mapping[str, Defect] = {
    "B01": unsorted_set,
    "B02": security_numbers,
    "B03": undeclared_category,
    "B04": unstated_fractions,
    "B05": answer_in_question,
    "B06": idle_condition,
    "B07": shown_outcome,
    "B08": patient_in_the_box,
    "B09": old_requirements,
}
"""Check to its defect."""
