"""Programs run: Python, SQL and shell, each in a fresh interpreter, with typed results."""

from __future__ import annotations

import json

from medgym_core.task import Request, Response
from medgym_prove.conformance.behaviour import DEADLINE_S, ask, behaviour, require, run
from medgym_prove.conformance.bench import TABLE, Bench, token
from medgym_sandbox.backend import Sandbox
from medgym_sandbox.service import ServiceRelay
from medgym_sandbox.spec import Execution, Guarantee, Outcome, Reason

_PORT = 18_080


def _sql(box: Sandbox, statement: str, timeout_s: float = DEADLINE_S) -> Outcome:
    database = f"data/{TABLE}"
    return box.run(Execution(language="sql", source=statement, database=database, timeout_s=timeout_s))


@behaviour(Guarantee.EXECUTION)
def python_answers(bench: Bench) -> None:
    """The variable ``answer`` comes back as typed JSON."""
    value = {"text": "π ≈ 3", "list": [1, 2.5, None, True], "nested": {"big": 10**40}}
    require(ask(bench.shared(), f"answer = {value!r}") == value, "another value came back")


@behaviour(Guarantee.EXECUTION)
def modules_are_as_last_written(bench: Bench) -> None:
    """A module that is written anew at once, as long as before, is imported as it is now."""
    source = "import os\nopen('twice.py', 'w').write('found = {}')\nos.utime('twice.py', (1e9, 1e9))\n"
    source += "import twice\nanswer = twice.found"
    found = [ask(bench.shared(), source.format(value)) for value in (1, 2)]
    require(found == [1, 2], f"the module holds {found}")


@behaviour(Guarantee.EXECUTION)
def exit_codes(bench: Bench) -> None:
    """Exit codes are reported; only 0 counts as completed."""
    cases = {"import sys; sys.exit(3)": 3, "import os; os._exit(4)": 4, "raise ValueError": 1, "": 0}
    for source, code in cases.items():
        outcome = run(bench.shared(), source)
        require((outcome.exit_code, outcome.ok) == (code, code == 0), f"{source!r} gave {outcome!r}")


@behaviour(Guarantee.EXECUTION)
def exceptions_are_described(bench: Bench) -> None:
    """A failure names its class, line and text."""
    outcome = run(bench.shared(), "a = 1\nb = a / 0\n")
    failure = outcome.failure
    require(failure is not None, outcome)
    assert failure is not None
    described = (outcome.reason, failure.type, failure.line, failure.text)
    require(described == (Reason.ERROR, "ZeroDivisionError", 2, "b = a / 0"), described)


@behaviour(Guarantee.EXECUTION)
def signals_are_reported(bench: Bench) -> None:
    """A program that kills itself counts as killed."""
    outcome = run(bench.shared(), "import os; os.kill(os.getpid(), 9)")
    require(outcome.reason is Reason.KILLED, outcome)


@behaviour(Guarantee.EXECUTION)
def work_directory_is_home(bench: Bench) -> None:
    """Programs start in the work directory, which is HOME and can be written."""
    source = "import os\nopen('probe', 'w').close()\nanswer = os.path.samefile(os.environ['HOME'], '.')"
    require(ask(bench.shared(), source) is True, "HOME is another folder")


@behaviour(Guarantee.EXECUTION)
def state_is_fresh(bench: Bench) -> None:
    """No global, module, variable or folder change of one execution is seen by the next."""
    run(bench.shared(), "import os, sys\nx = 1\nsys.marked = 1\nos.environ['X'] = '1'\nos.chdir('/')")
    look = "['x' in globals(), hasattr(sys, 'marked'), 'X' in os.environ, os.getcwd() == '/']"
    seen = ask(bench.shared(), f"import os, sys\nanswer = {look}")
    require(seen == [False] * 4, f"[global, module, variable, folder] persisted: {seen}")


@behaviour(Guarantee.EXECUTION)
def files_persist(bench: Bench) -> None:
    """What one execution leaves in the work directory, the next finds."""
    text = token()
    run(bench.shared(), f"open('kept.txt', 'w').write({text!r})")
    require(ask(bench.shared(), "answer = open('kept.txt').read()") == text, "the file is gone")


@behaviour(Guarantee.EXECUTION)
def open_files_are_flushed(bench: Bench) -> None:
    """A file left open at the end holds what was written, whether the program ended well or not."""
    for ending in ("", "1 / 0", "raise SystemExit(1)"):
        run(bench.shared(), f"f = open('open.txt', 'w')\nf.write('{ending}.')\n{ending}")
        require(
            bench.shared().read("open.txt", 100) == f"{ending}.".encode(), f"lost when it ends by {ending!r}"
        )


@behaviour(Guarantee.EXECUTION)
def standard_input(bench: Bench) -> None:
    """Text on standard input arrives; without any, input is at its end."""
    source = "import sys\nanswer = sys.stdin.read()"
    require(ask(bench.shared(), source, stdin="línea\n2\n") == "línea\n2\n", "other text arrived")
    require(ask(bench.shared(), source) == "", "input without any")


@behaviour(Guarantee.EXECUTION)
def shell_commands(bench: Bench) -> None:
    """A shell command line runs, with pipes and its exit code."""
    outcome = bench.shared().run(Execution(language="shell", source="printf 'b\\na\\n' | sort; exit 5"))
    require((outcome.stdout, outcome.exit_code) == ("a\nb\n", 5), outcome)


@behaviour(Guarantee.EXECUTION)
def threads_and_subprocesses(bench: Bench) -> None:
    """Threads, child processes and asyncio work as anywhere."""
    source = """
import asyncio, subprocess, sys, threading
seen = []
thread = threading.Thread(target=seen.append, args=(1,)); thread.start(); thread.join()
seen.append(int(subprocess.run([sys.executable, '-c', 'print(2)'], capture_output=True).stdout))
async def third(): return 3
seen.append(asyncio.run(third()))
answer = seen
"""
    require(ask(bench.shared(), source) == [1, 2, 3], "one of them does not")


@behaviour(Guarantee.EXECUTION)
def utf8_everywhere(bench: Bench) -> None:
    """Text is UTF-8: in the source, on output, in file names."""
    outcome = run(
        bench.shared(),
        "open('naïve', 'w').close()\nimport os\nprint([n for n in os.listdir() if 'ï' in n], '漢')",
    )
    require(outcome.stdout == "['naïve'] 漢\n", outcome)


@behaviour(Guarantee.EXECUTION)
def sql_answers(bench: Bench) -> None:
    """One SQL statement gives columns and rows."""
    outcome = _sql(bench.shared(), "SELECT id, name FROM person ORDER BY id")
    require(outcome.answer is not None, outcome)
    expected = {"columns": ["id", "name"], "rows": [[1, "Ada"], [2, "Grace"], [3, None]]}
    require(json.loads(outcome.answer or "null") == expected, outcome.answer)


@behaviour(Guarantee.EXECUTION)
def sql_reads_only(bench: Bench) -> None:
    """A statement that would write fails, and changes nothing."""
    outcome = _sql(bench.shared(), "DELETE FROM person")
    count = _sql(bench.shared(), "SELECT count(*) FROM person")
    require(outcome.reason is Reason.ERROR and "[[3]]" in (count.answer or ""), (outcome, count))


@behaviour(Guarantee.TIMEOUT)
def sql_has_a_deadline(bench: Bench) -> None:
    """A statement without end is stopped at the deadline."""
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    require(_sql(bench.shared(), endless, timeout_s=0.5).reason is Reason.TIMEOUT, "it was not")


@behaviour(Guarantee.SERVICES)
def services_are_reached(bench: Bench) -> None:
    """Code reaches a declared service on loopback: keep-alive, query, a body of 1 MiB each way."""
    source = f"""
import http.client
connection = http.client.HTTPConnection('127.0.0.1', {_PORT}, timeout=20)
seen = []
for path, body in (('/a?b=1', b''), ('/large', b'x' * 2**20)):
    connection.request('POST', path, body)
    reply = connection.getresponse()
    seen.append([reply.status, reply.getheader('X-Target'), len(reply.read())])
answer = seen
"""
    with bench.box(ServiceRelay({_PORT: _Echo()}), ports=(_PORT,)) as box:
        for _ in range(2):
            require(ask(box, source) == [[200, "/a?b=1", 0], [200, "/large", 2**20]], "another reply came")


class _Echo:
    """A service that sends back what it got."""

    def respond(self, request: Request) -> Response:
        """The body of the request, its target in a header."""
        return Response(status=200, headers=(("X-Target", request.target),), body=request.body)

    def snapshot(self) -> None:
        """Nothing to keep."""

    def fork(self) -> _Echo:
        """It has no state."""
        return self

    def close(self) -> None:
        """Nothing to release."""
