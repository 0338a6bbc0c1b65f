"""Raw files as untidy as files may be: whatever a rule of the build decides occurs in them."""

from pathlib import Path

import numpy as np
import pandas as pd

from medgym_ehr.testing.independent.cohort import NOW
from medgym_ehr.testing.independent.wear import some

from .cohort import cohort

EMPTIED = {
    "patient": "hospitaladmitsource hospitaladmitoffset hospitaladmittime24 hospitaldischargeyear "
    "unitdischargeoffset hospitaldischargeoffset hospitaldischargestatus ethnicity gender age "
    "admissionheight admissionweight dischargeweight",
    "diagnosis": "diagnosisoffset diagnosisstring icd9code",
    "treatment": "treatmentoffset treatmentstring",
    "lab": "labresultoffset labname labresult",
    "medication": "drugstartoffset drugstopoffset drugname dosage routeadmin drugordercancelled",
    "allergy": "allergyoffset allergyname drugname",
    "intakeOutput": "intakeoutputoffset celllabel cellpath cellvaluenumeric",
    "microLab": "culturetakenoffset culturesite organism",
    "vitalPeriodic": "observationoffset temperature sao2 heartrate",
}
PADDED = {"uniquepid", "gender", "ethnicity", "hospitaladmitsource", "hospitaldischargestatus", "icd9code"}
PADDED |= {"labname", "drugname", "routeadmin", "drugordercancelled", "allergyname", "celllabel", "cellpath"}
PADDED |= {"culturesite", "organism", "diagnosisstring", "treatmentstring"}
FOUND = {
    "age": ["> 89", "10", "11", "012", "²", "0"],
    "gender": ["Other", "Unknown", "MALE"],
    "hospitaldischargeyear": ["2014", "2016"],
    "hospitaladmitoffset": ["0", "1"],
    "unitdischargeoffset": ["0", "1"],
    "ethnicity": ["NA", "null", "  "],
    "labresult": ["1e-3", "0.12345678901234567", "-0", ".5"],
    "drugordercancelled": ["Yes", "no", "NO "],
    "diagnosisstring": ["renal|disorder", "renal", "a|b|same", "b|a|same", "a|b|c|d|e", "a|b|c|d"],
    "treatmentstring": ["renal|dialysis", "z|a|same", "b|a|same", "a|b|c|d|e"],
    "celllabel": ["Intake", "output", "gastric Output intake", "gastric intake output", "two  words  intake"],
    "organism": ["NA", 'a, "b"', "two\nlines", "Ä", "No Growth"],
}
"""Values that some cells of these columns have."""
OFFSET = {
    "diagnosis": "diagnosisoffset",
    "treatment": "treatmentoffset",
    "lab": "labresultoffset",
    "medication": "drugstopoffset",
    "vitalPeriodic": "observationoffset",
}


def wear(raw: Path, out: Path, seed: int) -> None:
    """Write the files of ``raw`` to ``out``, gzipped, in another order, with such cells and rows.

    Visits of several stays are left as they are: the rows of a visit agree, as tasks say.
    """
    generator = np.random.default_rng(seed)
    begin = cohort(raw).begin
    for path in sorted(raw.glob("*.csv")):
        table = pd.read_csv(path, dtype=str, keep_default_na=False)
        if path.stem in OFFSET:
            at_the_end(table, OFFSET[path.stem], begin, generator)
        if path.stem == "patient":
            alone = ~table.patienthealthsystemstayid.duplicated(keep=False)
            table = pd.concat([blemished(table[alone], path.stem, generator), table[~alone]])
        else:
            table = blemished(table, path.stem, generator)
            table.loc[some(table, 0.01, generator), "patientunitstayid"] = "1"
        table.sample(frac=1, random_state=seed).to_csv(out / f"{path.stem}.csv.gz", index=False)


def at_the_end(table: pd.DataFrame, column: str, begin: pd.Series, generator: np.random.Generator) -> None:
    """Move some events to the current time and the minute after."""
    stays = table.patientunitstayid.astype(int)
    cells = some(table, 0.02, generator) & stays.isin(begin.index)
    left = ((NOW - begin.reindex(stays[cells])) / pd.Timedelta(minutes=1)).astype(int).to_numpy()
    table.loc[cells, column] = (left + generator.integers(2, size=len(left))).astype(str)


def blemished(table: pd.DataFrame, name: str, generator: np.random.Generator) -> pd.DataFrame:
    """With some cells padded, capitalised, replaced and emptied."""
    table = table.copy()
    for column in sorted(PADDED & set(table)):
        cells = some(table, 0.02, generator) & (table[column] != "")
        table.loc[cells, column] = " \t" + table.loc[cells, column].str.upper() + " "
    for column in sorted(FOUND.keys() & set(table)):
        cells = some(table, 0.02, generator)
        table.loc[cells, column] = generator.choice(FOUND[column], cells.sum())
    for column in EMPTIED[name].split():
        table.loc[some(table, 0.01, generator), column] = ""
    return table
