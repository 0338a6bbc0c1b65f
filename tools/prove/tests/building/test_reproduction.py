from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from medgym_prove.building.reproduction import elsewhere

from ..plugins import examine, package, spoil


def spoil_build(folder: Path, statement: str) -> None:
    """Let the build also do this."""
    spoil(
        package(folder) / "loader.py",
        "    (out.public / TABLE).write_bytes",
        f"    {statement}\n    (out.public / TABLE).write_bytes",
    )


@pytest.mark.slow
def test_a_good_plugin_passes(plugin: Path) -> None:
    finding = examine("B01", plugin)
    assert finding.status == "pass"
    assert set(finding.measured) == {"seconds", "content", "public_bytes", "private_bytes"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "statement",
    [
        "import time; (out.public / 'zone.txt').write_text(time.strftime('%H:%M', time.localtime(0)))",
        "(out.private / 'order.txt').write_text(' '.join({f'word{n}' for n in range(40)}))",
        "import locale; (out.public / 'codec.txt').write_text(locale.getencoding())",
        "import uuid; (out.private / 'id.txt').write_text(uuid.uuid4().hex)",
        "import datetime; (out.public / 'day.txt').write_text(str(datetime.date.today()))",
    ],
    ids=["time zone", "hash seed", "locale", "chance", "day"],
)
def test_bytes_that_depend_on_something(plugin: Path, statement: str) -> None:
    spoil_build(plugin, statement)
    assert "has other bytes" in " ".join(examine("B01", plugin).problems)


@pytest.mark.parametrize("hour", range(24))
def test_it_is_another_day_elsewhere(hour: int) -> None:
    now = datetime(2101, 5, 3, hour, 20, tzinfo=timezone(timedelta(hours=-7)))
    ahead = {"XYZ-13:45": 13.75, "XYZ+11:45": -11.75}[elsewhere(now)["TZ"]]
    assert now.astimezone(timezone(timedelta(hours=ahead))).date() != now.date()


@pytest.mark.slow
def test_a_build_that_breaks_elsewhere(plugin: Path) -> None:
    spoil_build(plugin, "(out.public / 'words.txt').write_text('Sjögren')")
    assert "UnicodeEncodeError" in " ".join(examine("B01", plugin).problems)


@pytest.mark.slow
def test_a_file_that_is_made_once_only(plugin: Path) -> None:
    spoil_build(plugin, "import uuid; (out.private / f'{uuid.uuid4()}.txt').touch()")
    assert "in one of two builds only" in " ".join(examine("B01", plugin).problems)
