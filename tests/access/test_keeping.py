from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core import plugins
from medgym_core.access import Tier
from medgym_core.access.keeping import own_folder
from medgym_core.builds.making import ensure_build
from medgym_core.errors import ConfigError, DataError
from medgym_core.report.figures import standings
from medgym_core.source import Source
from medgym_prove.regrading import regrade
from medgym_testing.session import SessionFamily
from medgym_train.export import Options, export
from medgym_train.learned import Examples, Training, train
from medgym_view.report import write_report


@pytest.fixture
def raw(tmp_path: Path) -> Path:
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / "seed.txt").write_text("5")
    return tmp_path / "raw"


@pytest.mark.parametrize("tier", Tier)
def test_labelled_data_is_not_kept_in_a_checkout(raw: Path, checkout: Path, tier: Tier) -> None:
    home = checkout / "deep" / "home"
    if tier.labelled:
        with pytest.raises(DataError, match=r"git checkout .*choose another --home"):
            ensure_build(SessionFamily(), Source.user(raw, tier), home)
        assert not list(home.glob("builds/*"))
    else:
        ensure_build(SessionFamily(), Source.user(raw, tier), home)


@pytest.mark.parametrize(("tier", "mode"), [(Tier.CREDENTIALED, 0o700), (Tier.OPEN, 0o755)])
def test_only_the_owner_enters_a_labelled_build(raw: Path, tmp_path: Path, tier: Tier, mode: int) -> None:
    build = ensure_build(SessionFamily(), Source.user(raw, tier), tmp_path / "home")
    assert build.root.stat().st_mode & 0o077 == mode & 0o077


def test_a_link_into_a_checkout_is_followed(raw: Path, checkout: Path, tmp_path: Path) -> None:
    (checkout / "deep").mkdir()
    (tmp_path / "home").symlink_to(checkout / "deep")
    with pytest.raises(DataError, match="git checkout"):
        ensure_build(SessionFamily(), Source.user(raw, Tier.CREDENTIALED), tmp_path / "home")
    with pytest.raises(DataError, match="choose another --out, outside of it"):
        own_folder(tmp_path / "home" / "run", Tier.CREDENTIALED)


def test_the_folder_of_a_worktree_or_submodule_is_a_checkout_too(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: elsewhere")
    with pytest.raises(DataError, match="git checkout"):
        own_folder(tmp_path / "run", Tier.RESTRICTED)


@pytest.mark.parametrize(("tier", "closed"), [(Tier.REGISTERED, True), (Tier.SYNTHETIC, False)])
def test_only_the_owner_enters_what_is_recorded(tmp_path: Path, tier: Tier, closed: bool) -> None:
    own_folder(tmp_path / "run", tier)
    assert ((tmp_path / "run").stat().st_mode & 0o077 == 0) is closed


def test_a_folder_that_cannot_be_made_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match=r"cannot make .* choose another --out"):
        own_folder(tmp_path / "file" / "run", Tier.OPEN)


@pytest.fixture(autouse=True)
def families(monkeypatch: pytest.MonkeyPatch) -> None:
    """No plugin is needed."""
    monkeypatch.setattr(plugins, "family", lambda name: SessionFamily())


def test_exports_and_verifiers_of_labelled_runs_stay_out_of_checkouts(run: Path, checkout: Path) -> None:
    with pytest.raises(DataError, match=r"git checkout .*another --out"):
        export([run], checkout / "rows", Options(format="parquet", evaluation=True))
    with pytest.raises(DataError, match=r"git checkout .*another --out"):
        train(list(Examples([run])), Training(), checkout / "verifier")
    with pytest.raises(DataError, match=r"git checkout .*another --out"):
        list(regrade(run, checkout / "again"))
    assert [path.name for path in checkout.iterdir()] == [".git"]


@pytest.mark.slow
def test_whatever_is_written_of_a_labelled_run_is_its_owner_s_alone(run: Path, tmp_path: Path) -> None:
    export([run], tmp_path / "rows", Options(format="parquet", evaluation=True))
    train(list(Examples([run])), Training(), tmp_path / "verifier")
    write_report(tmp_path / "report.html", standings([run]))
    modes = [(tmp_path / name).stat().st_mode & 0o077 for name in ("rows", "verifier", "report.html")]
    assert modes == [0, 0, 0]
