"""medgym: executable biomedical coding tasks as plugins.

A **Task** runs in a **Sandbox** through **Actions** until a **Verifier** gives a **Verdict**; **Env** is the
loop, **Episode** the record, **rollout** the many::

    TaskFamily ──build──▶ Build ──task──▶ Task ──prompt──▶ Agent
                            │               │                │ Reply
                            │ public/       │ limits         ▼
                            └────────────▶ Sandbox ◀──── Action ──▶ Observation
                            │                │ answer, files, states
                            │ private/       ▼
                            └────gold────▶ Verifier ──▶ Verdict ──▶ Episode in the journal

Plugins import from here and nowhere deeper. Names are written once, in ``__init__.pyi``, and loaded when
first used, so that importing the package costs nothing.
"""

from __future__ import annotations

import importlib
from functools import cache


def __getattr__(name: str) -> object:
    homes = _homes()
    if name in ("__all__", "_HOME_OF"):
        value: object = sorted(homes) if name == "__all__" else homes
    elif name in homes:
        value = getattr(importlib.import_module(homes[name]), name)
    else:
        raise AttributeError(f"module 'medgym_core' has no attribute {name!r}")
    globals()[name] = value
    return value


@cache
def _homes() -> dict[str, str]:
    """Public name to the module that it is loaded from, as the stub beside this file has them."""
    import ast
    from pathlib import Path

    stub = ast.parse(Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    return {
        name.name: str(node.module)
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
