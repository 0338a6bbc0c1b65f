"""How long grading one submission of biocoder takes, in a warm box: from the submission to the verdict.

    python -m benchmarks.biocoder_grading --sandbox process --tasks 24

The reference of each task is graded, so that every hidden call runs. A box has started when the clock does,
as it has where a pool keeps boxes ready.
"""

from __future__ import annotations

import argparse
import statistics
import time
from contextlib import contextmanager
from pathlib import Path

from medgym_core import Submission, TurnSubmission, plugins
from medgym_core.builds.making import ensure_build, gold_of
from medgym_core.env.grading import grade
from medgym_core.files import default_home
from medgym_core.source import Source
from medgym_plugin_biocoder.cell import cell_at
from medgym_plugin_biocoder.oracle import FILE
from medgym_plugin_biocoder.source import submission
from medgym_sandbox.backend import Sandbox
from medgym_sandbox.spec import BoxSpec


def main() -> None:
    """Print median and greatest seconds, and how many hidden calls there were."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sandbox", default="process", choices=("process", "bubblewrap", "docker"))
    parser.add_argument("--tasks", type=int, default=24)
    parser.add_argument("--home", type=Path, default=default_home())
    asked = parser.parse_args()
    family, backend = plugins.family("biocoder"), plugins.sandbox(asked.sandbox)
    build = ensure_build(family, Source.synthetic(), asked.home)
    seconds, calls = [], []
    for index in range(asked.tasks):
        task, cell = family.task(build, "test", index), cell_at("test", index)
        calls.append(len(gold_of(family, build, task).turns[0]["cases"]))
        source = submission(cell.problem, cell.parameters, cell.variant).encode()
        given = Submission(turns=(TurnSubmission(files={FILE: source}),))
        spec = BoxSpec(environment=family.environment, limits=task.limits, home=asked.home)
        with backend.start(spec) as box:
            box.ping()
            begun = time.perf_counter()
            verdict = grade(
                family, build, task, plugins.verifier(task.verifier), given, {}, lambda: lent(box)
            )
            seconds.append(time.perf_counter() - begun)
        assert verdict.reward == 1.0, task.id
    print(f"{asked.sandbox}: {asked.tasks} submissions of {min(calls)} to {max(calls)} hidden calls each")
    print(f"median {statistics.median(seconds):.3f} s, at most {max(seconds):.3f} s")


@contextmanager
def lent(box: Sandbox):  # type: ignore[no-untyped-def]
    """The box, which stays open."""
    yield box


if __name__ == "__main__":
    main()
