"""What an agent submitted, beside what the family's reference does or another sample submitted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from medgym_core import plugins
from medgym_core.access.redaction import Redact
from medgym_core.builds.making import load_build
from medgym_core.errors import MedgymError
from medgym_core.rollout import folder
from medgym_core.task import ActionCall
from medgym_core.trajectory import Episode
from medgym_view.code import difference, source


@dataclass(frozen=True)
class Comparison:
    """The difference, or why there is none."""

    lines: Markup
    remark: str = ""


def compared(run: Path, episode: Episode, redact: Redact = str) -> Comparison:
    """The reference's actions against those that the agent submitted, as a difference line by line.

    The reference is computed by the installed family from the build that the run was made of. What stands in
    the way (the plugin is not installed, the build is gone or another) is said. All of it is shown through
    ``redact``.
    """
    name, split, index = episode.key.task.split("/")
    try:
        _, manifest = folder.load(run)
        if name not in manifest.families:
            return Comparison(
                Markup(), f"There is no reference to compare with: {run} names no build of {name}"
            )
        found, build = plugins.family(name), load_build(manifest.families[name].root)
        reference = found.reference(build, found.task(build, split, int(index)))
    except (MedgymError, LookupError, OSError, ValueError) as error:
        return Comparison(Markup(), f"There is no reference to compare with: {redact(str(error))}")
    if (build.digest, found.version) != (episode.key.build, episode.key.family_version):
        return Comparison(Markup(), "The build or the family is another than the one that was played.")
    submitted = _submitted(episode)
    lines = difference(redact(_text(reference)), redact(_text(submitted)))
    remark = "" if submitted else "The agent submitted nothing; this is the reference."
    return Comparison(lines, remark if lines else "The agent submitted what the reference does.")


def beside(first: Episode, second: Episode, redact: Redact = str) -> Comparison:
    """What two samples of a task submitted, as a difference line by line, shown through ``redact``."""
    texts = [redact(_text(_submitted(episode))) for episode in (first, second)]
    if not all(texts):
        which = "Neither sample" if not any(texts) else f"The {'second' if texts[0] else 'first'} sample"
        return Comparison(difference(*texts), f"{which} submitted {'any' if not any(texts) else 'no'}thing.")
    lines = difference(*texts)
    return Comparison(lines, "" if lines else "Both submitted the same.")


def _submitted(episode: Episode) -> list[ActionCall]:
    return [step.call for step in episode.steps if step.submitted and step.call]


def _text(calls: Iterable[ActionCall]) -> str:
    return "\n\n".join(map(source, calls))
