"""S06: the image recipe takes no privilege and leaves the box's worker in charge."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from medgym_prove.check import Check, Evidence
from medgym_prove.static.dockerfile import instructions
from medgym_prove.subject import Subject

_REPLACED = {
    "ENTRYPOINT": "the box's worker is the entry point",
    "CMD": "the box's worker is the entry point",
    "EXPOSE": "a box has no network",
    "VOLUME": "a box's folders are the core's",
}
_TAKEN = (
    (re.compile(r"--security=insecure|--privileged"), "asks for a privileged build"),
    (re.compile(r"--network=host"), "asks for the host's network"),
    (re.compile(r"\bchmod\b.*(\b[4267][0-7]{3}\b|\+s\b)"), "sets a set-uid bit"),
    (re.compile(r"\bsudo\b|\bsetcap\b"), "hands out privileges"),
)
_STEERED = re.compile(r"LD_PRELOAD|LD_LIBRARY_PATH|PYTHONPATH|PYTHONSTARTUP|PYTHONHOME|PATH")
_SECRET = re.compile(r"\w*(PASSWORD|SECRET|TOKEN|API_?KEY)\w*", re.IGNORECASE)


def _examine(subject: Subject) -> Evidence:
    recipe = subject.package / "image" / "Dockerfile"
    if not recipe.is_file():
        return Evidence(examined=0, problems=(f"{recipe} is missing",))
    found = list(instructions(recipe))
    return Evidence(examined=len(found), problems=tuple(_problems(recipe)))


def _problems(recipe: Path) -> Iterator[str]:
    user, line = "", 0
    for word_line, word, text in instructions(recipe):
        where = f"{recipe}:{word_line}"
        if word == "FROM":
            user = ""
        elif word == "USER":
            user, line = text.partition(":")[0], word_line
        elif word == "ADD" and re.search(r"\b(https?|ftp|git)(://|@)", text):
            yield f"{where}: ADD {text} downloads; bring the file along, or pin a package"
        elif word in _REPLACED:
            yield f"{where}: {word} may not be set: {_REPLACED[word]}"
        elif word in ("ENV", "ARG"):
            yield from _setting(where, word, text)
        yield from (f"{where}: {what}: {word} {text}" for pattern, what in _TAKEN if pattern.search(text))
    if user in ("root", "0"):
        yield f"{recipe}:{line}: the image ends as USER {user}; leave the user as the base has it"


def _setting(where: str, word: str, text: str) -> Iterator[str]:
    for name in (text.split()[0].partition("=")[0], *re.findall(r"(?<=\s)(\w+)=", text)):
        if word == "ENV" and _STEERED.fullmatch(name):
            yield f"{where}: ENV {name} steers every process of the box"
        if _SECRET.fullmatch(name):
            yield f"{where}: {word} {name} would be kept in the image"


S06 = Check(
    id="S06",
    level=0,
    title="the image recipe takes no privilege and replaces nothing of the box",
    hint="Let the recipe add packages and nothing else: no USER root at its end, no ADD of addresses, no "
    "ENTRYPOINT, no privileged or networked RUN.",
    examine=_examine,
)
