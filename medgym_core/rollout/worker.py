"""What plays episodes: opens what one process needs, once, and retries what was not the agent's doing."""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from medgym_core.access.redaction import redaction
from medgym_core.env.tree import Player, grow
from medgym_core.journal import Result
from medgym_core.journal.partial import Partials
from medgym_core.rollout import folder
from medgym_core.rollout.config import RunConfig
from medgym_core.rollout.lifeline import Process, end_with
from medgym_core.rollout.plan import Work
from medgym_core.rollout.void import settled
from medgym_core.trajectory import Episode, EpisodeKey
from medgym_core.verifier import Status

if TYPE_CHECKING:
    from medgym_core.agent import AgentConfig
    from medgym_core.task import Limits

LOG = logging.getLogger(__name__)
RETRY_PAUSE_S = 1.0
"""Pause before the first retry of an `infra_error`, seconds; each further one waits twice as long."""


Runner = Player
"""Plays episodes of one family. Errors of agents, boxes and verifiers are statuses, never exceptions."""


def open_runner(spec: Spec, family: str, closing: ExitStack | None) -> Runner:
    """The runner of ``family``, made from what is installed.

    With ``closing``, which closes the agent too, boxes are started ahead of need and those left over are
    closed; a worker process, which may end without notice, starts each box when its episode does.

    Raises:
        ConfigError: if something that the configuration names is missing.
    """
    from medgym_core import plugins
    from medgym_core.agent.sampling import SCHEDULES
    from medgym_core.builds.making import load_build
    from medgym_core.env.opening import OpenFamily
    from medgym_sandbox.pool import Pool

    config = spec.config
    backend = plugins.sandbox(config.sandbox)
    settings = agent_config(config, spec.api_key)
    agent = plugins.agent(config.agent, settings)
    if closing:
        closing.callback(agent.close)
    build = load_build(dict(spec.builds)[family])
    attestation = agent.admit(build.tier, family)
    limits = site_limits(config.steps)
    opened = OpenFamily(plugins.family(family), build, backend, config.protocol, limits, config.max_repeats)
    return opened.runner(
        agent,
        config.agent,
        settings,
        schedule=SCHEDULES[config.schedule],
        attestation=attestation.id if attestation else "",
        pool=closing.enter_context(Pool(backend)) if closing else None,
        shape=config.shape,
        partials=Partials(spec.run),
    )


@dataclass(frozen=True)
class Spec:
    """All that a worker needs, on any process: paths and names, no open thing."""

    run: Path
    """Folder of the run."""
    config: RunConfig
    """The resolved configuration; ``sandbox`` names a backend."""
    builds: tuple[tuple[str, Path], ...]
    """Family name and the root of its build, for every family."""
    api_key: str = field(default="", repr=False)
    """Key of the model endpoint."""
    open: Callable[[Spec, str, ExitStack | None], Runner] = open_runner
    """Makes the runner of a family."""


REQUESTS = 16
"""Under way at first where nothing says how many."""


def agent_config(config: RunConfig, api_key: str) -> AgentConfig:
    """How the run's agent is made."""
    from medgym_core.agent import AgentConfig, Pace

    pace = Pace(
        requests_per_minute=config.requests_per_minute,
        tokens_per_minute=config.tokens_per_minute,
        at_once=None if config.jobs else REQUESTS,
    )
    return AgentConfig(
        model=config.model,
        base_url=config.base_url,
        api_key=api_key,
        temperature=config.temperature,
        options=config.options,
        pace=pace,
        home=config.home,
    )


def site_limits(steps: int | None) -> Limits | None:
    """Limits that hold every task to ``steps`` actions a turn and leave its other budgets alone."""
    if steps is None:
        return None
    from medgym_core.task import Limits

    vast = dict.fromkeys(Limits.model_fields, 2**62)
    return Limits.model_validate(vast | {"steps": steps})


class Runners:
    """The runners of one process, opened when first needed; safe to use from several threads."""

    def __init__(self, spec: Spec, closing: ExitStack | None = None) -> None:
        """Opens nothing yet; ``closing``, as in :func:`open_runner`, is the caller's to close."""
        self.spec = spec
        """What it was made from."""
        self._closing = closing
        self._runners: dict[str, Runner] = {}
        self._lock = threading.Lock()

    def runner(self, family: str) -> Runner:
        """The runner of ``family``; errors as in :func:`open_runner`."""
        with self._lock:
            if family not in self._runners:
                self._runners[family] = self.spec.open(self.spec, family, self._closing)
            return self._runners[family]

    def key(self, work: Work) -> EpisodeKey:
        """The identity of the episode ``work``."""
        return self.runner(work.family).key(work.split, work.index, work.replica, work.seed)

    def perform(self, work: Work) -> list[Result]:
        """Play ``work``, again while it ends in `infra_error` and retries are left; returns every attempt.

        Where trees are played, an attempt is all leaves of one, the first of them at its end. The second
        attempt that is void (see :mod:`medgym_core.rollout.void`) is a failure instead.
        """
        runner, key = self.runner(work.family), self.key(work)
        shape = self.spec.config.shape
        results: list[Result] = []
        voids = work.voids
        for retry in range(self.spec.config.retries + 1):
            if retry:
                self._pause(results[-1][0], retry)
            for episode, blobs in grow(runner, key, shape) if shape else [runner.run(key)]:
                numbered = episode.model_copy(update={"attempt": work.attempt + retry})
                results.append((settled(numbered, voids if numbered.key == key else 0), blobs))
            episode, _ = results[-1]
            voids = episode.voids
            if episode.verdict.status is not Status.INFRA_ERROR:
                break
        return results

    def _pause(self, episode: Episode, retry: int) -> None:
        """Say why ``episode`` is tried again, and wait."""
        pause_s = RETRY_PAUSE_S * 2 ** (retry - 1)
        shown = redaction(self.spec.run, episode.provenance.tier)
        why = " ".join(shown(episode.error or episode.verdict.reason).split()) or "no account"
        of = self.spec.config.retries
        LOG.warning("infra_error: %s; %s, retry %d of %d in %g s", why, episode.key.task, retry, of, pause_s)
        time.sleep(pause_s)


def perform_in_worker(spec: Spec, driver: Process | None, work: Work) -> list[Result]:
    """Play ``work`` in a worker process, which ends with ``driver`` (None: whoever started it sees to it)."""
    if spec.run not in _of_run:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches workers too; the driver decides
        _warn_on_standard_error()
        if driver is not None:
            end_with(driver)
            folder.join_workers(spec.run)
        _of_run[spec.run] = Runners(spec)
    return _of_run[spec.run].perform(work)


class _OneLine(logging.Formatter):
    """The message alone; what could steer a terminal is written as an escape."""

    def format(self, record: logging.LogRecord) -> str:
        """The message as one line of ASCII."""
        return record.getMessage().encode("unicode_escape").decode("ascii")


def _warn_on_standard_error() -> None:
    """From now on this process, which has no command line, tells there what the library warns of."""
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    handler.setFormatter(_OneLine())
    logging.getLogger("medgym_core").handlers = [handler]


_of_run: dict[Path, Runners] = {}
