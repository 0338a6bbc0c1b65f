"""A recorded episode opened again at one of its steps, with the build and the sandbox of its run."""

from __future__ import annotations

from pathlib import Path

from medgym_core import plugins
from medgym_core.builds.making import load_build
from medgym_core.env.choose import choose
from medgym_core.env.loop import Env
from medgym_core.env.opening import OpenFamily
from medgym_core.env.restoring import Divergence
from medgym_core.errors import ConfigError
from medgym_core.rollout import folder
from medgym_core.rollout.worker import site_limits
from medgym_core.trajectory import Episode


def family_of(run: Path, name: str) -> OpenFamily:
    """The family ``name`` as ``run`` played it.

    Raises:
        ConfigError: if ``run`` is no run, or did not play it, or its sandbox cannot start boxes here.
        DataError: if the build is damaged.
    """
    config, manifest = folder.load(run)
    family, pinned = plugins.family(name), manifest.families.get(name)
    if pinned is None:
        raise ConfigError(f"{run} did not play {name}, but {', '.join(manifest.families)}")
    if family.version != pinned.version:
        raise ConfigError(
            f"{run} was played with {name} {pinned.version}, and {family.version} is installed; install that"
        )
    build = load_build(pinned.root)
    if build.digest != pinned.build:
        raise ConfigError(f"{pinned.root} holds another build than {run} was played on")
    chosen = choose(config.sandbox, [family.environment], config.home, build.tier.needs_isolation)
    backend, limits = plugins.sandbox(chosen.name), site_limits(config.steps)
    return OpenFamily(family, build, backend, config.protocol, limits, config.max_repeats)


def reopen(run: Path, episode: Episode, step: int) -> tuple[Env, list[Divergence]]:
    """``episode`` of ``run`` before its step number ``step``, from 0; the environment is to be closed.

    Raises:
        ConfigError: if there is no such step; otherwise as :func:`family_of` and ``OpenFamily.restore``.
    """
    return family_of(run, episode.key.task.partition("/")[0]).restore(episode, step)
