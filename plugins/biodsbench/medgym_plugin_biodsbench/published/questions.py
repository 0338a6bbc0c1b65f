"""Published questions as tasks: those of a build that passed their self-test."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from medgym_core import ActionCall, Build, DataError, FileSpec, Gold, Task, TaskSet, Turn
from medgym_plugin_biodsbench.published import LIMITS, mounted, read_report, selftest
from medgym_plugin_biodsbench.published.row import WORKDIR
from medgym_plugin_biodsbench.published.selftest import FILE, MAX_BYTES
from medgym_plugin_biodsbench.published.verifier import PublishedVerifier

CATEGORY = "published"
CONTEXT = """\
The tables of one study lie in {folder} as CSV:
{tables}"""
QUESTION = """\
{query}{steps}{history}

Results, by the names of variables:
{outputs}

Leave them as data in outputs.json. A program that defines them ends with

import sys
sys.path.insert(0, 'data/published')
{epilogue}

They are right if assertions on them hold. In what is compared as a whole, numbers may differ by 0.000001
relative."""


class PublishedQuestions(TaskSet):
    """A program to write for each task, whose results are right if published assertions hold."""

    def size(self, build: Build, split: str) -> int:
        """Number of questions of ``split`` in ``build``; 0 in a build without published rows."""
        report = read_report(build)
        return report.tasks[split] if report else 0

    def task(self, build: Build, split: str, index: int) -> Task:
        """One published question, with the tables of its study.

        Raises:
            DataError: if there is no such task.
        """
        path = build.public / "published" / split / f"{index}.json"
        try:
            public = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise DataError(f"{split} has no task {index}; it has {self.size(build, split)}") from None
        folder = f"data/published/studies/{public['study']}"
        question = _question(public).replace(WORKDIR, folder)
        file = FileSpec(
            path=FILE, format="json", max_bytes=MAX_BYTES, description="the results, as export() writes them"
        )
        return Task(
            family=build.family,
            split=split,
            index=index,
            category=CATEGORY,
            turns=(Turn(question=question, files=(file,)),),
            context=CONTEXT.format(folder=folder, tables=public["tables"]),
            verifier=PublishedVerifier.name,
            mounts=mounted(public["study"]),
            limits=LIMITS,
            metadata={"published": public["id"], "study": public["study"]},
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """The assertions, the tables that they read again, and the reference's results."""
        tests = _hidden(build, task)["tests"]
        folder = build.public / "published/studies" / str(task.metadata["study"])
        texts = {name: (folder / name).read_text(encoding="utf-8") for name in tests["tables"]}
        return Gold({**tests, "tables": texts})

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The published solution after its history, which writes its results as data."""
        hidden = _hidden(build, task)
        folder = f"data/published/studies/{task.metadata['study']}"
        code = selftest.solution(hidden["program"], hidden["tests"]["outputs"], folder)
        return [ActionCall(name="code_execution", arguments={"code": code, "submit": True})]

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The studies that the questions are about."""
        tasks = (self.task(build, split, index) for index in range(self.size(build, split)))
        return dict.fromkeys(f"{build.family}/study/{one.metadata['study']}" for one in tasks)


def _question(public: dict[str, str]) -> str:
    """The question's text, from the public half of a task."""
    history = f"\n\nThis code ran before, and your program begins with it:\n\n{public['history']}"
    return QUESTION.format(
        query=public["query"],
        steps=f"\n\nSteps:\n{public['steps']}" if public["steps"] else "",
        history=history if public["history"].strip() else "",
        outputs=public["outputs"],
        epilogue=public["epilogue"],
    )


def _hidden(build: Build, task: Task) -> Any:
    path = build.private / "published" / task.split / f"{task.index}.json"
    return json.loads(path.read_text(encoding="utf-8"))
