"""F02: the plugin's own tests pass, where the plugin is validated."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from medgym_prove.check import Check, Evidence
from medgym_prove.subject import Subject

LIMIT = 3600
"""Seconds that the tests may take."""
_FLAGS = ("-q", "-p", "no:cacheprovider", "--import-mode=importlib", "-m", "not nightly")
_SHOWN = 20
_UNCOLLECTED = "collection failure"
"""What pytest calls it, whatever the error was."""
_PLACE = re.compile(r'^(?:E +File "(.+?)", line |(\S+\.py):)(\d+)', re.MULTILINE)


def _examine(subject: Subject) -> Evidence:
    with tempfile.TemporaryDirectory(prefix="medgym-tests-") as folder:
        found = Path(folder) / "tests.xml"
        command = [sys.executable, "-m", "pytest", *_FLAGS, f"--junit-xml={found}", "tests"]
        paths = [str(subject.folder), *filter(None, [os.environ.get("PYTHONPATH")])]
        try:
            done = subprocess.run(
                command,
                cwd=subject.folder,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
                capture_output=True,
                text=True,
                timeout=LIMIT,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Evidence(examined=1, problems=(f"the tests ran for more than {LIMIT} seconds",))
        cases = list(ElementTree.parse(found).iter("testcase")) if found.is_file() else []
    problems = list(_failed(cases))
    if done.returncode and not problems:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no output"]
        problems = [f"pytest ended with {done.returncode}: {last[0]}"]
    return Evidence(examined=len(cases), problems=tuple(problems[:_SHOWN]), measured={"tests": len(cases)})


def _failed(cases: list[ElementTree.Element]) -> Iterator[str]:
    for case in cases:
        for kind in ("failure", "error"):
            if (element := case.find(kind)) is not None:
                name = ".".join(filter(None, (case.get("classname"), case.get("name"))))
                yield f"{name}: {_why(element) or kind}"


def _why(element: ElementTree.Element) -> str:
    """The error, in a line; of a module that could not be collected, as it was imported."""
    message = element.get("message", "").strip().splitlines()[:1]
    if message != [_UNCOLLECTED]:
        return "".join(message)
    text = element.text or ""
    raised, places = re.findall(r"^E +(.+)$", text, re.MULTILINE), _PLACE.findall(text)
    where = f" ({Path(places[-1][0] or places[-1][1]).name}, line {places[-1][2]})" if places else ""
    return f"{raised[-1]}{where}" if raised else _UNCOLLECTED


F02 = Check(
    id="F02",
    level=4,
    title="the plugin's own tests pass",
    hint="Run `pytest tests` in the plugin's folder and fix what fails there; write some where there "
    "are none.",
    examine=_examine,
)
