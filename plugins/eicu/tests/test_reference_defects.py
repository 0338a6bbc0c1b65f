"""Defects of the reference implementation, each shown to be absent on eICU."""

from medgym_ehr.testing.hospital.defect_laws import *  # noqa: F403
from medgym_ehr.testing.hospital.defect_laws import SetOf, closing, gold_of, sqlite3


def test_vitalperiodic_is_called_so(env):
    """The prompt called it vitalperiod.csv."""
    prompt = env().prompt
    assert "vitalperiodic(vitalperiodicid" in prompt
    assert "vitalperiod." not in prompt


def test_a_unit_stay_is_no_patient(env):
    """The prompt said that patientunitstayid refers to a unique patient."""
    prompt = " ".join(env().prompt.split())
    assert "A patient's id is PATIENT.UNIQUEPID" in prompt
    assert "an ICU stay is a row of PATIENT, a PATIENTUNITSTAYID" in prompt


def test_patients_of_the_last_year_are_not_all_patients(family, build, tasks, golds):
    """Since one year ago held everyone, because the current time was a bare clock time: gold 1000."""
    with closing(sqlite3.connect(build.public / family.hospital.database)) as connection:
        everyone = connection.execute("SELECT count(DISTINCT uniquepid) FROM patient").fetchone()[0]
    counted = [golds[t.id].turns[0] for t in tasks if t.metadata["template"].startswith("patients_")]
    numbers = [gold for gold in counted if isinstance(gold, int)]
    assert numbers
    assert max(numbers) < everyone


def test_specimens_with_commas_are_one_element(family, build, passes):
    """Gold such as "blood, venipuncture" was split at its comma, and either half passed."""
    for index in range(family.size(build, "train")):
        task = family.task(build, "train", index)
        if task.metadata["template"] == "specimens_tested":
            gold = gold_of(family, build, task)
            if any(", " in name for name in gold.turns[0]):
                break
    assert passes(task, gold.turns[0], gold)
    assert not passes(task, [half for name in gold.turns[0] for half in name.split(", ")], gold)


def test_long_lists_are_compared_whole(first, passes):
    """Of lists with up to 188 values only the first counted."""
    task, gold = first(SetOf)
    assert not passes(task, [gold.turns[0][0]] * len(gold.turns[0]) + ["another"], gold)
