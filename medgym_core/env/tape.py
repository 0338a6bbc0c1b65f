"""What happens in one episode, taken down as it happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from medgym_core.agent.contract import Reply
from medgym_core.env.result import StepResult
from medgym_core.trajectory import Step, Usage
from medgym_core.verifier.contract import Verdict


@dataclass
class Tape:
    """What happened in an episode so far, in the parts of which its record is made."""

    steps: list[Step] = field(default_factory=list)
    """Every action."""
    system: str = ""
    """The rules, as shown to the agent."""
    prompt: str = ""
    """The first question."""
    verdict: Verdict | None = None
    """The result, at the end."""
    error: str = ""
    """One line on what failed."""
    level: str = ""
    """Isolation level of the box."""
    environment: str = ""
    """Digest of the box environment."""
    asked: Sequence[tuple[str, ...]] = ()
    """What each turn asks for."""
    keep: Callable[[Step], None] = field(default=lambda step: None)
    """Called with every step as it is taken."""

    def copied(self) -> Tape:
        """Another that goes on from here; what it has cost so far was paid once."""
        paid = {"usage": Usage(), "box_s": 0.0, "wall_s": 0.0}
        return replace(self, steps=[step.model_copy(update=paid) for step in self.steps])

    def take(self, result: StepResult, reply: Reply, number: int, wall_s: float) -> None:
        """Note action ``number`` of ``reply``; what belongs to the whole reply stands with the first."""
        observation, by_tool = result.observation, bool(reply.calls)
        reply = Reply() if number else reply
        self.steps.append(
            Step(
                turn=result.turn,
                text=reply.text,
                reasoning=reply.reasoning,
                call=result.call,
                by_tool=by_tool,
                continues=number > 0,
                observation=observation.text,
                ok=observation.ok,
                error=observation.error,
                submitted=observation.submitted,
                usage=reply.usage,
                tokens=reply.tokens,
                finish_reason=reply.finish_reason,
                box_s=observation.outcome.duration_s if observation.outcome else 0.0,
                wall_s=wall_s,
            )
        )
        self.keep(self.steps[-1])

    def take_end(self, reply: Reply) -> None:
        """Note a reply that asks for nothing: it still cost something, and may say why it ends."""
        if reply.finish_reason or reply.usage.prompt_tokens or reply.reasoning:
            self.steps.append(
                Step(
                    turn=self.steps[-1].turn if self.steps else 0,
                    reasoning=reply.reasoning,
                    observation="",
                    ok=True,
                    usage=reply.usage,
                    tokens=reply.tokens,
                    finish_reason=reply.finish_reason,
                )
            )
