"""The example plugin of docs/hooks.md, installed; a box for the examples of docs/actions.md; a newcomer."""

import os
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from medgym_core import ActionContext, BoxSpec, Build, Database, Limits, Source, Task, Tier, Turn, plugins
from medgym_sandbox.environment import ensure_interpreter
from medgym_sandbox.process import Process
from medgym_testing.base import FakeFamily

from . import kit
from .newcomer import Machine, machine
from .pages import blocks

Medgym = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def example_plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the plugin as an installer would leave it."""
    site = tmp_path_factory.mktemp("site")
    (project,) = (tomllib.loads(block.text) for block in blocks("toml", "pyproject.toml"))
    for block in blocks("python"):
        if "/" in block.name:
            (site / block.name).parent.mkdir(exist_ok=True)
            (site / block.name).write_text(block.text)
    recipe = site / "medgym_plugin_doses" / "image"
    recipe.mkdir()
    (recipe / "requirements.txt").touch()
    described = site / "medgym_plugin_doses-0.1.0.dist-info"
    described.mkdir()
    identity = project["project"]
    metadata = f"Metadata-Version: 2.4\nName: {identity['name']}\nVersion: {identity['version']}\n"
    (described / "METADATA").write_text(metadata)
    points = "".join(f"{name} = {module}\n" for name, module in identity["entry-points"]["medgym"].items())
    (described / "entry_points.txt").write_text(f"[medgym]\n{points}")
    return site


@pytest.fixture(scope="session")
def medgym(example_plugin: Path, tmp_path_factory: pytest.TempPathFactory) -> Medgym:
    """Runs the command line with the example plugin installed, in a folder of its own."""
    folder = tmp_path_factory.mktemp("work")
    variables = {**os.environ, "PYTHONPATH": str(example_plugin), "MEDGYM_HOME": str(folder / "home")}

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "medgym_core.cli", *arguments]
        return subprocess.run(command, env=variables, cwd=folder, capture_output=True, text=True, check=False)

    return run


@pytest.fixture(scope="session")
def ward(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ActionContext]:
    """What actions may use in a task with a small database of admissions."""
    root = tmp_path_factory.mktemp("home") / "builds" / "ward"
    build = Build(
        family="ward", version="1", digest="0", tier=Tier.OPEN, source=Source.synthetic(), root=root
    )
    build.public.mkdir(parents=True)
    base = sqlite3.connect(build.public / "ward.sqlite")
    base.execute("CREATE TABLE admissions (subject_id INT, hospital_expire_flag INT, admittime TEXT)")
    base.close()
    task = Task(
        family="ward",
        split="test",
        index=0,
        category="only",
        turns=(Turn(question="How many died?"),),
        mounts=("ward.sqlite",),
        database=Database(path="ward.sqlite"),
        limits=Limits(action_s=2),
    )
    spec = BoxSpec(
        environment=FakeFamily.environment,
        mounts={"ward.sqlite": build.public / "ward.sqlite"},
        limits=task.limits,
        home=root.parent.parent,
    )
    with Process().start(spec) as box:
        packages = ("numpy==2.4.6", "pandas==3.1.1", "scipy==1.17.1")
        yield ActionContext(task=task, turn=task.turns[0], build=build, box=box, packages=packages)


@pytest.fixture(scope="session")
def newcomer(tmp_path_factory: pytest.TempPathFactory, shared_home: Path) -> Iterator[Machine]:
    """A machine without a network for whoever types what pages say; all test processes share its home."""
    if subprocess.run(["unshare", "--net", "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("only root may make a network in which port 8000 is free")
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "newcomer"
    shared.mkdir(exist_ok=True)
    for _, family in plugins.families():
        ensure_interpreter(family.environment, shared_home)
    person = kit.once(shared / "person", lambda home: kit.move_in(home, shared_home))
    tools = kit.once(shared / "tools", kit.tools)
    repository = kit.once(shared / "medgym", kit.repository)
    kit.once(shared / "packages", lambda clone: kit.packages(clone, repository))
    with machine(kit.variables(person, tools, repository), tools) as made:
        yield made
