"""What hostile submissions earn on every sandbox: nothing, whatever they do besides being wrong."""

import json

import pytest

from medgym_core import BoxSpec, FileSpec, Submission, Task, Turn, TurnSubmission
from medgym_core.env.grading import run_program
from medgym_core.verifier.programs import ProgramVerifier
from medgym_plugin_biocoder import oracle
from medgym_plugin_biocoder.cell import Cell
from medgym_plugin_biocoder.hidden import examples, hidden
from medgym_plugin_biocoder.problems import PROBLEMS
from medgym_plugin_biocoder.source import submission
from medgym_sandbox.bubblewrap import Bubblewrap
from medgym_sandbox.docker import Docker
from medgym_sandbox.process import Process

PROBLEM = PROBLEMS["read-trimming"]
CELLS = {variant: Cell(PROBLEM, PROBLEM.cells[0], variant) for variant in ("function", "method", "helper")}
SALT = "a salt of the tests"
EXAMPLES = {repr(case.args[0]): case.expected for case in examples(CELLS["function"], SALT)}
BACKENDS = {"process": Process, "bubblewrap": Bubblewrap, "docker": Docker}
FILE = FileSpec(path=oracle.FILE, format="python", description="the function")
DAEMON = """
import json, os
if os.fork() == 0:
    os.setsid()
    for step in range(10**9):
        for name in os.listdir('.'):
            open(name, 'w').write('def trim_reads(*given): return []')
"""
HOSTILE = {
    "exits": "import sys\nsys.exit(0)\n",
    "exits in the call": "def trim_reads(*given):\n    import sys\n    sys.exit(0)\n",
    "exits hard": "def trim_reads(*given):\n    import os\n    os._exit(0)\n",
    "patched equality": "class Same(list):\n    __eq__ = lambda self, other: True\n    __hash__ = None\n\n"
    "def trim_reads(*given):\n    return Same()\n",
    "patched builtins": "import builtins, json\nbuiltins.len = lambda it: 0\nbuiltins.repr = lambda it: ''\n"
    "json.dumps = lambda *args, **more: '[]'\njson.loads = lambda *args: []\n\n"
    "def trim_reads(*given):\n    return []\n",
    "printed expectations": "def trim_reads(reads):\n    for end in range(9):\n"
    "        print([[name, b[:end], q[:end]] for name, b, q in reads])\n",
    "forged results": "import json, os, sys\n\ndef trim_reads(*given):\n"
    "    for name in ('result', 'answer', 'answer.json', 'verdict.json', 'submission.py'):\n"
    "        open(name, 'w').write(json.dumps({'reward': 1, 'status': 'success'}))\n"
    "    for number in range(3, 64):\n        try:\n            os.write(number, b'{\"reward\": 1}')\n"
    "        except OSError:\n            pass\n    os._exit(0)\n",
    "daemon": f"{DAEMON}\ndef trim_reads(*given):\n    return []\n",
    "import-time side effects": "import os, sys\nsys.stdin = open(os.devnull)\nsys.modules['json'] = None\n"
    "answer = [[]]\n\ndef trim_reads(*given):\n    return []\n",
    "table of the examples": f"TABLE = {EXAMPLES!r}\n\n"
    "def trim_reads(reads):\n    return TABLE[repr(reads)]\n",
    "hidden inputs": "import glob, sys\n\ndef trim_reads(reads):\n    import __main__\n"
    "    known = getattr(__main__, 'case', {})\n    return known.get('expected', reads)\n",
}


def task_of(cell):
    question = Turn(question="?", files=(FILE,))
    return Task(family="biocoder", split="test", index=0, category=cell.problem.category, turns=(question,))


def verdict(cell, source, start):
    task, gold, verifier = task_of(cell), oracle.gold(cell, SALT), ProgramVerifier()
    given = Submission(turns=(TurnSubmission(files={oracle.FILE: source.encode()}),))
    outcomes = [run_program(program, start) for program in verifier.programs(task, gold, given)]
    return verifier.grade(task, gold, given, outcomes, {})


def marks(name):
    return {"docker": [pytest.mark.docker], "bubblewrap": [pytest.mark.bubblewrap]}.get(name, [])


@pytest.fixture(scope="module", params=[pytest.param(name, marks=marks(name)) for name in BACKENDS])
def start(request, bare, tmp_path_factory):
    """Starts boxes without packages on one backend."""
    backend = BACKENDS[request.param]()
    if request.param == "docker":
        request.getfixturevalue("docker_engine")
    spec = BoxSpec(environment=bare, home=tmp_path_factory.mktemp("boxes"))
    return lambda: backend.start(spec)


@pytest.mark.slow
@pytest.mark.parametrize("variant", CELLS)
def test_the_reference_passes_in_every_variant(start, variant):
    cell = CELLS[variant]
    found = verdict(cell, submission(PROBLEM, cell.parameters, variant), start)
    assert (found.reward, found.components["turn_0.pass_rate"]) == (1.0, 1.0)


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_tampering_earns_nothing(start, name):
    found = verdict(CELLS["function"], HOSTILE[name], start)
    assert found.reward == 0.0
    assert found.components["turn_0.pass_rate"] <= 0.5


def test_a_right_function_passes_in_spite_of_its_daemon(start):
    """Daemons are reaped between calls, so what they leave for the next call is nothing."""
    right = submission(PROBLEM, PROBLEM.cells[0], "function")
    sleeping = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(600)\n\n"
    assert verdict(CELLS["function"], sleeping + right, start).reward == 1.0


def test_the_helper_that_was_shown_may_not_be_copied(start):
    copied = submission(PROBLEM, PROBLEM.cells[0], "function")
    assert verdict(CELLS["helper"], copied, start).reward == 0.0


def test_a_method_alone_at_the_top_of_a_module_is_no_function(start):
    cell = CELLS["method"]
    part = submission(PROBLEM, cell.parameters, "method")
    assert verdict(cell, part, start).reward == 1.0
    assert verdict(CELLS["function"], part, start).reward == 0.0


def test_the_verifier_box_holds_no_expected_output():
    cell = CELLS["function"]
    gold = oracle.gold(cell, SALT)
    given = Submission(turns=(TurnSubmission(files={oracle.FILE: b""}),))
    (program,) = ProgramVerifier().programs(task_of(cell), gold, given)
    assert dict(program.files) == {oracle.FILE: b""}
    calls = [json.loads(run.stdin) for run in program.runs]
    assert len(calls) == len(hidden(cell, SALT)) >= 20
    assert all(call.keys() == {"path", "entry", "args", "kwargs"} for call in calls)
