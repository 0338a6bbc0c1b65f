"""Lives and deaths: length of stay, death, discharge, readmission, season."""

from __future__ import annotations

import numpy as np
import pytest

from medgym_patient import DESTINATIONS, simulate
from medgym_patient.testing.cohort import Cohort


def test_hospital_mortality(hospital: Cohort, clinic: Cohort) -> None:
    """11.5 % of MIMIC-III's adult admissions (Johnson 2016), 9 % of eICU's (Pollard 2018)."""
    assert 0.08 < hospital.records.stays.died[hospital.adult].mean() < 0.15
    assert 0.06 < clinic.records.stays.died[clinic.adult].mean() < 0.16


def test_length_of_stay(hospital: Cohort) -> None:
    """Hospital 6.9 days (4.1 to 11.9), intensive care 2.1 (1.2 to 4.6; Johnson 2016)."""
    length = hospital.records.stays.minutes[hospital.adult] / 1440
    assert np.percentile(length, [25, 50, 75]) == pytest.approx([4.1, 6.9, 11.9], rel=0.25)
    assert np.percentile(hospital.intensive_days[hospital.adult], [25, 50, 75]) == pytest.approx(
        [1.2, 2.1, 4.1], rel=0.25
    )


def test_death_rises_with_organ_failure(hospital: Cohort) -> None:
    """Under 10 % up to a worst SOFA of 6, over half from 14 on (Ferreira 2001)."""
    worst, died = hospital.records.stays.worst, hospital.records.stays.died
    rates = [
        died[hospital.adult & (worst >= a) & (worst < b)].mean()
        for a, b in ((0, 4), (4, 8), (8, 12), (12, 25))
    ]
    assert np.diff(rates).min() > 0.02
    assert rates[0] < 0.1
    assert rates[3] > 0.35


def test_death_rises_with_age(hospital: Cohort) -> None:
    age, died = hospital.records.stays.age, hospital.records.stays.died
    assert died[age > 75].mean() > 1.5 * died[(age > 18) & (age < 55)].mean()


def test_reasons_differ_in_death(hospital: Cohort) -> None:
    """Bypass surgery 2 to 3 % (STS), sepsis 15 to 30 (Rhee et al., JAMA 2017), cardiac arrest over half.

    (Girotra, NEJM 2012).
    """
    died = hospital.records.stays.died
    sepsis = hospital.reason("pneumonia_sepsis", "abdominal_sepsis", "urosepsis", "bacteremia")
    assert died[hospital.reason("bypass_surgery")].mean() < 0.06
    assert 0.07 < died[sepsis].mean() < 0.35
    assert died[hospital.reason("cardiac_arrest")].mean() > died[sepsis].mean()


def test_lactate_foretells_death(hospital: Cohort) -> None:
    """(Nichol 2010.)"""
    lactate, died = hospital.extreme("lactate", np.fmax, 24), hospital.records.stays.died
    assert died[hospital.adult & (lactate > 4)].mean() > 1.8 * died[hospital.adult & (lactate < 2)].mean()


def test_the_ill_stay_longer(hospital: Cohort) -> None:
    worst, days = hospital.records.stays.worst, hospital.intensive_days
    alive = hospital.adult & ~hospital.records.stays.died
    assert np.median(days[alive & (worst >= 8)]) > 1.5 * np.median(days[alive & (worst < 4)])


def test_readmission_within_thirty_days(hospital: Cohort) -> None:
    """10 to 16 % (Hua 2015)."""
    stays = hospital.records.stays
    soon = (stays.readmitted < 30)[hospital.adult & ~stays.died]
    assert 0.08 < soon.mean() < 0.17


def test_who_is_readmitted(hospital: Cohort) -> None:
    """Heart failure, dialysis, cirrhosis and cancer more (Donze 2013)."""
    stays = hospital.records.stays
    alive = hospital.adult & ~stays.died
    chronic = (
        hospital.has("systolic_failure")
        | hospital.has("renal_failure_on_dialysis")
        | hospital.has("cirrhosis")
        | hospital.has("metastatic_cancer")
    )
    soon = stays.readmitted < 30
    assert soon[alive & chronic].mean() > 1.2 * soon[alive & ~chronic].mean()


def test_readmissions_happen(hospital: Cohort) -> None:
    stays = hospital.records.stays
    again = np.append((stays.person[1:] == stays.person[:-1]), False)
    gap = np.append(stays.admitted[1:] - stays.admitted[:-1] - stays.minutes[:-1], 0) / 1440
    assert (np.isfinite(stays.readmitted) >= again).all()
    assert np.abs(gap[again] - stays.readmitted[again]).max() < 1.5
    assert 1.1 < hospital.size / len(hospital.records.people.age) < 1.5


def test_the_dead_are_not_discharged(hospital: Cohort) -> None:
    stays = hospital.records.stays
    assert ((stays.destination == DESTINATIONS.index("died")) == stays.died).all()
    assert (stays.death[stays.died] == 0).all()
    assert not np.isfinite(stays.readmitted[stays.died]).any()


def test_the_young_go_home(hospital: Cohort) -> None:
    stays = hospital.records.stays
    home = np.isin(stays.destination, [0, 1])
    alive = hospital.adult & ~stays.died
    assert home[alive & (stays.age < 55)].mean() > 1.2 * home[alive & (stays.age > 78)].mean()
    assert 0.5 < home[alive].mean() < 0.85


def test_discharges_are_by_day(hospital: Cohort) -> None:
    stays = hospital.records.stays
    hour = (stays.admitted + stays.minutes) / 60 % 24
    assert ((hour > 8.9) & (hour < 18.1))[~stays.died].mean() > 0.95


def test_electives_come_in_the_morning_and_do_better(hospital: Cohort) -> None:
    stays = hospital.records.stays
    elective = hospital.reason("bypass_surgery", "valve_surgery", "colectomy", "hip_replacement")
    assert (np.floor(stays.admitted[elective] / 60) % 24 == 7).all()
    assert stays.died[elective].mean() < stays.died[hospital.adult & ~elective].mean()


def test_pneumonia_comes_in_winter() -> None:
    """Twice as often in January as in July (Reichert 2004): by the draw of reasons, without stays."""
    from medgym_patient import REASONS, Site, draw_people
    from medgym_patient.reason import draw_reason

    site = Site.named("teaching")
    people = draw_people(3, 0, 6000, site)
    zero = np.zeros(6000, dtype=np.int64)
    shares = []
    for day in (15.0, 197.0):
        reason = draw_reason(
            people.key, people, np.arange(6000), people.age, zero + day, zero, zero - 1, site
        )
        shares.append(
            np.isin(
                reason, [REASONS.index[n] for n in ("pneumonia", "copd_exacerbation", "pneumonia_sepsis")]
            ).mean()
        )
    assert 1.4 < shares[0] / shares[1] < 4


def test_newborns_are_nearly_all_alive(hospital: Cohort) -> None:
    newborn = hospital.reason("term_newborn", "preterm_newborn")
    assert hospital.records.stays.died[newborn].mean() < 0.06
    length = hospital.records.stays.minutes
    assert np.median(length[hospital.reason("preterm_newborn")]) > 2 * np.median(
        length[hospital.reason("term_newborn")]
    )


def test_many_reasons_at_both_sites(hospital: Cohort, clinic: Cohort) -> None:
    """Heart surgery and newborns at the teaching site, more exacerbations at the other."""
    heart = [c.reason("bypass_surgery", "valve_surgery")[c.adult].mean() for c in (hospital, clinic)]
    assert heart[0] > 2 * heart[1]
    assert not (clinic.records.stays.age < 1).any()
    copd = [
        c.reason("copd_exacerbation", "pneumonia", "heart_failure")[c.adult].mean()
        for c in (hospital, clinic)
    ]
    assert copd[1] > copd[0]


def test_sites_measure_and_treat_their_own_way(hospital: Cohort, clinic: Cohort) -> None:
    gases = [np.nanmean(~np.isnan(c.extreme("ph", np.fmin))[c.adult]) for c in (hospital, clinic)]
    assert gases[0] > 1.15 * gases[1]
    assert hospital.given("piperacillin_tazobactam").any()
    assert not clinic.given("piperacillin_tazobactam").any()
    assert clinic.given("cefepime").any()


@pytest.mark.slow
def test_streams_in_batches() -> None:
    sizes = [len(records.people.age) for records in simulate(1, 50, batch=20)]
    assert sizes == [20, 20, 10]
