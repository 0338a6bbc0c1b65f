"""The benchmark's own tasks on charts of its own server, as far as they were recorded."""

import json
import shutil
from pathlib import Path

import pytest

from medgym_core.source import silent
from medgym_fhir import Snapshot
from medgym_fhir.loopback import serving
from medgym_fhir.testing.deleting import Deleting
from medgym_plugin_medagentbench import external, published
from medgym_plugin_medagentbench.export import copy_of, resources

from .hospital import HOUR, lab, patient

DATA = next(
    (
        place
        for up in Path(__file__).parents
        if (place := up / "shared" / "data" / "medagentbench-v2").is_dir()
    ),
    Path("shared/data/medagentbench-v2"),
)
TASKS = "test_data_v2_sample.json"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"there is no published data at {DATA}")


@pytest.fixture(scope="module")
def charts():
    """Recorded patients; of those whom no page shows, invented ones as the tasks name them; results."""
    found = list(resources(copy_of(DATA), DATA, silent))
    known = {one["id"] for one in found if one["resourceType"] == "Patient"}
    for row in published.read(DATA / TASKS):
        if row.mrn not in known:
            facts = dict(published._facts(row))
            names = {"given": facts.get("given", "Ilse"), "family": facts.get("family", f"O{row.mrn}")}
            found.append(patient(row.mrn, **names, born=facts.get("born", "1950-11-13")))
            known.add(row.mrn)
    people = {row.mrn for row in published.read(DATA / TASKS)}
    for mrn in sorted(people):
        results = (("MG", 1.4), ("K", 3.2), ("GLU", 140), ("A1C", 6.1))
        found += [{"id": f"{code}-{mrn}", **lab(code, value, HOUR, mrn=mrn)} for code, value in results]
    return found


def test_recorded_pages_and_tasks_are_told_from_each_other():
    found = copy_of(DATA)
    assert [path.name for path in found.exported] == ["recorded_responses.jsonl"]
    assert [path.name for path in found.published] == [TASKS]
    assert found.remarks == []


def play_all(family, made, play):
    size = family.size(made, "published")
    tasks = [family.task(made, "published", index) for index in range(size)]
    return [play(family, made, task, family.reference(made, task)[0])[0].reward for task in tasks]


@pytest.mark.slow
def test_the_reference_solves_all_on_the_embedded_server(family, users, charts, play, tmp_path):
    shutil.copyfile(DATA / TASKS, tmp_path / TASKS)
    (tmp_path / "all.jsonl").write_text("\n".join(map(json.dumps, charts)))
    assert play_all(family, users(tmp_path), play) == [1.0] * 30


@pytest.mark.slow
def test_the_reference_solves_all_on_a_server_by_http(family, users, charts, play, tmp_path):
    shutil.copyfile(DATA / TASKS, tmp_path / TASKS)
    with serving(Deleting(Snapshot(charts))) as url:
        (tmp_path / external.FILE).write_text(json.dumps({"base": f"{url}/fhir/"}))
        assert play_all(family, users(tmp_path), play) == [1.0] * 30
