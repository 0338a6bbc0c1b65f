"""Pushed to a hub on this machine, read there, and pulled back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from medgym_core import ConfigError, DataError, Tier, load_run
from medgym_core.cli.main import main
from medgym_core.errors import AccessError
from medgym_core.errors.advice import install
from medgym_hub.sharing import pull, push
from medgym_train.export import Options, export

from .hub import FORBIDDEN, Hub

RunOf = Callable[..., Path]
NAME = "ada/first-run"
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the transport


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


def card_of(hub: Hub) -> tuple[dict[str, object], str]:
    _, head, body = hub.repositories[NAME]["README.md"].decode().split("---\n", 2)
    return yaml.safe_load(head), body


def test_what_is_pushed_comes_back_the_same(hub: Hub, run_of: RunOf, tmp_path: Path) -> None:
    run = run_of()
    made = push(NAME, [run])
    assert (made.names, hub.private[NAME]) == (("first",), True)
    found = pull(NAME, tmp_path / "copies")
    copy = tmp_path / "copies" / "runs" / "first"
    assert found.runs == {str(copy): 3}
    assert list(load_run(copy)) == list(load_run(run))
    assert call("report", copy).exit_code == 0


def test_no_path_of_this_machine_and_no_other_file_goes_along(
    hub: Hub, run_of: RunOf, tmp_path: Path
) -> None:
    push(NAME, [run_of()])
    assert not [path for path in hub.repositories[NAME] if "tracked" in path or "lock" in path]
    assert not [path for path, data in hub.repositories[NAME].items() if str(tmp_path).encode() in data]


def test_the_card_tells_what_it_is(hub: Hub, run_of: RunOf) -> None:
    push(NAME, [run_of()])
    head, body = card_of(hub)
    assert {"config_name": "first-episodes", "data_files": "data/first/episodes-*", "default": True} in head[
        "configs"
    ]
    assert "synthetic" in head["tags"]
    for expected in (
        "**synthetic**",
        "66.7%",
        "episodes | 3: ",
        "reference",
        "toy",
        "evaluation splits",
        "Licence",
    ):
        assert expected in body, expected


def test_a_later_push_adds_to_the_card(hub: Hub, run_of: RunOf, tmp_path: Path) -> None:
    push(NAME, [run_of("first")])
    made = tmp_path / "rows"
    export([run_of("second")], made, Options(format="atif", evaluation=True))
    push(NAME, [made])
    head, body = card_of(hub)
    assert [config["config_name"] for config in head["configs"]] == [
        "first-episodes",
        "first-steps",
        "rows-rows",
    ]
    assert "## first" in body
    assert "## rows" in body
    assert pull(NAME, tmp_path / "copies").exports == (str(tmp_path / "copies" / "exports" / "rows"),)


def test_an_export_without_a_row_is_refused(hub: Hub, run_of: RunOf, tmp_path: Path) -> None:
    export([run_of(tier=Tier.CREDENTIALED)], tmp_path / "rows", Options(format="sft", evaluation=True))
    with pytest.raises(ConfigError, match="holds no row"):
        push(NAME, [tmp_path / "rows"])
    assert hub.asked == []


@pytest.mark.slow
def test_its_tables_are_read_as_the_card_has_them(hub: Hub, run_of: RunOf, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    push(NAME, [run_of()])
    pull(NAME, tmp_path / "copies")
    rows = datasets.load_dataset(str(tmp_path / "copies"), "first-episodes", cache_dir=str(tmp_path / "hf"))
    assert rows["train"].num_rows == 3


@pytest.mark.parametrize("tier", [Tier.REGISTERED, Tier.CREDENTIALED, Tier.RESTRICTED])
def test_labelled_data_is_refused_before_a_byte_leaves(
    hub: Hub, run_of: RunOf, tmp_path: Path, tier: Tier
) -> None:
    run = run_of("mine", tier)
    export([run], tmp_path / "rows", Options(format="atif", evaluation=True))
    for place in (run, tmp_path / "rows"):
        with pytest.raises(AccessError, match=f"derives from {tier} data"):
            push(NAME, [run_of(f"free-{place.name}"), place])
    assert hub.asked == []


def test_an_export_is_refused_when_a_file_of_it_is_another(hub: Hub, run_of: RunOf, tmp_path: Path) -> None:
    export([run_of()], tmp_path / "rows", Options(format="atif", evaluation=True))
    with (tmp_path / "rows" / "rows-00000.jsonl").open("a") as stream:
        stream.write("{}\n")
    with pytest.raises(DataError, match="is not what was exported"):
        push(NAME, [tmp_path / "rows"])
    assert hub.asked == []


def test_a_push_that_was_cut_goes_on(hub: Hub, run_of: RunOf) -> None:
    run = run_of()
    hub.cuts = 1000
    with pytest.raises(DataError, match=r"cut off .* type the same again"):
        push(NAME, [run])
    assert "README.md" not in hub.repositories[NAME]
    hub.cuts = 0
    push(NAME, [run])
    sent = hub.count("PUT", "/lfs/")
    push(NAME, [run])
    assert hub.count("PUT", "/lfs/") == sent
    assert "README.md" in hub.repositories[NAME]


def test_a_pull_that_was_cut_goes_on(hub: Hub, run_of: RunOf, tmp_path: Path) -> None:
    push(NAME, [run_of()])
    hub.cuts = 1000
    with pytest.raises(DataError, match=r"fetching .* was cut off"):
        pull(NAME, tmp_path / "copies")
    hub.cuts = 0
    hub.asked.clear()
    pull(NAME, tmp_path / "copies")
    assert hub.count("GET", "config.json") == 0


def test_bytes_that_are_others_are_noticed(hub: Hub, run_of: RunOf, tmp_path: Path) -> None:
    push(NAME, [run_of()])
    pull(NAME, tmp_path / "copies")
    (tmp_path / "copies" / "runs" / "first" / "manifest.json").write_text("{}")
    with pytest.raises(DataError, match=r"manifest.json did not arrive"):
        pull(NAME, tmp_path / "copies")


def test_names_that_lead_out_of_the_folder_are_not_fetched(hub: Hub, run_of: RunOf, tmp_path: Path) -> None:
    push(NAME, [run_of()])
    hub.repositories[NAME] |= {"runs/../../evil": b"x", "evil.py": b"x", "/tmp/evil": b"x"}
    pull(NAME, tmp_path / "copies")
    assert not [path for path in tmp_path.rglob("*") if "evil" in path.name]


@pytest.mark.parametrize(
    ("token", "message"),
    [(FORBIDDEN, r"was refused \(403\); log in with `hf auth login`"), ("hf_wrong", r"was refused \(401\)")],
)
def test_a_token_that_may_not_is_reported(
    hub: Hub, run_of: RunOf, monkeypatch: pytest.MonkeyPatch, token: str, message: str
) -> None:
    monkeypatch.setenv("HF_TOKEN", token)
    with pytest.raises(ConfigError, match=message):
        push(NAME, [run_of()])


def test_who_is_not_logged_in_is_told(
    hub: Hub, run_of: RunOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HF_TOKEN")
    monkeypatch.setattr("huggingface_hub.constants.HF_TOKEN_PATH", str(tmp_path / "none"))
    with pytest.raises(ConfigError, match="log in"):
        push(NAME, [run_of()])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("push", "first-run", "first"), "names no owner; write OWNER/NAME"),
        (("push", "ada/first run", "first"), "is no name of a repository; write OWNER/NAME"),
        (("push", NAME, "."), "neither the folder of a run nor of an export"),
        (("push", NAME, "gone"), "gone is neither the folder of a run"),
        (("push", NAME, "empty"), "holds no episode"),
        (("pull", "ada/gone", "out"), "there is no .*ada/gone for this account"),
        (("pull", "ada/other", "out"), "holds a dataset that medgym did not write"),
        (("pull", NAME, "first"), "first exists already"),
    ],
)
def test_what_is_typed_wrongly_is_one_line(
    hub: Hub,
    run_of: RunOf,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    message: str,
) -> None:
    run_of("first")
    run_of("empty", episodes=0)
    place = tmp_path / "place"
    place.mkdir()
    monkeypatch.chdir(place if "." in arguments else tmp_path)
    hub.repositories["ada/other"] = {"README.md": b"mine"}
    result = call(*arguments)
    assert result.exit_code == 2, result.output
    assert re.search(message, result.stderr), result.stderr


def test_a_missing_library_names_the_command(
    hub: Hub, run_of: RunOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("medgym_hub.repository.find_spec", lambda _: None)
    for share in (lambda: push(NAME, [run_of()]), lambda: pull(NAME, tmp_path / "copies")):
        with pytest.raises(ConfigError, match=re.escape(install("medgym-hub[huggingface]"))):
            share()
    assert hub.asked == []


def test_nobody_answers(hub: Hub, run_of: RunOf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(DataError, match="type the same again"):
        push(NAME, [run_of()])


def test_both_print_json(hub: Hub, run_of: RunOf, tmp_path: Path) -> None:
    pushed = json.loads(call("push", NAME, run_of(), "--public", "--json").stdout)
    assert (pushed["schema"], pushed["names"], hub.private[NAME]) == ("medgym.push/1", ["first"], False)
    pulled = json.loads(call("pull", NAME, tmp_path / "copies", "--json").stdout)
    assert (pulled["schema"], pulled["commit"]) == ("medgym.pull/1", pushed["commit"])
