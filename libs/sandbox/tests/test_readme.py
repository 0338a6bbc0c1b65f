"""The example of the README works as it stands."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path


def test_the_example_runs(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    done = subprocess.run([sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("42\n", 0), done.stderr
