import pytest

PATH = "I&O|Intake (ml)|"
EVENTS = {
    "diagnosis": {"diagnosisstring": "a|b|Shock", "icd9code": "785.5, R57", "diagnosisoffset": 10},
    "treatment": {"treatmentstring": "a|b|Drain|left", "treatmentoffset": 10},
    "lab": {"labname": "Hgb", "labresult": "9.50", "labresultoffset": 10},
    "medication": {
        "drugname": "ZINC 5 MG",
        "dosage": "5 1",
        "routeadmin": "PO",
        "drugordercancelled": "No",
        "drugstartoffset": 10,
        "drugstopoffset": 20,
    },
    "allergy": {"allergyname": "Latex", "allergyoffset": 10},
    "intakeOutput": {
        "cellpath": f"{PATH}Water",
        "celllabel": "Water intake",
        "cellvaluenumeric": "7.0",
        "intakeoutputoffset": 10,
    },
    "microLab": {"culturesite": "Blood, Line", "organism": "none", "culturetakenoffset": 10},
    "vitalPeriodic": {"sao2": 97, "observationoffset": 10},
}
TIMES = {
    "diagnosis": "diagnosistime",
    "treatment": "treatmenttime",
    "lab": "labresulttime",
    "medication": "drugstarttime",
    "allergy": "allergytime",
    "intakeOutput": "intakeoutputtime",
    "microLab": "culturetakentime",
    "vitalPeriodic": "observationtime",
}
OFFSETS = {name: next(column for column in row if column.endswith("offset")) for name, row in EVENTS.items()}
OFFSETS["medication"] = "drugstartoffset"
AT = "2105-04-11 11:10:00"
EXPECTED = {
    "diagnosis": (0, 200_000, "shock", AT, "785.5, r57"),
    "treatment": (0, 200_000, "drain - left", AT),
    "lab": (0, 200_000, "hgb", 9.5, AT),
    "medication": (0, 200_000, "zinc 5 mg", "5 1", "po", AT, "2105-04-11 11:20:00"),
    "allergy": (0, 200_000, None, "latex", AT),
    "intakeOutput": (0, 200_000, "i&o|intake (ml)|water", "water", 7, AT),
    "microLab": (0, 200_000, "blood, line", "none", AT),
    "vitalPeriodic": (0, 200_000, None, 97, None, None, None, None, None, AT),
}
NEEDED = {
    "diagnosis": ["diagnosisstring"],
    "treatment": ["treatmentstring"],
    "lab": ["labname", "labresult"],
    "medication": ["drugname", "dosage", "routeadmin", "drugordercancelled"],
    "allergy": ["allergyname"],
    "intakeOutput": ["cellpath", "celllabel", "cellvaluenumeric"],
    "microLab": ["culturesite", "organism"],
}


@pytest.mark.parametrize("table", EVENTS)
def test_an_event_as_it_enters_the_database(hospital, table):
    hospital.event(table, 77, 0, **EVENTS[table])
    assert hospital.rows(f"SELECT * FROM {table}") == [EXPECTED[table]]


@pytest.mark.parametrize("table", EVENTS)
@pytest.mark.parametrize(("offset", "kept"), [("", 0), (380_939, 1), (380_940, 0), (-900_000, 1)])
def test_events_are_known_until_now_from_any_time_on(hospital, table, offset, kept):
    """Now is 380,939 minutes after the admission to the unit."""
    hospital.event(table, 77, 0, **(EVENTS[table] | {OFFSETS[table]: offset}))
    times = hospital.rows(f"SELECT {TIMES[table]} FROM {table}")
    assert len(times) == kept
    assert offset != 380_939 or times == [("2105-12-31 23:59:00",)]


@pytest.mark.parametrize(("table", "column"), [(name, column) for name in NEEDED for column in NEEDED[name]])
def test_what_an_event_needs(hospital, table, column):
    hospital.event(table, 77, 0, **(EVENTS[table] | {column: ""}))
    assert hospital.rows(f"SELECT * FROM {table}") == []


@pytest.mark.parametrize("table", EVENTS)
def test_only_stays_of_the_cohort_have_events(hospital, table):
    hospital.event(table, 77, 41, **EVENTS[table])
    hospital.event(table, 78, 999, **EVENTS[table])
    assert hospital.rows(f"SELECT * FROM {table}") == []


def test_cancelled_orders_and_later_stops(hospital):
    order = EVENTS["medication"]
    hospital.event("medication", 1, 0, **(order | {"drugordercancelled": "Yes"}))
    hospital.event("medication", 2, 0, **(order | {"drugstopoffset": 400_000}))
    hospital.event("medication", 3, 0, **(order | {"drugstopoffset": ""}))
    assert hospital.rows("SELECT medicationid, drugstoptime FROM medication") == [(0, None), (1, None)]


def test_a_label_counts_beyond_the_stays_that_are_known(hospital):
    """The volume is another's, of a stay outside the cohort; here the path says no millilitres."""
    hospital.event("intakeOutput", 1, 0, **(EVENTS["intakeOutput"] | {"cellpath": "I&O|Intake|Water"}))
    hospital.event("intakeOutput", 2, 999, **EVENTS["intakeOutput"])
    assert hospital.rows("SELECT cellpath FROM intakeoutput") == [("i&o|intake|water",)]


SHUFFLED = {
    "diagnosis": ("diagnosisstring", "a|b|{}", "icd9code", "diagnosisname"),
    "lab": ("labname", "{}", "labresult", "labname"),
    "medication": ("drugname", "{}", "dosage", "drugname"),
    "allergy": ("allergyname", "{}", "drugname", "allergyname"),
    "intakeOutput": ("celllabel", "{}", "cellvaluenumeric", "celllabel"),
    "microLab": ("culturesite", "{}", "organism", "culturesite"),
}


@pytest.mark.parametrize("table", SHUFFLED)
def test_values_stay_together_and_leave_their_stay(hospital, table):
    first, form, second, name = SHUFFLED[table]
    for patient in range(40):
        values = {first: form.format(f"n{patient}"), second: patient}
        hospital.event(table, patient, patient, **(EVENTS[table] | values))
    rows = hospital.rows(f"SELECT patientunitstayid, {name}, {second} FROM {table}")
    assert all(label == f"n{int(value)}" for _, label, value in rows)
    assert sorted(int(value) for *_, value in rows) == list(range(40))
    assert sum(stay - 200_000 != int(value) for stay, _, value in rows) > 30


def test_values_come_from_all_stays_of_the_raw_file(hospital):
    """Two of three values are those of stays outside the cohort, though not of unknown stays."""
    for number in range(60):
        patient = (0, 41, 42)[number % 3]
        hospital.event("lab", number, patient, **(EVENTS["lab"] | {"labname": f"of {patient}"}))
    hospital.event("lab", 60, 999, **(EVENTS["lab"] | {"labname": "of nobody"}))
    names = {name for (name,) in hospital.rows("SELECT labname FROM lab")}
    assert names == {"of 0", "of 41", "of 42"}
    assert hospital.summary.rows["lab"] == 20


def test_vital_signs_stay_where_they_are(hospital):
    for patient in range(40):
        row = {"observationoffset": patient, "heartrate": f"{60 + patient}.0", "temperature": "37.5"}
        hospital.event("vitalPeriodic", 1000 - patient, patient, **row)
    rows = hospital.rows("SELECT vitalperiodicid, patientunitstayid, heartrate FROM vitalperiodic")
    assert rows == [(39 - patient, 200_000 + patient, 60 + patient) for patient in range(39, -1, -1)]
