"""What hostile submissions earn on every sandbox: nothing, whatever they do besides predicting."""

import pytest

from medgym_core import ActionCall, BoxSpec, SandboxError
from medgym_core.env.loop import Env
from medgym_sandbox.bubblewrap import Bubblewrap
from medgym_sandbox.docker import Docker
from medgym_sandbox.process import Process

BACKENDS = {"process": Process, "bubblewrap": Bubblewrap, "docker": Docker}
CONSTANT = r"""
import re
from pathlib import Path
from pyarrow import parquet
rows = parquet.read_table(re.search(r"data/\S+rows\.parquet", asked)[0])["row_id"].to_pylist()
names = re.search(r"the columns row_id, ([^:]+):", asked)[1].split(", ")

def write(score):
    with open("predictions.csv", "w") as out:
        print("row_id", *names, sep=",", file=out)
        for place, row in enumerate(rows):
            print(row, *([score(place)] * len(names)), sep=",", file=out)

write(lambda place: 0.5)
"""
HOSTILE = {
    "exits": "import sys\nsys.exit(0)\n",
    "exits hard": f"{CONSTANT}\nimport os\nos._exit(0)\n",
    "patched equality and builtins": "import builtins\nbuiltins.len = lambda it: 1\n"
    "class Same(float):\n    __eq__ = __lt__ = __gt__ = lambda *_: True\n    __hash__ = float.__hash__\n"
    f"{CONSTANT}\nwrite(lambda place: Same(1))\nanswer = Same(1)\n",
    "printed expectations": f"{CONSTANT}\nprint('auroc 1.0', *rows, sep='\\n')\nanswer = {{'reward': 1}}\n",
    "forged results": "import json, os\nfor name in ('answer.json', 'verdict.json', 'labels.csv'):\n"
    "    open(name, 'w').write(json.dumps({'reward': 1, 'status': 'success'}))\n"
    "for number in range(3, 64):\n    try:\n        os.write(number, b'{\"reward\": 1}')\n"
    "    except OSError:\n        pass\n",
    "daemon that rewrites": f"{CONSTANT}\nimport os, time\nif os.fork() == 0:\n    os.setsid()\n"
    "    while True:\n        write(lambda place: place)\n        time.sleep(0.01)\n",
    "import-time side effects": "open('pyarrow.py', 'w').write('raise SystemExit(0)')\n"
    f"import sys\nsys.modules['json'] = None\n{CONSTANT}",
    "order of the asked rows": f"{CONSTANT}\nwrite(lambda place: place / len(rows))\n",
    "a link to somewhere else": "import os\nos.symlink('/etc/hostname', 'predictions.csv')\n",
}


def marks(name):
    return {"docker": [pytest.mark.docker], "bubblewrap": [pytest.mark.bubblewrap]}.get(name, [])


@pytest.fixture(scope="module", params=[pytest.param(name, marks=marks(name)) for name in BACKENDS])
def backend(request, family, home):
    found = BACKENDS[request.param]()
    try:
        if not (probe := found.probe()).ok:
            pytest.skip(probe.reason)
        found.prepare(BoxSpec(environment=family.environment, home=home))
    except SandboxError as error:
        pytest.skip(str(error))
    return found


def played(family, build, backend, code):
    """The verdict of one submission of ``code``."""
    with Env(family, build, family.task(build, "test", 0), backend.start) as env:
        env.reset()
        code = f"asked = {env.task.turns[0].question!r}\n{code}"
        env.step(ActionCall(name="code_execution", arguments={"code": code, "submit": True}))
        return env.verdict or env.give_up()


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_tampering_earns_nothing(family, build, backend, name):
    assert played(family, build, backend, HOSTILE[name]).reward == 0.0


def test_what_a_daemon_does_after_the_submission_changes_nothing(family, build, backend):
    (reference,) = family.reference(build, family.task(build, "test", 0))
    late = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(600)\n"
    assert played(family, build, backend, late + reference.arguments["code"]).reward == 1.0
