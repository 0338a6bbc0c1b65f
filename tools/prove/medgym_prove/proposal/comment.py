r"""The one comment of a pull request: a table of what was found, of which no text is obeyed.

What a plugin says (paths, reasons, output) could forge rows, links, mentions or HTML. Every character of it
that means something to Markdown, HTML or the host's filters is written as an entity, inside ``<code>``, so
that the comment as a whole keeps to an alphabet that :func:`harmless` checks before anything is posted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from medgym_prove.check import Finding
    from medgym_prove.proposal.judge import Judgement

MARKER = "<!-- medgym validate --pr -->"
"""First line of the comment, by which it is found again."""
MOST = 60_000
"""Characters of a comment; the host takes 65,536."""
_PROBLEMS = 5
_LENGTH = 300
_SAFE = re.compile(r"[A-Za-z0-9 ,()/=%']")
_HARMLESS = re.compile(r"(?:[A-Za-z0-9 ,()/=%'|\n-]|&#\d{1,7};|</?code>|<br>|\*\*|\. )*")
_CUT = "\n\nMore did not fit. \n"
_SIGNS = {"pass": "pass", "waived": "waived", "fail": "**FAIL**"}


def render(judgement: Judgement) -> str:
    """The comment: who, what became of every check, how to fix it, and what is to be approved."""
    failed = [finding.id for finding in judgement.findings if finding.status == "fail"]
    verdict = f"**FAIL**, {', '.join(failed)}" if failed else "**pass**"
    lines = [
        MARKER,
        f"**Family** {quoted(judgement.family or 'none')}, levels 0 to {judgement.tier}, {verdict}",
        "",
        f"Base {quoted(judgement.base)}<br>Digest of the proposed bytes {quoted(judgement.digest or 'none')}",
        "",
        "| check | status | what |",
        "| --- | --- | --- |",
        *map(_row, judgement.findings),
        "",
        *_remarks(judgement),
    ]
    return shortened("\n".join(lines) + "\n")


def quoted(text: str) -> str:
    """``text`` on one line, to be read and not obeyed, cut at some length."""
    line = " ".join(text.split())
    cut = line if len(line) <= _LENGTH else f"{line[: _LENGTH - 4]} ..."
    return f"<code>{''.join(map(_entity, cut))}</code>"


def harmless(comment: str) -> bool:
    """Whether a comment, whoever wrote it, is of the form that :func:`render` gives."""
    first, _, rest = comment.partition("\n")
    return first == MARKER and len(comment) <= MOST and _HARMLESS.fullmatch(rest) is not None


def shortened(comment: str) -> str:
    """``comment`` cut at a line's end where the host would refuse it."""
    if len(comment) <= MOST:
        return comment
    return comment[: MOST - len(_CUT)].rpartition("\n")[0] + _CUT


def _entity(letter: str) -> str:
    """A letter, as an entity if it means something; ``@`` is parted from what follows: it calls nobody."""
    if _SAFE.fullmatch(letter):
        return letter
    return f"&#{ord(letter)};" + ("&#8203;" if letter in "@#" else "")


def _row(finding: Finding) -> str:
    return f"| {quoted(finding.id)} | {_SIGNS[finding.status]} | {'<br>'.join(_description(finding))} |"


def _description(finding: Finding) -> Iterator[str]:
    yield quoted(finding.title)
    if not finding.ran:
        yield "not run, since the family cannot be loaded"
        return
    yield from map(quoted, finding.problems[:_PROBLEMS])
    if (more := len(finding.problems) - _PROBLEMS) > 0:
        yield f"and {more} more"
    if finding.hint:
        yield f"fix {quoted(finding.hint)}"
    if finding.waiver:
        yield f"waived until {quoted(str(finding.waiver.expires))} {quoted(finding.waiver.reason)}"


def _remarks(judgement: Judgement) -> Iterator[str]:
    highest = max((finding.tier for finding in judgement.findings), default=0)
    if highest < judgement.tier:
        yield f"Level {highest} was the last that ran, since something failed"
    if not judgement.offline:
        yield "The network could not be cut off here, so the code of the plugin may have used it"
