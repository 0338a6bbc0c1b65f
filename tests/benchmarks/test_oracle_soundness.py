"""Both rules on one small build: figures, and how they are shown."""

import json

import pytest

from benchmarks.as_published import PUBLISHED
from benchmarks.oracle_soundness import main, measure, tell
from medgym_core import Source, plugins, registry
from medgym_core.builds.making import ensure_build


@pytest.fixture(scope="module")
def found(shared_home):
    family = plugins.family("npowerai")
    build = ensure_build(family, Source.synthetic(0, 60), shared_home)
    return measure(family, build, 6)


def test_right_answers_pass_and_silence_does_not(found):
    assert found.tasks == 6
    assert found.right["as printed"] == (1.0, 1.0)
    assert found.trivial["nothing"] == (0.0, 0.0)


def test_the_best_output_is_the_one_that_the_published_rule_likes(found):
    assert found.trivial[found.best][0] == max(theirs for theirs, _ in found.trivial.values())


def test_every_family_has_a_rule():
    counted = {name for name, entry in registry.load().families.items() if entry.suites}
    assert PUBLISHED.keys() == counted


def test_the_table_has_a_line_for_each_family_and_output(found, capsys):
    tell([found])
    shown = capsys.readouterr().out
    assert "| npowerai | 6 " in " ".join(shown.split())
    assert all(f"| {name} " in shown for name in found.trivial)


def test_json_holds_the_same_figures(found, monkeypatch, capsys):
    monkeypatch.setattr("benchmarks.oracle_soundness.measure", lambda *_: found)
    monkeypatch.setattr("benchmarks.oracle_soundness.ensure_build", lambda *_: None)
    monkeypatch.setattr("sys.argv", ["oracle_soundness", "npowerai", "--json"])
    main()
    (shown,) = json.loads(capsys.readouterr().out)
    assert shown["trivial"]["nothing"] == [0.0, 0.0]
