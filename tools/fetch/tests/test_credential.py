"""Credentialed files are asked for by the user's own name, which goes nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core import ConfigError, DataError, Remote, Tier
from medgym_fetch.cache import folder_of

from .publisher import Publisher, ensure


def credentialed(publisher: Publisher, tmp_path: Path, line: str | None, mode: int = 0o600) -> Remote:
    publisher.user = "ann:secret"
    if line is not None:
        (tmp_path / "netrc").write_text(line)
        (tmp_path / "netrc").chmod(mode)
    return publisher.remote(Tier.CREDENTIALED)


def test_credentialed_data_is_asked_for_by_name(publisher: Publisher, tmp_path: Path) -> None:
    remote = credentialed(publisher, tmp_path, "machine 127.0.0.1 login ann password secret\n")
    assert ensure(remote, tmp_path) == publisher.files
    assert folder_of(remote, tmp_path).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("line", "mode", "why"),
    [
        (None, 0o600, "there is no .*sign the agreement of A set at http"),
        ("machine example.org login ann password secret\n", 0o600, "no name and password for 127.0.0.1"),
        ("machine 127.0.0.1 login ann password secret\n", 0o644, "others can read the passwords"),
        ("machine 127.0.0.1 nonsense\n", 0o600, "line 1 cannot be read|line 2 cannot be read"),
    ],
)
def test_without_a_name_nothing_is_asked(
    publisher: Publisher, tmp_path: Path, line: str | None, mode: int, why: str
) -> None:
    with pytest.raises(ConfigError, match=why):
        ensure(credentialed(publisher, tmp_path, line, mode), tmp_path)
    assert publisher.asked == []


@pytest.mark.parametrize(
    ("status", "why"),
    [(401, "name in your netrc file, or its password, is not accepted"), (403, "sign its agreement at http")],
)
def test_a_name_that_is_refused_is_told_why(
    publisher: Publisher, tmp_path: Path, status: int, why: str
) -> None:
    remote = credentialed(publisher, tmp_path, "machine 127.0.0.1 login ann password secret\n")
    publisher.status["a.csv"] = status
    with pytest.raises(DataError, match=why) as caught:
        ensure(remote, tmp_path)
    assert "secret" not in str(caught.value)


def test_the_name_is_sent_to_no_other_host(publisher: Publisher, tmp_path: Path) -> None:
    remote = credentialed(publisher, tmp_path, "machine 127.0.0.1 login ann password secret\n")
    publisher.redirects["a.csv"] = publisher.base.replace("127.0.0.1", "localhost") + "large.bin"
    with pytest.raises(DataError, match="401"):
        ensure(remote, tmp_path)
    assert publisher.asked[-1] == ("large.bin", "", "")


def test_open_data_is_asked_for_by_nobody(publisher: Publisher, tmp_path: Path) -> None:
    credentialed(publisher, tmp_path, "machine 127.0.0.1 login ann password secret\n")
    publisher.user = ""
    ensure(publisher.remote(), tmp_path)
    assert {credentials for _, _, credentials in publisher.asked} == {""}
