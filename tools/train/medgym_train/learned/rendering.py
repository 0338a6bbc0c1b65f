"""An episode as the text that a learned verifier reads; frozen, since verifiers are trained on its very form.

What says how the episode was graded is left out: verdict, reward, and the notes under a submission.
"""

from __future__ import annotations

from medgym_core.trajectory import Episode, Step

RENDERING = "1"
"""Version of the form; a verifier trained on another is refused."""
LONGEST_PART = 6_000
"""Longest action or observation, characters; the middle of a longer one is left out."""
LONGEST = 48_000
"""Longest text, characters; of a longer one the middle steps are left out."""
_NOTE = "\n\nRecorded."


def render(episode: Episode) -> str:
    """The text of ``episode``: the question, every action with its observation, and what was submitted."""
    question, steps, end = _question(episode), _steps(episode), _end(episode)
    room = LONGEST - len(question) - len(end)
    return "\n\n".join([question, *_fitting(steps, room), end])


def beginnings(episode: Episode) -> list[str]:
    """The text of ``episode`` up to each reply with its observation, the shortest first."""
    question, steps = _question(episode), _steps(episode)
    room = LONGEST - len(question)
    return ["\n\n".join([question, *_fitting(steps[:replies], room)]) for replies in range(1, len(steps) + 1)]


def _question(episode: Episode) -> str:
    return f"QUESTION\n{_cut(episode.prompt, LONGEST_PART * 2)}"


def _steps(episode: Episode) -> list[str]:
    return [_step(number, step) for number, step in enumerate(episode.steps, 1)]


def _step(number: int, step: Step) -> str:
    name = step.call.name if step.call else "malformed"
    said = "\n".join(str(value) for value in step.call.arguments.values()) if step.call else step.text
    heard = step.observation.split(_NOTE)[0] if step.submitted else step.observation
    return (
        f"ACTION {number} {name}{' submit' if step.submitted else ''}\n{_cut(said, LONGEST_PART)}\n\n"
        f"OBSERVATION {number} {'ok' if step.ok else f'failed {step.error}'}\n{_cut(heard, LONGEST_PART)}"
    )


def _end(episode: Episode) -> str:
    answers = [turn.answer or turn.reason or "nothing" for turn in episode.turns]
    failed = sum(not step.ok for step in episode.steps)
    return (
        f"END after {len(episode.steps)} actions, {failed} failed\n"
        f"SUBMITTED {_cut(' | '.join(answers), LONGEST_PART)}"
    )


def _fitting(steps: list[str], room: int) -> list[str]:
    """``steps``, without those in the middle that find no room; the later half is kept before the earlier."""
    kept_first: list[str] = []
    kept_last: list[str] = []
    first, last = 0, len(steps)
    while first < last:
        later = len(kept_last) <= len(kept_first)
        step = steps[last - 1] if later else steps[first]
        room -= len(step) + 2
        if room < 0:
            return [*kept_first, f"({last - first} actions left out)", *reversed(kept_last)]
        if later:
            last -= 1
            kept_last.append(step)
        else:
            first += 1
            kept_first.append(step)
    return [*kept_first, *reversed(kept_last)]


def _cut(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]}\n({len(text) - 2 * half} characters left out)\n{text[-half:]}"
