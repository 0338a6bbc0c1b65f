"""A sandbox that counts its boxes, and loses one by its own fault when it is asked to."""

from __future__ import annotations

from typing import Any

from medgym_core.errors import SandboxError
from medgym_sandbox.process import Process

LOST = "sample-3"
"""A command that names this loses its box."""


class Watched(Process):
    """The process sandbox; ``most`` is the greatest number of boxes that were open at once."""

    def __init__(self) -> None:
        super().__init__()
        self.started = self.open = self.most = 0

    def start(self, spec: Any) -> Any:
        box: Any = super().start(spec)
        self.started += 1
        self.open += 1
        self.most = max(self.most, self.open)
        run, close = box.run, box.close
        state = {"open": True}

        def watched(execution: Any) -> Any:
            if LOST in execution.source:
                raise SandboxError("the box is gone")
            return run(execution)

        def closed() -> None:
            self.open -= state.pop("open", False)
            close()

        box.run, box.close = watched, closed
        return box
