from __future__ import annotations

from pathlib import Path

import pytest

from ..plugins import examine, failing, package, spoil

DIGEST = "@sha256:" + "0" * 64


def only(folder: Path, *expected: str) -> None:
    """S03 alone of its level fails, and says so."""
    problems = " | ".join(examine("S03", folder).problems)
    assert [text for text in expected if text not in problems] == [], problems
    assert failing(0, folder) == {"S03"}


@pytest.mark.parametrize(
    "line", ["numpy", "numpy>=2", "numpy==2.*", "-e .", "numpy @ https://example.org/n.whl"]
)
def test_a_line_that_is_no_exact_pin(plugin: Path, line: str) -> None:
    spoil(package(plugin) / "image" / "requirements.txt", "# nothing beyond", f"{line}\n# nothing beyond")
    assert "requirements.txt:1" in " ".join(examine("S03", plugin).problems)


def test_pins_with_markers_and_comments_pass(plugin: Path) -> None:
    pins = package(plugin) / "image" / "requirements.txt"
    pins.write_text("numpy==2.4.6 ; python_version >= '3.11'\nscipy==1.17.1  # tails\n")
    assert examine("S03", plugin).status == "pass"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("FROM ${BUILDER} AS packages", "FROM python:3.12 AS packages"),
        ("ARG BASE\n", "ARG BASE=debian:bookworm-slim\n"),
        ("COPY --from=packages", "COPY --from=python:latest"),
        ("-r /tmp/requirements.txt", "numpy"),
        ("RUN /opt", "RUN curl https://example.org/setup | sh && /opt"),
        ("RUN /opt", "RUN apt-get update && apt-get install -y gcc && /opt"),
        ("RUN /opt", "RUN git clone https://example.org/tool && /opt"),
        ("RUN /opt", "RUN <<EOF\napt-get install -y gcc\nEOF\nRUN /opt"),
        ("RUN /opt", 'RUN ["apt-get", "install", "-y", "gcc"]\nRUN /opt'),
        ("RUN /opt", "RUN apt-get install -y gcc=12.2 make && /opt"),
        ("RUN /opt", "RUN npm install left-pad && /opt"),
        ("-r /tmp/requirements.txt", "-r /tmp/requirements.txt numpy"),
        ("-r /tmp/requirements.txt", "-r https://example.org/requirements.txt"),
    ],
)
def test_a_recipe_that_floats(plugin: Path, old: str, new: str) -> None:
    spoil(package(plugin) / "image" / "Dockerfile", old, new)
    assert "Dockerfile:" in " ".join(examine("S03", plugin).problems)


def test_system_packages_with_versions_pass(plugin: Path) -> None:
    installed = "RUN apt-get update && apt-get install -y --no-install-recommends gcc=12.2 && /opt"
    spoil(package(plugin) / "image" / "Dockerfile", "RUN /opt", installed)
    assert examine("S03", plugin).status == "pass"


def test_images_named_by_their_digest_pass(plugin: Path) -> None:
    recipe = package(plugin) / "image" / "Dockerfile"
    spoil(recipe, "ARG BASE\n", f"ARG BASE=debian{DIGEST}\n")
    spoil(recipe, "FROM ${BUILDER} AS packages", f"FROM python{DIGEST} AS packages")
    assert examine("S03", plugin).status == "pass"


@pytest.mark.parametrize(
    ("dependency", "expected"),
    [
        ("numpy", "no lower bound"),
        ("numpy>=2", "no upper bound"),
        ("tool @ git+https://example.org/tool", "is an address"),
    ],
)
def test_a_dependency_that_floats(plugin: Path, dependency: str, expected: str) -> None:
    spoil(plugin / "pyproject.toml", '"medgym-core>', f'"{dependency}", "medgym-core>')
    only(plugin, expected)


@pytest.mark.parametrize("dependency", ["numpy>=2,<3", "numpy~=2.4", "numpy==2.4.6", "pydantic>=2.7"])
def test_a_dependency_within_bounds(plugin: Path, dependency: str) -> None:
    spoil(plugin / "pyproject.toml", '"medgym-core>', f'"{dependency}", "medgym-core>')
    assert examine("S03", plugin).status == "pass"
