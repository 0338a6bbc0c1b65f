"""The loop of one episode: reset, then step until it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy, deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING

from medgym_core.action import ActionContext, LoopDetector, Observation, ParseFailure, parse
from medgym_core.action import perform as perform_action
from medgym_core.env import prompt
from medgym_core.env.grading import collect, grade
from medgym_core.env.moment import Moment
from medgym_core.env.parts import INSTALLED, Parts
from medgym_core.env.remarks import remarks
from medgym_core.env.result import StepResult
from medgym_core.env.states import States, UnreadableStateError
from medgym_core.errors import MedgymError
from medgym_core.source import Build, home_of
from medgym_core.task import ACTIONS, ActionCall, Limits, Task
from medgym_core.verifier.contract import StateChange, Status, Submission, TurnSubmission, Verdict
from medgym_sandbox.backend import Sandbox
from medgym_sandbox.boundary import mishap
from medgym_sandbox.environment import pins
from medgym_sandbox.spec import BoxSpec, Reason

if TYPE_CHECKING:
    from medgym_core.family import TaskFamily

StartBox = Callable[[BoxSpec], Sandbox]
"""Starts a box; a backend's ``start``, or a pool's."""
MAX_VIOLATIONS = 3
"""Attempts at actions that are not permitted after which an episode ends as ``policy_violation``."""


class Env:
    """One episode of one task. Used by one thread; closes with ``with``."""

    def __init__(
        self,
        family: TaskFamily,
        build: Build,
        task: Task,
        start_box: StartBox,
        *,
        protocol: prompt.Protocol = "default",
        site: Limits | None = None,
        max_repeats: int = 3,
        parts: Parts = INSTALLED,
    ) -> None:
        """Nothing is started before :meth:`reset`.

        ``site`` clamps the task's limits; ``max_repeats`` equal actions with equal results truncate.
        """
        self.task, self.family, self.build = task, family, build
        self.protocol: prompt.Protocol = protocol
        self.limits = task.limits.clamp(site) if site else task.limits
        self.verifier = parts.verifier(task.verifier)
        self._known = {name: parts.action(name) for name in {*ACTIONS, *task.actions}}
        self.actions = {name: self._known[name] for name in task.actions}
        self._start_box, self._max_repeats = start_box, max_repeats
        self._clear()

    def _clear(self) -> None:
        """Be as before the first reset."""
        self.verdict: Verdict | None = None
        self.submission = Submission(turns=tuple(TurnSubmission() for _ in self.task.turns))
        self.box: Sandbox | None = None
        self._states = States({})
        self._grading_s: dict[int, float] = {}
        self._turn = self._steps = self._violations = 0

    @property
    def states(self) -> Mapping[str, StateChange]:
        """The services' states before the first action and when they were last looked at."""
        return self._states.changes

    @property
    def system(self) -> str:
        """The rules, as shown to the agent."""
        packages = pins(self.family.environment)
        return prompt.system_text(self.task, self.actions.values(), self.protocol, self.limits, packages)

    @property
    def spec(self) -> BoxSpec:
        """The box that this task needs."""
        return BoxSpec(
            environment=self.family.environment,
            mounts={path: self.build.public / path for path in self.task.mounts},
            ports=tuple(service.port for service in self.task.services),
            limits=self.limits,
            home=home_of(self.build),
        )

    def reset(self) -> str:
        """Start services and box, anew where there was an episode; returns the first user text.

        Raises:
            SandboxError: if the box cannot be started.
        """
        self.close()
        self._clear()
        self._states = States(self.family.services(self.build, self.task))
        self.box = self._start_box(self.spec)
        self.box.attach(self._states.relay(self.task.services))
        self._context = ActionContext(
            task=self.task.model_copy(update={"limits": self.limits}),
            turn=self.task.turns[0],
            build=self.build,
            box=self.box,
            packages=pins(self.family.environment),
        )
        self._begin_turn(0)
        return prompt.task_text(self.task, self.limits)

    def step(self, message: str | ActionCall) -> StepResult:
        """Perform one action, given as a model's text or as a call.

        From here on, what goes wrong is the agent's doing: an observation or a verdict. Only what is proved
        to be ours is raised.

        Raises:
            SandboxError: if the box or a service failed, and that is proved not to be the agent's doing.
            TypeError: if ``message`` is neither text nor a call; no step was taken.
            VerifierError: if gold or the verifier is broken, whatever was submitted.
        """
        if self.verdict is not None or self.box is None:
            raise RuntimeError("step() needs an episode that was reset and is not over")
        parsed = message if isinstance(message, ActionCall) else parse(message, self._known)
        turn = self._turn
        if isinstance(parsed, ParseFailure):
            call, observation = None, Observation(text=parsed.text, ok=False, error="malformed")
        else:
            call, observation = parsed, self._perform(parsed)
        self._steps += 1
        observation = self._settle(call, observation)
        return StepResult(observation, call, turn, self.verdict is not None)

    def give_up(self) -> Verdict:
        """End the episode as the agent asked for no more; what was collected is graded."""
        return self._finish("gave_up")

    def hold(self) -> Moment[Env]:
        """This episode as it is between two steps, for others to go on from; it goes on itself.

        Raises:
            ConfigError: if a service is one of a kind, so that no second episode can have it.
            FileRefused: if what the agent left in the box cannot be copied, such as for its size.
            SandboxError: if the box died, and that is proved not to be the agent's doing.
        """
        if self.verdict is not None or self.box is None:
            raise RuntimeError("only an episode that was reset and is not over can be held or forked")
        return Moment(self._copied()._resumed, self.box.pack(), self._states.fork())

    def fork(self) -> Env:
        """An independent episode in the same state; both go on, and both are to be closed.

        Raises:
            ConfigError, FileRefused, SandboxError: as :meth:`hold` does, or if no box can be started.
        """
        return self.hold().release()

    def close(self) -> None:
        """Close box and services; what cannot be closed is noted, and changes no verdict. Idempotent."""
        if self.box is not None:
            self.box.close()
        self._states.close()

    def __enter__(self) -> Env:
        """The environment itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close."""
        self.close()

    def _copied(self) -> Env:
        """Another with the same past, and neither box nor services."""
        other = copy(self)
        other.box, other._states = None, States({})
        other._context = replace(self._context, memory=deepcopy(self._context.memory))
        other._loops, other._remarked = deepcopy(self._loops), dict(self._remarked)
        other._grading_s = dict(self._grading_s)
        return other

    def _resumed(self, content: bytes, states: States) -> Env:
        """A copy that goes on, with ``states`` and a box that holds ``content``."""
        other = self._copied()
        other._states = states
        other.box = self._start_box(self.spec.model_copy(update={"content": content}))
        other.box.attach(states.relay(self.task.services))
        other._context.box = other.box
        return other

    def _begin_turn(self, index: int) -> None:
        self._turn, self._steps = index, 0
        self._context.turn = self.task.turns[index]
        self._loops, self._remarked = LoopDetector(self._max_repeats), dict[str, str]()

    def _perform(self, call: ActionCall) -> Observation:
        try:
            return perform_action(call, self._known, self._context)
        except MedgymError:
            raise
        except Exception as error:  # an action is code of ours or of a plugin, and this call made it fail
            mishap.note(f"action {call.name[:80]}", error)
            return Observation(
                text=f"{call.name} failed on these arguments.", ok=False, error="action_failed"
            )

    def _settle(self, call: ActionCall | None, observation: Observation) -> Observation:
        """Draw the consequences of an action; returns the observation with what the agent learns of them."""
        if observation.outcome is not None and observation.outcome.reason is Reason.BOX_DIED:
            self.verdict = Verdict(status=Status.FAIL, reward=0.0, reason="box_died")
            return observation
        if observation.error == "not_permitted":
            self._violations += 1
            if self._violations >= MAX_VIOLATIONS:
                self.verdict = Verdict(status=Status.POLICY_VIOLATION, reward=0.0, reason="not_permitted")
                return observation
        if observation.outcome is not None and self.box is not None:
            said = remarks(self.box, self.task.turns[self._turn].files, self._remarked)
            text = "\n".join([observation.text, *said]).strip()
            observation = observation.model_copy(update={"text": text})
        if self._is_graded(call, observation):
            note = self._submit(observation)
            return observation.model_copy(update={"text": f"{observation.text}\n\n{note}".strip()})
        loop = self._loops.record(call, observation.text)
        if loop.exceeded:
            self._truncate("loop")
        elif self._steps >= (self.task.turns[self._turn].steps or self.limits.steps):
            self._truncate("budget")
        return observation.model_copy(update={"text": f"{observation.text}\n{loop.notice}".strip()})

    def _is_graded(self, call: ActionCall | None, observation: Observation) -> bool:
        if self.protocol == "default":
            return observation.submitted
        return call is not None and call.name == "code_execution" and observation.outcome is not None

    def _submit(self, observation: Observation) -> str:
        """Collect the turn's submission and go on; returns what the agent reads of it."""
        assert self.box is not None
        assert observation.outcome is not None
        collects = self.verifier.collects(self.task, self.task.turns[self._turn])
        in_sql = self._context.last is not None and self._context.last[0].language == "sql"
        entry = collect(self.box, collects, observation.outcome, "sql" if in_sql else "python")
        turns = list(self.submission.turns)
        turns[self._turn] = entry
        self.submission = Submission(turns=tuple(turns))
        if self.protocol == "paper" and not self._turn_is_right():
            if self._steps >= (self.task.turns[self._turn].steps or self.limits.steps):
                self._truncate("budget")
            return "Recorded."
        if self._turn + 1 == len(self.task.turns):
            self._finish("submitted")
            return "Recorded. The task is over."
        self._begin_turn(self._turn + 1)
        return f"Recorded.\n\n{prompt.turn_text(self.task, self._turn)}"

    def _turn_is_right(self) -> bool:
        verdict = self._grade()
        part = verdict.components.get(f"turn_{self._turn}")
        return part == 1.0 if part is not None else verdict.status is Status.SUCCESS

    def _grade(self) -> Verdict:
        try:
            states = self._states.observe()
        except UnreadableStateError:
            return Verdict(status=Status.FAIL, reward=0.0, reason="state_unreadable")
        return grade(
            self.family,
            self.build,
            self.task,
            self.verifier,
            self.submission,
            states,
            self._program_box,
            self._grading_s,
        )

    def _conclude(self) -> Verdict:
        """Grade for good. The box goes first, so that nothing it holds is missing where programs are run."""
        if self.box is not None:
            self.box.close()
        return self._grade()

    def _program_box(self) -> Sandbox:
        return self._start_box(self.spec.model_copy(update={"mounts": {}, "ports": ()}))

    def _finish(self, reason: str) -> Verdict:
        self.verdict = self._conclude()
        if reason == "gave_up" and self.verdict.status is not Status.SUCCESS:
            self.verdict = self.verdict.model_copy(update={"reason": reason})
        return self.verdict

    def _truncate(self, reason: str) -> None:
        components = self._conclude().components
        self.verdict = Verdict(status=Status.TRUNCATED, reward=0.0, reason=reason, components=components)
