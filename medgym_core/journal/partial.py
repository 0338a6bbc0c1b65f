"""Steps of episodes that are still being played, so that one that is cut goes on from its last."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from pydantic import ValidationError

from medgym_core.trajectory import Step
from medgym_sandbox.boundary import mishap


class Partials:
    """The unfinished episodes of a run: a file of steps each, below ``RUN/partial``.

    What is kept here speeds a resumed run up, and nothing stands on it: a file that cannot be written or read
    costs the episode its beginning, as if it had not been kept.
    """

    def __init__(self, run: Path) -> None:
        """The unfinished episodes of the run folder ``run``; no folder is made before a step is kept."""
        self._folder = run / "partial"

    def unfinished(self, recorded: Callable[[str], bool]) -> list[int]:
        """How many steps each episode has that was cut; what stands recorded by its id is forgotten."""
        ids = sorted(path.stem for path in self._folder.glob("*.jsonl"))
        self.drop(filter(recorded, ids))
        return [count for id in ids if (count := len(self.steps(id)))]

    def steps(self, id: str) -> tuple[Step, ...]:
        """The steps of an episode, up to the first that was not written whole."""
        return tuple(step for step, _ in self._whole(id))

    def keeper(self, id: str) -> Callable[[Step], None]:
        """What keeps the next steps of an episode, after those that :meth:`steps` gives."""
        with mishap.noted("going on with kept steps"):
            if self._path(id).exists():
                os.truncate(self._path(id), max((end for _, end in self._whole(id)), default=0))

        def keep(step: Step) -> None:
            with mishap.noted("keeping a step"):
                self._folder.mkdir(mode=0o700, exist_ok=True)
                flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
                descriptor = os.open(self._path(id), flags, 0o600)
                try:
                    os.write(descriptor, step.model_dump_json().encode() + b"\n")
                finally:
                    os.close(descriptor)

        return keep

    def _whole(self, id: str) -> Iterator[tuple[Step, int]]:
        """Each step with the place where its line ends."""
        end = 0
        try:
            for line in self._path(id).read_bytes().splitlines(keepends=True):
                end += len(line)
                if not line.endswith(b"\n"):
                    return
                yield Step.model_validate_json(line), end
        except (OSError, ValidationError):
            return

    def drop(self, ids: Iterable[str]) -> None:
        """Forget episodes, such as those that stand recorded."""
        for id in ids:
            with mishap.noted("forgetting kept steps"):
                self._path(id).unlink(missing_ok=True)

    def _path(self, id: str) -> Path:
        return self._folder / f"{id}.jsonl"
