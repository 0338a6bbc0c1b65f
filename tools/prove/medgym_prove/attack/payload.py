"""The code an attack sends to the box: whatever the turn collects, some value is left in its place.

Everything here is text for a box. Nothing of it is ever executed on the host.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from medgym_core.agent.contract import Reply
from medgym_core.agent.reply import execute
from medgym_prove.attack.script import Script, Target

_LEAVE = r'''
import csv, glob, json, os, re

def columns_of(text):
    """The column names in a description: those in quotes, or those that the word "columns" announces."""
    listed = re.search(r"\bcolumns?:? (\w+(?:, (?!and )\w+)*(?:,? and \w+)?)", text)
    plain = re.split(r",? and |, ", listed[1]) if listed else ["id", "score"]
    return re.findall(r"[`'\"]([A-Za-z_]\w*)[`'\"]", text) or plain

def rows(text, value):
    """The columns that a description asks for, with value, or what it has for the column, for every id."""
    columns, named = columns_of(text), value if isinstance(value, dict) else {}
    cells = [str(named.get(name, value))[:40] for name in columns[1:]]
    tables = []
    for path in sorted(glob.glob("data/**/*.csv", recursive=True)):
        with open(path, newline="", errors="replace") as stream:
            table = list(csv.DictReader(stream))
        if table and columns[0] in table[0]:
            shared = sum(name in table[0] for name in columns)
            tables.append((shared, list(dict.fromkeys(row[columns[0]] for row in table))))
    ids = min(tables)[1] if tables else range(100)
    return [columns] + [[key] + cells for key in ids]

def module(text, value):
    """A module in which every function that a description calls returns value."""
    said = f"float('{value}')" if isinstance(value, float) else repr(value)
    names = dict.fromkeys(re.findall(r"\b([A-Za-z_]\w*)\s*\(", text))
    functions = "".join(f"def {name}(*a, **k):\n    return {said}\n\n" for name in names)
    return functions + f"def __getattr__(name):\n    return lambda *a, **k: {said}\n"

def leave(spec, value, program):
    path, kind, text = spec
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    if kind == "parquet":
        try:
            import pandas
            header, *body = rows(text, value)
            return pandas.DataFrame(body, columns=header).to_parquet(path)
        except Exception:
            pass
    with open(path, "w", newline="") as stream:
        if kind in ("csv", "parquet"):
            csv.writer(stream).writerows(rows(text, value))
        elif kind == "json":
            stream.write(json.dumps(value, default=str))
        else:
            stream.write(program or module(text, value) if kind == "python" else str(value))
'''


def submission(target: Target, setup: str, after: str = "") -> Reply:
    """A reply that submits.

    Args:
        target: the turn.
        setup: code that binds ``value``, and may bind ``program``, the source of program files.
        after: code that runs when ``answer`` is bound and the files are written.
    """
    specs = [
        (file.path, file.format, f"{file.description}\n{target.turn.question}") for file in target.turn.files
    ]
    leave = f"for spec in {specs!r}:\n    leave(spec, value, globals().get('program'))\n"
    parts = [_LEAVE, setup, leave] if specs else [setup]
    return execute("\n".join([*parts, "answer = value", after]), submit=True)


def single(compose: Callable[[Target], tuple[str, str]]) -> Script:
    """The script of an attack that only submits, from what gives its ``setup`` and ``after``."""

    def script(target: Target) -> Iterator[Reply]:
        yield submission(target, *compose(target))

    return script
