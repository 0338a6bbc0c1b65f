"""Every command of every page is typed as it stands, in its page's order; what is not is counted by name."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sysconfig
from collections import Counter
from pathlib import Path

import click
import pytest

from medgym_core.cli.main import main

from .newcomer import Machine
from .pages import ALL, ROOT, Command, commands, fenced

TYPED = ("", "fails")
"""Kinds of blocks that are typed; each command of one that fails must exit with another code than 0."""
ELSEWHERE = {
    "benchmark": "takes minutes on a quiet machine; here it tells its options",
    "ci": ".ci/run types it",
    "connected": "tools/bundle/tests types it",
    "copy": "needs published data, or fetches it; tests do so with files in its layout",
    "docker": "needs an engine and images",
    "image": "needs an engine and builds images; .ci/run builds one of every family",
    "long": "takes minutes; CONTRIBUTING.md has the same for a small family, which is typed",
    "offline": "tools/bundle/tests types it on a machine that has Python alone",
    "own": "is about what its reader wrote or was given",
    "pipeline": "takes a minute; tests/pipeline types it and looks at what comes out",
    "proposal": "judges in two installs, for minutes; tools/prove/tests/proposal does so with a small core",
    "ray": "starts a cluster; tests/rollout/test_ray.py plays on one",
    "release": "raises versions, uploads, or takes a quarter of an hour; tests/release and release.yml do so",
    "remote": "needs an account at somebody's endpoint or hub",
    "tests": "takes a minute; its plugin's tests call it on less data",
    "trackers": "needs a tracker's library; tests/trainers types it in an environment of its own",
    "trainers": "needs torch; tests/trainers types it in an environment of its own",
}
"""Kinds of blocks that are not typed here, and why."""
CALLERS = {
    "connected": "tests/docs",
    "offline": "tests/docs",
    "pipeline": "tests/pipeline",
    "trackers": "tests/trainers",
    "trainers": "tests/trainers",
}
"""Kind to the folder of tests that type it."""
LEFT = {
    "README.md": {"ci": 1},
    "CONTRIBUTING.md": {"proposal": 2},
    "docs/access.md": {"own": 1},
    "docs/agents.md": {"remote": 1, "benchmark": 4},
    "docs/benchmarks.md": {"benchmark": 11},
    "docs/cookbook.md": {"copy": 2, "proposal": 1, "ray": 1},
    "docs/data.md": {"copy": 4},
    "docs/hospital.md": {"benchmark": 3},
    "docs/new-family.md": {"long": 1},
    "docs/new-question.md": {"long": 9},
    "docs/offline.md": {"connected": 1, "offline": 5, "docker": 3},
    "docs/pipeline.md": {"pipeline": 14, "trainers": 3},
    "docs/releasing.md": {"release": 13},
    "docs/sandboxes.md": {"image": 4},
    "docs/sharing.md": {"remote": 4},
    "docs/splits.md": {"benchmark": 1},
    "docs/trackers.md": {"trackers": 6},
    "docs/validation.md": {"long": 3, "proposal": 2},
    "plugins/biocoder/DETAILS.md": {"benchmark": 1},
    "plugins/biocoder/README.md": {"copy": 2},
    "plugins/biodsbench/README.md": {"copy": 2},
    "plugins/ehr-seqsql/DETAILS.md": {"tests": 1},
    "plugins/ehr-seqsql/README.md": {"copy": 1},
    "plugins/ehrcon/DETAILS.md": {"tests": 1},
    "plugins/ehrcon/README.md": {"copy": 1, "tests": 1},
    "plugins/ehrshot/README.md": {"copy": 2},
    "plugins/eicu/DETAILS.md": {"tests": 1},
    "plugins/eicu/README.md": {"copy": 1},
    "plugins/icu-watch/DETAILS.md": {"benchmark": 2, "tests": 1},
    "plugins/icu-watch/README.md": {"copy": 1},
    "plugins/medagentbench/DETAILS.md": {"tests": 1},
    "plugins/medagentbench/README.md": {"copy": 2},
    "plugins/medcalcbench/README.md": {"copy": 2},
    "plugins/mimic-extract/DETAILS.md": {"benchmark": 1},
    "plugins/mimic-extract/README.md": {"copy": 1},
    "plugins/mimic/DETAILS.md": {"benchmark": 1, "tests": 1},
    "plugins/mimic/README.md": {"copy": 1},
    "plugins/npowerai/README.md": {"copy": 1},
    "plugins/treqs/DETAILS.md": {"tests": 1},
    "plugins/treqs/README.md": {"copy": 1},
}
"""Page to how many of its commands, by kind, are not typed here."""
EVERY = [command for page in ALL for command in commands(page)]
TO_TYPE = [command for command in EVERY if command.kind in TYPED]
UNTYPED = [command for command in EVERY if command.kind not in TYPED]
PREFIX = "uv run --all-packages "


def name(value: Path | Command) -> str:
    """How a page or a command is called in a test's name."""
    if isinstance(value, Command):
        return f"{value.page.relative_to(ROOT)}:{value.line}"
    return value.relative_to(ROOT).as_posix()


TYPED_PAGES = [
    pytest.param(page, id=name(page), marks=pytest.mark.xdist_group(name(page)))
    for page in dict.fromkeys(command.page for command in TO_TYPE)
]
"""Each stands alone: whatever two pages share is made by whoever comes first."""


def of_kind(kind: str) -> list[Command]:
    return [command for command in UNTYPED if command.kind == kind]


def parse(
    command: click.Command, name: str, arguments: list[str], parent: click.Context | None = None
) -> None:
    """Parse as the command line would, and run nothing."""
    context = command.make_context(name, arguments, parent)
    if isinstance(command, click.Group):
        rest = [*context._protected_args, *context.args]
        verb, found, arguments = command.resolve_command(context, rest)
        assert found is not None
        parse(found, str(verb), arguments, context)


@pytest.mark.slow
@pytest.mark.parametrize("page", TYPED_PAGES)
def test_commands_work_as_printed(page: Path, newcomer: Machine, tmp_path: Path) -> None:
    folder = newcomer.settle(page, tmp_path / "page")
    for command in (command for command in TO_TYPE if command.page == page):
        code, output = newcomer.type(command, folder)
        assert (code != 0) == (command.kind == "fails"), f"{name(command)}: {command.text}\n{output}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "works"),
    [
        ("pip install 'medgym-core[llm]'", True),
        ("pip install 'medgym-core[lmm]'", False),
        ("medgym run --tasks npowerai", False),
        ("medgym report runs/RUN", False),
        ("false && true", False),
        ("exec 3<>/dev/tcp/127.0.0.1/8000", True),
        ("exec 3<>/dev/tcp/1.1.1.1/80", False),
    ],
)
def test_mistakes_are_noticed(newcomer: Machine, tmp_path: Path, text: str, works: bool) -> None:
    folder = newcomer.settle(ROOT / "LICENSE", tmp_path / "page")
    code, output = newcomer.type(Command(ROOT / "LICENSE", 1, "", text), folder)
    assert (code == 0) == works, output


@pytest.mark.slow
def test_folder_and_variables_stay(newcomer: Machine, tmp_path: Path) -> None:
    folder = newcomer.settle(ROOT / "LICENSE", tmp_path / "page")
    for text in ("mkdir a && cd a", "export B=c", 'test "$B" = c', 'test "$(basename "$PWD")" = a'):
        assert newcomer.type(Command(ROOT / "LICENSE", 1, "", text), folder) == (0, "")


def test_every_kind_has_a_reason() -> None:
    assert {command.kind for command in UNTYPED} <= ELSEWHERE.keys()


def test_commands_stand_in_marked_blocks() -> None:
    others = [b for page in ALL for b in fenced(page) if b.language in ("", "bash", "console", "shell")]
    assert [block for block in others if re.search(r"^(\$|medgym|uv|pip|python) ", block.text, re.M)] == []


@pytest.mark.parametrize("command", [c for c in UNTYPED if "medgym " in c.text], ids=name)
def test_what_is_not_typed_parses(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(command.text.removeprefix(PREFIX))
    assert words[0] == "medgym"
    for word in re.findall(r"\b(?:[A-Z_]{4,}|[a-z]+\.(?:pem|jsonl))\b", command.text):
        (tmp_path / word).touch()
    parse(main, "medgym", words[1:])


@pytest.mark.slow
@pytest.mark.parametrize("command", of_kind("benchmark"), ids=name)
def test_benchmarks_tell_their_options(command: Command) -> None:
    words = shlex.split(command.text.removeprefix(PREFIX))
    assert words[:2] == ["python", "-m"]
    variables = {**os.environ, "PATH": f"{sysconfig.get_path('scripts')}:{os.environ['PATH']}"}
    done = subprocess.run(
        [*words[:3], "--help"], env=variables, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert [word for word in words[3:] if word.startswith("--") and word not in done.stdout] == []


@pytest.mark.parametrize("command", of_kind("tests"), ids=name)
def test_plugins_tests_call_it(command: Command) -> None:
    module = command.text.split("python -m ")[1].split()[0]
    folder = (ROOT / module.replace(".", "/")).parent
    assert [path for path in folder.glob("test_*.py") if "compare" in path.read_text()]


@pytest.mark.parametrize("command", of_kind("ci"), ids=name)
def test_ci_types_what_is_left_to_it(command: Command) -> None:
    program = command.text.removeprefix(PREFIX).split()[0]
    run, bare = ((ROOT / ".ci" / script).read_text() for script in ("run", "bare"))
    assert ".ci/bare" in run
    assert f'$(readme "{program}")' in bare


@pytest.mark.parametrize("command", [c for c in UNTYPED if c.kind in CALLERS], ids=name)
def test_others_type_what_is_left_to_them(command: Command) -> None:
    modules = (path.read_text() for path in (ROOT / CALLERS[command.kind]).glob("*.py"))
    assert any(command.page.name in text and f'"{command.kind}"' in text for text in modules)


def test_what_is_not_typed_is_counted_by_page() -> None:
    found: dict[str, Counter[str]] = {}
    for command in UNTYPED:
        found.setdefault(command.page.relative_to(ROOT).as_posix(), Counter())[command.kind] += 1
    assert found == LEFT
