"""The family's gold against its second computation, on four sessions of every template."""

import pytest

from medgym_core import Source, Tier, ensure_build, gold_of, plugins
from medgym_core.source import silent
from medgym_ehr.mimic3.synthetic import synthesise
from medgym_ehr.testing.independent.tables import tables
from medgym_ehr.testing.independent.wear import wear
from medgym_plugin_ehr_seqsql import loader
from medgym_plugin_ehr_seqsql.questions import BY_ID

from . import compare

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=["tidy", pytest.param("worn", marks=pytest.mark.nightly)])
def built(request, tmp_path_factory):
    """A build of 220 patients, and the tables of the same files."""
    raw = tmp_path_factory.mktemp("raw")
    synthesise(raw, 3, 220, silent)
    if request.param == "worn":
        tidy, raw = raw, tmp_path_factory.mktemp("worn")
        wear(tidy, raw, 3)
    family = plugins.family("ehr-seqsql")
    build = ensure_build(family, Source.user(raw, Tier.SYNTHETIC), tmp_path_factory.mktemp("home"))
    return build, tables(raw)


@pytest.mark.slow
def test_every_turn_is_computed_again(built):
    build, computed = built
    chosen = list(compare.sessions(build, each=3))
    differences = [line for split, at in chosen for line in compare.differences(build, computed, split, at)]
    assert not differences, "\n".join(differences)
    assert len(chosen) >= 300


def test_every_template_is_solved(built):
    build, _ = built
    chosen = compare.sessions(build, each=1)
    assert {loader.session(build, split, index).template for split, index in chosen} == set(BY_ID)


def test_a_wrong_answer_is_noticed(built, monkeypatch):
    build, computed = built
    solve = compare.answers
    monkeypatch.setattr(compare, "answers", lambda *given: [solve(*given)[0], *["wrong"] * 9][:turns])
    for split, index in list(compare.sessions(build, each=1))[:10]:
        task = plugins.family("ehr-seqsql").task(build, split, index)
        turns = len(gold_of(plugins.family("ehr-seqsql"), build, task).turns)
        assert len(list(compare.differences(build, computed, split, index))) == turns - 1
