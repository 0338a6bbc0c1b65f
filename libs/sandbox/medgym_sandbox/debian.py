"""A base made from Debian's packages, for machines that cannot pull from a registry."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from medgym_sandbox import engine
from medgym_sandbox.errors import SandboxError
from medgym_sandbox.progress import Progress

SUITE = "bookworm"
"""The release; the same as that of the base which is pulled by default."""
REFERENCE = f"medgym-debian:{SUITE}"
"""What the base is called; remove this tag to have it made anew."""
_PACKAGES = "python3,python3-venv,ca-certificates"


def make_base(progress: Progress) -> None:
    """Make the base and hand it to the engine.

    Raises:
        SandboxError: with the fix, if this user or machine cannot make it.
    """
    if shutil.which("mmdebstrap") is None:
        raise SandboxError(
            f"{REFERENCE} is made with mmdebstrap, which is not installed; `sudo apt-get install mmdebstrap`"
        )
    if os.geteuid() != 0:
        raise SandboxError(
            f"{REFERENCE} can only be made by root; run `sudo mmdebstrap --variant=minbase "
            f"--include={_PACKAGES} {SUITE} - | docker import - {REFERENCE}`, then this command again"
        )
    progress(f"making {REFERENCE} from Debian's packages", None)
    with tempfile.TemporaryDirectory() as scratch:
        archive = Path(scratch) / "base.tar"
        command = ["mmdebstrap", "--variant=minbase", f"--include={_PACKAGES}", SUITE, str(archive)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            last = "; ".join(done.stderr.strip().splitlines()[-3:])
            raise SandboxError(f"mmdebstrap could not make {REFERENCE}: {last}; it needs a Debian mirror")
        repository, tag = REFERENCE.split(":")
        with engine.errors(f"import {REFERENCE}"):
            engine.client().import_image_from_file(str(archive), repository=repository, tag=tag)
