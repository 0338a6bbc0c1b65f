"""S03: nothing floats: packages, base images and downloads are the same tomorrow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path

from medgym_prove.check import Check, Evidence
from medgym_prove.static.dockerfile import Instruction, instructions
from medgym_prove.subject import Subject

_PIN = re.compile(r"[A-Za-z0-9][\w.-]*(\[[\w.,-]+\])?\s*==\s*\d[\w.!+]*(\s*;.*|\s+--hash=.*)?")
_NAME = re.compile(r"\s*([A-Za-z0-9][\w.-]*)\s*(\[[^\]]*\])?\s*(.*)")
_DIGEST = re.compile(r"@sha256:[0-9a-f]{64}$")
_PINNED = re.compile(r"(-\S+ )*(-r|--requirement)[ =]?(?!\S*://)\S*requirements\.txt( -\S+)*")
"""What may follow ``pip install``."""
_GIVEN = re.compile(r"\$\{?(BASE|BUILDER)\}?")
_UNPINNED_APT = re.compile(r"\bapt(-get)? (-\S+ )*install\b(?!(\s+(-\S+|[\w.+-]+=\S+))+\s*([;&|]|$))")
_FLOATING = (
    (re.compile(r"\b(curl|wget)\b[^|]*\|\s*(sudo\s+)?(ba|da|z)?sh\b"), "runs what it downloads"),
    (re.compile(r"\bgit clone\b"), "clones a branch"),
    (re.compile(r"\b(conda|mamba|npm|gem|cargo|go) (-\S+ )*(install|add)\b"), "installs what nothing pins"),
    (re.compile(r":latest\b"), "says latest"),
    (_UNPINNED_APT, "installs system packages without versions"),
)


def _examine(subject: Subject) -> Evidence:
    problems = [*_dependencies(subject)]
    image = subject.package / "image"
    pins = image / "requirements.txt"
    recipe = image / "Dockerfile"
    examined = 1 + pins.is_file() + recipe.is_file()
    if pins.is_file():
        problems += _unpinned(pins)
    if recipe.is_file():
        problems += _floating(recipe)
    return Evidence(examined=examined, problems=tuple(problems))


def _dependencies(subject: Subject) -> Iterator[str]:
    """What runs beside the core needs both bounds; what the core requires itself has the core's upper one."""
    held = {_named(text)[0] for text in requires("medgym-core") or ()}
    where = subject.folder / "pyproject.toml"
    project = subject.project
    listed = [*project.get("project", {}).get("dependencies", ())]
    for text in [*listed, *project.get("build-system", {}).get("requires", ())]:
        name, bounds = _named(text)
        if "@" in bounds or "://" in text:
            yield f"{where}: {text!r} is an address; name a released version"
            continue
        exact = re.search(r"==|~=", bounds)
        if not exact and ">" not in bounds:
            yield f"{where}: {text!r} has no lower bound; write {name}>=VERSION"
        if not exact and "<" not in bounds and name not in held:
            yield f"{where}: {text!r} has no upper bound; write {text},<NEXT"


def _named(text: str) -> tuple[str, str]:
    match = _NAME.match(text.partition(";")[0])
    return (re.sub(r"[-_.]+", "-", match[1]).lower(), match[3]) if match else (text, "")


def _unpinned(path: Path) -> Iterator[str]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        text = line.partition("#")[0].strip()
        if text and not _PIN.fullmatch(text):
            yield f"{path}:{number}: {text!r} is no exact pin; write NAME==VERSION"


def _floating(path: Path) -> Iterator[str]:
    stages: set[str] = set()
    for found in instructions(path):
        where = f"{path}:{found.line}"
        if found.word == "FROM":
            words = [word for word in found.text.split() if not word.startswith("--")]
            if not _fixed(words[0], stages):
                yield f"{where}: FROM {words[0]} floats; take ${{BASE}}, or name an image by @sha256:DIGEST"
            stages |= {words[-1]} if len(words) == 3 else set()
        elif found.word == "ARG":
            yield from _argument(where, found.text)
        elif found.word == "COPY" and (source := re.search(r"--from=(\S+)", found.text)):
            if not _fixed(source[1], stages):
                yield f"{where}: COPY --from={source[1]} floats; name a stage, or an image by @sha256:DIGEST"
        elif found.word == "RUN":
            yield from _run(where, found)


def _fixed(image: str, stages: set[str]) -> bool:
    return image in stages or image.isdigit() or bool(_GIVEN.fullmatch(image) or _DIGEST.search(image))


def _argument(where: str, text: str) -> Iterator[str]:
    name, has_default, default = text.partition("=")
    if name in ("BASE", "BUILDER") and has_default and not _fixed(default.strip("\"'"), set()):
        yield f"{where}: the default of {name} floats: {default}; leave it out, or name it by @sha256:DIGEST"


def _run(where: str, found: Instruction) -> Iterator[str]:
    for pattern, what in _FLOATING:
        if pattern.search(found.text):
            yield f"{where}: {what}: {found.text}"
    for command in re.split(r"&&|;|\|\|", found.text):
        asked = re.search(r"\bpip3? (-\S+ )*install\b(.*)", command)
        if asked and not _PINNED.fullmatch(asked[2].strip()):
            yield f"{where}: installs packages that requirements.txt does not pin: {command.strip()}"


S03 = Check(
    id="S03",
    level=0,
    title="nothing floats: packages, base images, downloads",
    hint="Pin every line of image/requirements.txt with ==, build on ${BASE} or an image's digest, install "
    "from requirements.txt alone, and give each dependency a lower and an upper bound.",
    examine=_examine,
)
