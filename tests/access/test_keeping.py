from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core.access import Tier
from medgym_core.errors import DataError
from medgym_core.source import Source, ensure_build
from tests.fakes.session import SessionFamily


@pytest.fixture
def raw(tmp_path: Path) -> Path:
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / "seed.txt").write_text("5")
    return tmp_path / "raw"


@pytest.mark.parametrize("tier", Tier)
def test_labelled_data_is_not_kept_in_a_checkout(raw: Path, tmp_path: Path, tier: Tier) -> None:
    (tmp_path / "checkout" / ".git").mkdir(parents=True)
    home = tmp_path / "checkout" / "deep" / "home"
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
