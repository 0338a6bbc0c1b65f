from __future__ import annotations

from pathlib import Path

import pytest

from ..plugins import examine, package, spoil


def test_somebody_is_named(plugin: Path) -> None:
    spoil(package(plugin) / "loader.py", 'f"P{number:03}"', 'f"219-09-{number + 1000}"')
    assert "social security number" in " ".join(examine("B02", plugin).problems)


@pytest.mark.slow
def test_a_large_file_is_sampled_to_its_end(plugin: Path) -> None:
    more = '        stream.write("1,1,1\\n" * 2_000_000 + "1,1,jane@hospital.net\\n")\n'
    loader = package(plugin) / "loader.py"
    spoil(loader, "        for number in range(scale or PATIENTS):", f"{more}        for number in range(2):")
    assert "jane@hospital.net" in " ".join(examine("B02", plugin).problems)


@pytest.mark.parametrize("written", ["jane.doe@hospital.net", "M@i.j"])
def test_of_a_binary_file_texts_are_read_and_noise_is_not(plugin: Path, written: str) -> None:
    more = f'        (out / "b.bin").write_bytes(b"\\0\\1{written}\\0\\2")\n'
    loader = package(plugin) / "loader.py"
    spoil(loader, "        for number in range(scale or PATIENTS):", f"{more}        for number in range(2):")
    found = examine("B02", plugin)
    assert found.figures == {"raw_files": 2}
    assert bool(found.problems) == (written == "jane.doe@hospital.net")


def test_a_good_plugin_passes(plugin: Path) -> None:
    assert examine("B02", plugin).figures == {"raw_files": 1}
