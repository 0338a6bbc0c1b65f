"""Ways around the gate that are closed, each tried; docs/access.md lists them all."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from medgym_core import plugins
from medgym_core.access import Attestations, Gate, Tier
from medgym_core.access.endpoint import is_local
from medgym_core.access.keeping import own_folder
from medgym_core.agent import AgentConfig
from medgym_core.agent.endpoint import Endpoint, Label
from medgym_core.agent.replay import Replay
from medgym_core.agent.settings import Azure, Settings
from medgym_core.builds.making import ensure_build
from medgym_core.cli.main import main
from medgym_core.errors import AccessError, ConfigError
from medgym_core.journal import JournalWriter
from medgym_core.rollout import folder, preparation
from medgym_core.rollout.config import RunConfig, amend
from medgym_core.rollout.executor import on_ray
from medgym_core.rollout.worker import Runners, Spec
from medgym_core.source import Build, Source
from medgym_core.trajectory import Episode
from medgym_prove.regrading import regrade
from medgym_testing.playing import brief_of
from medgym_testing.session import SessionFamily

from .attested import REMOTE, TODAY, attestation

HERE = {"127.0.0.1", "localhost", "::1", "::ffff:127.0.0.1", "[::1]", ""}
LABEL = Label(Tier.CREDENTIALED, "toy")
URL = st.builds(
    "{}//{}{}{}/v1".format,
    st.sampled_from(["http:", "https:", "HTTP:", " http:", "http:\t"]),
    st.text(alphabet="127.0loca hst@:[]\\/%#?x", max_size=14),
    st.sampled_from(["127.0.0.1", "localhost", "[::1]", "models.example"]),
    st.text(alphabet=":80@.\\#?x1", max_size=8),
)


@given(URL)
def test_what_counts_as_this_machine_is_what_is_asked(url: str) -> None:
    """The gate and the client read addresses by different rules; what has no host reaches nothing."""
    try:
        asked = httpx.URL(url)
        local = is_local(url)
    except (httpx.InvalidURL, ValueError):
        return
    assert not local or asked.userinfo or asked.host in HERE or re.fullmatch(r"127(\.\d+){3}", asked.host)


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost./v1",
        "http://127.0.0.1./v1",
        "http://0x7f.0.0.1/v1",
        "http://017700000001/v1",
        "http://[::ffff:10.0.0.7]/v1",
        "http://localhost\\@models.example/v1",
        "http://\uff11\uff12\uff17.0.0.1/v1",
    ],
)
def test_spellings_that_only_look_local_are_not(url: str, tmp_path: Path) -> None:
    with pytest.raises(AccessError):
        Gate(url, tmp_path, lambda: TODAY).admit(Tier.CREDENTIALED, "toy")


@pytest.mark.parametrize("url", ["http://models.example\\@127.0.0.1/v1", "https://key@models.example/v1"])
def test_an_address_that_holds_a_name_or_key_is_refused(url: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="give the key apart"):
        Endpoint(AgentConfig(model="m", base_url=url, home=tmp_path), Settings())


def test_azure_s_own_address_is_asked_about(tmp_path: Path) -> None:
    azure = Azure(endpoint="https://hospital.example", api_version="2026-01-01", deployment="m")
    local = AgentConfig(model="m", base_url="http://127.0.0.1:8000/v1", api_key="k", home=tmp_path)
    endpoint = Endpoint(local, Settings(azure=azure))
    with pytest.raises(AccessError, match=r"hospital\.example is neither"):
        endpoint.admit(LABEL)
    endpoint.close()


def test_certificates_of_the_environment_are_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy with a certificate of its own could read what goes out under SSL_CERT_FILE."""
    (tmp_path / "ca.pem").write_text("not even a certificate")
    endpoint = Endpoint(AgentConfig(model="m", base_url=REMOTE, api_key="k", home=tmp_path), Settings())
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    assert endpoint._client_for(LABEL) is not endpoint._client
    endpoint.close()


def test_what_is_revoked_meanwhile_closes_the_gate(tmp_path: Path) -> None:
    held, stated = Attestations(tmp_path), attestation()
    held.append(stated)
    gate = Gate(REMOTE, tmp_path, lambda: TODAY)
    gate.admit(Tier.CREDENTIALED, "toy")
    held.revoke(stated.id, "the terms changed", TODAY)
    with pytest.raises(AccessError):
        gate.admit(Tier.CREDENTIALED, "toy")


def test_no_variable_attests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PERSON", "ENDPOINT", "DATASET"):
        monkeypatch.setenv(f"MEDGYM_ACCESS_ATTEST_{name}", "x")
    monkeypatch.setenv("CI", "1")
    result = CliRunner().invoke(main, ["access", "attest", "--home", str(tmp_path)], input="x\n" * 12)
    assert result.exit_code == 2
    assert not Attestations(tmp_path).records()


def test_a_run_is_not_resumed_with_another_endpoint() -> None:
    saved = RunConfig(task=("toy",), agent="llm", base_url="http://127.0.0.1:8000/v1")
    with pytest.raises(ConfigError, match="started with base_url"):
        amend(saved, {"base_url": "https://models.example/v1"})


def test_labelled_data_is_not_sent_to_a_cluster() -> None:
    config = RunConfig(task=("toy",), backend="ray", address="ray://cluster.example:10001")
    preparation._refuse_cluster(config, Tier.OPEN)
    with pytest.raises(AccessError, match="leave --address out"):
        preparation._refuse_cluster(config, Tier.CREDENTIALED)


def test_no_variable_leads_to_a_cluster(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    asked: dict[str, Any] = {}
    monkeypatch.setenv("RAY_ADDRESS", "ray://cluster.example:10001")
    monkeypatch.setattr(ray, "init", lambda **settings: asked.update(settings))
    monkeypatch.setattr(ray, "remote", lambda **_: lambda perform: perform)
    runners = Runners(Spec(run=tmp_path, config=RunConfig(task=("toy",), backend="ray"), builds=()))
    assert not list(on_ray(runners, iter(())))
    assert asked["address"] == "local"


@pytest.mark.parametrize(("tier", "refused"), [(Tier.SYNTHETIC, True), (Tier.CREDENTIALED, False)])
def test_a_replay_does_not_take_the_label_off(
    tmp_path: Path, make_episode: Callable[..., Episode], tier: Tier, refused: bool
) -> None:
    recorded = make_episode(family="fake", tier=Tier.CREDENTIALED).model_dump_json()
    (tmp_path / "episode.json").write_text(recorded)
    agent = Replay(AgentConfig(options={"path": str(tmp_path / "episode.json")}))
    if refused:
        with pytest.raises(AccessError, match="recorded on credentialed data"):
            agent.start(brief_of(tier=tier))
    else:
        agent.start(brief_of(tier=tier))


@pytest.fixture
def open_mask() -> Iterator[None]:
    """A user whose new files everybody may write."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_mask")
def test_no_mask_opens_what_is_recorded(tmp_path: Path, make_episode: Callable[..., Episode]) -> None:
    own_folder(tmp_path / "run", Tier.CREDENTIALED)
    with JournalWriter(tmp_path / "run") as writer:
        writer.append([(make_episode(tier=Tier.CREDENTIALED), {"ab" * 32: b"a patient's row"})])
    files = [path for path in (tmp_path / "run").rglob("*") if path.is_file()]
    assert len(files) == 2
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
    assert (tmp_path / "run").stat().st_mode & 0o077 == 0


@pytest.fixture
def purged(tmp_path: Path, make_episode: Callable[..., Episode], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run whose labelled build has been purged."""
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / "seed.txt").write_text("5")
    build = ensure_build(SessionFamily(), Source.user(tmp_path / "raw", Tier.CREDENTIALED), tmp_path / "home")
    monkeypatch.setattr(plugins, "family", lambda name: SessionFamily())
    _record(tmp_path / "run", build, make_episode)
    result = CliRunner().invoke(
        main, ["data", "purge", "fake-session", "--yes", "--home", str(tmp_path / "home")]
    )
    assert "records of runs on it hold rows of the data too" in result.stderr
    return tmp_path / "run"


def _record(run: Path, build: Build, make_episode: Callable[..., Episode]) -> None:
    pinned = folder.Pinned(version=build.version, build=build.digest, root=build.root)
    folder.create(
        run, RunConfig(task=(build.family,)), folder.Manifest(core="0", families={build.family: pinned})
    )
    with JournalWriter(run) as writer:
        writer.append([(make_episode(family=build.family, build=build.digest, tier=build.tier), {})])


def test_a_purge_leaves_nothing_of_the_build(purged: Path) -> None:
    home = purged.parent / "home"
    left = {str(path.relative_to(home)) for path in home.rglob("*") if path.is_file()}
    assert {name for name in left if not name.startswith(("access/", "fingerprints/"))} == set()


def test_a_run_outlives_its_build_and_says_what_is_missing(purged: Path) -> None:
    (found,) = regrade(purged)
    assert "no finished build at" in found.problem
    shown = CliRunner().invoke(main, ["report", str(purged), "--json"])
    assert json.loads(shown.stdout)["runs"][0]["tier"] == "credentialed"


def test_an_attestation_of_tomorrow_does_not_hold_today(tmp_path: Path) -> None:
    Attestations(tmp_path).append(attestation(made=date(2026, 3, 3)))
    with pytest.raises(AccessError):
        Gate(REMOTE, tmp_path, lambda: TODAY).admit(Tier.CREDENTIALED, "toy")


def test_the_tier_of_what_nobody_declared_is_the_strictest(tmp_path: Path) -> None:
    assert Source.user(tmp_path).tier is Tier.RESTRICTED
    assert max(Tier, key=list(Tier).index) is Tier.RESTRICTED


def test_unknown_tiers_are_not_read(make_episode: Callable[..., Episode]) -> None:
    record: Any = json.loads(make_episode().model_dump_json())
    record["provenance"]["tier"] = "public"
    with pytest.raises(ValueError, match="tier"):
        Episode.model_validate(record)


def test_the_page_on_access_names_tests_that_are_there() -> None:
    root = Path(__file__).parents[2]
    named = set(re.findall(r"`(test_\w+)`", (root / "docs" / "access.md").read_text()))
    there = {
        name
        for folder in (root / "tests", *root.glob("tools/*/tests"))
        for path in folder.rglob("*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text())
    }
    assert named
    assert named <= there
