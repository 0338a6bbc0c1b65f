"""The proposed entry of the registry: whether it fits the schema, and is what the installed family says."""

from __future__ import annotations

import json
from collections.abc import Iterator

from medgym_prove.misfit import misfits
from medgym_prove.proposal import process
from medgym_prove.proposal.install import Install
from medgym_prove.proposal.overlay import REGISTRY, Proposal
from medgym_prove.proposal.rules import Rule


def _unfit(proposal: Proposal) -> Iterator[str]:
    families = proposal.registered(proposal.tree)
    if proposal.name in families:
        alone = json.dumps({"families": {proposal.name: families[proposal.name]}})
        yield from (f"{REGISTRY}: {problem}" for problem in misfits(alone))


ENTRY = Rule(
    "P07",
    "the family's entry of the registry, if it has one, is what `medgym registry build` makes of it",
    "Run `medgym registry build` in the checkout with the family installed, and commit what it writes.",
    _unfit,
)


def untrue(proposal: Proposal, install: Install) -> Iterator[str]:
    """Where the proposed entry is not what the family says that ``install`` holds."""
    families = proposal.registered(proposal.tree)
    if proposal.name not in families:
        return
    path = install.root / REGISTRY
    path.write_text(json.dumps({"families": {proposal.name: families[proposal.name]}}), encoding="utf-8")
    command = [str(install.python), "-P", "-m", "medgym_core.cli", "registry", "check", str(path), "--json"]
    asked = [*process.offline(), *command]
    (done,) = process.run([asked], [install.variables()], [install.work])
    try:
        differences = [str(each) for each in json.loads(done.out)["differences"]]
    except (ValueError, LookupError, TypeError):
        yield f"{REGISTRY}: the entry of {proposal.name} cannot be held against the family ({done.error})"
        return
    for difference in differences:  # of the families installed beside it the file says nothing
        if difference.startswith(f"{proposal.name}: "):
            yield f"{REGISTRY}: {difference}"
