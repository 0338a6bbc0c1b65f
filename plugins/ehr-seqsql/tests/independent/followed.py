"""Sessions that follow a value: each turn's answer from the slots and the answers before."""

from typing import Any

import pandas as pd

from medgym_ehr.testing.independent.charges import visit_costs
from medgym_ehr.testing.independent.period import Slots, Tables, during, rows_of
from medgym_ehr.testing.independent.ranks import NUMBERS, most_frequent
from medgym_ehr.testing.independent.records import at, listed, one, plain, records

from .found import named, of_visits, organisms, priced, same, under

WORDS = {"highest": "max", "lowest": "min", "most": "max", "least": "min"}


def later(slots: Slots) -> Slots:
    """The second period alone, as the period of events of anybody."""
    return {"period": slots["period2"]} if "period2" in slots else {}


def leaders(values: pd.Series, word: str = "highest") -> list[Any]:
    """The names, which are the index, of the largest or smallest value."""
    rounded = values.round(6)
    return [plain(name) for name in rounded.index[rounded == rounded.agg(WORDS[word])]]


def leader(values: pd.Series, word: str = "highest") -> Any:
    (name,) = leaders(values, word)
    return name


def patients_of(tables: Tables, kind: str, name: str, slots: Slots) -> int:
    """How many patients have such an event in the second period."""
    return records(tables, kind, later(slots), name).SUBJECT_ID.nunique()


def prices(tables: Tables, kind: str, names: list[str]) -> pd.Series:
    rows = records(tables, kind, {})
    rows = rows[rows.NAME.isin(names)]
    return rows.assign(PRICE=priced(tables, kind, rows)).groupby("NAME").PRICE.max()


def diagnosed(tables: Tables, slots: Slots) -> list[int]:
    return listed(records(tables, "diagnosis", slots, slots["diagnosis"]).HADM_ID)


def rows_with(frame: pd.DataFrame, *columns: str) -> list[list[Any]]:
    return [[plain(cell) for cell in row] for row in frame[list(columns)].drop_duplicates().to_numpy(object)]


def drug_to_routes_and_patients(tables: Tables, slots: Slots) -> list[Any]:
    drug = one(at(records(tables, "prescription", slots), slots["nth"]).NAME)
    routes = listed(named(tables, "prescription", drug).ROUTE)
    return [drug, routes, patients_of(tables, "prescription", drug, slots)]


def drug_by_route_to_dose_and_price(tables: Tables, slots: Slots) -> list[Any]:
    rows = records(tables, "prescription", slots)
    drug = one(at(rows[same(rows.ROUTE, slots["route"])], slots["nth"]).NAME)
    mine = records(tables, "prescription", {"patient": slots["patient"]}, drug)
    price = one(priced(tables, "prescription", named(tables, "prescription", drug)))
    return [drug, rows_with(mine, "DOSE_VAL_RX", "DOSE_UNIT_RX"), price]


def top_drugs_to_dearest_and_patients(tables: Tables, slots: Slots) -> list[Any]:
    prescribed = under(tables, "PRESCRIPTIONS", diagnosed(tables, slots))
    drugs = most_frequent(prescribed.DRUG, slots["top"])
    dearest = leader(prices(tables, "prescription", drugs))
    assert len(drugs) >= NUMBERS[slots["top"]]
    return [drugs, dearest, patients_of(tables, "prescription", dearest, slots)]


def dearest_visit_to_drugs_and_price(tables: Tables, slots: Slots) -> list[Any]:
    visits = rows_of(tables, "ADMISSIONS", slots["patient"]).HADM_ID
    visit = leader(visit_costs(tables, visits), slots["size"])
    prescribed = under(tables, "PRESCRIPTIONS", [visit])
    drugs = listed(prescribed[same(prescribed.ROUTE, slots["route"])].DRUG)
    return [visit, drugs, leader(prices(tables, "prescription", drugs))]


def prescription_to_procedures_and_cost(tables: Tables, slots: Slots) -> list[Any]:
    visit = one(at(records(tables, "prescription", slots, slots["drug"]), slots["nth"]).HADM_ID)
    procedures = records(tables, "procedure", {})
    total = float(visit_costs(tables, pd.Series([visit])).sum())
    return [visit, listed(procedures[procedures.HADM_ID.eq(visit)].NAME), total]


def lab_extreme_to_diagnoses_and_admission(tables: Tables, slots: Slots) -> list[Any]:
    rows = records(tables, "lab test", slots, slots["lab"])
    visit = one(rows[rows.VALUE.agg(WORDS[slots["extreme"]]) == rows.VALUE].HADM_ID)
    diagnoses = records(tables, "diagnosis", {})
    stated = rows_with(of_visits(tables, [visit]), "AGE", "ADMISSION_TYPE", "INSURANCE")
    return [visit, listed(diagnoses[diagnoses.HADM_ID.eq(visit)].NAME), stated]


def vital_extreme_to_careunit_and_stays(tables: Tables, slots: Slots) -> list[Any]:
    rows = records(tables, "vital sign", slots, slots["vital"])
    stay = one(rows[rows.VALUE.agg(WORDS[slots["extreme"]]) == rows.VALUE].ICUSTAY_ID)
    stays = tables["ICUSTAYS"]
    begun = rows_with(stays[stays.ICUSTAY_ID.eq(stay)], "FIRST_CAREUNIT", "FIRST_WARDID")
    then = during(tables, stays, "INTIME", later(slots))
    return [stay, begun, int(same(then.FIRST_CAREUNIT, begun[0][0]).sum())]


def commonest_lab_to_result_and_time(tables: Tables, slots: Slots) -> list[Any]:
    lab = leader(records(tables, "lab test", slots).NAME.value_counts())
    mine = records(tables, "lab test", {"patient": slots["patient"]}, lab)
    result = float(mine.VALUE.agg(WORDS[slots["extreme"]]))
    return [lab, result, one(mine[result == mine.VALUE].TIME)]


def organism_to_specimens_and_patients(tables: Tables, slots: Slots) -> list[Any]:
    rows = organisms(tables, {})
    organism = leader(rows[rows.HADM_ID.isin(diagnosed(tables, slots))].ORG_NAME.value_counts())
    anywhere = organisms(tables, {})
    specimens = listed(anywhere[same(anywhere.ORG_NAME, organism)].NAME)
    then = organisms(tables, later(slots))
    patients = then[same(then.ORG_NAME, organism)].SUBJECT_ID.nunique()
    return [organism, specimens, patients]


def specimen_to_organisms_and_share(tables: Tables, slots: Slots) -> list[Any]:
    specimen = one(at(records(tables, "microbiology test", slots), slots["nth"]).NAME)
    then = records(tables, "microbiology test", later(slots), specimen)
    return [specimen, listed(then.ORG_NAME), 100 * float(then.ORG_NAME.notna().mean())]


def commonest_procedure_to_title_and_patients(tables: Tables, slots: Slots) -> list[Any]:
    rows = records(tables, "procedure", {})
    name = leader(rows[rows.HADM_ID.isin(diagnosed(tables, slots))].NAME.value_counts())
    titles = tables["D_ICD_PROCEDURES"]
    title = one(titles[same(titles.SHORT_TITLE, name)].LONG_TITLE)
    return [name, title, patients_of(tables, "procedure", name, slots)]


def dearest_diagnosis_to_title_and_patients(tables: Tables, slots: Slots) -> list[Any]:
    rows = records(tables, "diagnosis", slots)
    name = leader(rows.assign(P=priced(tables, "diagnosis", rows)).groupby("NAME").P.max(), slots["size"])
    titles = tables["D_ICD_DIAGNOSES"]
    stated = rows_with(titles[same(titles.SHORT_TITLE, name)], "ICD9_CODE", "LONG_TITLE")
    return [name, stated, patients_of(tables, "diagnosis", name, slots)]


def intake_to_volume_and_patients(tables: Tables, slots: Slots) -> list[Any]:
    intake = leader(records(tables, "intakes", slots).groupby("NAME").VALUE.sum(), slots["size"])
    mine = records(tables, "intakes", {"patient": slots["patient"]}, intake)
    return [intake, float(mine.VALUE.sum()), patients_of(tables, "intakes", intake, slots)]


def output_to_volume_and_patients(tables: Tables, slots: Slots) -> list[Any]:
    output = leader(records(tables, "outputs", slots).groupby("NAME").VALUE.sum(), slots["size"])
    mine = records(tables, "outputs", {"patient": slots["patient"]}, output)
    volume = float(mine.VALUE.agg(WORDS[slots["extreme"]]))
    return [output, volume, patients_of(tables, "outputs", output, slots)]


def admission_to_location_and_visits(tables: Tables, slots: Slots) -> list[Any]:
    mine = rows_of(tables, "ADMISSIONS", slots["patient"])
    end = {"earliest": "min", "latest": "max"}[slots["nth"]]
    visit = mine[mine.ADMITTIME.agg(end) == mine.ADMITTIME]
    ((location, insurance),) = rows_with(visit, "ADMISSION_LOCATION", "INSURANCE")
    then = during(tables, tables["ADMISSIONS"], "ADMITTIME", later(slots))
    shared = same(then.ADMISSION_LOCATION, location) & same(then.INSURANCE, insurance)
    return [one(visit.HADM_ID), [[location, insurance]], int(shared.sum())]


def eldest_to_drugs_and_admission(tables: Tables, slots: Slots) -> list[Any]:
    ill = records(tables, "diagnosis", slots, slots["diagnosis"]).SUBJECT_ID
    people = tables["PATIENTS"][tables["PATIENTS"].SUBJECT_ID.isin(ill)]
    end = {"oldest": "min", "youngest": "max"}[slots["eldest"]]
    patient = one(people[people.DOB.agg(end) == people.DOB].SUBJECT_ID)
    mine = rows_of(tables, "PRESCRIPTIONS", patient)
    drugs = listed(mine[same(mine.ROUTE, slots["route"])].DRUG)
    return [patient, drugs, plain(rows_of(tables, "ADMISSIONS", patient).ADMITTIME.agg(end))]


SESSIONS = {
    solve.__name__: solve
    for solve in (
        drug_to_routes_and_patients,
        drug_by_route_to_dose_and_price,
        top_drugs_to_dearest_and_patients,
        dearest_visit_to_drugs_and_price,
        prescription_to_procedures_and_cost,
        lab_extreme_to_diagnoses_and_admission,
        vital_extreme_to_careunit_and_stays,
        commonest_lab_to_result_and_time,
        organism_to_specimens_and_patients,
        specimen_to_organisms_and_share,
        commonest_procedure_to_title_and_patients,
        dearest_diagnosis_to_title_and_patients,
        intake_to_volume_and_patients,
        output_to_volume_and_patients,
        admission_to_location_and_visits,
        eldest_to_drugs_and_admission,
    )
}
