"""Life between stays: when people are seen, what is measured and found, what they are given for it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from medgym_patient import DRUGS, LABS, VITALS, Records, Site, simulate, table
from medgym_patient.clinic import (
    DISEASES,
    FINDINGS,
    PROBLEMS,
    Checkups,
    Discoveries,
    Problems,
    Radiographs,
    Refills,
    Spans,
    Visits,
    check_up,
    code_problems,
    condition_of,
    deaths,
    discover,
    draw_visits,
    follow,
    indicated,
    refill,
    take_radiographs,
)
from medgym_patient.coding import DIAGNOSES

SITE = Site.named("general")


@dataclass(frozen=True)
class Clinic:
    """All of it for the people of some records."""

    records: Records
    spans: Spans
    found: Discoveries
    visits: Visits
    seen: Checkups
    problems: Problems
    refills: Refills
    taken: Radiographs

    def values(self, lab: str) -> tuple[np.ndarray, np.ndarray]:
        """Results of a lab, and the person of each."""
        rows = self.seen.lab == LABS.index[lab]
        return self.seen.value[rows], self.visits.person[self.seen.visit[rows]]

    def coded(self, name: str) -> np.ndarray:
        """Whether a problem is coded, by visit."""
        rows = self.problems.problem == PROBLEMS.index(name)
        return np.isin(np.arange(len(self.visits.person)), self.problems.visit[rows])


def opened(size: int, batch: int) -> list[Clinic]:
    made = []
    for records in simulate(5, size, "general", batch):
        people, stays = records.people, records.stays
        spans = follow(people, stays)
        found = discover(people, stays, spans)
        visits = draw_visits(people, spans, stays, found.visits(people))
        seen, problems = check_up(people, visits, SITE), code_problems(people, visits, found)
        given, taken = refill(people, visits, found, SITE), take_radiographs(records, visits)
        made.append(Clinic(records, spans, found, visits, seen, problems, given, taken))
    return made


@pytest.fixture(scope="module")
def practice() -> Clinic:
    """1,000 persons."""
    return opened(1000, 1000)[0]


def test_nobody_is_seen_during_a_stay_or_after_death(practice: Clinic) -> None:
    stays, visits = practice.records.stays, practice.visits
    assert (visits.minute <= practice.spans.stop[visits.person]).all()
    end = stays.admitted + stays.minutes
    for person in range(100):
        own = visits.minute[visits.person == person]
        for start, stop in zip(
            stays.admitted[stays.person == person], end[stays.person == person], strict=True
        ):
            assert not ((own > start) & (own < stop)).any()


def test_who_has_more_conditions_is_seen_more_often(practice: Clinic) -> None:
    burden = practice.records.people.conditions.sum(axis=0)
    years = (practice.spans.stop - practice.spans.start) / 525_960
    rate = np.bincount(practice.visits.person, minlength=len(burden)) / years
    assert np.median(rate[burden >= 8]) > 1.5 * np.median(rate[burden <= 3])


def test_visits_are_in_office_hours(practice: Clinic) -> None:
    hour = practice.visits.minute / 60 % 24
    assert ((hour >= 8) & (hour < 17)).mean() > 0.98


@pytest.mark.slow
def test_what_a_visit_measures_is_the_same_in_any_batch() -> None:
    whole, parts = opened(60, 60)[0], opened(60, 20)
    assert np.concatenate([part.seen.value for part in parts]).tobytes() == whole.seen.value.tobytes()
    assert np.concatenate([part.visits.minute for part in parts]).tobytes() == whole.visits.minute.tobytes()


def test_the_anion_gap_is_what_its_parts_say(practice: Clinic) -> None:
    sodium, potassium, chloride, bicarbonate, gap = (
        practice.values(lab)[0] for lab in ("sodium", "potassium", "chloride", "bicarbonate", "anion_gap")
    )
    assert np.abs(sodium + potassium - chloride - bicarbonate - gap).max() <= 1


def test_chronic_kidney_disease_shows_in_creatinine_and_potassium(practice: Clinic) -> None:
    people = practice.records.people
    ill = people.has("chronic_kidney_disease")
    others = ~ill & ~people.has("renal_failure_on_dialysis")
    for lab, least in (("creatinine", 0.5), ("potassium", 0.15)):
        value, person = practice.values(lab)
        assert np.median(value[ill[person]]) > np.median(value[others[person]]) + least


def test_hyperkalemia_is_rare_but_for_failing_kidneys(practice: Clinic) -> None:
    """A fifth of those on dialysis before a session (Kovesdy et al., Clin J Am Soc Nephrol 2007;2:999)."""
    people = practice.records.people
    value, person = practice.values("potassium")
    dialysed = people.has("renal_failure_on_dialysis")[person]
    weak = people.has("chronic_kidney_disease")[person] | dialysed
    assert (value[~weak] > 5.5).mean() < 0.01
    assert 0.08 < (value[dialysed] > 5.5).mean() < 0.35


def test_diabetics_have_the_higher_a1c(practice: Clinic) -> None:
    people = practice.records.people
    value, person = practice.values("hemoglobin_a1c")
    diabetic = (people.has("diabetes_type_1") | people.has("diabetes_type_2"))[person]
    assert np.median(value[diabetic]) > np.median(value[~diabetic]) + 1.2


def test_a_person_keeps_the_creatinine_of_the_visit_before(practice: Clinic) -> None:
    """Within-person variation of creatinine is 5 % (Ricos et al., Scand J Clin Lab Invest 1999;59:491)."""
    value, person = practice.values("creatinine")
    same = person[1:] == person[:-1]
    assert np.corrcoef(np.log(value[1:][same]), np.log(value[:-1][same]))[0, 1] > 0.85


def test_weight_moves_by_a_few_percent_between_visits(practice: Clinic) -> None:
    weight, person = practice.seen.vitals[VITALS.index("weight")], practice.visits.person
    same = person[1:] == person[:-1]
    moved = np.abs(np.log(weight[1:][same] / weight[:-1][same]))
    assert np.percentile(moved, 95) < 0.06


def test_dialysis_is_seen_often_with_blood_drawn(practice: Clinic) -> None:
    dialysed = practice.records.people.has("renal_failure_on_dialysis")
    _, person = practice.values("potassium")
    drawn = np.bincount(person, minlength=len(dialysed))
    assert np.median(drawn[dialysed]) > 3 * np.median(drawn[~dialysed])


def test_nothing_is_coded_before_it_is_known(practice: Clinic) -> None:
    told = np.concatenate([practice.found.conditions, practice.found.diseases])
    chronic = practice.problems.problem < len(told)
    problem, visit = practice.problems.problem[chronic], practice.problems.visit[chronic]
    minute = practice.visits.minute[visit]
    assert (told[problem, practice.visits.person[visit]] <= minute).all()


def test_what_nobody_knows_of_is_not_treated(practice: Clinic) -> None:
    refills, visits = practice.refills, practice.visits
    person, minute = visits.person[refills.visit], visits.minute[refills.visit]
    assert indicated(refills.drug, person, minute, practice.found).all()
    unknown = practice.found.conditions[table("condition").index["hyperlipidemia"]][person] > minute
    statin = np.array(DRUGS.texts("class"))[refills.drug] == "statin"
    treats = np.array([text == "hyperlipidemia" for text in DRUGS.texts("treats")])[refills.drug]
    assert statin.any()
    assert not (unknown & treats).any()


def test_what_is_found_is_found_within_a_year_after_a_stay(practice: Clinic) -> None:
    stays = practice.records.stays
    end = stays.admitted + stays.minutes
    for told in practice.found.diseases:
        for person in np.flatnonzero(np.isfinite(told)):
            since = (told[person] - end[stays.person == person]) / 1440
            assert ((since > 1) & (since < 366)).any()


@pytest.mark.parametrize(
    ("disease", "sign"),
    [("celiac_disease", "diarrhea"), ("lupus", "joint_pain"), ("acute_infarction", "chest_pain")],
)
def test_a_disease_shows_before_it_is_found(practice: Clinic, disease: str, sign: str) -> None:
    ahead = practice.found.diseases[DISEASES.index[disease]][practice.visits.person] - practice.visits.minute
    before = (ahead > 0) & (ahead < 525_960)
    coded = practice.coded(sign)
    assert coded[before].mean() > 2 * coded[np.isinf(ahead)].mean()


def test_lupus_is_of_young_women_and_infarction_of_diseased_arteries(practice: Clinic) -> None:
    people = practice.records.people
    lupus, infarction = (
        np.isfinite(practice.found.diseases[DISEASES.index[name]]) for name in ("lupus", "acute_infarction")
    )
    assert people.female[lupus].mean() > 0.65
    assert people.age[lupus].mean() < people.age.mean() - 5
    coronary = people.has("coronary_disease")
    assert coronary[infarction].mean() > 1.5 * coronary[~infarction].mean()


def test_who_is_admitted_for_a_disease_knows_of_it(practice: Clinic) -> None:
    stays = practice.records.stays
    row = table("condition").index["copd"]
    admitted = stays.person[stays.reason == table("reason").index["copd_exacerbation"]]
    assert len(admitted)
    assert np.isneginf(practice.found.conditions[row, admitted]).all()


def test_a_diagnosis_is_of_the_condition_of_its_general_concept() -> None:
    names = ("hypertension", "hypertensive_kidney_disease", "pneumonia")
    rows = np.array([DIAGNOSES.index[name] for name in names])
    index = table("condition").index
    assert condition_of(rows).tolist() == [index["hypertension"], index["hypertension"], -1]


def test_a_radiograph_without_finding_shows_nothing_but_devices(practice: Clinic) -> None:
    found = practice.taken.findings
    others = [row for row, name in enumerate(FINDINGS) if name not in ("no_finding", "support_devices")]
    assert (found[0] == ~found[others].any(axis=0)).all()


def test_failing_hearts_are_large_and_wet(practice: Clinic) -> None:
    people, taken = practice.records.people, practice.taken
    failing = (people.has("systolic_failure") | people.has("diastolic_failure"))[taken.person]
    for name in ("cardiomegaly", "edema", "pleural_effusion"):
        row = taken.findings[FINDINGS.index(name)]
        assert row[failing].mean() > 1.4 * row[~failing].mean()


def test_death_is_of_the_last_stay_or_after_it(practice: Clinic) -> None:
    people, stays = practice.records.people, practice.records.stays
    dies = deaths(people, stays)
    assert (dies[stays.person] >= stays.admitted + stays.minutes).all()
    assert (practice.spans.stop <= dies).all()
