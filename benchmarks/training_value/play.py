"""medgym's own verbs, as the study uses them: play, export, serve, report, compare."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MEDGYM = str(Path(sys.executable).with_name("medgym"))


def medgym(*arguments: object) -> str:
    """What a verb prints; what it says of its progress passes through.

    Raises:
        subprocess.CalledProcessError: if it fails.
    """
    done = subprocess.run([MEDGYM, *map(str, arguments)], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


@dataclass(frozen=True)
class Demonstration:
    """Episodes to learn from, of the training tasks that a data seed gives."""

    family: str
    """Whose tasks."""
    data_seed: int
    """Of the data that they are about."""
    categories: Sequence[str] = ()
    """Of these categories; all if empty."""
    limit: int | None = None
    """So many at most."""


CARELESS = (
    *("--agent", "fallible", "--option", "success=0.05", "--option", 'failures=["careless"]'),
    *("--steps", 1),
)
"""An agent that forgets the conditions of 19 questions in 20."""


def demonstrated(wanted: Demonstration, out: Path, sandbox: str, agent: Sequence[object]) -> dict[str, Any]:
    """Play the tasks, by reference unless ``agent`` names another."""
    chosen = ["--category", ",".join(wanted.categories)] if wanted.categories else []
    chosen += ["--limit", str(wanted.limit)] if wanted.limit else []
    chosen += ["--data-seed", str(wanted.data_seed), "--sandbox", sandbox]
    medgym("run", "--task", wanted.family, "--split", "train", *agent, *chosen, "--out", out)
    return rates(out)


def export(run: Path, out: Path, form: str, *options: object) -> dict[str, Any]:
    """Export a run."""
    return dict(json.loads(medgym("export", run, "--format", form, *options, "--out", out, "--json")))


@dataclass(frozen=True)
class Exam:
    """What a model is asked, and how."""

    family: str
    """Whose tasks."""
    split: str
    """Which of them."""
    categories: Sequence[str] = ()
    """Of these categories; all if empty."""
    limit: int | None = None
    """So many at most."""
    samples: int = 1
    """Replies to each: one greedily, or several at temperature 1."""
    tokens: int = 192
    """Of a reply, at most."""
    seed: int = 0
    """Of the run."""
    data_seed: int = 0
    """Of the data that the tasks are about."""


ONCE = ("--steps", 1)
"""One reply a question."""


def asked(
    model: Path, exam: Exam, out: Path, sandbox: str, threads: int, steps: Sequence[object] = ONCE
) -> dict[str, Any]:
    """Let the model reply to each question; returns its success rate with the interval by task."""
    how = ("--samples", exam.samples, "--temperature", 1.0 if exam.samples > 1 else 0.0, *steps)
    return played(model, exam, out, sandbox, threads, how)


def played(
    model: Path, exam: Exam, out: Path, sandbox: str, threads: int, how: Sequence[object]
) -> dict[str, Any]:
    """Let the model play as ``how`` says in options of ``medgym run``; returns its rates."""
    chosen = ["--limit", exam.limit] if exam.limit else []
    chosen += ["--category", ",".join(exam.categories)] if exam.categories else []
    chosen += ["--data-seed", exam.data_seed]
    with served(model, threads) as url:
        medgym(
            *("run", "--task", exam.family, "--split", exam.split, *chosen, "--seed", exam.seed),
            *(*how, "--jobs", 32),
            *("--agent", "llm", "--model", "learner", "--base-url", url, "--option", "tools=false"),
            *("--option", f"max_tokens={exam.tokens}", "--sandbox", sandbox, "--out", out),
        )
    return rates(out)


@contextmanager
def served(model: Path, threads: int) -> Iterator[str]:
    """Serve a model; the URL at which it answers."""
    command = [MEDGYM, "serve-model", str(model), "--name", "learner", "--json"]
    command += ["--threads", str(threads)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield json.loads(_object(server.stdout))["base_url"]
        finally:
            server.terminate()


def _object(lines: Iterator[str]) -> str:
    """The first JSON object of what is printed."""
    text = ""
    for line in lines:
        text += line
        if line.rstrip() == "}" or (text.startswith("{") and text.rstrip().endswith("}")):
            return text
    raise RuntimeError("the model server ended before it listened")


def rates(run: Path) -> dict[str, Any]:
    """Success rate, interval by task and counts of a run."""
    (report,) = json.loads(medgym("report", run, "--json"))["runs"]
    return {name: report[name] for name in ("success_rate", "interval", "tasks", "episodes", "statuses")}


def compared(first: Path, second: Path) -> dict[str, Any]:
    """The paired difference of two runs of the same tasks."""
    found = json.loads(medgym("compare", first, second, "--json"))
    return {name: found[name] for name in ("difference", "interval", "better", "worse", "equal", "tasks")}
