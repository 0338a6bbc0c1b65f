"""Nothing of the driver is in the box: no medgym, no package, no variable, no secret."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

from medgym_prove.conformance.behaviour import ask, behaviour, require
from medgym_prove.conformance.bench import Bench, token
from medgym_sandbox.spec import Guarantee

_DECLARED = {
    *("PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_CTYPE", "TMPDIR", "TZ", "PWD", "SHLVL", "_"),
    *("MPLBACKEND", "MPLCONFIGDIR", "XDG_CACHE_HOME", "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED"),
    *("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "PIP_NO_INDEX", "LD_LIBRARY_PATH"),
}

_OURS = ("medgym_core", "medgym_reading", "medgym_sandbox", "medgym_statistics")


def _host_folders() -> list[str]:
    """Where modules of the driver come from."""
    specs = [find_spec(name) for name in (*_OURS, "pydantic", "pluggy")]
    origins = {Path(spec.origin).parents[1] for spec in specs if spec and spec.origin}
    return sorted({*map(str, origins), *(path for path in sys.path if path)})


_IMPORT = """
import importlib, sys
sys.path[:0] = {folders!r}
found = []
for name in (*{ours!r}, 'medgym', 'pydantic', 'pydantic_core', 'pluggy'):
    try:
        importlib.import_module(name)
        found.append(name)
    except (ImportError, OSError):
        pass
answer = found
"""


@behaviour(Guarantee.CLEAN_ENVIRONMENT)
def medgym_cannot_be_imported(bench: Bench) -> None:
    """Neither medgym nor what it needs can be imported."""
    found = ask(bench.shared(), _IMPORT.format(folders=[], ours=_OURS))
    require(found == [], f"imported: {found}")


@behaviour(Guarantee.CLEAN_ENVIRONMENT)
def host_packages_cannot_be_imported(bench: Bench) -> None:
    """Nor from the host's folders, when code puts them on its search path."""
    found = ask(bench.shared(), _IMPORT.format(folders=_host_folders(), ours=_OURS))
    require(found == [], f"imported: {found}")


@behaviour(Guarantee.CLEAN_ENVIRONMENT)
def worker_is_not_medgym(bench: Bench) -> None:
    """The modules that the program can see hold no medgym module and no host path of one."""
    names = "[*sys.modules, *sys.path]"
    found = ask(bench.shared(), f"import sys\nanswer = [name for name in {names} if 'medgym_' in name]")
    require(found == [], f"seen: {found}")


@behaviour(Guarantee.CLEAN_ENVIRONMENT)
def variables_are_the_declared_ones(bench: Bench) -> None:
    """The program's variables are the declared ones; none of the driver's is among them."""
    text = token()
    os.environ["CONFORMANCE_SENTINEL"] = text
    try:
        with bench.box() as box:
            variables = ask(box, "import os\nanswer = dict(os.environ)")
    finally:
        del os.environ["CONFORMANCE_SENTINEL"]
    extra = sorted(set(variables) - _DECLARED)
    require(not extra and text not in variables.values(), f"beyond the declared: {extra}")
