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

def read_csv(path, key):
    with open(path, newline="", errors="replace") as stream:
        reader = csv.DictReader(stream)
        names = reader.fieldnames or ()
        return names, [row[key] for row in reader] if key in names else []

def read_parquet(path, key):
    from pyarrow import parquet
    names = parquet.read_schema(path).names
    return names, parquet.read_table(path, columns=[key])[key].to_pylist() if key in names else []

def read_hdf5(path, key):
    import h5py
    columns = {}
    with h5py.File(path, "r") as file:
        file.visititems(lambda name, item: columns.update({name.rpartition("/")[2]: item}))
        cells = columns[key][:].tolist() if key in columns else []
    return columns, [cell.decode() if isinstance(cell, bytes) else cell for cell in cells]

READERS = {".csv": read_csv, ".parquet": read_parquet, ".h5": read_hdf5, ".hdf5": read_hdf5}

def stated(text):
    """The files of data that a text names, words in capitals standing for any folder."""
    paths = dict.fromkeys(re.findall(r"data/[\w./-]*\w", text))
    forms = [path if os.path.exists(path) else re.sub(r"\b[A-Z]+\b", "*", path) for path in paths]
    return [path for form in forms for path in sorted(glob.glob(form))]

def ids_in(paths, columns):
    """The first column of the file that has it and the fewest of the others; none without such a file."""
    tables = []
    for path in paths:
        try:
            names, cells = READERS[os.path.splitext(path)[1]](path, columns[0])
        except Exception:  # of another format, or one that nothing in this box can read
            continue
        if cells:
            tables.append((sum(name in names for name in columns), list(dict.fromkeys(cells))))
    return min(tables, key=lambda table: table[0])[1] if tables else []

def rows(text, columns, value):
    """The columns asked for, with value, or what it has for the column, for every id asked about."""
    named = value if isinstance(value, dict) else {}
    cells = [str(named.get(name, value))[:40] for name in columns[1:]]
    every = sorted(glob.glob("data/**/*.*", recursive=True))
    ids = ids_in(stated(text), columns) or ids_in(every, columns) or range(100)
    return [columns] + [[key] + cells for key in ids]

def module(text, value):
    """A module in which every function that a description calls returns value."""
    said = f"float('{value}')" if isinstance(value, float) else repr(value)
    names = dict.fromkeys(re.findall(r"\b([A-Za-z_]\w*)\s*\(", text))
    functions = "".join(f"def {name}(*a, **k):\n    return {said}\n\n" for name in names)
    return functions + f"def __getattr__(name):\n    return lambda *a, **k: {said}\n"

def leave(spec, value, program):
    path, kind, text, columns = spec
    columns = list(columns) or columns_of(text)
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    if kind == "parquet":
        try:
            import pandas
            header, *body = rows(text, columns, value)
            return pandas.DataFrame(body, columns=header).to_parquet(path)
        except Exception:
            pass
    with open(path, "w", newline="") as stream:
        if kind in ("csv", "parquet"):
            csv.writer(stream).writerows(rows(text, columns, value))
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
        (file.path, file.format, f"{file.description}\n{target.turn.question}", file.columns)
        for file in target.turn.files
    ]
    leave = f"for spec in {specs!r}:\n    leave(spec, value, globals().get('program'))\n"
    parts = [_LEAVE, setup, leave] if specs else [setup]
    return execute("\n".join([*parts, "answer = value", after]), submit=True)


def single(compose: Callable[[Target], tuple[str, str]]) -> Script:
    """The script of an attack that only submits, from what gives its ``setup`` and ``after``."""

    def script(target: Target) -> Iterator[Reply]:
        yield submission(target, *compose(target))

    return script
