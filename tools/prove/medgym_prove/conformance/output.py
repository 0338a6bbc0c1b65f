"""Floods of output and of answers are cut on both sides of the wire."""

from __future__ import annotations

from medgym_prove.conformance.behaviour import behaviour, require, run, usable
from medgym_prove.conformance.bench import Bench
from medgym_sandbox.spec import Guarantee, Reason

_CAP = 4096
_MARK = 100
"""Room for the text that marks what was dropped, bytes."""


@behaviour(Guarantee.OUTPUT_CAP)
def floods_keep_head_and_tail(bench: Bench) -> None:
    """Of a flood of lines the head and the tail are kept and the rest is counted."""
    size = 5_000_000
    source = f"print('HEAD')\nfor _ in range({size // 100}): print('x' * 99)\nprint('TAIL')"
    outcome = run(bench.shared(), source, output_bytes=_CAP)
    require(outcome.ok, outcome)
    require(outcome.stdout.startswith("HEAD\n") and outcome.stdout.endswith("TAIL\n"), outcome.stdout)
    require(len(outcome.stdout) <= _CAP + _MARK, f"{len(outcome.stdout)} characters came")
    require(outcome.dropped_bytes == size + 10 - _CAP, f"{outcome.dropped_bytes} bytes counted as dropped")


@behaviour(Guarantee.OUTPUT_CAP)
def one_giant_line(bench: Bench) -> None:
    """A single line of 20 MB is cut like any flood."""
    outcome = run(
        bench.shared(), "import os\nfor _ in range(20): os.write(1, b'x' * 10**6)", output_bytes=_CAP
    )
    require(outcome.ok and len(outcome.stdout) <= _CAP + _MARK, f"{len(outcome.stdout)} characters came")


@behaviour(Guarantee.OUTPUT_CAP)
def streams_are_capped_apart(bench: Bench) -> None:
    """A flood on standard error leaves standard output whole."""
    source = "import sys\nprint('whole')\nsys.stderr.write('e' * 10**6)"
    outcome = run(bench.shared(), source, output_bytes=_CAP)
    require(outcome.stdout == "whole\n" and len(outcome.stderr) <= _CAP + _MARK, outcome.stdout)


@behaviour(Guarantee.OUTPUT_CAP)
def invalid_bytes_are_escaped(bench: Bench) -> None:
    """Bytes that are no UTF-8, and NUL, arrive escaped or as they are."""
    outcome = run(bench.shared(), r"import os; os.write(1, b'\xff\xfe\x00ok\xc3')")
    require(outcome.stdout == "\\xff\\xfe\x00ok\\xc3", repr(outcome.stdout))


@behaviour(Guarantee.OUTPUT_CAP)
def endless_floods_end(bench: Bench) -> None:
    """A flood without end stops at the deadline, its head kept."""
    source = "print('HEAD', flush=True)\nwhile True: print('x' * 1000)"
    outcome = run(bench.shared(), source, output_bytes=_CAP, timeout_s=1.0)
    require(outcome.reason is Reason.TIMEOUT and outcome.stdout.startswith("HEAD\n"), outcome)
    usable(bench.shared())


@behaviour(Guarantee.OUTPUT_CAP)
def answers_are_capped(bench: Bench) -> None:
    """An answer over its cap is refused by name, one at the cap is not."""
    outcome = run(bench.shared(), "answer = 'x' * 10**7", answer_bytes=1000)
    require(outcome.answer is None and "1000" in outcome.answer_error, outcome)
    require(
        run(bench.shared(), "answer = 'x' * 998", answer_bytes=1000).answer is not None, "998 + 2 refused"
    )


@behaviour(Guarantee.OUTPUT_CAP)
def unserialisable_answers_are_named(bench: Bench) -> None:
    """An answer without a JSON form is refused with its type."""
    outcome = run(bench.shared(), "answer = [open]")
    require(outcome.answer is None and "builtin" in outcome.answer_error, outcome)
