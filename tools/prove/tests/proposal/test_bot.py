"""The script that writes to pull requests, against a host that is a table of answers."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from medgym_prove.proposal.comment import MARKER, harmless
from medgym_prove.proposal.overlay import read

from .checkout import ROOT, git, propose
from .test_comment import judgement, render

GH = """\
#!{python}
import json, sys
from pathlib import Path
here = Path(__file__).parent
path, options = sys.argv[2], sys.argv[3:]
method = options[options.index("--method") + 1] if "--method" in options else "GET"
given = json.load(sys.stdin) if "--input" in options else None
if method != "GET":
    with (here / "written").open("a") as stream:
        print(json.dumps([method, path, given]), file=stream)
    sys.exit()
if path.endswith("/zip"):
    sys.stdout.buffer.write((here / "zip").read_bytes())
    sys.exit()
answer = json.loads((here / "answers").read_text())[path.partition("?")[0]]
print(json.dumps([answer] if "--slurp" in options else answer))
"""
TABLE = render(judgement()).partition("\n")[2]


class Host:
    """A host with one pull request, number 7, of the fork of ``ada``."""

    def __init__(self, checkout: Path, tools: Path) -> None:
        """``checkout`` is the base's; what is proposed lies in it."""
        self.checkout, self.tools = checkout, tools
        self.answers: dict[str, Any] = {"reviews": [], "comments": [], "labels": [], "size": 1000}
        tools.mkdir()
        (tools / "gh").write_text(GH.format(python=sys.executable))
        (tools / "gh").chmod(0o755)
        self.table(render(judgement()))

    def table(self, text: str, name: str = "table.md") -> None:
        """What the judging job left."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr(name, text)
        (self.tools / "zip").write_bytes(packed.getvalue())

    def start(self, head: str, name: str = "family", action: str = "completed") -> list[list[Any]]:
        """Run the script for an event about ``head``; what it wrote."""
        run = {"id": 5, "name": name, "head_branch": "mine", "head_sha": head}
        event = {"action": action, "workflow_run": {**run, "head_repository": {"owner": {"login": "ada"}}}}
        (self.tools / "event").write_text(json.dumps(event))
        (self.tools / "answers").write_text(json.dumps(self._answers()))
        (self.tools / "written").unlink(missing_ok=True)
        variables = {"GITHUB_EVENT_PATH": str(self.tools / "event"), "GITHUB_REPOSITORY": "medgym/medgym"}
        variables |= {"PATH": f"{self.tools}:{os.environ['PATH']}"}
        command = [sys.executable, "-I", "-S", str(self.checkout / ".github" / "comment.py")]
        subprocess.run(command, env={**os.environ, **variables}, check=True, capture_output=True, text=True)
        written = self.tools / "written"
        return [json.loads(line) for line in written.read_text().splitlines()] if written.exists() else []

    def _answers(self) -> dict[str, Any]:
        repo, answers = "repos/medgym/medgym", self.answers
        head = {
            "sha": git(self.checkout, "rev-parse", "refs/proposed"),
            "ref": "mine",
            "user": {"login": "ada"},
        }
        labels = [{"name": name} for name in answers["labels"]]
        pull = {
            "number": 7,
            "head": head,
            "base": {"ref": "main"},
            "user": {"login": "ada"},
            "labels": labels,
        }
        artifacts = [{"id": 9, "size_in_bytes": answers["size"]}]
        return {
            f"{repo}/pulls": [pull],
            f"{repo}/pulls/7/reviews": answers["reviews"],
            f"{repo}/issues/7/comments": answers["comments"],
            f"{repo}/actions/runs/5/artifacts": {"artifacts": artifacts},
            **{
                f"{repo}/collaborators/{who}/permission": {"permission": "write"} for who in ("grace", "mary")
            },
            f"{repo}/collaborators/eve/permission": {"permission": "read"},
        }


@pytest.fixture
def host(whole: Path, tmp_path: Path) -> Host:
    """The host, with a good family proposed."""
    (whole / ".github").mkdir()
    shutil.copy(ROOT / ".github" / "comment.py", whole / ".github")
    propose(whole)
    git(whole, "add", "plugins")
    commit_proposal(whole)
    return Host(whole, tmp_path / "tools")


def commit_proposal(checkout: Path) -> str:
    """Commit what git knows of, as what the origin knows as the head of pull request 7."""
    git(checkout, "commit", "--quiet", "--all", "--message", "A family")
    git(checkout, "update-ref", "refs/proposed", "HEAD")
    git(checkout, "push", "--quiet", "--force", "origin", "HEAD:refs/pull/7/head")
    return git(checkout, "rev-parse", "HEAD")


def head(host: Host) -> str:
    return git(host.checkout, "rev-parse", "refs/proposed")


def digest(host: Host, tmp_path: Path) -> str:
    return read(host.checkout, "origin/main", "refs/proposed", tmp_path / "git").digest


def review(who: str, body: str, state: str = "APPROVED") -> dict[str, Any]:
    return {"user": {"login": who}, "body": body, "state": state}


def test_the_first_comment(host: Host, tmp_path: Path) -> None:
    ((method, path, given),) = host.start(head(host))
    assert (method, path) == ("POST", "repos/medgym/medgym/issues/7/comments")
    assert given["body"].startswith(f"{MARKER}\n\nProposed bytes <code>{digest(host, tmp_path)}</code>")
    assert TABLE.strip() in given["body"]
    assert harmless(given["body"])


def test_the_one_comment_is_kept_up_to_date(host: Host) -> None:
    mine = {"id": 3, "user": {"login": "github-actions[bot]"}, "body": f"{MARKER}\n\nold"}
    host.answers["comments"] = [{"id": 2, "user": {"login": "eve"}, "body": MARKER}, mine]
    ((method, path, given),) = host.start(head(host))
    assert (method, path) == ("PATCH", "repos/medgym/medgym/issues/comments/3")
    mine["body"] = given["body"]
    assert host.start(head(host)) == []
    assert host.start(head(host), name="review") == []
    assert "is running" in host.start(head(host), action="requested")[0][2]["body"]


@pytest.mark.parametrize(
    "table", ["<img src=x>", f"{MARKER}\n@team", f"{MARKER}\n" + "x" * 70_000, f"{MARKER}\n[x](y)"]
)
def test_a_table_that_is_none_of_ours_is_not_shown(host: Host, table: str) -> None:
    host.table(table)
    assert "left no table" in host.start(head(host))[0][2]["body"]


@pytest.mark.parametrize(("name", "size"), [("../table.md", 1000), ("table.md", 300_000)])
def test_an_artifact_that_is_none_of_ours_is_not_shown(host: Host, name: str, size: int) -> None:
    host.table(render(judgement()), name)
    host.answers["size"] = size
    assert "left no table" in host.start(head(host))[0][2]["body"]


def test_a_run_about_an_older_commit_is_left_alone(host: Host) -> None:
    older = head(host)
    (next(host.checkout.glob("plugins/*")) / "README.md").write_text("new")
    commit_proposal(host.checkout)
    assert host.start(older) == []


def approve(host: Host, digest: str) -> None:
    host.answers["reviews"] = [
        review("grace", f"clinical `{digest}`"),
        review("mary", f"technical, {digest}"),
    ]


def test_two_reviews_that_quote_the_digest_approve(host: Host, tmp_path: Path) -> None:
    approve(host, digest(host, tmp_path))
    written = host.start(head(host), name="review")
    assert ["POST", "repos/medgym/medgym/issues/7/labels", {"labels": ["approved"]}] in written
    assert "clinical by <code>grace</code>, technical by <code>mary</code>" in written[-1][2]["body"]


def test_approval_is_void_when_a_byte_changes(host: Host, tmp_path: Path) -> None:
    approve(host, digest(host, tmp_path))
    host.answers["labels"] = ["approved"]
    assert not [one for one in host.start(head(host)) if "labels" in one[1]]
    readme = next(host.checkout.glob("plugins/*")) / "README.md"
    readme.write_text(readme.read_text() + "\n")
    written = host.start(commit_proposal(host.checkout), action="requested")
    assert written[0] == ["DELETE", "repos/medgym/medgym/issues/7/labels/approved", None]


Reviews = Callable[[str], list[dict[str, Any]]]


@pytest.mark.slow
@pytest.mark.parametrize(
    "reviews",
    [
        lambda digest: [review("grace", f"clinical {digest}")],
        lambda digest: [review("grace", f"clinical technical {digest}")],
        lambda digest: [review("grace", f"clinical {digest}"), review("eve", f"technical {digest}")],
        lambda digest: [review("ada", f"clinical {digest}"), review("mary", f"technical {digest}")],
        lambda digest: [review("grace", f"clinical {digest}"), review("mary", f"technical {digest[:-1]}")],
        lambda digest: [review("grace", "clinical"), review("mary", f"technical {digest}")],
        lambda digest: [
            *(review("grace", f"clinical {digest}"), review("mary", f"technical {digest}")),
            review("mary", "no", "CHANGES_REQUESTED"),
        ],
        lambda digest: [
            review("grace", f"clinical {digest}", "COMMENTED"),
            review("mary", f"technical {digest}"),
        ],
    ],
    ids=["one", "one twice", "a reader", "the author", "a part", "no digest", "withdrawn", "a remark"],
)
def test_what_is_no_approval(host: Host, tmp_path: Path, reviews: Reviews) -> None:
    host.answers["reviews"] = reviews(digest(host, tmp_path))
    host.answers["labels"] = ["approved"]
    assert "DELETE" in [method for method, _, _ in host.start(head(host), name="review")]


def test_a_proposal_that_touches_the_workflow_is_never_approved(host: Host) -> None:
    git(host.checkout, "add", ".github")
    new = commit_proposal(host.checkout)
    host.answers["labels"] = ["approved"]
    written = host.start(new)
    assert written[0][0] == "DELETE"
    assert "is outside plugins" in written[1][2]["body"].replace("&#46;", ".").replace("&#47;", "/")
    assert TABLE.strip() not in written[1][2]["body"]


def test_other_pull_requests_are_left_alone(host: Host) -> None:
    git(host.checkout, "checkout", "--quiet", "-b", "other", "origin/main")
    (host.checkout / "README.md").write_text("new")
    git(host.checkout, "add", "README.md")
    assert host.start(commit_proposal(host.checkout)) == []
