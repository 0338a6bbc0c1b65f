from __future__ import annotations

from pathlib import Path

import pytest

from ..plugins import examine, failing, package


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("USER root", "ends as USER root"),
        ("USER 0:0", "ends as USER 0"),
        ("ADD https://example.org/data.csv /data.csv", "downloads"),
        ('ENTRYPOINT ["sh"]', "entry point"),
        ("EXPOSE 80", "no network"),
        ("RUN --network=host true", "host's network"),
        ("RUN --security=insecure true", "privileged"),
        ("RUN chmod u+s /bin/sh", "set-uid"),
        ("RUN chmod 4755 /bin/sh", "set-uid"),
        ("ENV LD_PRELOAD=/x.so", "steers every process"),
        ("ARG INDEX_TOKEN", "kept in the image"),
        ("ENV LANG=C LD_PRELOAD=/x.so", "LD_PRELOAD steers every process"),
        ("ENV LANG=C INDEX_TOKEN=x", "kept in the image"),
        ("RUN <<EOF\nsudo true\nEOF", "hands out privileges"),
        ('RUN ["chmod", "u+s", "/bin/sh"]', "set-uid"),
    ],
)
def test_a_recipe_that_takes_too_much(plugin: Path, line: str, expected: str) -> None:
    recipe = package(plugin) / "image" / "Dockerfile"
    recipe.write_text(f"{recipe.read_text()}{line}\n")
    assert expected in " ".join(examine("S06", plugin).problems)


def test_no_other_check_minds(plugin: Path) -> None:
    recipe = package(plugin) / "image" / "Dockerfile"
    recipe.write_text(f"{recipe.read_text()}USER root\n")
    assert failing(0, plugin) == {"S06"}


def test_a_variable_that_is_like_a_path_passes(plugin: Path) -> None:
    recipe = package(plugin) / "image" / "Dockerfile"
    recipe.write_text(f"{recipe.read_text()}ENV PATHS=1 NOTE=PATH=x\nRUN [ -d /opt ]\n")
    assert examine("S06", plugin).status == "pass"


def test_a_user_that_is_given_back_passes(plugin: Path) -> None:
    recipe = package(plugin) / "image" / "Dockerfile"
    recipe.write_text(f"{recipe.read_text()}USER root\nRUN chmod 755 /opt\nUSER agent\n")
    assert examine("S06", plugin).status == "pass"


def test_continued_lines_are_one_instruction(plugin: Path) -> None:
    recipe = package(plugin) / "image" / "Dockerfile"
    recipe.write_text(f"{recipe.read_text()}RUN true && \\\n  # why\n  sudo true\n")
    assert "Dockerfile:11:" in examine("S06", plugin).problems[0]
