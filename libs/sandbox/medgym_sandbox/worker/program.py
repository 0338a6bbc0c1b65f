"""Run what the agent wrote, in the child: Python, SQL or a shell command line."""

from __future__ import annotations

import atexit
import builtins
import gc
import json
import linecache
import os
import signal
import sys
import threading
import types
from collections.abc import Callable, Mapping
from typing import Any

from . import answer, failure, pipes

PREVIEW_ROWS = 50


def run(request: Mapping[str, Any], report: Callable[[dict[str, Any]], None]) -> int:
    """Run the program; returns the exit code. ``report`` takes one dict about how it went."""
    if request["stdin"]:
        os.dup2(pipes.as_file(request["stdin"].encode("utf-8", "surrogatepass")), 0)
    if request["language"] == "shell":
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Python ignores it, and a program would inherit that
        os.execv("/bin/sh", ["sh", "-c", request["source"]])
    runner = _python if request["language"] == "python" else _sql
    reported: dict[str, Any] = {}
    try:
        return runner(request, reported)
    finally:
        _flush()
        report(reported)


def _python(request: Mapping[str, Any], reported: dict[str, Any]) -> int:
    source = request["source"]
    module = types.ModuleType("__main__")
    module.__dict__.update(__builtins__=builtins, __file__=failure.SOURCE_NAME)
    sys.modules["__main__"] = module
    sys.argv = ["code.py"]
    sys.path.insert(0, "")
    sys.dont_write_bytecode = True  # else a module that is written anew within a second stays as it was
    linecache.cache[failure.SOURCE_NAME] = (len(source), None, source.splitlines(True), failure.SOURCE_NAME)
    try:
        return _run_module(module, request, reported)
    finally:
        module.__dict__.clear()  # as at an interpreter's end: files left open are flushed
        gc.collect()


def _run_module(module: types.ModuleType, request: Mapping[str, Any], reported: dict[str, Any]) -> int:
    source = request["source"]
    try:
        exec(compile(source, failure.SOURCE_NAME, "exec"), module.__dict__)
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
    except SystemExit as stop:
        if stop.code not in (None, 0):
            reported["failure"] = failure.describe(stop, source, request["inspect"])
            return stop.code if isinstance(stop.code, int) else 1
    except BaseException as error:  # whatever agent code raises is its result
        reported["failure"] = failure.describe(error, source, request["inspect"])
        return 1
    if "answer" in module.__dict__:
        _report_answer(module.__dict__["answer"], request["answer_bytes"], reported)
    return 0


def _report_answer(value: object, cap: int, reported: dict[str, Any]) -> None:
    try:
        text = answer.to_json(value)
    except answer.UnserialisableError as error:
        reported["answer_error"] = str(error)
    except BaseException as error:  # agent objects may raise anything when converted
        reported["answer_error"] = f"answer could not be converted: {type(error).__name__}: {error}"[:500]
    else:
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > cap:
            reported["answer_error"] = f"answer takes {size} bytes as JSON; at most {cap} are allowed"
        else:
            reported["answer"] = text


def _sql(request: Mapping[str, Any], reported: dict[str, Any]) -> int:
    import sqlite3

    path = os.path.abspath(request["database"])
    connection: sqlite3.Connection | None = None
    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        cursor = connection.execute(request["source"])
        names = [column[0] for column in cursor.description or ()]
        rows: list[list[Any]] = []
        size, cut = 0, False
        for row in cursor:
            size += sum(len(str(cell)) + 2 for cell in row)
            if size > request["answer_bytes"]:
                cut = True
                break
            rows.append([cell.hex() if isinstance(cell, bytes) else cell for cell in row])
    except Exception as error:  # sqlite3 errors, a database that agent code removed, overflows in conversion
        reported["failure"] = failure.describe(error, request["source"], connection=connection)
        return 1
    if cut:
        reported["answer_error"] = f"the result holds more than {request['answer_bytes']} bytes; select less"
        _preview(names, rows)
    else:
        _report_answer({"columns": names, "rows": rows}, request["answer_bytes"], reported)
    return 0


def _preview(names: list[str], rows: list[list[Any]]) -> None:
    print(json.dumps(names), *(json.dumps(row) for row in rows[:PREVIEW_ROWS]), sep="\n")


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:  # agent code may have closed or replaced the stream; its output is its own loss
            continue
