"""What comes before the first episode of a run: checks, builds, tasks, sandbox and listeners."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from medgym_core import plugins
from medgym_core.access.tier import Tier, strictest
from medgym_core.action.info import index_all
from medgym_core.builds.making import ensure_build
from medgym_core.env.choose import choose
from medgym_core.errors import AccessError, ConfigError
from medgym_core.family import TaskFamily
from medgym_core.rollout.audience import Audience, invited
from medgym_core.rollout.config import RunConfig
from medgym_core.rollout.folder import Manifest, Pinned
from medgym_core.rollout.preflight import preflight, source_of
from medgym_core.rollout.sampler import sampler_of
from medgym_core.rollout.selection import Address, refuse_unknown_categories, refuse_unknown_splits, select
from medgym_core.rollout.worker import Runners, Spec
from medgym_core.source import Build

if TYPE_CHECKING:
    from rich.console import Console

Places = Mapping[str, Sequence[Address]]
"""Family to where its tasks are."""


@dataclass(frozen=True)
class Prepared:
    """A run ready to be driven."""

    runners: Runners
    """What plays its episodes."""
    places: Places
    """Which tasks."""
    manifest: Manifest
    """What it was resolved against."""
    tier: Tier
    """The strictest of its data."""
    audience: Audience
    """Who hears of it."""


def check(config: RunConfig, api_key: str, console: Console) -> None:
    """Refuse what would fail every episode; errors as of :func:`preflight`."""
    with console.status("checking agent and sandbox"):
        preflight(config, map(plugins.family, config.task), api_key)


def prepare(
    run: Path, config: RunConfig, api_key: str, console: Console, closing: ExitStack, asks: bool
) -> Prepared:
    """Make everything ready for the run in the folder ``run``; what ``closing`` holds is closed after it.

    Raises:
        As :func:`~medgym_core.rollout.driver.start`; the agent's endpoint is tried only if ``asks``.
    """
    with console.status("loading families"):
        families = {name: plugins.family(name) for name in config.task}
    refuse_unknown_splits(config.split, families.values())
    refuse_unknown_categories(config.category, families.values())
    sampler = sampler_of(config)
    listeners = invited(config, {name: source_of(family, config).tier for name, family in families.items()})
    if asks:
        check(config, api_key, console)
    builds = {name: _build(family, config, console) for name, family in families.items()}
    if sampler is not None:
        config = config.model_copy(update={"drawn": sampler(families, builds, console)})
    places = {name: select(config, family, builds[name]) for name, family in families.items()}
    if not any(places.values()):
        raise ConfigError(
            "the chosen splits hold no task of this build; choose another with --split, `medgym info NAME` "
            "names them"
        )
    tier = strictest(build.tier for build in builds.values())
    _refuse_cluster(config, tier)
    resolved = config.model_copy(update={"sandbox": _sandbox(config, families.values(), tier, console)})
    roots = tuple((name, build.root) for name, build in builds.items())
    spec = Spec(run=run.absolute(), config=resolved, builds=roots, api_key=api_key)
    plugins.sandbox(resolved.sandbox).sweep()
    runners = Runners(spec, closing)
    for name in families:
        runners.runner(name)
    audience = Audience(listeners, console.print, config.log_texts)
    pins = {
        name: Pinned(
            version=families[name].version, build=build.digest, root=build.root, tasks=len(places[name])
        )
        for name, build in builds.items()
    }
    return Prepared(runners, places, Manifest(core=version("medgym-core"), families=pins), tier, audience)


def _sandbox(config: RunConfig, families: Iterable[TaskFamily], tier: Tier, console: Console) -> str:
    """The name of the sandbox backend, made ready; what it does not protect is printed."""
    with console.status(f"making sandbox {config.sandbox} ready") as status:
        choice = choose(
            config.sandbox,
            [family.environment for family in families],
            home=config.home,
            isolated=tier.needs_isolation,
            tell=status.update,
        )
    console.print(choice.line, highlight=False, markup=False)
    return choice.name


def _refuse_cluster(config: RunConfig, tier: Tier) -> None:
    if config.address and tier.labelled:
        raise AccessError(
            f"{tier} data would be sent to the machines of the Ray cluster at {config.address}, and which "
            f"these are cannot be known beforehand; play it on this machine: leave --address out"
        )


def refuse_other(then: Manifest, now: Manifest) -> None:
    """Refuse to go on with other families or builds than a run was begun with.

    Raises:
        ConfigError: naming the first.
    """
    for name, old in then.families.items():
        new = now.families[name]
        if (old.version, old.build) != (new.version, new.build):
            raise ConfigError(
                f"this run used {name} {old.version} on build {old.build[:12]}, now there is "
                f"{new.version} on {new.build[:12]}; put the old one back, or start another run"
            )


def _build(family: TaskFamily, config: RunConfig, console: Console) -> Build:
    source = source_of(family, config)
    making = f"building {family.name}" + (f" at scale {source.scale}" if source.scale else "")
    with console.status(making) as status:

        def show(what: str, fraction: float | None) -> None:
            status.update(f"{making}: {what}" + ("" if fraction is None else f" {fraction:.0%}"))

        build = ensure_build(family, source, config.home, show)
        filled = [split for split in config.split if split in family.splits and family.size(build, split)]
        if filled:
            show("indexing", None)
            index_all(build, family.task(build, filled[0], 0).info)
        return build
