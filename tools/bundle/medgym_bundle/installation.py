"""Installing a bundle: an environment of its own, made whole or not at all."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from medgym_bundle.archive import MANIFEST, Archive
from medgym_bundle.machine import this_machine
from medgym_bundle.manifest import Manifest
from medgym_core.errors import ConfigError, DataError
from medgym_core.files import whole_folder

if TYPE_CHECKING:
    from medgym_core.source import Progress

IMAGES = "images.tar.gz"
_PIP = ["--isolated", "--disable-pip-version-check", "--no-input", "install"]
_PIP += ["--quiet", "--no-cache-dir", "--no-warn-script-location", "--no-index", "--no-deps"]


@dataclass(frozen=True)
class Installed:
    """What stands after an installation."""

    root: Path
    """The environment; its ``bundle`` folder holds what the bundle brought beside packages."""
    manifest: Manifest
    """What the bundle said it holds."""
    builds: tuple[Path, ...]
    """Builds that it brought, below the home."""
    images: str
    """What became of the images, in words; empty if there are none."""

    def reported(self) -> str:
        """What stands, and what to type next."""
        name = next(iter(self.manifest.families), "NAME")
        lines = [
            f"medgym {self.manifest.medgym} is installed in {self.root}: {', '.join(self.manifest.families)}",
            *(f"built already: {build}" for build in self.builds),
            *filter(None, [self.images]),
            "next:",
            f"  export PATH={self.root / 'bin'}:$PATH",
            "  medgym doctor",
            f"  medgym run --task {name} --limit 5",
        ]
        if (docs := self.root / "bundle" / "docs").is_dir():
            lines.append(f"documentation: {docs}")
        return "\n".join(lines)


def install(bundle: Path, into: Path, home: Path, progress: Progress) -> Installed:
    """Install ``bundle`` into the new folder ``into``, its builds below ``home``, its images in the engine.

    Every checksum is verified before anything is written. An installation that fails or is interrupted leaves
    no ``into``; done again, it does what is still missing.

    Raises:
        ConfigError: if ``bundle`` is not there, not for this machine, or ``into`` holds something else.
        DataError: if ``bundle`` is damaged, or the disk refuses.
    """
    try:
        with Archive(bundle) as archive, _terminated():
            return _install(archive, into.absolute(), home.absolute(), progress)
    except OSError as error:
        raise DataError(f"{bundle} could not be installed: {error}; fix that and install it again") from error


def _install(archive: Archive, into: Path, home: Path, progress: Progress) -> Installed:
    if misfit := archive.manifest.machine.misfit(this_machine()):
        raise ConfigError(f"{archive.path} cannot be installed here: {misfit}")
    archive.verify(progress)
    if not _stands(archive, into):
        with whole_folder(into) as growing:
            _make(archive, growing, into, progress)
    builds = tuple(_builds(archive, home, progress))
    return Installed(into, archive.manifest, builds, _load(archive, into, progress))


def _stands(archive: Archive, into: Path) -> bool:
    """Whether ``into`` holds this bundle already."""
    manifest = into / "bundle" / MANIFEST
    if not into.exists() or (into.is_dir() and not any(into.iterdir())):
        return False
    if manifest.is_file() and manifest.read_text(encoding="utf-8") == archive.manifest.text():
        return True
    raise ConfigError(f"{into} holds something else already; choose another --into, or remove it")


def _make(archive: Archive, growing: Path, into: Path, progress: Progress) -> None:
    """Make the environment in ``growing``, so that it works once it is called ``into``."""
    progress(f"installing {len(archive.manifest.environment)} packages", None)
    brought = growing / "bundle"
    for name in (n for top in ("wheels/", "docs/", IMAGES, "registry.json") for n in archive.names(top)):
        archive.extract(name, brought / name)
    venv.EnvBuilder(symlinks=True, prompt=into.name).create(growing)
    pip = next((brought / "wheels").glob("pip-*.whl"))  # so that ensurepip need not be here
    command = [str(growing / "bin" / "python"), "-I", f"{pip}/pip", *_PIP]
    command += ["--find-links", str(brought / "wheels"), *archive.manifest.environment]
    done = subprocess.run(
        command,
        env={**os.environ, "PIP_CONFIG_FILE": os.devnull},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        last = "; ".join(done.stderr.strip().splitlines()[-3:])
        raise DataError(f"the packages of {archive.path} could not be installed: {last}; nothing was changed")
    _settle(growing, into)
    (brought / MANIFEST).write_text(archive.manifest.text(), encoding="utf-8")
    growing.chmod(0o755)


def _settle(growing: Path, into: Path) -> None:
    """Write the final path into every script that names the present one."""
    for script in (growing / "pyvenv.cfg", *(growing / "bin").iterdir()):
        if not script.is_symlink():
            script.write_bytes(script.read_bytes().replace(os.fsencode(growing), os.fsencode(into)))


def _builds(archive: Archive, home: Path, progress: Progress) -> Iterator[Path]:
    """Put every build in its place, unless it stands already."""
    for digest in sorted({name.split("/")[1] for name in archive.names("builds/")}):
        root = home / "builds" / digest
        if not (root / "build.json").is_file():
            progress(f"unpacking {root}", None)
            root.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with whole_folder(root) as growing:
                (growing / "public").mkdir()
                (growing / "private").mkdir(mode=0o700)
                for name in archive.names(f"builds/{digest}/"):
                    archive.extract(name, growing / name.removeprefix(f"builds/{digest}/"))
                for path in (growing, growing / "public", *(growing / "public").rglob("*")):
                    path.chmod(0o755 if path.is_dir() else 0o644)  # boxes read under a uid of their own
        yield root


def _load(archive: Archive, into: Path, progress: Progress) -> str:
    """Hand the images to the engine; where none answers they stay, for later."""
    images, names = into / "bundle" / IMAGES, ", ".join(archive.manifest.images)
    if not archive.manifest.images:
        return ""
    if not images.is_file():
        return f"images were handed to the engine before: {names}"
    progress("handing images to the engine", None)
    docker = shutil.which("docker")
    command = [docker or "docker", "load", "--input", str(images)]
    why = "no docker command"
    if docker:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            images.unlink()
            return f"images were handed to the engine: {names}"
        why = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
    return f"images wait in {images} ({why}); once an engine answers: docker load --input {images}"


@contextmanager
def _terminated() -> Iterator[None]:
    """Let a polite kill end this as an interrupt does, so that what is half made is removed."""

    def stop(number: int, frame: object) -> None:
        sys.exit(128 + number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
