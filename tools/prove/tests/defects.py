"""For each check a small edit of the good plugin that it finds, and no other check of its tier or below."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from .plugins import package, spoil

Defect = Callable[[Path], None]
"""Spoils a copy of the good plugin."""

_COPIED = "    (out.public / TABLE).write_bytes(source.read_bytes())\n"
_LIMITS = "limits=Limits(steps=8, action_s=30, memory_mb=512),"
_TOTAL = 'sum(costs) if question.category == "total" else sum(costs) / len(costs)'
_FORMULAS = '{"total": "sum(costs)", "mean": "sum(costs) / len(costs)"}'

_PYTHON = (
    "code = PROGRAM.format(patient=question.patient, formula=FORMULAS[question.category], text=question.text)"
)
_SQL = (
    'code = f"SELECT {FORMULAS[question.category]} FROM visits '
    "WHERE patient = '{question.patient}' AND cost > 9\""
)

_VERIFIER = """

class Own:
    name = "toy-sum"
    version = "1"

    def collects(self, task: Task, turn: Turn) -> Collects:
        return Collects(answer=True)

    def programs(self, *_: object) -> tuple[Program, ...]:
        return ()

    def grade(self, task: Task, gold: Gold, submission: Submission, *_: object) -> Verdict:
        given = submission.turns[0].answer or "null"
        right = accepts(given, gold.turns[0])
        return Verdict(status=Status.SUCCESS if right else Status.FAIL, reward=float(right))

"""
_PREDICTIONS = """

def dear(build: Build) -> Gold:
    begin = Calibration(chance=0.9, baseline=0.95, error=0.01)
    target = PredictionTarget(metric="auroc", columns=("p",), calibration=begin)
    rows = {f"P{number:03}": int(loader.costs(build, f"P{number:03}")[-1] > 45_000) for number in range(36)}
    gold = PredictionGold(keys=("patient",), targets=(target,), rows=tuple(rows.items()))
    return Gold(gold.model_dump(mode="json"))
"""
_NAMES = "Collects, Program, Status, Submission, Task, Turn, Verdict"
_HOOK = '''

@hookimpl
def medgym_verifiers() -> Mapping[str, object]:
    """The family's own verifier."""
    from medgym_plugin_toy_sum.oracle import Own

    return {Own.name: Own()}
'''


def own_verifier(plugin: Path, accepts: str) -> None:
    """Let the plugin grade by itself; ``accepts(given, gold)`` says whether an answer's text is right."""
    module, own = package(plugin).name, plugin.name
    oracle, init = package(plugin) / "oracle.py", package(plugin) / "__init__.py"
    source = _VERIFIER.replace("toy-sum", own) + accepts
    spoil(oracle, "Gold, Integer", f"Gold, {_NAMES}, Integer")
    oracle.write_text(f"{oracle.read_text()}{source}", encoding="utf-8")
    init.write_text(init.read_text() + _HOOK.replace("medgym_plugin_toy_sum", module), encoding="utf-8")
    spoil(package(plugin) / "family.py", _LIMITS, f'verifier="{own}", {_LIMITS}')


def misspelt_key(plugin: Path) -> None:
    """S01: a key of the project is not one."""
    spoil(plugin / "pyproject.toml", "requires-python =", 'requires-pyton = ">=3"\nrequires-python =')


def undeclared_dependency(plugin: Path) -> None:
    """S02: what it imports is installed here by chance."""
    spoil(package(plugin) / "oracle.py", "from medgym_core", "import duckdb as duckdb\nfrom medgym_core")


def unpinned_package(plugin: Path) -> None:
    """S03: the box gets whatever version is the newest."""
    (package(plugin) / "image" / "requirements.txt").write_text("numpy>=2\n")


def notes_in_public(plugin: Path) -> None:
    """S04: private notes lie in the public half, in base64."""
    note = "__import__('base64').b64encode(question.note.encode()).decode()"
    lines = f"    notes = [{note} for found in _questions(source).values() for question in found]\n"
    lines += "    (out.public / 'notes.txt').write_text(chr(10).join(notes))\n"
    spoil(package(plugin) / "loader.py", _COPIED, _COPIED + lines)


def image_of_root(plugin: Path) -> None:
    """S06: agents' code runs as root."""
    recipe = package(plugin) / "image" / "Dockerfile"
    recipe.write_text(f"{recipe.read_text()}USER root\n")


def data_for_nobody(plugin: Path) -> None:
    """S07: nobody is told who may have the data."""
    spoil(plugin / "README.md", ", under the licence Apache-2.0", "")


def subjects_of_both_splits(plugin: Path) -> None:
    """S10: what is trained on is evaluated on."""
    category = 'f"toy/category/{question.category}"'
    spoil(package(plugin) / "family.py", 'f"toy/patient/{question.patient}"', category)


def private_import(plugin: Path) -> None:
    """S11: it leans on what the core may change at any time."""
    oracle = package(plugin) / "oracle.py"
    oracle.write_text(f"{oracle.read_text()}\n\ndef late() -> None:\n    import medgym_core.source\n")


def unsorted_set(plugin: Path) -> None:
    """B01: the build has the order of a set."""
    words = "(out.private / 'words.txt').write_text(' '.join({f'word{n}' for n in range(40)}))"
    spoil(package(plugin) / "loader.py", _COPIED, f"    {words}\n{_COPIED}")


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
    spoil(package(plugin) / "loader.py", _COPIED, _COPIED + table)
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


def told_answer(plugin: Path) -> None:
    """B05: the question says what it asks for, in too few digits to be found as a secret."""
    spoil(package(plugin) / "loader.py", "randrange(1_000, 90_000)", "randrange(100, 200)")
    text = "visits of patient {patient}?"
    spoil(
        package(plugin) / "loader.py", text, "visits of patient {patient}, {paid(table, patient, category)}?"
    )
    told = "\n\ndef paid(table: Path, patient: str, category: str) -> float:\n"
    told += "    with table.open(encoding='utf-8', newline='') as stream:\n"
    told += (
        "        found = [int(row['cost']) for row in csv.DictReader(stream) if row['patient'] == patient]\n"
    )
    told += "    return sum(found) if category == 'total' else sum(found) / len(found)\n"
    loader = package(plugin) / "loader.py"
    loader.write_text(loader.read_text() + told, encoding="utf-8")


def patient_in_the_box(plugin: Path) -> None:
    """B08: each task's box says whom it asks about, so that one program solves them all."""
    lines = "    for question in (one for found in _questions(source).values() for one in found):\n"
    lines += '        asked = out.public / f"asked-{question.patient}.txt"\n'
    lines += "        asked.write_text(question.category)\n"
    spoil(package(plugin) / "loader.py", _COPIED, _COPIED + lines)
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
    spoil(oracle, _FORMULAS[:-1], f'{_FORMULAS[:-1]}, "spread": "{formula}"')
    spoil(oracle, "return Gold(", f'return Gold({formula}) if question.category == "spread" else Gold(')


def reference_of_one_build(plugin: Path) -> None:
    """D01: the reference solves the build of seed 0 alone."""
    solved = "return oracle.reference("
    spoil(package(plugin) / "family.py", solved, f"return () if build.source.seed else {solved[7:]}")


def one_answer(plugin: Path) -> None:
    """D02: one answer is right everywhere."""
    oracle = package(plugin) / "oracle.py"
    spoil(oracle, _FORMULAS, repr({"total": "70123", "mean": "70123"}))
    spoil(oracle, _TOTAL, "70123")


def gold_by_time_zone(plugin: Path) -> None:
    """D03: gold depends on where it is computed."""
    far = '__import__("os").environ.get("TZ") == "Pacific/Kiritimati"'
    spoil(package(plugin) / "oracle.py", "Gold(sum(costs) if", f"Gold(sum(costs) + ({far}) if")


def log_in_the_data(plugin: Path) -> None:
    """D04: every reset writes to the build, and boxes see it."""
    spoil(package(plugin) / "loader.py", _COPIED, f"{_COPIED}    (out.public / 'log').mkdir()\n")
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


def answer_in_the_box(plugin: Path) -> None:
    """A01: each task's answer is mounted with its data; too short a number to be found as a text."""
    lines = "    for question in (one for found in _questions(source).values() for one in found):\n"
    lines += "        paid = costs(out, question.patient)\n"
    lines += '        paid_for = sum(paid) / (5 if question.category == "mean" else 1)\n'
    lines += '        (out.public / f"answer-{question.patient}.json").write_text(json.dumps(paid_for))\n'
    spoil(package(plugin) / "loader.py", _COPIED, _COPIED + lines)
    mounts = 'mounts=(loader.TABLE, f"answer-{question.patient}.json")'
    spoil(package(plugin) / "family.py", "mounts=(loader.TABLE,)", mounts)
    no_luck(plugin)


def no_luck(plugin: Path) -> None:
    """On two tasks luck explains much; without any, one pass is too many."""
    for rate in ("0.05", "0.1"):
        spoil(package(plugin) / "family.py", f"chance_rate={rate}", "chance_rate=0.0")


def no_attack(plugin: Path) -> None:
    """A02: the author tried nothing."""
    spoil(plugin / "pyproject.toml", 'attacks = ["attacks/own.py"]', "attacks = []")


def sign_forgiven(plugin: Path) -> None:
    """A03: an answer of the right size is right, whatever its sign, type and wrapping."""
    own_verifier(
        plugin,
        "def accepts(given: str, gold: float) -> bool:\n"
        "    try:\n"
        "        return abs(abs(float(given.strip(' []\"\\n'))) - gold) <= 0.01\n"
        "    except ValueError:\n"
        "        return False\n",
    )


def compared_as_text(plugin: Path) -> None:
    """A04: a right number that is written otherwise is wrong."""
    own_verifier(plugin, "def accepts(given: str, gold: float) -> bool:\n    return given == repr(gold)\n")


def place_to_edit(plugin: Path) -> None:
    """F01: a place of the template is as it was made."""
    oracle = package(plugin) / "oracle.py"
    oracle.write_text(f"{oracle.read_text()}\n# EDIT: what the question says.\n", encoding="utf-8")


def failing_test(plugin: Path) -> None:
    """F02: what its author expected does not hold."""
    test = plugin / "tests" / "test_family.py"
    test.write_text(f"{test.read_text()}\n\ndef test_sums_are_small():\n    assert 3 > 4\n", encoding="utf-8")


DEFECTS: Mapping[str, Defect] = {
    "S01": misspelt_key,
    "S02": undeclared_dependency,
    "S03": unpinned_package,
    "S04": notes_in_public,
    "S06": image_of_root,
    "S07": data_for_nobody,
    "S10": subjects_of_both_splits,
    "S11": private_import,
    "B01": unsorted_set,
    "B02": security_numbers,
    "B03": undeclared_category,
    "B04": unstated_fractions,
    "B05": told_answer,
    "B06": idle_condition,
    "B07": shown_outcome,
    "B08": patient_in_the_box,
    "B09": old_requirements,
    "D01": reference_of_one_build,
    "D02": one_answer,
    "D03": gold_by_time_zone,
    "D04": log_in_the_data,
    "D05": evaluated_answer,
    "D06": nearly_all_memory,
    "D07": idle_look,
    "A01": answer_in_the_box,
    "A02": no_attack,
    "A03": sign_forgiven,
    "A04": compared_as_text,
    "F01": place_to_edit,
    "F02": failing_test,
}
"""Check to its defect."""
