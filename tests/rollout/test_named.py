from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core.errors import ConfigError
from medgym_core.rollout.config import resolve
from medgym_core.rollout.named import key_for, read_named, user_file

PROJECT = """
[endpoints.local]
base_url = "http://127.0.0.1:8000/v1"
model = "small"
options = { max_tokens = 5 }

[endpoints.hosted]
base_url = "https://models.example.org/v1/"
model = "large"
api_key_env = "HOSTED_KEY"
temperature = 0.5

[presets.quick]
task = "toy"
limit = 3
endpoint = "local"
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder below the project's, with nothing of the user's."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "project" / "below").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "project" / "below")
    (tmp_path / "project" / "medgym.toml").write_text(PROJECT)
    return tmp_path / "project"


def write_own(text: str) -> None:
    user_file().parent.mkdir(parents=True)
    user_file().write_text(text)


def test_an_endpoint_brings_its_settings(place: Path) -> None:
    found = resolve(None, {"task": "toy", "endpoint": "local"})
    assert (found.agent, found.base_url, found.model) == ("llm", "http://127.0.0.1:8000/v1", "small")
    assert found.options == {"max_tokens": 5}


def test_flags_win_over_a_preset_and_its_endpoint(place: Path) -> None:
    found = resolve(None, {"preset": "quick", "limit": 9, "model": "other"})
    assert (found.task, found.limit, found.model, found.agent) == (("toy",), 9, "other", "llm")


def test_nothing_of_an_endpoint_is_left_when_another_is_named(place: Path) -> None:
    found = resolve(None, {"preset": "quick", "endpoint": "hosted"})
    assert (found.model, found.options, found.temperature) == ("large", {}, 0.5)


def test_settings_of_an_agent_go_where_another_is_named(place: Path) -> None:
    found = resolve(None, {"preset": "quick", "agent": "nop", "options": {"k": 1}})
    assert (found.agent, found.model, found.base_url, found.limit) == ("nop", "", "", 3)
    assert found.options == {"k": 1}
    assert resolve(None, {"preset": "quick", "agent": "llm"}).model == "small"


def test_a_file_of_settings_may_name_both(place: Path) -> None:
    Path("run.toml").write_text('preset = "quick"\nlimit = 4\n')
    found = resolve(Path("run.toml"), {"samples": 2})
    assert (found.limit, found.samples, found.model) == (4, 2, "small")


def test_a_name_may_stand_in_either_file_but_not_in_both(place: Path) -> None:
    write_own('[endpoints.mine]\nbase_url = "http://localhost/v1"\n')
    assert set(read_named().endpoints) == {"local", "hosted", "mine"}
    user_file().write_text('[endpoints.local]\nbase_url = "https://evil.example.org"\n')
    with pytest.raises(ConfigError, match=r"endpoints\.local stands in .*config.toml and in .*medgym\.toml"):
        read_named()


def test_a_key_comes_from_the_variable_that_is_named(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match="'hosted' takes its key from HOSTED_KEY, which is not set"):
        key_for("https://models.example.org/v1", "large", "of-openai")
    monkeypatch.setenv("HOSTED_KEY", "sk-own")
    assert key_for("https://models.example.org/v1", "large", "of-openai") == "sk-own"
    assert key_for("http://127.0.0.1:8000/v1", "small", "of-openai") == ""
    assert key_for("https://elsewhere.example.org", "m", "of-openai") == "of-openai"
    assert key_for("", "m", "of-openai") == "of-openai"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[endpoint.x]\nbase_url = "http://a"', "no setting 'endpoint', did you mean 'endpoints'?"),
        ('[endpoints.x]\nmodel = "m"', "endpoints.x.base_url is missing; add it"),
        ('[endpoints.x]\nbase_ulr = "http://a"', "did you mean 'base_url'?"),
        ('[endpoints.x]\nbase_url = "localhost"', r"endpoints.x.base_url: .*got 'localhost'"),
        ('[endpoints.x]\nbase_url = "http://a"\napi_key = "sk-1"', "a key stands in no file"),
        ("[presets.x]\nsampels = 2", "presets.x: there is no setting 'sampels', did you mean 'samples'?"),
        ("[presets.x]\nlimit = 0", "presets.x: limit: Input should be greater than 0"),
        ("[endpoints", "is no TOML"),
    ],
)
def test_what_is_wrong_is_reported_with_its_place(place: Path, text: str, message: str) -> None:
    (place / "medgym.toml").write_text(text)
    with pytest.raises(ConfigError, match=message) as error:
        resolve(None, {"task": "toy", "preset": "x"})
    assert str(place / "medgym.toml") in str(error.value)
    assert "sk-1" not in str(error.value)


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ({"preset": "quik"}, "no preset called 'quik'; did you mean 'quick'?"),
        (
            {"endpoint": "zzz"},
            r"no endpoint called 'zzz'; known: hosted, local; write \[endpoints.zzz\] into",
        ),
    ],
)
def test_an_unknown_name_says_what_is_known(place: Path, flags: dict[str, str], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        resolve(None, {"task": "toy", **flags})
