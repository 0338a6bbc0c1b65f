from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from medgym_core import plugins
from medgym_core.agent import AgentConfig
from medgym_core.doctor import broken_families
from medgym_core.errors import ConfigError, PluginError, advice
from medgym_core.report.catalogue import listing

GOOD = """
from medgym_core.hookspecs import hookimpl

@hookimpl
def medgym_task_families():
    return {"toy": "the toy family"}

@hookimpl
def medgym_agents():
    return {"toyagent": lambda config: config.model}
"""


class Distribution:
    """As much of a distribution as an entry point needs."""

    def __init__(self, name: str) -> None:
        self.metadata, self.version = {"Name": name}, "1.2.3"


class Install:
    """Writes a plugin module and pretends that a distribution of its own names it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.points = folder, list[EntryPoint]()
        monkeypatch.syspath_prepend(str(folder))
        monkeypatch.setattr(plugins, "_points", lambda: tuple(self.points))

    def __call__(
        self, name: str, module: str, source: str | None, distribution: str = "medgym-plugin-toy"
    ) -> None:
        if source is not None:
            (self.folder / f"{module.partition(':')[0]}.py").write_text(source)
        point = EntryPoint(name, module, "medgym")
        vars(point).update(dist=Distribution(distribution))
        self.points.append(point)


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    return Install(tmp_path, monkeypatch)


def test_a_family_is_found_by_its_entry_point(install: Install) -> None:
    install("toy", "plugin_good", GOOD)
    assert plugins.family("toy") == "the toy family"


def test_listing_imports_nothing(install: Install) -> None:
    install("toy", "plugin_unimported", "raise RuntimeError('imported')")
    (item,) = plugins.installed()
    assert (item.name, item.distribution, item.version) == ("toy", "medgym-plugin-toy", "1.2.3")
    assert "plugin_unimported" not in sys.modules


def test_a_broken_plugin_hurts_only_who_asks_for_it(install: Install) -> None:
    install("toy", "plugin_fine", GOOD)
    install("bad", "plugin_broken", "import nothing_of_that_name", "medgym-plugin-bad")
    assert plugins.family("toy") == "the toy family"
    with pytest.raises(PluginError, match=r"bad cannot be loaded.*, or install 'nothing_of_that_name'$"):
        plugins.family("bad")
    assert [item.name for item in broken_families()] == ["bad"]


@pytest.mark.parametrize(
    ("source", "line"),
    [("x = 1\n  y = 2", 2), ("x = 1\n\nraise ValueError('no')", 3)],
    ids=["syntax", "raises"],
)
def test_an_author_is_told_the_line(install: Install, source: str, line: int) -> None:
    install("own", f"plugin_own_{line}", source)
    with pytest.raises(PluginError, match=f"fix .*plugin_own_{line}.py, line {line}$"):
        plugins.family("own")


def test_an_author_is_told_the_line_that_imports_what_the_plugin_lacks(install: Install) -> None:
    install("own", "plugin_lacking.family", None)
    (install.folder / "plugin_lacking").mkdir()
    (install.folder / "plugin_lacking" / "__init__.py").touch()
    (install.folder / "plugin_lacking" / "family.py").write_text("\nimport plugin_lacking.oracel\n")
    with pytest.raises(
        PluginError, match=r"No module named 'plugin_lacking.oracel'.*fix .*family.py, line 2$"
    ):
        plugins.family("own")


@pytest.mark.parametrize("left", ["", "plugin_left/__pycache__"], ids=["nothing", "left-overs"])
def test_a_folder_that_is_gone_is_reported_with_how_to_forget_it(install: Install, left: str) -> None:
    (install.folder / left).mkdir(parents=True, exist_ok=True)
    install("left", "plugin_left", None)
    with pytest.raises(PluginError, match=r"its folder is gone.*`(uv )?pip uninstall medgym-plugin-toy`$"):
        plugins.family("left")
    (row,) = listing()
    assert "its folder is gone" in row.broken


@pytest.mark.parametrize(
    ("source", "requirement"),
    [("raise ValueError('no')", "--force-reinstall"), ("import nothing_of_that_name", "--upgrade")],
    ids=["broken", "lacking"],
)
def test_a_user_is_told_to_install_it_anew(
    install: Install, monkeypatch: pytest.MonkeyPatch, source: str, requirement: str
) -> None:
    install.folder = install.folder / "site-packages"
    install.folder.mkdir()
    monkeypatch.syspath_prepend(str(install.folder))
    install("bought", f"plugin_bought{requirement[1:9].replace('-', '_')}", source)
    with pytest.raises(PluginError, match=f"pip install {requirement} medgym-plugin-toy"):
        plugins.family("bought")


def test_a_hook_that_fails_is_a_broken_plugin(install: Install) -> None:
    install("toy", "plugin_fails", GOOD.replace('return {"toy": "the toy family"}', "1 / 0"))
    with pytest.raises(PluginError, match=r"cannot be loaded \(ZeroDivisionError"):
        plugins.family("toy")


def test_two_providers_of_a_name_are_refused(install: Install) -> None:
    install("toy", "plugin_one", GOOD)
    install("toy", "plugin_two", GOOD, "another")
    install("else", "plugin_three", GOOD.replace("toy", "else"), "third")
    with pytest.raises(PluginError, match="both another and medgym-plugin-toy provide 'toy'"):
        plugins.family("toy")
    assert plugins.family("else") == "the else family"


def test_what_the_core_provides_cannot_be_replaced(install: Install) -> None:
    install("nop", "plugin_nop", GOOD.replace("toyagent", "nop"))
    with pytest.raises(PluginError, match="which the core provides"):
        plugins.agent("nop", AgentConfig())


def test_families_are_found_among_all_that_is_installed(install: Install) -> None:
    install("toyagent", "plugin_both", GOOD)
    install("toy", "plugin_both", None)
    assert [(item.name, found) for item, found in plugins.families()] == [("toy", "the toy family")]


def test_a_misspelt_hook_is_an_error(install: Install) -> None:
    install("toy", "plugin_misspelt", GOOD.replace("medgym_task_families", "medgym_task_family"))
    with pytest.raises(PluginError, match="medgym_task_family"):
        plugins.family("toy")


def test_a_hook_without_its_mark_is_an_error(install: Install) -> None:
    install("toy", "plugin_unmarked", GOOD.replace("@hookimpl\ndef medgym_agents", "def medgym_agents"))
    with pytest.raises(PluginError, match="lacks @hookimpl"):
        plugins.family("toy")


def test_a_promise_not_kept_is_an_error(install: Install) -> None:
    install("toi", "plugin_promise", GOOD)
    with pytest.raises(PluginError, match="promises 'toi' but provides no task family"):
        plugins.family("toi")


def test_a_plugin_provides_agents_too(install: Install) -> None:
    install("toyagent", "plugin_agent", GOOD)
    assert plugins.agent("toyagent", AgentConfig(model="m")) == "m"


@pytest.mark.parametrize(("name", "hint"), [("tey", "did you mean 'toy'"), ("zzz", "known: toy")])
def test_an_unknown_name_says_what_is_known(install: Install, name: str, hint: str) -> None:
    install("toy", "plugin_known", GOOD)
    with pytest.raises(ConfigError, match=hint):
        plugins.family(name)


def test_a_known_family_that_is_not_installed_names_its_package(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("medgym_core.registry.package_of", {"mimic": "medgym-plugin-mimic"}.get)
    with pytest.raises(ConfigError, match=re.escape(advice.install("medgym-plugin-mimic"))):
        plugins.family("mimic")


VERBS = """
from medgym_core import Verb, hookimpl

@hookimpl
def medgym_commands():
    return {"dance": Verb("Dance.", "nowhere:command")}
"""


def test_verbs_are_found_by_entry_points_that_say_so(install: Install) -> None:
    install("toy", "plugin_unread", "raise RuntimeError('imported')")
    install("dance", "plugin_verbs:medgym_commands", VERBS)
    assert plugins.commands()["dance"] == plugins.command("dance")
    assert "plugin_unread" not in sys.modules


def test_a_verb_is_no_family_and_may_share_its_name(install: Install) -> None:
    install("dance", "plugin_verb:medgym_commands", VERBS)
    install("dance", "plugin_named:medgym_task_families", GOOD.replace("toy", "dance"))
    assert [item.module for item in plugins.installed()] == ["plugin_named"]
    assert plugins.family("dance") == "the dance family"


def test_what_tools_are_known_to_provide_is_what_they_provide() -> None:
    paths = Path(__file__).parents[1].glob("tools/*/pyproject.toml")
    projects = {one["name"]: one for one in (tomllib.loads(path.read_text())["project"] for path in paths)}
    known = {name: Requirement(typed.strip("'")) for name, typed in advice.PROVIDERS.items()}
    assert {name: one.name for name, one in known.items()} == {
        name: project["name"]
        for project in projects.values()
        for name in project.get("entry-points", {}).get("medgym", ())
    }
    for one in known.values():
        assert one.extras <= projects[one.name].get("optional-dependencies", {}).keys()


def test_importing_the_plugin_system_imports_no_plugin_and_no_backend() -> None:
    code = "import sys, medgym_core.plugins; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"docker", "openai", "medgym_core.builtin"} & set(modules.split())
    assert "medgym_plugin_" not in modules
