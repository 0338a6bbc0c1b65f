"""Someone who types what a page says, on a machine without a network where a model answers at port 8000."""

from __future__ import annotations

import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from . import kit
from .pages import Command, commands, fenced

PORT = 8000
LONGEST_S = 600
ANSWERS = {
    "medgym access attest": (
        *("Ada Example", "Example Hospital", "mimic", "1.5.0", "https://models.example.org/v1"),
        *("https://example.org/contract", "y", "y", "y", "mimic"),
    ),
    "medgym data purge npowerai": ("y",),
    "medgym new-task": ("toy-pulse", *[""] * 5),
}
"""Command that asks to what is answered, line by line."""
_FILES = ("diff", "json", "python", "toml", "yaml")
"""Languages of blocks that are files where they have the name of one."""
_STATE = '[ ! -e "$STATE" ] || . "$STATE"; cd "$PWD"; trap \'export -p >"$STATE"\' EXIT\n'
_EDITED = (
    "grep -rl EDIT: plugins/bed-days | xargs sed -i s/EDIT:/Edited:/; "
    "sed -i -E 's/(summary|citation)(: .* = \")/\\1\\2My /; s/(Category.*description=\")/\\1my /' "
    "plugins/bed-days/*/family.py"
)
"""What an author has done by the time of a certificate."""
_READ = "import sys, urllib.request; urllib.request.urlopen(sys.argv[1]).read()"
_WARNING = "does not provide the extra"
"""What pip says of a mistake that it lets pass."""


@dataclass(frozen=True)
class Machine:
    """A network namespace that holds a model's endpoint and nothing else."""

    pid: int
    """Process that keeps it."""
    variables: Mapping[str, str]
    """Environment of every command."""
    tools: Path
    """Virtual environment with pip and uv."""

    def settle(self, page: Path, folder: Path) -> Path:
        """Make the folder in which a page's commands are typed, with the files that the page shows."""
        text = "\n".join(command.text for command in commands(page))
        if "git clone" not in text and re.search(r"uv run|plugins/|origin/", text):
            cloning = ["git", "clone", "--quiet", "https://github.com/medgym/medgym", str(folder)]
            subprocess.run(cloning, check=True, env=dict(self.variables))
            if "uv sync" not in text:
                (folder / ".venv").symlink_to(sys.prefix)
        else:
            folder.mkdir()
        venv = kit.environment(folder.with_name("venv"), self.tools)
        state = [f"export PATH={venv}/bin:$PATH"]
        if re.search(r"medgym (access|data purge)", text):
            state.append(f"export MEDGYM_HOME={folder.with_name('home')}")
        folder.with_name("state").write_text("\n".join(state))
        for block in fenced(page):
            if block.language in _FILES and "." in block.name and "/" not in block.name:
                (folder / block.name).write_text(block.text)
        return folder

    def start(self, script: str, folder: Path, stdin: int = subprocess.DEVNULL) -> subprocess.Popen[str]:
        """Run a line of a shell in ``folder``, in a process group of its own."""
        # Whoever was started in the background ignores Ctrl-C, and so do its children.
        shell = ["env", "--default-signal=INT", "bash", "-ec", script]
        return subprocess.Popen(
            ["nsenter", f"--net=/proc/{self.pid}/ns/net", *shell],
            cwd=folder,
            env={**self.variables, "STATE": str(folder.with_name("state"))},
            text=True,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def type(self, command: Command, folder: Path) -> tuple[int, str]:
        """Exit code and output of a command; variables and folder stay for the next one."""
        if command.text.startswith("medgym view"):
            return self._look(command.text, folder)
        if "--certify" in command.text:
            _end(self.start(_STATE + _EDITED, folder))
        if command.text in ANSWERS:
            return self._answer(command.text, folder)
        code, output = _end(self.start(_STATE + command.text, folder))
        return (1 if _WARNING in output else code), output

    def _answer(self, text: str, folder: Path) -> tuple[int, str]:
        person, terminal = pty.openpty()
        process = self.start(_STATE + text, folder, terminal)
        os.close(terminal)
        os.write(person, "".join(f"{line}\n" for line in ANSWERS[text]).encode())
        try:
            return _end(process)
        finally:
            os.close(person)

    def _look(self, text: str, folder: Path) -> tuple[int, str]:
        """Open what a viewer serves, then press Ctrl-C."""
        process = self.start(_STATE + text, folder)
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        code, seen = _end(self.start(f"python3 -c {shlex.quote(_READ)} {shlex.quote(address)}", folder))
        os.killpg(process.pid, signal.SIGINT)
        ended, output = _end(process)
        return ended or code, f"{address}\n{seen}{output}"


def _end(process: subprocess.Popen[str]) -> tuple[int, str]:
    try:
        output, _ = process.communicate(timeout=LONGEST_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        output += f"[killed after {LONGEST_S} s]"
    return process.returncode, output


@contextmanager
def machine(variables: Mapping[str, str], tools: Path) -> Iterator[Machine]:
    """A machine while it is needed."""
    model = [sys.executable, str(Path(__file__).with_name("inside.py")), str(PORT)]
    process = subprocess.Popen(["unshare", "--net", *model], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "ready\n"
        yield Machine(process.pid, variables, tools)
    finally:
        process.kill()
        process.communicate()
