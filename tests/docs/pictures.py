"""The pictures of docs/, of real runs: ``python -m tests.docs.pictures`` (minutes; needs Chromium).

The figures in them are of the agent ``fallible`` on synthetic data and mean nothing.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from rich.console import Console
from rich.terminal_theme import DIMMED_MONOKAI
from rich.text import Text
from selenium.webdriver import Chrome, ChromeOptions, ChromeService

from medgym_view.server import ViewerServer
from medgym_view.viewer import Viewer

from .pages import ROOT

PICTURES = ROOT / "docs" / "pictures"
RUN = "medgym run --task npowerai,mimic,medagentbench --agent fallible --limit 12 --samples 8"
TREES = "medgym run --task npowerai --split train --limit 4 --agent fallible --tree 3x2"
TYPED = (
    f"{RUN} \\\n    --option success=0.6 --out runs/first",
    "medgym report runs/first --show curves,failures",
)
"""What the picture of the terminal shows."""
SMALL = {"MEDGYM_RUN_SCALE": "150", "MEDGYM_RUN_SANDBOX": "process"}
"""Data and boxes that are ready soon."""
COLUMNS = 118
"""Width of the terminal."""
SIZE = ("--window-size=1000,930", "--force-device-scale-factor=1.5")
"""Of a page's picture."""


def medgym(line: str, folder: Path) -> str:
    """What a command of the command line shows in a terminal, with its colours."""
    variables = {**os.environ, **SMALL, "FORCE_COLOR": "1", "COLUMNS": str(COLUMNS)}
    words = [sys.executable, "-m", "medgym_core.cli", *shlex.split(line.replace("\\\n", ""))[1:]]
    done = subprocess.run(
        words, cwd=folder, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True
    )
    return done.stdout.decode().replace(f"{folder}/", "")


def terminal(folder: Path) -> str:
    """The typed commands and what they print, as SVG that fetches nothing."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), highlight=False)
    for line in TYPED:
        console.print(Text.assemble(("$ ", "bold green"), (line, "bold")))
        console.print(Text.from_ansi(medgym(line, folder).rstrip() + "\n"))
    svg = console.export_svg(title="medgym", theme=DIMMED_MONOKAI, unique_id="medgym")
    return re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)


@contextmanager
def viewer(run: Path) -> Iterator[ViewerServer]:
    """The viewer of a run."""
    with ViewerServer(run) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def photograph(address: str, picture: Path, scheme: Literal["light", "dark"] = "light") -> None:
    """What Chromium shows of a page in the light or in the dark."""
    options = ChromeOptions()
    preferred = f"--blink-settings=preferredColorScheme={('dark', 'light').index(scheme)}"
    for flag in ("--headless", "--no-sandbox", "--hide-scrollbars", preferred, *SIZE):
        options.add_argument(flag)
    with Chrome(options, ChromeService(shutil.which("chromedriver"))) as browser:
        browser.get(address)
        browser.save_screenshot(str(picture))


def branches(folder: Path) -> None:
    """The leaves of a tree of episodes, in the viewer."""
    medgym(f"{TREES} --out runs/trees", folder)
    with viewer(folder / "runs" / "trees") as server:
        assert isinstance(server.viewer, Viewer)
        tasks = [entry.task for entry in server.viewer.shelf.entries.values()]
        largest = max(server.viewer.shelf.entries.values(), key=lambda entry: tasks.count(entry.task))
        photograph(f"{server.url}tree/{largest.id}", PICTURES / "tree.png")


def main() -> None:
    """Make all pictures anew."""
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as name:
        folder = Path(name)
        (PICTURES / "terminal.svg").write_text(terminal(folder))
        medgym(f"{RUN} --out runs/second", folder)
        medgym("medgym report runs/first runs/second --html report.html", folder)
        photograph((folder / "report.html").as_uri(), PICTURES / "report.png")
        with viewer(folder / "runs" / "first") as server:
            assert isinstance(server.viewer, Viewer)
            entries = server.viewer.shelf.entries.values()
            solved = next(entry for entry in entries if (entry.family, entry.status) == ("mimic", "success"))
            photograph(f"{server.url}episode/{solved.id}#step-1", PICTURES / "episode.png", "dark")
        branches(folder)


if __name__ == "__main__":
    main()
