"""The pages of docs/families/: what a family says of itself, its files, its certificate and an example."""

import os
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from medgym_core import Tier, plugins
from medgym_core.access import tier as tiers
from medgym_core.env import prompt
from medgym_core.registry import FamilyEntry, load
from medgym_core.registry.certificate import read_certificate
from medgym_prove.certificate import standing
from medgym_prove.checks import HIGHEST, checks
from medgym_prove.subject import subject_of
from medgym_sandbox.environment import pins

from . import difficulty
from .markdown import folded, members, table
from .pages import ROOT
from .samples import FOLDER, Sample, kept

MADE = "<!-- Made by `python -m tests.docs.regenerate`: edit the plugin's README and DETAILS. -->"
INTRODUCTION = """\
Every family builds from a synthetic source at once, without a download or a credential, and from your own
copy of the published data by the same code. Its page says what it asks, who may have the published data,
what the default build holds, what the grading accepts, and what was proved of it. `medgym list` shows what is
installed, `medgym registry search WORDS` finds a family by what it is about."""
_LINK = re.compile(r"(\]\()([^)\s:]+)(\))")
_PUBLISHED = re.compile(r"plugins/([\w-]+)/(?:README|DETAILS)\.md")
_HEADING = re.compile(r"^(`{3,}).*?^\1$|^#(?=#+ )", re.DOTALL | re.MULTILINE)
"""A fenced block, or what a heading below the title begins with."""


def names() -> list[str]:
    """The families that have a page."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def page(name: str) -> str:
    """The page of a family."""
    entry, sample = load().families[name], kept(name)
    opening, sections = _readme(name)
    sources = sections.pop("Sources", "")
    parts = [
        f"{MADE}\n\n# {name}\n\n*{entry.title}*\n\n{opening}",
        _glance(name, entry),
        f"## Sizes\n\n{_sizes(entry, sample)}",
        difficulty.section(name),
        *(f"## {title}\n\n{text}" for title, text in sections.items()),
        f"## An example\n\n{_example(name, sample)}",
        _details(name),
        f"## What was proved\n\n{_certificate(name)}",
        f"## Citation\n\n{entry.citation}\n\n{sources}",
    ]
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def index() -> str:
    """The page that lists them."""
    return f"{MADE}\n\n# Families\n\n{INTRODUCTION}\n\n{overview()}"


def overview() -> str:
    """A row for each family that has a page."""
    rows = (
        [
            f"[{name}]({name}.md)",
            entry.title,
            *(f"{entry.splits[split].size:,}" for split in ("train", "test")),
            f"`{entry.tier}`",
        ]
        for name, entry in ((name, load().families[name]) for name in names())
    )
    return table("family|made after|train|test|published data", rows)


def _readme(name: str) -> tuple[str, dict[str, str]]:
    """What a plugin's README says below its title, and in each section."""
    text = _written(ROOT / "plugins" / name / "README.md")
    opening, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    split = (section.partition("\n") for section in sections)
    return opening.strip(), {title: text.strip() for title, _, text in split}


def _details(name: str) -> str:
    """What a plugin's DETAILS says below its title, one level deeper; nothing if there is none."""
    path = ROOT / "plugins" / name / "DETAILS.md"
    return f"## In detail\n\n{_deeper(_written(path)).strip()}" if path.is_file() else ""


def _deeper(text: str) -> str:
    """Headings one level deeper; what is fenced stays as it is."""
    return _HEADING.sub(lambda match: match[0] if match[1] else "##", text)


def _written(path: Path) -> str:
    """What a file of a plugin says below its title, with links that hold in the page.

    Its commands are examples here: they are run where they stand.
    """
    text = path.read_text().partition("\n")[2]
    return re.sub(r"^```sh\b.*", "```bash", _relinked(text, path.parent), flags=re.MULTILINE)


def _relinked(text: str, origin: Path) -> str:
    """Links to files, as seen from the folder of the pages; those of families become their pages."""

    def moved(link: re.Match[str]) -> str:
        if link[2].startswith("#"):
            return link[0]
        there = os.path.relpath(origin / link[2], ROOT)
        there = _PUBLISHED.sub(r"docs/families/\1.md", there)
        return link[1] + os.path.relpath(ROOT / there, FOLDER) + link[3]

    return _LINK.sub(moved, text)


def _glance(name: str, entry: FamilyEntry) -> str:
    meaning = dict(members(tiers, "Tier"))
    family = plugins.family(name)
    rows = {
        "published data": f"`{entry.tier}`: {meaning[Tier(entry.tier).name]}",
        "synthetic data": "made at once from a seed, open to everybody",
        "licence": entry.licence,
        "package": f"`{entry.package}` {entry.version}",
        "answers": ", ".join(f"`{kind}`" for kind in entry.answer_kinds),
        "actions": ", ".join(f"`{action}`" for action in entry.actions),
        "in its boxes": ", ".join(pins(family.environment)) or "Python alone",
        "ledgers of held-out subjects": ", ".join(f"`{ledger}`" for ledger in family.ledgers),
        "suites": ", ".join(f"`{suite}`, group {group}" for suite, group in entry.suites.items()),
    }
    return table("at a glance|", ([title, text] for title, text in rows.items() if text))


def _sizes(entry: FamilyEntry, sample: Sample) -> str:
    """How many tasks the default build holds by category and split."""
    splits = {name: entry.splits[name] for name in sample.tasks}
    rows = []
    for category in entry.categories:
        counts = [tasks.get(category.name, 0) for tasks in sample.tasks.values()]
        if any(counts):
            rows.append([category.name, *(f"{count:,}" for count in counts), category.description])
    rows.append(["**all**", *(f"**{sum(tasks.values()):,}**" for tasks in sample.tasks.values()), ""])
    chance = ", ".join(f"`{name}` {split.chance_rate:g}" for name, split in splits.items())
    held_out = ", ".join(f"`{name}`" for name, split in splits.items() if split.evaluation)
    empty = ", ".join(f"`{name}`" for name in entry.splits if name not in splits)
    return (
        "Tasks of the default build, which is synthetic:\n\n"
        + table("|".join(["category", *splits, "about"]), rows)
        + f"\nHeld out: {held_out}{_novel(entry, sample)}. "
        + f"Declared chance rates, the most to be earned without solving: {chance}."
        + (f" Filled from your own copy alone: {empty}." if empty else "")
    )


def _novel(entry: FamilyEntry, sample: Sample) -> str:
    """What the tasks of some splits have that no training task has."""
    novel = {name: entry.splits[name].novel for name in sample.tasks}
    new = ", ".join(f"`{name}` new {what}s" for name, what in novel.items() if what != "instance")
    return f"; of them, {new} ([splits](../splits.md))" * bool(new)


def _example(name: str, sample: Sample) -> str:
    task, family = sample.example, plugins.family(name)
    limits, packages = task.limits, pins(family.environment)
    actions = [plugins.action(action) for action in task.actions]
    texts = [prompt.task_text(task, limits)]
    texts += [prompt.turn_text(task, index) for index in range(1, len(task.turns))]
    return "\n\n".join(
        [
            f"Task `{task.id}` of the default build, of the category {task.category}, graded by the verifier "
            f"`{task.verifier}`; {limits.steps} actions of at most {limits.action_s:g} s each, "
            f"{limits.memory_mb:,} MiB.",
            _block("\n\n".join(turn.question.strip() for turn in task.turns)),
            _told(
                "The rules that the agent is told",
                prompt.system_text(task, actions, "default", limits, packages),
            ),
            _told("The task as the agent is told it", "\n\n[after a submission]\n\n".join(texts)),
        ]
    )


def _told(title: str, text: str) -> str:
    return folded(f"{title} ({len(text):,} characters)", _block(text))


def _block(text: str) -> str:
    return f"````text\n{text.strip()}\n````"


def _certificate(name: str) -> str:
    module = import_module(type(plugins.family(name)).__module__.partition(".")[0])
    certificate = read_certificate(Path(str(module.__file__)).parent)
    if certificate is None:
        return "It ships no certificate."
    title = {check.id: check.title for check in checks(HIGHEST)}
    figures: dict[str, Any] = {proof.id: dict(proof.figures) for proof in certificate.checks}
    refused, accepted = figures["A03"].pop("operators", {}), figures["A04"].pop("rewrites", {})
    rows = ([f"`{p.id}`", title[p.id], p.status, "; ".join(_said(figures[p.id]))] for p in certificate.checks)
    size = f"scale {certificate.scale}" if certificate.scale else "the default size"
    return "\n\n".join(
        [
            f"{_standing(name)}By its [certificate](../validation.md#certificates) of version "
            f"{certificate.version}, {certificate.date}, on builds of {size} "
            f"and the sandboxes {', '.join(certificate.sandboxes)}. Whether it is of what is installed, "
            f"`medgym validate {name} --verify-certificate` says, and makes the checks again.",
            table("check|what holds|status|figures", rows).strip(),
            "Submissions that are nearly right, and how many of them were refused:",
            table("made of a right one|refused", (map(str, pair) for pair in refused.items())).strip(),
            "Right submissions in another form, and how many of them were accepted:",
            table("form|accepted", (map(str, pair) for pair in accepted.items())),
        ]
    )


def _standing(name: str) -> str:
    """What is said first of a certificate that is void."""
    if standing(subject_of(name, Path())).status != "void":
        return ""
    return (
        "**The certificate is void**: what it was made of has changed, and what follows was found before.\n\n"
    )


def _said(figures: Mapping[str, Any]) -> Iterator[str]:
    for key, value in figures.items():
        if isinstance(value, Mapping):
            yield f"{key} ({', '.join(_said(value))})"
        elif value != []:
            shown = ("yes" if value else "no") if isinstance(value, bool) else value
            yield f"{key.replace('_', ' ')}: {f'{shown:.4g}' if isinstance(shown, float) else shown}"
