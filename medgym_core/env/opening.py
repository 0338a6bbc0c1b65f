"""One way to open a family: its data built, its sandbox chosen, episodes ready to begin."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from medgym_core import plugins
from medgym_core.agent.contract import Agent, AgentConfig
from medgym_core.agent.sampling import SCHEDULES, Schedule
from medgym_core.builds.making import ensure_build
from medgym_core.download.named import located, user_source
from medgym_core.env.choose import choose
from medgym_core.env.loop import Env, StartBox
from medgym_core.env.parts import INSTALLED, Parts
from medgym_core.env.prompt import Protocol
from medgym_core.env.restoring import Divergence, retake
from medgym_core.env.runner import EpisodeRunner
from medgym_core.env.tree import Shape
from medgym_core.errors import ConfigError
from medgym_core.family import TaskFamily
from medgym_core.files import default_home
from medgym_core.journal.partial import Partials
from medgym_core.source import Build, Source
from medgym_core.task import Limits
from medgym_core.trajectory import Episode
from medgym_sandbox.backend import SandboxBackend
from medgym_sandbox.pool import Pool


@dataclass(frozen=True)
class OpenFamily:
    """A family, a build of its data and a sandbox; safe to use from several threads.

    Made by :func:`open_family`, or directly from the three.
    """

    family: TaskFamily
    """Whose tasks are played."""
    build: Build
    """Where they come from."""
    backend: SandboxBackend
    """What runs the boxes."""
    protocol: Protocol = "default"
    """What is graded."""
    limits: Limits | None = None
    """The site's, which clamp the tasks' own."""
    max_repeats: int = 3
    """Equal actions with equal results after which an episode is truncated."""
    parts: Parts = INSTALLED
    """Where the actions and verifiers that tasks name are found."""

    def env(self, split: str, index: int, start_box: StartBox | None = None) -> Env:
        """The environment of one episode, for who acts step by step; close it, or use ``with``.

        Nothing is started before ``reset``. ``start_box`` starts boxes in the backend's stead.

        Raises:
            ConfigError: if there is no such task.
        """
        self._refuse_unknown(split, index)
        return Env(
            self.family,
            self.build,
            self.family.task(self.build, split, index),
            start_box or self.backend.start,
            protocol=self.protocol,
            site=self.limits,
            max_repeats=self.max_repeats,
            parts=self.parts,
        )

    def restore(self, episode: Episode, step: int) -> tuple[Env, list[Divergence]]:
        """A recorded episode before its step number ``step``, from 0, by taking the steps before it again.

        Returns the environment, which is to be closed, and the steps that came to something else this time.

        Raises:
            ConfigError: if the episode is not of this family's build, or has no such step.
            SandboxError: if a box cannot be started.
        """
        family, split, index = episode.key.task.rsplit("/", 2)
        if (family, episode.key.build) != (self.family.name, self.build.digest):
            raise ConfigError(f"episode {episode.id} is of another family or build than {self.family.name}'s")
        if not 0 <= step <= len(episode.steps):
            raise ConfigError(f"episode {episode.id} has steps 0 to {len(episode.steps)}, not {step}")
        env = self.env(split, int(index))
        try:
            env.reset()
            return env, retake(env, episode.steps[:step])
        except BaseException:
            env.close()
            raise

    def runner(
        self,
        agent: Agent,
        name: str = "",
        config: AgentConfig | None = None,
        *,
        schedule: Schedule = SCHEDULES["constant"],
        pool: Pool | None = None,
        attestation: str = "",
        shape: Shape | None = None,
        partials: Partials | None = None,
    ) -> EpisodeRunner:
        """What plays whole episodes with ``agent`` and records them; arguments as of the runner's own."""
        return EpisodeRunner(
            self.family,
            self.build,
            self.backend,
            agent,
            name or agent.name,
            config or AgentConfig(),
            protocol=self.protocol,
            schedule=schedule,
            limits=self.limits,
            pool=pool,
            attestation=attestation,
            max_repeats=self.max_repeats,
            shape=shape,
            partials=partials,
            parts=self.parts,
        )

    def play(
        self,
        split: str,
        index: int,
        agent: str = "reference",
        config: AgentConfig | None = None,
        seed: int = 0,
    ) -> Episode:
        """The record of one episode, played to its end by the agent called ``agent``.

        What fails on our side is a status without a reward, as in a run.

        Raises:
            ConfigError: if there is no such task, or the agent is unknown or lacks what it needs.
            AccessError: if it would send labelled data where it may not go.
        """
        self._refuse_unknown(split, index)
        config = config or AgentConfig()
        made = plugins.agent(agent, config)
        try:
            attestation = made.admit(self.build.tier, self.family.name)
            runner = self.runner(made, agent, config, attestation=attestation.id if attestation else "")
            return runner.run(runner.key(split, index, 0, seed))[0]
        finally:
            made.close()

    def _refuse_unknown(self, split: str, index: int) -> None:
        name, splits = self.family.name, self.family.splits
        if split not in splits:
            raise ConfigError(f"{name} has no split {split!r}; it has: {', '.join(splits)}")
        size = self.family.size(self.build, split)
        if not 0 <= index < size:
            held = f"its tasks are {name}/{split}/0 to {size - 1}" if size else "this build holds none of it"
            raise ConfigError(f"there is no task {name}/{split}/{index}; {held}")


def open_family(
    name: str,
    *,
    source: Source | Path | str | None = None,
    sandbox: str = "auto",
    home: Path | str | None = None,
    protocol: Protocol = "default",
    limits: Limits | None = None,
    max_repeats: int = 3,
) -> OpenFamily:
    """The installed family ``name`` with its data built, unless it stands, and a sandbox made ready.

    Args:
        name: the family.
        source: a user's own copy of the data, the name of a fetched source, or a source; None takes the
            family's default.
        sandbox: a backend's name, or ``auto`` for the best that works here.
        home: folder of builds and box environments; None takes ``MEDGYM_HOME``, or ``~/.medgym``.
        protocol: what is graded.
        limits: the site's, which clamp the tasks' own.
        max_repeats: equal actions with equal results after which an episode is truncated.

    Raises:
        ConfigError: if a name is unknown, or the sandbox may not see the data or cannot start boxes here.
        DataError: if data is missing or malformed.
        PluginError: if the plugin cannot be loaded.
        SandboxError: if the sandbox cannot be made ready.
    """
    family, home = plugins.family(name), Path(home) if home else default_home()
    if isinstance(source, Path | str):
        path = located(Path(source), family.name, plugins.downloads(family.name), home)
        source = user_source(path, family.tier_of(path), home)
    build = ensure_build(family, source or family.default_source(), home)
    chosen = choose(sandbox, [family.environment], home, build.tier.needs_isolation)
    return OpenFamily(family, build, plugins.sandbox(chosen.name), protocol, limits, max_repeats)
