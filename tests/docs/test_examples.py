"""What pages show as input and output is what the code does."""

import ast
import asyncio
import importlib
import inspect
import json
import tomllib
from pathlib import Path
from types import FunctionType

import pytest
import yaml

from medgym_core import ActionCall, ActionContext, plugins
from medgym_core.action import parse, perform
from medgym_core.rollout.config import resolve
from medgym_core.task import ACTIONS

from .conftest import Medgym
from .pages import ROOT, Block, blocks

OBSERVED = sorted([*blocks("python", "observed"), *blocks("sql", "observed")], key=lambda block: block.text)
PYTHON = [block for block in blocks("python") if block.name not in ("signature", "observed")]


def observe(block: Block, context: ActionContext) -> str:
    call = ActionCall(name="code_execution", arguments={"code": block.text, "language": block.language})
    return perform(call, {name: plugins.action(name) for name in ACTIONS}, context).text


@pytest.mark.parametrize("block", OBSERVED, ids=lambda block: block.text.split("\n")[0])
def test_observations_are_real(block: Block, ward: ActionContext) -> None:
    shown = (
        f"```{block.language} observed\n{block.text}```\n\n```text observation\n{observe(block, ward)}\n```"
    )
    page = ROOT / block.page
    assert shown in page.read_text(), shown


@pytest.mark.parametrize("block", blocks("text", "accepted"), ids=lambda block: block.text[:30])
def test_accepted_forms(block: Block) -> None:
    call = parse(block.text)
    assert isinstance(call, ActionCall)
    assert (call.name, dict(call.arguments)) == ("code_execution", {"code": "answer = 42"})


@pytest.mark.parametrize("block", PYTHON, ids=lambda block: f"{block.page} {block.name}")
def test_python_compiles_and_its_imports_exist(block: Block) -> None:
    for node in ast.walk(ast.parse(block.text)):
        ours = ("medgym_core", "medgym_reading", "medgym_sandbox", "medgym_statistics")
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(ours):
            module = importlib.import_module(str(node.module))
            assert [alias.name for alias in node.names if not hasattr(module, alias.name)] == []


@pytest.mark.slow
def test_a_notebook_runs(
    shared_home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEDGYM_HOME", str(shared_home))
    names: dict[str, object] = {}
    for block in blocks("python", "notebook"):
        code = compile(block.text, block.page, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        cell = FunctionType(code, names)()
        if code.co_flags & inspect.CO_COROUTINE:
            asyncio.run(cell)
    said = capsys.readouterr().out.splitlines()
    assert (said[0], said[-1]) == ("success 1.0", "4")


def test_configuration_files_say_the_same(tmp_path: Path) -> None:
    (as_yaml,), (as_toml,) = blocks("yaml", "run.yaml"), blocks("toml", "run.toml")
    assert yaml.safe_load(as_yaml.text) == tomllib.loads(as_toml.text)
    (tmp_path / "run.toml").write_text(as_toml.text)
    assert resolve(tmp_path / "run.toml", {"limit": 2}).samples == 4


@pytest.mark.slow
def test_configuration_file_runs(medgym: Medgym, tmp_path: Path) -> None:
    (tmp_path / "run.yaml").write_text(blocks("yaml", "run.yaml")[0].text)
    flags = ["--task", "doses", "--agent", "reference", "--sandbox", "process", "--limit", "1"]
    done = medgym("run", "--config", str(tmp_path / "run.yaml"), *flags, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["statuses"] == {"success": 4}


@pytest.mark.slow
@pytest.mark.parametrize(("agent", "rate"), [("reference", 1.0), ("nop", 0.0)])
def test_example_plugin(medgym: Medgym, agent: str, rate: float) -> None:
    done = medgym(
        "run", "--task", "doses", "--agent", agent, "--sandbox", "process", "--out", agent, "--json"
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["success_rate"], report["episodes"], report["missing"]) == (rate, 4, 0)


@pytest.mark.slow
def test_example_of_a_replay(medgym: Medgym, tmp_path: Path) -> None:
    (tmp_path / "moves.json").write_text(blocks("json", "moves.json")[0].text)
    flags = ["--task", "doses", "--agent", "replay", "--sandbox", "process", "--limit", "1", "--out", "moves"]
    done = medgym("run", *flags, "--option", f"path={tmp_path / 'moves.json'}", "--json")
    assert json.loads(done.stdout)["statuses"] == {"fail": 1}, done.stderr
