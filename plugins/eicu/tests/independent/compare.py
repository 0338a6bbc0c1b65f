"""The family's gold against answers computed a second time.

``python -m plugins.eicu.tests.independent.compare`` does it, and exits with 1 where any two differ.
"""

import argparse
import importlib
import pkgutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from libs.ehr.tests.mimic3.independent.period import Tables
from medgym_core import Source, Tier, ensure_build, plugins
from medgym_core.source import silent
from medgym_ehr.eicu.synthetic import synthesise
from plugins.eicu.tests import independent
from plugins.eicu.tests.independent.records import views
from plugins.eicu.tests.independent.tables import tables
from plugins.eicu.tests.independent.wear import wear
from plugins.mimic.tests.independent.compare import KEPT, Case, Solver, cases, compare, shown


def solvers() -> dict[str, Solver]:
    """Every template's solver, from all modules answers_* that there are."""
    modules = [
        importlib.import_module(f"{independent.__name__}.{module.name}")
        for module in pkgutil.iter_modules(independent.__path__)
        if module.name.startswith("answers_")
    ]
    return {template: solver for module in modules for template, solver in module.SOLVERS.items()}


def source(home: Path, seed: int, scale: int, worn: bool = False) -> Path:
    """A folder of synthetic raw files below ``home``, written now unless it stands already."""
    raw = home / f"{'worn' if worn else 'raw'}-{seed}-{scale}"
    if not raw.exists():
        home.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=home) as scratch:
            growing = Path(scratch) / "raw"
            growing.mkdir()
            if worn:
                wear(source(home, seed, scale), growing, seed)
            else:
                synthesise(growing, seed, scale, silent)
            growing.rename(raw)
    return raw


def asked_and_computed(home: Path, raw: Path, each: int) -> tuple[list[Case], Tables]:
    """Tasks of the build of ``raw``, which is kept below ``home``, and what happened by the same files."""
    family = plugins.family("eicu")
    build = ensure_build(family, Source.user(raw, Tier.SYNTHETIC), home)
    return list(cases(family, build, each)), views(tables(raw))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, help=KEPT)
    parser.add_argument("--scale", type=int, default=600, help="patients")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--each", type=int, default=20, help="tasks of every template")
    parser.add_argument("--worn", action="store_true", help="raw files as untidy as files may be")
    options = parser.parse_args()
    with TemporaryDirectory() as scratch:
        home = options.home or Path(scratch)
        raw = source(home, options.seed, options.scale, options.worn)
        result = compare(*asked_and_computed(home, raw, options.each), solvers())
    print(shown(result))
    return 1 if any(result.disagreed.values()) or result.unsolved else 0


if __name__ == "__main__":
    sys.exit(main())
