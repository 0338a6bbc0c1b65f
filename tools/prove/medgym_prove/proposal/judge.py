"""Judging a proposal: its rules, two installs, level after level in both, until one fails."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from medgym_core.errors import ConfigError, MedgymError
from medgym_core.source import Progress, silent
from medgym_prove.check import Finding
from medgym_prove.checks import HIGHEST, checks
from medgym_prove.proposal import process
from medgym_prove.proposal.entry import ENTRY, untrue
from medgym_prove.proposal.install import Install, make_boxes, make_installs, prepare_base
from medgym_prove.proposal.interruption import interruptible
from medgym_prove.proposal.overlay import Proposal, read
from medgym_prove.proposal.rules import RULES, Rule
from medgym_prove.validation import Validation
from medgym_sandbox.boundary.frozen import Frozen

SAME = Rule(
    "P05",
    "two isolated installs find the same",
    "Let nothing depend on where or when it runs: no clock, path, host name, hash() or unseeded draw.",
    lambda proposal: iter(()),
)
APPROVAL = Rule(
    "P06",
    "the bytes are those that were approved",
    "Ask the reviewers to approve the new digest; their approval of other bytes is void.",
    lambda proposal: iter(()),
)
CONTENT = "content"
"""What is measured of a build, and the same in two installs on one machine: the digest of its bytes."""


class Judgement(Frozen):
    """What became of a proposal."""

    family: str
    """Name of the folder; empty if not one folder is touched."""
    base: str
    """Commit that judged."""
    digest: str
    """Of the proposed bytes, to be quoted by who approves them."""
    tier: int
    """Highest level that was asked for; the field keeps its former name."""
    offline: bool
    """Whether the plugin's code had no network."""
    findings: tuple[Finding, ...]
    """Rules and checks; the first level that fails is the last that ran."""

    @property
    def report(self) -> Validation:
        """The same as the report of a validation."""
        name = self.family or "the proposal"
        return Validation(family=name, digest=self.digest, core=self.base, findings=self.findings)

    @property
    def passed(self) -> bool:
        """Whether nothing failed that is not waived."""
        return self.report.passed


@dataclass(frozen=True)
class Judge:
    """How proposals are judged."""

    level: int = HIGHEST
    """Highest level to run."""
    scale: int | None = None
    """Size of the synthetic builds; None takes the family's default."""
    jobs: int = 2
    """Episodes at once, in each install."""
    approved: str = ""
    """Digest that was approved; empty if none was."""
    progress: Progress = silent
    """Called with what is being done."""

    def judge(self, root: Path, base: str, head: str | None = None) -> Judgement:
        """What becomes of ``head``, or of the files as they lie, proposed to the branch ``base``.

        Everything temporary is removed, also when this is interrupted.

        Raises:
            ConfigError: if git knows no such revision, or the base itself cannot be installed.
        """
        with interruptible(), tempfile.TemporaryDirectory(prefix="medgym-pr-") as folder:
            scratch = Path(folder)
            scratch.chmod(0o711)  # boxes read their data under a user of their own
            self.progress("reading the proposal", None)
            proposal = read(root, base, head, scratch / "git")
            findings = list(self._found(proposal, scratch))
            return Judgement(
                family=proposal.name,
                base=proposal.base,
                digest=proposal.digest if proposal.name else "",
                tier=self.level,
                offline=bool(process.offline()),
                findings=tuple(sorted(findings, key=lambda finding: finding.id[0] != "P")),
            )

    def _found(self, proposal: Proposal, scratch: Path) -> Iterator[Finding]:
        for rule in RULES[:-1]:
            finding = _ruled(rule, list(_broken(rule, proposal)))
            yield finding
            if finding.status == "fail":
                return
        if self.approved:
            other = f"the approved digest is {self.approved}, that of the proposal {proposal.digest}"
            yield _ruled(APPROVAL, [] if self.approved == proposal.digest else [other])
        if problems := list(_broken(RULES[-1], proposal)):
            yield _ruled(RULES[-1], problems)
            return
        if problems := list(_broken(ENTRY, proposal)):
            yield _ruled(ENTRY, problems)
            return
        self.progress("installing the base and the plugin, twice", None)
        base = prepare_base(proposal, scratch)
        try:
            installs, problems = make_installs(proposal, base, scratch)
        except ConfigError as error:
            installs, problems = (), [str(error)]
        yield _ruled(RULES[-1], problems)
        if not problems:
            yield _ruled(ENTRY, list(untrue(proposal, installs[0])))
            yield from self._climbed(proposal, installs)

    def _climbed(self, proposal: Proposal, installs: Sequence[Install]) -> Iterator[Finding]:
        """The findings of level after level, and whether both installs agree on them."""
        differences: list[str] = []
        for level in range(self.level + 1):
            self.progress(f"{proposal.name}: level {level} of {self.level}, in two installs", None)
            try:
                if level == 1:
                    make_boxes(installs, f"medgym_plugin_{proposal.name.replace('-', '_')}")
                pair = [self._kept(report, level) for report in self._validated(installs, level)]
            except MedgymError as error:
                yield _ruled(SAME, [*differences, f"level {level} could not be judged: {error}"])
                return
            differences += _differences(*pair)
            found = [first if first.status == "fail" else pair[1][id_] for id_, first in pair[0].items()]
            yield from found
            if differences or any(finding.status == "fail" for finding in found):
                break
        yield _ruled(SAME, differences)

    def _validated(self, installs: Sequence[Install], level: int) -> list[Validation]:
        done = process.run(
            [[*process.offline(), *self._command(install, level)] for install in installs],
            [install.variables() for install in installs],
            [install.work for install in installs],
        )
        return [_report(ended, install.root) for ended, install in zip(done, installs, strict=True)]

    def _command(self, install: Install, level: int) -> list[str]:
        scale = ["--scale", str(self.scale)] if self.scale else []
        # The former name of --level: the base may be older than the new one.
        asked = ["--tier", str(level), "--json", "--home", str(install.home), "--jobs", str(self.jobs)]
        command = [str(install.python), "-P", "-m", "medgym_core.cli", "validate", str(install.folder)]
        return [*command, *asked, *scale]

    def _kept(self, report: Validation, level: int) -> dict[str, Finding]:
        """The findings of ``level``, by id.

        Raises:
            ConfigError: if a check is missing.
        """
        found = {finding.id: finding for finding in report.findings if finding.tier == level}
        if missing := {check.id for check in checks(level) if check.level == level} - found.keys():
            raise ConfigError(f"no finding of {', '.join(sorted(missing))}")
        return found


def _report(done: process.Done, root: Path) -> Validation:
    """What a command found; paths are relative to ``root``, which nobody will find again."""
    try:
        printed = json.loads(done.out.replace(f"{root}/".encode(), b""))
        found = {name: printed[name] for name in printed if name != "schema"}
        return Validation.model_validate_json(json.dumps(found))
    except (TypeError, ValueError) as error:
        raise ConfigError(f"validate ended with {done.code} and gave no report ({done.error})") from error


def _broken(rule: Rule, proposal: Proposal) -> Iterator[str]:
    try:
        yield from rule.broken(proposal)
    except MedgymError as error:
        yield str(error)


def _ruled(rule: Rule, problems: Sequence[str]) -> Finding:
    return Finding(
        id=rule.id,
        tier=0,
        title=rule.title,
        status="fail" if problems else "pass",
        problems=tuple(problems),
        hint=rule.hint if problems else "",
    )


def _differences(first: Mapping[str, Finding], second: Mapping[str, Finding]) -> Iterator[str]:
    for id_ in sorted({*first, *second}):
        one, other = _essence(first.get(id_)), _essence(second.get(id_))
        for what in sorted({*one, *other}):
            if one.get(what) != other.get(what):
                yield f"{id_} {what}: {one.get(what)!r} in one install, {other.get(what)!r} in the other"


def _essence(finding: Finding | None) -> dict[str, JsonValue]:
    """What two installs on one machine have in common."""
    if finding is None:
        return {}
    return {"status": finding.status, **finding.figures, CONTENT: finding.measured.get(CONTENT)}
