"""The program that a bundle is: ``python3 BUNDLE install --into FOLDER``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from medgym_bundle.installation import install
from medgym_core.errors import MedgymError


def main(bundle: Path, arguments: Sequence[str] | None = None) -> int:
    """Do what ``arguments`` (default: those of the process) ask with ``bundle``; returns the exit code."""
    asked = _parser(bundle.name).parse_args(arguments)
    try:
        print(install(bundle, asked.into, asked.home, _Reporter()).reported())
    except MedgymError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted: nothing half-made is left", file=sys.stderr)
        return 130
    return 0


class _Reporter:
    """A progress that prints each step once."""

    def __init__(self) -> None:
        self._last = ""

    def __call__(self, what: str, fraction: float | None) -> None:
        if what != self._last:
            print(f"{what} ...", file=sys.stderr, flush=True)
        self._last = what


def _parser(name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(name, description="medgym for machines without a network")
    verbs = parser.add_subparsers(required=True, metavar="COMMAND")
    verb = verbs.add_parser("install", help="verify this file and install medgym from it")
    verb.add_argument("--into", type=Path, required=True, metavar="FOLDER", help="new folder for it")
    home = Path(os.environ.get("MEDGYM_HOME") or Path.home() / ".medgym")  # as medgym itself takes it
    verb.add_argument("--home", type=Path, default=home, help="folder of the builds (default ~/.medgym)")
    return parser
