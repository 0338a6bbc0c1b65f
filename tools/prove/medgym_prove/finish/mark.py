"""F01: no place that the template marked EDIT is left as it was, nor what it says of its own example."""

from __future__ import annotations

import ast
import re
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from medgym_core import parse_python
from medgym_prove.check import Check, Evidence
from medgym_prove.subject import Subject

MARK = re.compile(r"\bEDIT:")
"""How the template marks a place to edit."""
_SHOWN = 50


class Left(NamedTuple):
    """One line that is as the template made it."""

    path: str
    """File in the plugin's folder."""
    line: int
    """1-based."""
    text: str
    """What is left there."""


def marks(subject: Subject) -> list[Left]:
    """Every mark that is left."""
    return [
        Left(path.relative_to(subject.folder).as_posix(), number, line.strip())
        for path in subject.files
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if MARK.search(line)
    ]


def examples(subject: Subject) -> list[Left]:
    """Every text by which the family still describes the template's example, word for word."""
    family = subject.package / "family.py"
    where = family.relative_to(subject.folder).as_posix()
    return [
        Left(where, line, f"{text!r} is the template's own")
        for line, text in (_described(family) if family.is_file() else ())
        if text in _template_texts()
    ]


@cache
def _template_texts() -> frozenset[str]:
    """What the families that the template makes say of themselves."""
    from medgym_prove.scaffold import KINDS, Answers, bake

    with tempfile.TemporaryDirectory(prefix="medgym-template-") as folder:
        baked = [bake(Answers.model_validate({"name": kind, "kind": kind}), Path(folder)) for kind in KINDS]
        modules = [path for plugin in baked for path in plugin.glob("*/family.py")]
        return frozenset(text for module in modules for _, text in _described(module))


def _described(module: Path) -> Iterator[tuple[int, str]]:
    """Line and text of the summary, the citation and the descriptions of categories."""
    try:
        tree = parse_python(module.read_text(encoding="utf-8"))
    except SyntaxError:  # that it cannot be loaded is another check's finding
        return
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign(
                target=ast.Name(id="summary" | "citation"), value=ast.Constant(value=str(text))
            ):
                yield node.lineno, text
            case ast.Call(func=ast.Name(id="Category"), keywords=keywords):
                for word in keywords:
                    if word.arg == "description" and isinstance(word.value, ast.Constant):
                        yield word.value.lineno, str(word.value.value)


def _examine(subject: Subject) -> Evidence:
    left = [*marks(subject), *examples(subject)]
    shown = [f"{path}, line {line}: {text}" for path, line, text in left[:_SHOWN]]
    more = [f"{len(left) - _SHOWN} more places are left"] if len(left) > _SHOWN else []
    return Evidence(examined=len(subject.files), problems=(*shown, *more))


F01 = Check(
    id="F01",
    level=4,
    title="no place that the template marked EDIT is left, nor what it says of its example",
    hint="Do what each mark says, or decide that what stands there is right, and delete the comment; "
    "write your own summary, citation and descriptions of categories.",
    examine=_examine,
)
