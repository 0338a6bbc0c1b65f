from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from medgym_prove.proposal import process
from medgym_prove.proposal.entry import ENTRY, untrue
from medgym_prove.proposal.install import Install
from medgym_prove.proposal.judge import Judge
from medgym_testing.entries import entry

from .checkout import propose


def proposal(**families: Any) -> Any:
    """A proposal of the family toy, with these families in its registry."""
    return SimpleNamespace(name="toy", tree="", registered=lambda tree: families)


def untrue_of(monkeypatch: pytest.MonkeyPatch, place: Path, out: str, **families: Any) -> list[str]:
    """What is found of an entry where `registry check` prints ``out``."""
    done = process.Done(1, out.encode(), "it broke")
    monkeypatch.setattr(process, "run", lambda *asked: [done])
    return list(untrue(cast(Any, proposal(**families)), Install(place, "toy")))


def said(*differences: str) -> str:
    return json.dumps({"differences": differences})


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({}, None),
        ({"tier": "secret"}, "registry.json: $.families.toy.tier: 'secret' is no known value; known: "),
        ({"titel": "Toy"}, "registry.json: $.families.toy: there is no key 'titel'; did you mean 'title'?"),
    ],
)
def test_an_entry_fits_the_schema(changes: dict[str, Any], problem: str | None) -> None:
    found = list(ENTRY.broken(proposal(toy=entry().model_dump(mode="json") | changes, other={})))
    assert len(found) == (problem is not None)
    assert "".join(found).startswith(problem or "")


def test_a_family_without_an_entry_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert untrue_of(monkeypatch, tmp_path, "", other={}) == []


def test_what_differs_is_reported_of_the_family_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = said("toy: title differ; build anew", "kin is installed, but not registered")
    assert untrue_of(monkeypatch, tmp_path, out, toy={}) == ["registry.json: toy: title differ; build anew"]


def test_a_family_that_cannot_be_asked_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (problem,) = untrue_of(monkeypatch, tmp_path, "no JSON", toy={})
    assert "the entry of toy cannot be held against the family (it broke)" in problem


@pytest.mark.slow
def test_a_false_title_is_refused(whole: Path) -> None:
    folder = propose(whole)
    name, package = folder.name, f"medgym-plugin-{folder.name}"
    found = json.loads((whole / "registry.json").read_text())
    found["families"][name] = entry(package=package, title="Another").model_dump(mode="json")
    (whole / "registry.json").write_text(json.dumps(found))
    findings = {
        finding.id: finding for finding in Judge(level=0, scale=24).judge(whole, "origin/main").findings
    }
    assert findings["P07"].status == "fail"
    assert findings["P07"].problems[0].startswith(f"registry.json: {name}: title, ")
    assert "package" not in findings["P07"].problems[0]
