from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from medgym_core.errors import DataError
from medgym_core.registry.certificate import Waiver
from medgym_prove.waiver import read_waivers

REASON = "the glossary quotes a public formula"


def write(folder: Path, **fields: str) -> None:
    lines = "\n".join(f"{name} = {value}" for name, value in fields.items())
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as project:
        project.write(f"\n[[tool.medgym.waivers]]\n{lines}\n")


def test_a_project_without_waivers(plugin: Path) -> None:
    assert read_waivers(plugin) == ()


def test_waivers_in_the_order_of_the_file(plugin: Path) -> None:
    write(plugin, check='"S04"', reason=f'"{REASON}"', expires="2030-01-31")
    write(plugin, check='"B02"', reason=f'"{REASON}"', expires="2031-01-31")
    first, second = read_waivers(plugin)
    assert first == Waiver(check="S04", reason=REASON, expires=date(2030, 1, 31))
    assert second.check == "B02"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"check": '"S04"', "reason": f'"{REASON}"'}, "expires: Field required"),
        ({"check": '"S4"', "reason": f'"{REASON}"', "expires": "2030-01-31"}, "check: String should match"),
        ({"check": '"S04"', "reason": '"because"', "expires": "2030-01-31"}, "reason: String should have at"),
        ({"check": '"S04"', "reason": f'"{REASON}"', "expires": '"soon"'}, "expires: Input should be"),
        (
            {"check": '"S04"', "reason": f'"{REASON}"', "expires": "2030-01-31", "by": '"me"'},
            "by: Extra inputs",
        ),
    ],
)
def test_a_waiver_that_is_none(plugin: Path, fields: dict[str, str], message: str) -> None:
    write(plugin, **fields)
    with pytest.raises(DataError, match=r"pyproject\.toml: \[\[tool\.medgym\.waivers\]\]") as raised:
        read_waivers(plugin)
    assert message in str(raised.value)
    assert "each has check, reason and expires" in str(raised.value)


def test_one_waiver_a_check(plugin: Path) -> None:
    for day in ("2030-01-31", "2031-01-31"):
        write(plugin, check='"S04"', reason=f'"{REASON}"', expires=day)
    with pytest.raises(DataError, match="S04 is waived more than once"):
        read_waivers(plugin)


def test_a_project_that_is_no_toml(plugin: Path) -> None:
    with (plugin / "pyproject.toml").open("a", encoding="utf-8") as project:
        project.write("\nfields = [")
    with pytest.raises(DataError, match=r"pyproject\.toml is no TOML in UTF-8: .*; fix it there"):
        read_waivers(plugin)
