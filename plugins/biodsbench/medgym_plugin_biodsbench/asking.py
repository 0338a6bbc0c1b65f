"""Questions about a build's studies: which a split draws, and how they are kept (layout: ``loader.py``)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Set
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple, get_args

from medgym_core import Build, DataError, Progress
from medgym_plugin_biodsbench import oracle, rewording
from medgym_plugin_biodsbench.oracle import Asked, Refusal
from medgym_plugin_biodsbench.template import Template
from medgym_plugin_biodsbench.templates.held_out import NOVEL, NOVEL_STUDIES

Half = Literal["train", "test"]
HALVES: tuple[Half, ...] = get_args(Half)


class Draw(NamedTuple):
    """What the questions of a split are drawn from."""

    half: Half
    """Whose studies they are about."""
    size: int
    """How many they are if there is a study; where studies lack tables, ``novel`` ones are fewer."""
    from_middle: bool = False
    """Whether templates are taken from the middle of their order on: test repeats others than training."""
    novel: bool = False
    """Whether the templates that are held out are asked, and not all others; of all kinds of study."""


DRAWS = {
    "train": Draw("train", 50),
    "test": Draw("test", 49, from_middle=True),
    "ood": Draw("test", 6 * len(NOVEL), novel=True),
    "more-train": Draw("train", 500),
    "more-test": Draw("test", 500, from_middle=True),
}
"""Split to what its questions are drawn from; ``reworded`` and published splits draw none."""
BUILT = ("train", "test", "ood")
"""Splits whose questions a build computes; those of others are computed when they are first read."""
SCHEMAS, ASKED = "schemas.json", "asked"
"""A file of the public half, and a folder of the private one."""


def half_of(study: str) -> Half:
    """Half of a study, by a hash of its identifier: the same in every build."""
    return "test" if hashlib.sha256(study.encode()).digest()[0] % 2 else "train"


def schemas(build: Build, half: Half) -> dict[str, str]:
    """Study of a half to the description of its tables."""
    return {name: text for name, text in _schemas(build.public / SCHEMAS).items() if half_of(name) == half}


@cache
def _schemas(path: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


def studies(build: Build, half: Half, novel: bool) -> list[str]:
    """The studies that a half asks about; invented ones of a kind that is held out only if ``novel``."""
    return [name for name in sorted(schemas(build, half)) if novel or _kind(name) not in NOVEL_STUDIES]


def _kind(study: str) -> str:
    return study.partition("_synthetic_")[0]


def ask(out: Build, split: str, refusals: list[Refusal], progress: Progress) -> None:
    """Compute a split's questions, no two with one answer; novel ones as many as the studies allow.

    Raises:
        DataError: if others are too few.
    """
    draw = DRAWS[split]
    answered: set[str] = set()
    for index in range(draw.size if studies(out, draw.half, draw.novel) else 0):
        progress(f"questions of {split}", index / draw.size)
        found = _compute(out, split, index, refusals, answered)
        if found is None and draw.novel:
            return
        if found is None:
            raise _empty(out, draw.half)
        answered.add(answer(found))
        _write(out, split, index, found)


def stored(build: Build, split: str) -> int:
    """Questions of one of the splits :data:`BUILT` in ``build``."""
    return len(_files(build.private / ASKED / split))


def read(build: Build, split: str, index: int) -> Asked:
    """A question that was computed."""
    return Asked(**json.loads(_path(build, split, index).read_text(encoding="utf-8")))


def drawn(build: Build, split: str, index: int) -> Asked:
    """A question that is computed when it is first read, and answered as none of its half's counted split.

    Raises:
        DataError: if the studies hold too little.
    """
    if not _path(build, split, index).is_file():
        half = DRAWS[split].half
        found = _compute(build, split, index, [], _answered(build.private / ASKED / half))
        if found is None:
            raise _empty(build, half)
        _write(build, split, index, found)
    return read(build, split, index)


def restated(build: Build, split: str) -> tuple[tuple[int, str], ...]:
    """Of each reworded question: which one of ``split`` it restates, and in which voice."""
    return _restated(build.private / ASKED / split)


@cache
def _restated(folder: Path) -> tuple[tuple[int, str], ...]:
    templates = [json.loads(path.read_text(encoding="utf-8"))["template"] for path in _files(folder)]
    return tuple(rewording.plan(templates))


@cache
def _answered(folder: Path) -> frozenset[str]:
    """What the questions of a counted split are answered with, which no other split asks for again."""
    return frozenset(answer(Asked(**json.loads(path.read_text(encoding="utf-8")))) for path in _files(folder))


@cache
def _files(folder: Path) -> tuple[Path, ...]:
    """Files of the questions that a build computed, in the order of their indices."""
    return tuple(sorted(folder.glob("*.json"), key=lambda path: int(path.stem)))


def answer(found: Asked) -> str:
    """The answer and its study, which a question in other words, or with an idle parameter, has too."""
    return json.dumps([found.study, found.answer])


def _path(build: Build, split: str, index: int) -> Path:
    return build.private / ASKED / split / f"{index}.json"


def _write(build: Build, split: str, index: int, found: Asked) -> None:
    path = _path(build, split, index)
    path.parent.mkdir(parents=True, exist_ok=True)
    growing = path.with_suffix(f".{Random().randrange(10**9)}")
    dump(growing, found._asdict())
    growing.replace(path)


def dump(path: Path, value: Any) -> None:
    """Write a value as indented JSON."""
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")


def _compute(
    build: Build, split: str, index: int, refusals: list[Refusal], answered: Set[str]
) -> Asked | None:
    """The first question that stands: templates from the index on, and for each the studies in turn.

    A question of which the answer is one of ``answered`` is not asked. None if no other is left.
    """
    names = studies(build, DRAWS[split].half, DRAWS[split].novel)
    templates = order(split)
    for step in range(len(templates)):
        template = templates[(index + step) % len(templates)]
        for turn in range(len(names)):
            name = names[(index + turn) % len(names)]
            rng = Random(f"biodsbench/{split}/{index}/{template.key}/{name}")
            found = oracle.ask(build.public / "studies" / name, template, rng, refusals)
            if found is not None and answer(found) not in answered:
                return found
    return None


def _empty(build: Build, half: Half) -> DataError:
    names = ", ".join(sorted(schemas(build, half)))
    return DataError(f"no question can be asked about {names}; their tables hold too little")


@cache
def order(split: str) -> list[Template]:
    """The templates that a split asks for, categories in turn."""
    from medgym_plugin_biodsbench.templates import MODULES

    draw = DRAWS[split]
    asked = [
        [template for template in module.TEMPLATES if (template.key in NOVEL) == draw.novel]
        for module in MODULES
    ]
    rounds = [found[at : at + 1] for at in range(max(map(len, asked))) for found in asked]
    every = [template for found in rounds for template in found]
    start = len(every) // 2 if draw.from_middle else 0
    return every[start:] + every[:start]
