"""An episode of labelled data as it is shown: its texts and values without identifiers and dates."""

from __future__ import annotations

from medgym_core.access.redaction import Redact, redacted
from medgym_core.trajectory import Episode, Step, TurnRecord
from medgym_core.verifier import Verdict


def redacted_episode(episode: Episode, redact: Redact) -> Episode:
    """``episode`` with its texts and values shown through ``redact``; what medgym itself wrote stays.

    Token numbers, which spell the same texts, are left out where anything may be hashed.
    """
    if redact is str:
        return episode
    states = {
        name: state.model_copy(
            update={"before": redacted(state.before, redact), "after": redacted(state.after, redact)}
        )
        for name, state in episode.states.items()
    }
    return episode.model_copy(
        update={
            "system": redact(episode.system),
            "prompt": redact(episode.prompt),
            "steps": tuple(_step(step, redact) for step in episode.steps),
            "turns": tuple(_turn(turn, redact) for turn in episode.turns),
            "states": states,
            "verdict": redacted_verdict(episode.verdict, redact),
            "error": redact(episode.error),
        }
    )


def redacted_verdict(verdict: Verdict, redact: Redact) -> Verdict:
    """``verdict`` with its reason and details shown through ``redact``."""
    details = redacted(dict(verdict.details), redact)
    return verdict.model_copy(update={"reason": redact(verdict.reason), "details": details})


def _step(step: Step, redact: Redact) -> Step:
    call = step.call and step.call.model_copy(
        update={
            "name": redact(step.call.name),
            "arguments": redacted(dict(step.call.arguments), redact),
        }
    )
    texts = {name: redact(getattr(step, name)) for name in ("text", "reasoning", "observation", "error")}
    return step.model_copy(update={**texts, "call": call, "tokens": None})


def _turn(turn: TurnRecord, redact: Redact) -> TurnRecord:
    answer = None if turn.answer is None else redact(turn.answer)
    files = redacted(dict(turn.files), redact)
    return turn.model_copy(update={"answer": answer, "reason": redact(turn.reason), "files": files})
