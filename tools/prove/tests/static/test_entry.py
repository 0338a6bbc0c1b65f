from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from ..plugins import examine, failing, package, spoil

HEAD = "from collections.abc import Mapping\n"


def isolated(code: str) -> str:
    """Source that runs in the clean process alone, not in the one that tests."""
    return f"import sys\nif sys.flags.isolated:\n{indent(code, '    ')}\n"


def only(folder: Path, *expected: str) -> None:
    """S02 alone of its level fails, and says so."""
    problems = " | ".join(examine("S02", folder).problems)
    assert [text for text in expected if text not in problems] == [], problems
    assert failing(0, folder) == {"S02"}


@pytest.fixture
def module(plugin: Path) -> Path:
    return package(plugin) / "__init__.py"


def test_a_good_plugin_tells_what_its_import_took(plugin: Path) -> None:
    finding = examine("S02", plugin)
    assert finding.status == "pass"
    assert set(finding.measured) == {"import_s", "core_import_s"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("import socket\nsocket.getaddrinfo('example.org', 80)", "uses the network"),
        ("open('trace.txt', 'w').close()", "leaves cwd/trace.txt"),
        ("import pathlib\n(pathlib.Path.home() / '.toy').mkdir()", "leaves home/.toy"),
        ("import os\nos.system('true')", "starts a process"),
        (
            "import threading, time\nthreading.Thread(target=time.sleep, args=(9,), daemon=True).start()",
            "leaves the thread",
        ),
        ("import os\nos.environ['PYTHONHASHSEED'] = '0'", "changes variables"),
        ("import os\nos.chdir('/')", "changes the work directory"),
        ("import sqlite3\nsqlite3.connect('/tmp/medgym-never/a.sqlite', uri=False)", "opens the database"),
        ("sys.path.append('/opt')", "changes sys.path"),
        (
            "import medgym_core.verifier.compare as module\nmodule.compare = lambda *_: True",
            "replaces medgym_core.verifier.compare.compare",
        ),
        ("import json\njson.loads = str", "replaces json.loads"),
    ],
)
def test_an_import_with_side_effects(plugin: Path, module: Path, statement: str, expected: str) -> None:
    spoil(module, HEAD, HEAD + isolated(statement))
    problems = " ".join(examine("S02", plugin).problems)
    assert expected in problems
    assert "__init__.py: importing it" in problems


@pytest.mark.slow
def test_an_import_that_is_slow_beside_the_cores(plugin: Path, module: Path) -> None:
    slow = "import time\nend = 5 * time.process_time()\nwhile time.process_time() < end: pass\n"
    spoil(
        module,
        HEAD,
        f"{HEAD}import sys\nif sys.flags.isolated:\n    {slow.replace(chr(10), chr(10) + '    ')}\n",
    )
    only(plugin, "times the processor time")


def test_a_module_that_no_dependency_brings(plugin: Path) -> None:
    spoil(package(plugin) / "oracle.py", "from medgym_core", "import duckdb as duckdb\nfrom medgym_core")
    only(plugin, "duckdb", "no dependency of the plugin brings it")


def test_a_dependency_is_brought_by_those_that_require_it(plugin: Path) -> None:
    spoil(package(plugin) / "oracle.py", "from medgym_core", "import pydantic_core\nfrom medgym_core")
    assert examine("S02", plugin).status == "pass"


def test_a_misspelt_hook_is_named_with_its_line(plugin: Path, module: Path) -> None:
    spoil(module, "def medgym_task_families", "def medgym_task_famlies")
    problems = examine("S02", plugin).problems
    assert "__init__.py:" in problems[0]
    assert "did you mean 'medgym_task_families'?" in problems[0]


def test_a_hook_with_an_argument(plugin: Path, module: Path) -> None:
    spoil(module, "def medgym_task_families(", "def medgym_task_families(config: object = None, other: int")
    assert examine("S02", plugin).status == "fail"


def test_a_function_without_the_marker(plugin: Path, module: Path) -> None:
    spoil(module, "@hookimpl\n", "")
    assert "lacks @hookimpl" in " ".join(examine("S02", plugin).problems)


def test_an_import_that_ends_the_process(plugin: Path, module: Path) -> None:
    spoil(module, HEAD, f"{HEAD}import os, sys\nif sys.flags.isolated:\n    os._exit(3)\n")
    only(plugin, "ends the process")
