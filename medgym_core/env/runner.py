"""Plays whole episodes of one family and writes their records."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from importlib.metadata import version
from typing import TYPE_CHECKING

from pydantic import JsonValue

from medgym_core import plugins
from medgym_core.action import tool_schemas
from medgym_core.agent.contract import Agent, AgentConfig, Brief, Policy, Reply
from medgym_core.agent.sampling import SCHEDULES, Schedule
from medgym_core.builds.training import training_of
from medgym_core.env.catching_up import DivergedError, catch_up
from medgym_core.env.loop import Env
from medgym_core.env.parts import INSTALLED, Parts
from medgym_core.env.prompt import Protocol
from medgym_core.env.recordable import recordable
from medgym_core.env.tape import Tape
from medgym_core.env.tree import Bud, Shape, Watch
from medgym_core.errors import AgentError, MedgymError, SandboxError, VerifierError
from medgym_core.journal.partial import Partials
from medgym_core.source import Build
from medgym_core.task import ActionCall, Limits
from medgym_core.trajectory import PROVED, Episode, EpisodeKey, Provenance, Step, TurnRecord
from medgym_core.verifier.contract import Status, Submission, Verdict
from medgym_sandbox.backend import SandboxBackend
from medgym_sandbox.pool import Pool

if TYPE_CHECKING:
    from medgym_core.family import TaskFamily


class EpisodeRunner:
    """Plays episodes of one family with one agent on one backend; safe to use from several threads."""

    def __init__(
        self,
        family: TaskFamily,
        build: Build,
        backend: SandboxBackend,
        agent: Agent,
        agent_name: str,
        agent_config: AgentConfig,
        protocol: Protocol = "default",
        schedule: Schedule = SCHEDULES["constant"],
        limits: Limits | None = None,
        pool: Pool | None = None,
        attestation: str = "",
        max_repeats: int = 3,
        shape: Shape | None = None,
        partials: Partials | None = None,
        parts: Parts = INSTALLED,
    ) -> None:
        """``limits`` are the site's; without a ``pool`` every box starts when its episode does.

        ``attestation`` names that by which labelled data may go to the agent's endpoint. With a ``shape``
        what is played are leaves of trees. ``partials`` keep steps as they are taken, and an episode that was
        cut goes on from its last.
        """
        plugins.load_episode_parts()
        self._family, self._build, self._agent = family, build, agent
        self._agent_name, self._agent_config = agent_name, agent_config
        self._protocol: Protocol = protocol
        self._schedule, self._attestation = schedule, attestation
        self._limits, self._max_repeats = limits, max_repeats
        self.shape = shape
        self._partials = partials if shape is None else None
        self._parts = parts
        self._start_box = pool.start if pool else backend.start

    def key(self, split: str, index: int, replica: int, seed: int) -> EpisodeKey:
        """The identity of one episode."""
        task = self._family.task(self._build, split, index)
        return EpisodeKey(
            task=task.id,
            build=self._build.digest,
            family_version=self._family.version,
            verifier=self._verifier_of(task.verifier),
            agent=self._agent_name,
            agent_config=self._agent_config.identity(self._temperature(replica)) | self._tree,
            protocol=self._protocol,
            replica=replica,
            seed=seed,
        )

    def run(
        self, key: EpisodeKey, bud: Bud | None = None, watch: Watch | None = None
    ) -> tuple[Episode, Mapping[str, bytes]]:
        """Play one episode, or what of it comes after ``bud``; its record and the graded files by sha256.

        Failures of the agent's endpoint, of a box or of grading become statuses without a reward. ``watch``
        is shown every place at which the agent is about to be asked.
        """
        started, clock = datetime.now(UTC), time.monotonic()
        tape = bud.tape.copied() if bud else Tape()
        earlier = self._partials.steps(key.id) if self._partials else ()
        if self._partials:
            tape.keep = self._partials.keeper(key.id)
        env = self._begun(key, bud, tape)
        try:
            if tape.verdict is None:
                self._play_guarded(env, key, tape, bud, watch, earlier)
        except DivergedError:
            assert self._partials is not None
            self._partials.drop([key.id])
            return self.run(key)
        turns, blobs = _turn_records(env.submission, tape.asked)
        assert tape.verdict is not None
        if self._partials and not tape.verdict.status.rewarded:  # the next attempt begins anew
            self._partials.drop([key.id])
        episode = Episode(
            key=key,
            category=env.task.category,
            system=tape.system,
            prompt=tape.prompt,
            actions=tuple(env.actions),
            steps=tuple(tape.steps),
            turns=turns,
            states=env.states,
            verdict=tape.verdict,
            provenance=self._provenance(key, tape),
            error=tape.error,
            started=started.isoformat(timespec="seconds"),
            wall_s=time.monotonic() - clock,
        )
        return recordable(episode), blobs

    def _begun(self, key: EpisodeKey, bud: Bud | None, tape: Tape) -> Env:
        """The environment of an episode: one that goes on from ``bud``, or one still to be reset."""
        if bud:
            try:
                return bud.moment.open()
            except SandboxError as error:
                tape.verdict, tape.error = Verdict(status=Status.INFRA_ERROR, reason=PROVED), str(error)
        _, split, index = key.task.rsplit("/", 2)
        return Env(
            self._family,
            self._build,
            self._family.task(self._build, split, int(index)),
            self._start_box,
            protocol=self._protocol,
            site=self._limits,
            max_repeats=self._max_repeats,
            parts=self._parts,
        )

    def _play_guarded(
        self,
        env: Env,
        key: EpisodeKey,
        tape: Tape,
        bud: Bud | None,
        watch: Watch | None,
        earlier: Sequence[Step],
    ) -> None:
        try:
            with env:
                policy, observation = self._opening(env, key, tape, bud)
                observation = catch_up(env, policy, observation, earlier, tape)
                tape.verdict = self._play(env, policy, observation, tape, watch)
        except AgentError as error:
            tape.verdict, tape.error = Verdict(status=Status.AGENT_ERROR), str(error)
        except VerifierError as error:
            tape.verdict, tape.error = Verdict(status=Status.VERIFIER_ERROR, reason=PROVED), str(error)
        except SandboxError as error:
            tape.verdict, tape.error = Verdict(status=Status.INFRA_ERROR, reason=PROVED), str(error)
        except MedgymError:
            raise
        except Exception as error:  # services and agents are plugins' code: theirs, never the model's failure
            message = f"{type(error).__name__}: {error}"
            tape.verdict, tape.error = Verdict(status=Status.INFRA_ERROR), message

    def _play(self, env: Env, policy: Policy, observation: str, tape: Tape, watch: Watch | None) -> Verdict:
        while env.verdict is None:
            if watch:
                watch(env, policy, observation, tape)
            reply = policy.act(observation)
            if not reply.text and not reply.calls:
                tape.take_end(reply)
                return env.give_up()
            observation = self._take(env, reply, tape)
        return env.verdict

    def _opening(self, env: Env, key: EpisodeKey, tape: Tape, bud: Bud | None) -> tuple[Policy, str]:
        """Who plays, and what is to be answered first."""
        if bud:
            return bud.policy.fork(key.seed), bud.observation
        tape.system = env.system
        tape.asked = [env.verifier.collects(env.task, turn).asked(turn) for turn in env.task.turns]
        tape.prompt = env.reset()
        if env.box is not None:
            tape.level, tape.environment = env.box.level, env.box.digest
        return self._begin(env, key, tape), tape.prompt

    def _begin(self, env: Env, key: EpisodeKey, tape: Tape) -> Policy:
        return self._agent.start(
            Brief(
                task=env.task,
                system=tape.system,
                prompt=tape.prompt,
                tools=tool_schemas(env.actions.values()),
                seed=key.seed,
                temperature=self._temperature(key.replica),
                tier=self._build.tier,
                reference=lambda: self._family.reference(self._build, env.task),
                training=lambda: training_of(self._family, self._build),
                protocol=self._protocol,
            )
        )

    def _temperature(self, replica: int) -> float:
        return self._schedule.temperature(replica, self._agent_config.temperature)

    def _take(self, env: Env, reply: Reply, tape: Tape) -> str:
        """Perform a reply's actions in order; returns their observations joined."""
        messages: list[str | ActionCall] = [*reply.calls] or [reply.text]
        texts = []
        for number, message in enumerate(messages):
            if env.verdict is not None:
                break
            clock = time.monotonic()
            result = env.step(message)
            tape.take(result, reply, number, time.monotonic() - clock)
            texts.append(result.observation.text)
        return "\n\n".join(texts)

    def _provenance(self, key: EpisodeKey, tape: Tape) -> Provenance:
        return Provenance(
            core=self._core_version,
            family_version=self._family.version,
            verifier=key.verifier,
            build=self._build.digest,
            tier=self._build.tier,
            attestation=self._attestation,
            level=tape.level,
            environment=tape.environment,
        )

    def _verifier_of(self, name: str) -> str:
        return f"{name}@{self._parts.verifier(name).version}"

    @property
    def _tree(self) -> dict[str, JsonValue]:
        return {"tree": str(self.shape)} if self.shape else {}

    @cached_property
    def _core_version(self) -> str:
        return version("medgym-core")


def _turn_records(
    submission: Submission, asked: Sequence[tuple[str, ...]]
) -> tuple[tuple[TurnRecord, ...], dict[str, bytes]]:
    records: list[TurnRecord] = []
    blobs: dict[str, bytes] = {}
    for turn, kinds in zip(submission.turns, asked or [()] * len(submission.turns), strict=True):
        digests = {path: hashlib.sha256(data).hexdigest() for path, data in turn.files.items()}
        blobs |= {digests[path]: data for path, data in turn.files.items()}
        record = TurnRecord(
            asked=kinds, answer=turn.answer, language=turn.language, files=digests, reason=turn.reason
        )
        records.append(record)
    return tuple(records), blobs
