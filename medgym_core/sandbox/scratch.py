"""Scratch folders of boxes on the host."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def remove_tree(root: Path) -> None:
    """Remove a folder whose owner may have taken away its own permissions."""
    for folder, _, _ in os.walk(root):
        os.chmod(folder, 0o700)
    shutil.rmtree(root, ignore_errors=True)
