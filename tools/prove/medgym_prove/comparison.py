"""Whether a registry file is what the installed families say, and what their certificates are worth."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from medgym_core.errors import ConfigError
from medgym_core.errors.advice import install
from medgym_core.registry.document import Registry
from medgym_prove.certificate import Standing, standing
from medgym_prove.generation import generate
from medgym_prove.misfit import misfits
from medgym_prove.subject import subject_of
from medgym_sandbox.boundary.frozen import Frozen

_ANEW = "run `medgym registry build`"


class Comparison(Frozen):
    """What a registry file was found to be."""

    file: str
    """The file."""
    differences: tuple[str, ...]
    """Where it does not fit the schema or is not what the installed families say, each with the fix."""
    certificates: Mapping[str, Standing]
    """Installed family to the standing of its certificate."""


def compare(path: Path) -> Comparison:
    """Hold the registry file at ``path`` against the installed families; imports every plugin.

    Raises:
        ConfigError: if the file cannot be read.
        PluginError: if a plugin cannot be loaded.
        DataError: if a certificate is malformed.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read {path}: {error}") from error
    now = generate()
    found = misfits(text) or tuple(_differences(text, now))
    certificates = {name: _standing(name) for name in now.families}
    return Comparison(file=str(path), differences=found, certificates=certificates)


def _differences(text: str, now: Registry) -> Iterator[str]:
    """Where ``text``, which fits the schema, is not the text of ``now``."""
    if text == now.text():
        return
    said: dict[str, Any] = json.loads(text).get("families", {})
    found = now.model_dump(mode="json")["families"]
    for name in sorted(said.keys() - found.keys()):
        package = said[name]["package"]
        yield f"{name} is registered, but {package} is not installed; run `{install(package)}`"
    for name in sorted(found.keys() - said.keys()):
        yield f"{name} is installed, but not registered; {_ANEW}"
    for name in sorted(said.keys() & found.keys()):
        if changed := [key for key, value in found[name].items() if said[name].get(key) != value]:
            yield f"{name}: {', '.join(changed)} differ from what the installed family says; {_ANEW}"
    if said == found:
        yield f"the text is not the canonical one; {_ANEW}"


def _standing(name: str) -> Standing:
    try:
        return standing(subject_of(name, Path()))
    except ConfigError as error:  # installed without the source that was certified
        return Standing(status="absent", reasons=(str(error),))
