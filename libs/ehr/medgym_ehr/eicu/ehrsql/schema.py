"""The 10 tables of the database, and its indexes.

Every column of type TIMESTAMP holds text, ``YYYY-MM-DD HH:MM:SS``.
"""

from __future__ import annotations

SCHEMA = """
CREATE TABLE patient (
    uniquepid VARCHAR(10) NOT NULL,
    patienthealthsystemstayid INT NOT NULL,
    patientunitstayid INTEGER NOT NULL PRIMARY KEY,
    gender VARCHAR(25) NOT NULL,
    age VARCHAR(10) NOT NULL,
    ethnicity VARCHAR(50),
    hospitalid INT NOT NULL,
    wardid INT NOT NULL,
    admissionheight NUMERIC(10,2),
    admissionweight NUMERIC(10,2),
    dischargeweight NUMERIC(10,2),
    hospitaladmittime TIMESTAMP NOT NULL,
    hospitaladmitsource VARCHAR(30) NOT NULL,
    unitadmittime TIMESTAMP NOT NULL,
    unitdischargetime TIMESTAMP,
    hospitaldischargetime TIMESTAMP,
    hospitaldischargestatus VARCHAR(10)
);
CREATE TABLE diagnosis (
    diagnosisid INTEGER NOT NULL PRIMARY KEY,
    patientunitstayid INT NOT NULL REFERENCES patient (patientunitstayid),
    diagnosisname VARCHAR(200) NOT NULL,
    diagnosistime TIMESTAMP NOT NULL,
    icd9code VARCHAR(100)
);
CREATE TABLE treatment (
    treatmentid INTEGER NOT NULL PRIMARY KEY,
    patientunitstayid INT NOT NULL REFERENCES patient (patientunitstayid),
    treatmentname VARCHAR(200) NOT NULL,
    treatmenttime TIMESTAMP NOT NULL
);
CREATE TABLE lab (
    labid INTEGER NOT NULL PRIMARY KEY,
    patientunitstayid INT NOT NULL REFERENCES patient (patientunitstayid),
    labname VARCHAR(256) NOT NULL,
    labresult NUMERIC(11,4) NOT NULL,
    labresulttime TIMESTAMP NOT NULL
);
CREATE TABLE medication (
    medicationid INTEGER NOT NULL PRIMARY KEY,
    patientunitstayid INT NOT NULL REFERENCES patient (patientunitstayid),
    drugname VARCHAR(220) NOT NULL,
    dosage VARCHAR(60) NOT NULL,
    routeadmin VARCHAR(120) NOT NULL,
    drugstarttime TIMESTAMP,
    drugstoptime TIMESTAMP
);
CREATE TABLE cost (
    costid INTEGER NOT NULL PRIMARY KEY,
    uniquepid VARCHAR(10) NOT NULL,
    patienthealthsystemstayid INT NOT NULL,
    eventtype VARCHAR(20) NOT NULL,
    eventid INT NOT NULL,
    chargetime TIMESTAMP NOT NULL,
    cost DOUBLE PRECISION NOT NULL
);
CREATE TABLE allergy (
    allergyid INTEGER NOT NULL PRIMARY KEY,
    patientunitstayid INT NOT NULL REFERENCES patient (patientunitstayid),
    drugname VARCHAR(255),
    allergyname VARCHAR(255) NOT NULL,
    allergytime TIMESTAMP NOT NULL
);
CREATE TABLE intakeoutput (
    intakeoutputid INTEGER NOT NULL PRIMARY KEY,
    patientunitstayid INT NOT NULL REFERENCES patient (patientunitstayid),
    cellpath VARCHAR(500) NOT NULL,
    celllabel VARCHAR(255) NOT NULL,
    cellvaluenumeric NUMERIC(12,4) NOT NULL,
    intakeoutputtime TIMESTAMP NOT NULL
);
CREATE TABLE microlab (
    microlabid INTEGER NOT NULL PRIMARY KEY,
    patientunitstayid INT NOT NULL REFERENCES patient (patientunitstayid),
    culturesite VARCHAR(255) NOT NULL,
    organism VARCHAR(255) NOT NULL,
    culturetakentime TIMESTAMP NOT NULL
);
CREATE TABLE vitalperiodic (
    vitalperiodicid INTEGER NOT NULL PRIMARY KEY,
    patientunitstayid INT NOT NULL REFERENCES patient (patientunitstayid),
    temperature NUMERIC(11,4),
    sao2 INT,
    heartrate INT,
    respiration INT,
    systemicsystolic INT,
    systemicdiastolic INT,
    systemicmean INT,
    observationtime TIMESTAMP NOT NULL
);
"""
"""As EHRSQL declares them; the key of each is the rowid.

EHRSQL also lets cost refer to patienthealthsystemstayid, which is no key of patient and cannot be checked.
"""

_INDEXED = {
    "patient": "uniquepid patienthealthsystemstayid",
    "diagnosis": "patientunitstayid,diagnosisname diagnosisname,diagnosistime",
    "treatment": "patientunitstayid,treatmentname treatmentname,treatmenttime",
    "lab": "patientunitstayid,labname labname,labresulttime",
    "medication": "patientunitstayid,drugname drugname,drugstarttime",
    "cost": "uniquepid patienthealthsystemstayid eventtype,eventid",
    "allergy": "patientunitstayid allergyname",
    "intakeoutput": "patientunitstayid,celllabel celllabel,intakeoutputtime",
    "microlab": "patientunitstayid culturesite",
    "vitalperiodic": "patientunitstayid,observationtime",
}

INDEXES = "".join(
    f"CREATE INDEX {table}_{columns.replace(',', '_')} ON {table} ({columns});\n"
    for table, indexes in _INDEXED.items()
    for columns in indexes.split()
)
"""What makes questions about one patient, stay or name cheap; names are ranked by period from the index."""
