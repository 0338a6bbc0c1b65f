"""Posts what is known of a proposed family, and sets or voids its approval. Runs no code of the proposal.

Started by comment.yml from the base branch, with the standard library alone. Which pull request is meant
comes from the event; what it changes, and the digest of its bytes, are read here from git. The table comes
from a job that ran code of strangers: it is capped, held to a harmless alphabet, and decides nothing.

A proposal is approved while two people who may write to the repository, one as ``clinical`` and one as
``technical`` reviewer, have approved it in reviews that quote the digest. Other bytes have another digest.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [
    str(ROOT / place) for place in (".", "libs/reading", "libs/sandbox", "libs/statistics", "tools/prove")
]

from medgym_prove.proposal.comment import MARKER, MOST, harmless, quoted  # noqa: E402
from medgym_prove.proposal.overlay import PLUGINS, Proposal, read  # noqa: E402
from medgym_prove.proposal.rules import RULES  # noqa: E402

LABEL = "approved"
ROLES = ("clinical", "technical")
BOT = "github-actions[bot]"
MOST_ZIP = 200_000
RUNNING = "The validation is running or waits for its turn"
NO_TABLE = "The validation left no table that can be shown, see its log"


def gh(path: str, method: str = "GET", **fields: Any) -> Any:
    """What the host's interface answers; None where it answers nothing."""
    out = _gh(path, "--method", method, *(("--input", "-") if fields else ()), given=fields)
    return json.loads(out) if out.strip() else None


def every(path: str) -> Iterator[Any]:
    """Every item of a list that comes in pages."""
    for page in json.loads(_gh(path, "--paginate", "--slurp")):
        yield from page


def _gh(path: str, *options: str, given: dict[str, Any] | None = None) -> bytes:
    text = json.dumps(given).encode() if given else None
    return subprocess.run(
        ["gh", "api", path, *options], input=text, check=True, stdout=subprocess.PIPE
    ).stdout


def meant(run: dict[str, Any], home: str) -> list[dict[str, Any]]:
    """Open pull requests of the branch that the run was about, at the commit that it was about."""
    owner, branch = run["head_repository"]["owner"]["login"], run["head_branch"]
    found = every(f"repos/{home}/pulls?state=open&per_page=100")
    return [
        pull
        for pull in found
        if pull["head"]["sha"] == run["head_sha"]
        and pull["head"]["ref"] == branch
        and (pull["head"]["user"] or {}).get("login") == owner
    ]


def fetched(pull: dict[str, Any], scratch: Path) -> Proposal:
    """The proposal, as objects of git; nothing of it is checked out."""
    number, base = int(pull["number"]), pull["base"]["ref"]
    refs = [f"+refs/pull/{number}/head:refs/proposal/head", f"+refs/heads/{base}:refs/proposal/base"]
    subprocess.run(["git", "-C", str(ROOT), "fetch", "--quiet", "--no-tags", "origin", *refs], check=True)
    proposal = read(ROOT, "refs/proposal/base", "refs/proposal/head", scratch)
    if proposal.tree != pull["head"]["sha"]:
        raise SystemExit(f"{pull['head']['sha']} is no longer what is proposed")
    return proposal


def approvers(reviews: Iterable[dict[str, Any]], digest: str, author: str, home: str) -> dict[str, str]:
    """Role to who approved these very bytes in it; the last word of each reviewer counts."""
    last: dict[str, dict[str, Any]] = {}
    for review in reviews:
        if review["user"] and review["state"] in ("APPROVED", "CHANGES_REQUESTED", "DISMISSED"):
            last[review["user"]["login"]] = review
    found: dict[str, str] = {}
    for who, review in sorted(last.items()):
        words = set(re.findall(r"\w+", review["body"] or ""))
        if review["state"] != "APPROVED" or digest not in words or who == author or not _writes(who, home):
            continue
        role = next((role for role in ROLES if role in words and role not in found), None)
        if role:
            found[role] = who
    return found


def _writes(who: str, home: str) -> bool:
    """Whether somebody may write to the repository."""
    return gh(f"repos/{home}/collaborators/{who}/permission")["permission"] in ("admin", "write")


def table_of(run: dict[str, Any], home: str) -> str:
    """The table that a run left, without its first line, if it can be posted."""
    found = gh(f"repos/{home}/actions/runs/{run['id']}/artifacts?name=table")["artifacts"]
    if not found or found[0]["size_in_bytes"] > MOST_ZIP:
        return NO_TABLE
    try:
        archive = io.BytesIO(_gh(f"repos/{home}/actions/artifacts/{found[0]['id']}/zip"))
        with zipfile.ZipFile(archive) as packed, packed.open("table.md") as stream:
            text = stream.read(4 * MOST + 1).decode()
    except (zipfile.BadZipFile, KeyError, UnicodeDecodeError):
        return NO_TABLE
    return text.partition("\n")[2] if harmless(text) else NO_TABLE


def body_of(proposal: Proposal, approved: dict[str, str], outside: list[str], table: str) -> str:
    """The comment."""
    approvals = [f"{role} by {quoted(who)}" for role, who in sorted(approved.items())] or ["by nobody yet"]
    lines = [
        f"Proposed bytes {quoted(proposal.digest)}<br>Approved {', '.join(approvals)}",
        "Reviewers approve them with a review that says clinical or technical and quotes that digest",
    ]
    if outside:
        lines.append("**FAIL**<br>" + "<br>".join(map(quoted, outside[:20])))
    return "\n\n".join([MARKER, *lines, table if not outside else NO_TABLE]) + "\n"


def post(home: str, number: int, body: str) -> None:
    """Write the one comment: the bot's own with the marker, or a new one."""
    own = mine(home, number)
    if own is None:
        gh(f"repos/{home}/issues/{number}/comments", "POST", body=body)
    elif own["body"] != body:
        gh(f"repos/{home}/issues/comments/{own['id']}", "PATCH", body=body)


def mine(home: str, number: int) -> dict[str, Any] | None:
    """The bot's own comment, if there is one."""
    comments = every(f"repos/{home}/issues/{number}/comments?per_page=100")
    own = (
        one for one in comments if (one["user"] or {}).get("login") == BOT and one["body"].startswith(MARKER)
    )
    return next(own, None)


def label(home: str, pull: dict[str, Any], approved: bool) -> None:
    """Set or remove the label of approval, where it is not as it should be."""
    has = LABEL in {label["name"] for label in pull["labels"]}
    if approved and not has:
        gh(f"repos/{home}/issues/{pull['number']}/labels", "POST", labels=[LABEL])
    if has and not approved:
        gh(f"repos/{home}/issues/{pull['number']}/labels/{LABEL}", "DELETE")


def attend(pull: dict[str, Any], run: dict[str, Any], home: str, finished: bool) -> None:
    """Bring label and comment of one pull request up to date."""
    number = int(pull["number"])
    with tempfile.TemporaryDirectory() as scratch:
        proposal = fetched(pull, Path(scratch))
        if not any(path.startswith(f"{PLUGINS}/") for path in proposal.changed):
            return
        outside = list(RULES[0].broken(proposal))
        reviews = every(f"repos/{home}/pulls/{number}/reviews?per_page=100")
        author = (pull["user"] or {}).get("login", "")
        approved = {} if outside else approvers(reviews, proposal.digest, author, home)
        label(home, pull, set(approved) == set(ROLES))
        if run["name"] == "family":
            table = table_of(run, home) if finished else RUNNING
        else:
            table = (((mine(home, number) or {}).get("body") or "").split("\n\n", 3) + [RUNNING] * 4)[3]
        post(home, number, body_of(proposal, approved, outside, table.strip()))


def main() -> None:
    """Attend to the pull requests that the event is about."""
    event = json.loads(Path(os.environ["GITHUB_EVENT_PATH"]).read_text())
    home, run = os.environ["GITHUB_REPOSITORY"], event["workflow_run"]
    for pull in meant(run, home):
        attend(pull, run, home, event["action"] == "completed")


if __name__ == "__main__":
    main()
