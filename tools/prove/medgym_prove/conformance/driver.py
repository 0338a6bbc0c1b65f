"""A driver to be killed: starts one box as standard input says, and holds it."""

from __future__ import annotations

import pickle
import sys
import time
from typing import Literal

from medgym_prove.conformance.behaviour import run
from medgym_prove.conformance.bench import token
from medgym_prove.conformance.witness import busy, lingering
from medgym_sandbox.backend import SandboxBackend
from medgym_sandbox.spec import BoxSpec

How = Literal["busy", "idle", "close"]
"""What the driver does with its box: keep it at work, keep it at rest, or use and close it."""

_LITTER = (
    "import os\nos.makedirs('deep/er', 0o700)\nopen('deep/er/file', 'w').close()\nos.chmod('deep/er', 0)"
)


def main() -> None:
    """Start the box, say so on standard output, and wait to be killed."""
    backend: SandboxBackend
    spec: BoxSpec
    backend, spec, how, text = pickle.load(sys.stdin.buffer)
    box = backend.start(spec)
    if how == "busy":
        run(box, lingering(text), timeout_s=600.0)
    elif how == "idle":
        with busy(box, token()) as (worker, _):
            pass
        print(worker, flush=True)
    else:
        run(box, _LITTER)
        box.close()
        print("closed", flush=True)
    time.sleep(600)
