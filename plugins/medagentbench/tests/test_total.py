"""Whatever is sent to the server or submitted is answered, compared and graded; nothing raises."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from medgym_core import Request
from medgym_plugin_medagentbench import clock
from medgym_plugin_medagentbench.order import settled

from . import hospital
from .episode import Episode
from .payloads import A1C, CONTROL, MAGNESIUM, PRESSURE, VITAL_SIGNS

EDGES = (
    *("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00-14:00"),
    *("9999-12-31T23:59:59.999999+14:00", "0001", "9999-12", "0000-01-01", "2023-11-13T24:00:00Z"),
    *("2023-11-13T10:15:00+23:59", "2023-W46-1T10:15:00+00:00", "20231113T101500Z", "T", "\ud800T"),
)
DATES = st.sampled_from(EDGES) | st.datetimes().map(lambda moment: f"{moment.isoformat()}-13:59") | st.text()
NUMBERS = st.integers() | st.floats() | st.sampled_from([10**400, -(10**300), 1e308, 5e-324])
LEAVES = st.none() | st.booleans() | NUMBERS | DATES | st.text(st.characters(exclude_categories=()))
NAMES = st.sampled_from(
    [*MAGNESIUM, *PRESSURE, *CONTROL, *VITAL_SIGNS, "text", "value", "unit", "reference", "identifier", "div"]
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES | st.text(), inner, max_size=4)
)
RESOURCES = st.builds(
    lambda base, more: base | more,
    st.sampled_from([MAGNESIUM, PRESSURE, CONTROL, A1C]),
    st.dictionaries(NAMES, VALUES, max_size=3),
)
LENIENT = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@pytest.fixture(scope="module")
def hospital_build(users, tmp_path_factory):
    results = [hospital.lab("MG", 1.2, hospital.HOUR), hospital.lab("GLU", 120, hospital.HOUR)]
    rows = [hospital.row(number) for number in (5, 7)]
    folder = tmp_path_factory.mktemp("raw") / "hospital"
    return users(hospital.write(folder, [hospital.patient(), *results], rows))


@pytest.fixture
def episodes(family, hospital_build):
    """A fresh episode of the task that orders magnesium, or of the one that asks for a time."""

    def episode(index):
        return Episode(family, hospital_build, family.task(hospital_build, "published", index))

    return episode


def deep(levels):
    return json.loads('{"a":' * levels + "1" + "}" * levels)


@LENIENT
@given(st.lists(RESOURCES, max_size=3), st.text() | VALUES.map(json.dumps))
def test_every_episode_ends_in_a_verdict(episodes, resources, answer):
    episode = episodes(0)
    for resource in resources:
        kind = resource.get("resourceType")
        target = f"/fhir/{kind}" if kind in ("Observation", "ServiceRequest") else "/fhir/MedicationRequest"
        body = json.dumps(resource).encode()
        assert episode.service.respond(Request(method="POST", target=target, body=body)).status < 500
    assert not episode.passes(answer.encode())
    json.dumps(episode.service.snapshot()).encode()


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("field", ["authoredOn", "effectiveDateTime", "occurrenceDateTime", "issued"])
def test_a_date_at_the_edge_of_the_calendar_is_data(episodes, edge, field):
    episode = episodes(0)
    assert episode.post(MAGNESIUM | {field: edge}) in (201, 400, 422)
    assert not episode.passes(episode.answer)


@pytest.mark.parametrize("edge", EDGES)
def test_a_time_at_the_edge_is_an_answer(episodes, edge):
    episode = episodes(1)
    assert not episode.passes(episode.answer | {"taken": edge})
    assert episode.passes(episode.answer)


@LENIENT
@given(st.sampled_from(["Observation", "MedicationRequest", "Patient"]), st.text(), DATES)
def test_every_search_is_answered(episodes, kind, prefix, value):
    for name in ("date", "authoredon", "birthdate", "_lastUpdated"):
        text = f"/fhir/{kind}?{name}={prefix}{value}&_sort=-{name}"
        assert episodes(0).service.respond(Request(method="GET", target=text)).status in (200, 400)


@given(VALUES)
def test_what_was_written_always_has_a_form_of_comparison(value):
    resource = {"subject": value, "code": value, "note": value, "authoredOn": value, "doseQuantity": value}
    json.dumps(settled(resource))


def test_depth_is_data_too(episodes):
    assert [episodes(0).post(A1C | {"note": deep(levels)}) for levels in (20, 60, 900)] == [201, 400, 400]


@given(DATES)
def test_times_that_are_read_can_be_ordered_and_written(text):
    moment = clock.read(text)
    if moment is not None:
        assert sorted([moment, clock.NOW]) == sorted([clock.NOW, moment])
        assert clock.read(clock.written(moment)) is not None


def test_times_outside_the_calendar_lie_before_and_after_all_others():
    first, last = map(clock.read, EDGES[:2])
    assert first < datetime.min.replace(tzinfo=UTC) < clock.NOW < datetime.max.replace(tzinfo=UTC)
    assert datetime.max.replace(microsecond=0, tzinfo=UTC) < last
