"""Grading the stored submissions of a run again, with the verifiers that are installed now.

Nothing is guessed: what cannot be graded as it was submitted is reported with the reason. A submission counts
as then: an episode that was truncated stays so. Under the protocol that grades every execution only
the last one is on record, so it alone is graded again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from medgym_core import plugins
from medgym_core.access import Tier
from medgym_core.access.keeping import own_folder
from medgym_core.builds.making import load_build
from medgym_core.env.choose import choose
from medgym_core.env.grading import grade
from medgym_core.env.recordable import recordable
from medgym_core.errors import MedgymError
from medgym_core.journal import Journal, JournalWriter, read_index
from medgym_core.rollout import folder
from medgym_core.rollout.worker import site_limits
from medgym_core.source import Build, home_of
from medgym_core.trajectory import Episode, TurnRecord
from medgym_core.verifier import Status, Submission, TurnSubmission, Verdict
from medgym_sandbox.boundary.frozen import Frozen
from medgym_sandbox.spec import BoxSpec

if TYPE_CHECKING:
    from medgym_core.family import TaskFamily
    from medgym_sandbox.backend import Sandbox


class Regraded(Frozen):
    """One episode, graded again or not."""

    id: str
    """The episode's id."""
    task: str
    """Its task."""
    old: Verdict
    """The verdict on record."""
    new: Verdict | None
    """The verdict now; None where it cannot be graded again."""
    tier: Tier
    """Sensitivity of its data."""
    problem: str = ""
    """Why it cannot be graded again."""

    @property
    def changed(self) -> bool:
        """Whether status, reward, reason or a component is another."""
        return self.new is not None and _essence(self.new) != _essence(self.old)


def regrade(run: Path, out: Path | None = None, sandbox: str = "auto") -> Iterator[Regraded]:
    """Grade every episode of ``run`` again; the run itself is only read.

    With ``out``, a new run folder, each episode that could be graded is recorded there with its new verdict.
    Submitted programs run in fresh boxes of ``sandbox``.

    Raises:
        ConfigError: if ``run`` is not the folder of a run, or ``out`` holds one.
        DataError: if ``out`` cannot be written, or lies in a git checkout and the data is labelled.
    """
    config, manifest = folder.load(run)
    index, journal = read_index(run)
    roots = {name: pinned.root for name, pinned in manifest.families.items()}
    grader = _Grader(journal, roots, config.steps, sandbox)
    with ExitStack() as closing:
        writer = None
        if out is not None:
            own_folder(out, index.tier)
            folder.create(out, config, manifest)
            writer = closing.enter_context(JournalWriter(out))
        for entry in index:
            episode = journal.read(entry.segment, entry.offset)
            found = grader.grade(episode)
            new, problem = (None, found) if isinstance(found, str) else (found, "")
            if writer is not None and new is not None:
                writer.append([(recordable(_renewed(episode, new)), grader.files(episode))])
            tier = episode.provenance.tier
            yield Regraded(
                id=entry.id, task=entry.task, old=episode.verdict, new=new, tier=tier, problem=problem
            )


class _Grader:
    """Grades the episodes of one run again; opens each family with its build once, and boxes when needed."""

    def __init__(self, journal: Journal, roots: dict[str, Path], steps: int | None, sandbox: str) -> None:
        self._journal, self._roots, self._sandbox = journal, roots, sandbox
        self._site = site_limits(steps)
        self._opened: dict[str, tuple[TaskFamily, Build] | str] = {}
        self._starts: dict[str, Callable[[BoxSpec], Sandbox]] = {}

    def grade(self, episode: Episode) -> Verdict | str:
        """The verdict now, or why there is none."""
        old = episode.verdict
        if old.status in (Status.AGENT_ERROR, Status.INFRA_ERROR):
            return f"it ended as {old.status}, before its submission"
        if old.status is Status.VERIFIER_ERROR and not _all_submitted(episode):
            return "it ended as verifier_error, perhaps before its last submission"
        if old.status is Status.POLICY_VIOLATION or old.reason in ("box_died", "state_unreadable"):
            return old  # it ended without a submission being graded
        opened = self._open(episode)
        if isinstance(opened, str):
            return opened
        try:
            return _counted(episode, self._graded(episode, *opened))
        except MedgymError as error:
            return str(error)

    def files(self, episode: Episode) -> dict[str, bytes]:
        """The graded files by sha256."""
        digests = {digest for turn in episode.turns for digest in turn.files.values()}
        return {digest: self._journal.blob(digest) for digest in digests}

    def _open(self, episode: Episode) -> tuple[TaskFamily, Build] | str:
        """The episode's family and build, or why they cannot be had."""
        name, recorded = episode.key.task.split("/", 1)[0], episode.provenance
        if name not in self._opened:
            try:
                self._opened[name] = plugins.family(name), load_build(self._roots[name])
            except MedgymError as error:
                self._opened[name] = str(error)
        opened = self._opened[name]
        if isinstance(opened, str):
            return opened
        family, build = opened
        if family.version != recorded.family_version:
            return f"it was played on {name} {recorded.family_version}; installed is {family.version}"
        if build.digest != recorded.build:
            return f"it was played on build {recorded.build[:12]}, not on {build.digest[:12]} at {build.root}"
        return opened

    def _graded(self, episode: Episode, family: TaskFamily, build: Build) -> Verdict:
        _, split, index = episode.key.task.rsplit("/", 2)
        task = family.task(build, split, int(index))
        limits = task.limits.clamp(self._site) if self._site else task.limits
        spec = BoxSpec(environment=family.environment, limits=limits, home=home_of(build))
        return grade(
            family,
            build,
            task,
            plugins.verifier(task.verifier),
            Submission(turns=tuple(self._submitted(turn) for turn in episode.turns)),
            episode.states,
            lambda: self._box(spec, build),
        )

    def _submitted(self, turn: TurnRecord) -> TurnSubmission:
        files = {path: self._journal.blob(digest) for path, digest in turn.files.items()}
        return TurnSubmission(
            answer=turn.answer,
            language="sql" if turn.language == "sql" else "python",
            files=files,
            reason=turn.reason,
        )

    def _box(self, spec: BoxSpec, build: Build) -> Sandbox:
        if build.family not in self._starts:
            isolated = build.tier.needs_isolation
            choice = choose(self._sandbox, [spec.environment], spec.home, isolated)
            self._starts[build.family] = plugins.sandbox(choice.name).start
        return self._starts[build.family](spec)


def _all_submitted(episode: Episode) -> bool:
    """Whether every turn surely was: where nothing but states is collected, the record does not tell."""
    collected = all(turn.answer is not None or turn.files or turn.reason for turn in episode.turns)
    return collected and episode.key.protocol == "default"


def _counted(episode: Episode, graded: Verdict) -> Verdict:
    """What the submission's verdict means for the episode, as the environment has it."""
    old, right = episode.verdict, graded.status is Status.SUCCESS
    if old.status is Status.TRUNCATED and not (right and episode.key.protocol == "paper"):
        return old.model_copy(update={"components": graded.components})
    if old.reason == "gave_up" and not right:
        return graded.model_copy(update={"reason": old.reason})
    return graded


def _renewed(episode: Episode, verdict: Verdict) -> Episode:
    """The record with its new verdict, and the verifier that gave it."""
    name = episode.key.verifier.partition("@")[0]
    verifier = {"verifier": f"{name}@{plugins.verifier(name).version}"}
    return episode.model_copy(
        update={
            "key": episode.key.model_copy(update=verifier),
            "provenance": episode.provenance.model_copy(update=verifier),
            "verdict": verdict,
            "error": "",
        }
    )


def _essence(verdict: Verdict) -> tuple[object, ...]:
    return verdict.status, verdict.reward, verdict.reason, dict(verdict.components)
