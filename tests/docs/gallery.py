"""An episode of every family, played by its reference and kept beside the gallery that shows it.

``python -m tests.docs.renew`` makes them anew.
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path

from pydantic import JsonValue

from medgym_core import ActionCall, Episode, TaskFamily, open_family
from medgym_core.registry import load
from medgym_core.registry.certificate import read_certificate
from medgym_sandbox.boundary.frozen import Frozen
from medgym_view.code import language_of, plain

from .pages import ROOT

FOLDER = ROOT / "docs" / "gallery"
LONGEST = 2000
"""Characters of a text that is shown."""
MOST = 6
"""Actions of an episode that are shown: the first ones and the last."""
CUT = "\n..."
"""What stands for the rest of it."""
MADE = "<!-- Made by `python -m tests.docs.regenerate` of the episodes in docs/gallery. -->"
INTRODUCTION = """\
A played episode of each family: what was asked, what the family's own solution did and heard, and how it was
judged. The data is synthetic. A model's episodes look the same; `medgym view` shows them."""


class Move(Frozen):
    """One action of an episode."""

    action: str
    language: str
    asked: str
    heard: str


class Played(Frozen):
    """An episode as the gallery shows it."""

    version: str
    """Version of the family."""
    task: str
    category: str
    questions: tuple[str, ...]
    moves: tuple[Move, ...]
    status: str
    reward: float | None


def played(family: TaskFamily, name: str, home: Path) -> Played:
    """The reference's episode of the first training task, on a build that is made below ``home``."""
    source = family.default_source()
    module = import_module(type(family).__module__.partition(".")[0])
    certificate = read_certificate(Path(str(module.__file__)).parent)
    if certificate is not None and certificate.scale:
        source = source.model_copy(update={"scale": certificate.scale})
    opened = open_family(name, source=source, sandbox="process", home=home)
    split = next(one for one in family.splits if family.size(opened.build, one))
    task = family.task(opened.build, split, 0)
    return shown(opened.play(split, 0), family.version, tuple(turn.question for turn in task.turns))


def shown(episode: Episode, version: str, questions: tuple[str, ...]) -> Played:
    """What the gallery shows of ``episode``."""
    return Played(
        version=version,
        task=episode.key.task,
        category=episode.category,
        questions=questions,
        moves=tuple(
            Move(
                action=step.call.name,
                language=_language(step.call),
                asked=_cut("\n".join(map(plain, _said(step.call)))),
                heard=_cut(step.observation),
            )
            for step in episode.steps
            if step.call
        ),
        status=episode.verdict.status.value,
        reward=episode.verdict.reward,
    )


def names() -> list[str]:
    """The families of which an episode is kept."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def kept(name: str) -> Played:
    """The episode that is kept of a family."""
    return Played.model_validate_json((FOLDER / f"{name}.json").read_bytes())


def page() -> str:
    """The gallery."""
    sections = (_section(name, kept(name)) for name in names())
    return "\n\n".join([MADE, "# Gallery", INTRODUCTION, *sections]) + "\n"


def _section(name: str, episode: Played) -> str:
    entry = load().families[name]
    parts = [
        f"## {name}",
        f"*{entry.title}*: [all about it](families/{name}.md). Task `{episode.task}`, "
        f"category {episode.category}.",
        *(_block("text", question) for question in episode.questions),
        f"<details>\n<summary>What the reference did ({len(episode.moves)} actions)</summary>",
    ]
    reward = "no reward" if episode.reward is None else f"reward {episode.reward:g}"
    return "\n\n".join([*parts, *shortened(episode.moves), "</details>", f"**{episode.status}**, {reward}"])


def shortened(moves: Sequence[Move]) -> Iterator[str]:
    """The first actions and the last, as the gallery shows them."""
    for number, move in enumerate(moves, 1):
        if number < MOST or number == len(moves):
            # What was cut is no program any more, and would be coloured with a warning.
            language = "text" if move.asked.endswith(CUT) else move.language
            yield f"{number}. `{move.action}`"
            yield _block(language, move.asked)
            yield _block("text", move.heard)
        elif number == MOST:
            yield f"*{len(moves) - MOST} more.*"


def _block(language: str, text: str) -> str:
    """Four backticks, since a text may hold three; pages' own tests read blocks of three."""
    return f"````{language}\n{text.strip()}\n````"


def _language(call: ActionCall) -> str:
    return next(filter(None, (language_of(call, name) for name in call.arguments)), "text")


def _said(call: ActionCall) -> Iterator[JsonValue]:
    """Arguments but for switches and what the code is written in."""
    return (v for name, v in call.arguments.items() if not isinstance(v, bool) and name != "language")


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST] + CUT
