"""The tables of a study as data frames, and the patients and samples that count."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

Subset = dict[str, str] | None
Answer = dict[str, Any]
MISSING = ["", "NA", "N/A", "NaN", "[Not Available]", "[Not Applicable]"]
NON_SILENT = [
    "Missense_Mutation", "Nonsense_Mutation", "Nonstop_Mutation", "Frame_Shift_Del", "Frame_Shift_Ins",
    "In_Frame_Del", "In_Frame_Ins", "Splice_Site", "Translation_Start_Site",
]  # fmt: skip


class Tables:
    """A study's folder; ``tables["mutations"]`` is ``data_mutations.csv``, read once."""

    def __init__(self, folder: str | Path) -> None:
        """Reads nothing yet."""
        self.folder = Path(folder)
        self.frames: dict[str, pd.DataFrame] = {}

    def __getitem__(self, name: str) -> pd.DataFrame:
        """The table as texts without blanks around them; missing cells are NaN."""
        if name not in self.frames:
            frame = pd.read_csv(self.folder / f"data_{name}.csv", dtype=str, keep_default_na=False)
            frame = frame.apply(lambda column: column.str.strip())
            self.frames[name] = frame.mask(frame.isin(MISSING))
        return self.frames[name]


def numbers(column: pd.Series) -> pd.Series:
    """Numbers of a column of texts; anything else is missing."""
    return pd.to_numeric(column, errors="coerce").replace([np.inf, -np.inf], np.nan).astype(float)


def patients(tables: Tables, subset: Subset = None) -> pd.DataFrame:
    """Patients in question, by PATIENT_ID."""
    frame = tables["clinical_patient"].set_index("PATIENT_ID", drop=False)
    return frame if subset is None else frame[frame[subset["column"]] == subset["value"]]


def samples(tables: Tables, subset: Subset = None) -> pd.DataFrame:
    """Samples in question, by SAMPLE_ID."""
    frame = tables["clinical_sample"].set_index("SAMPLE_ID", drop=False)
    if subset is None:
        return frame
    if subset["table"] == "patient":
        return frame[frame["PATIENT_ID"].isin(patients(tables, subset).index)]
    return frame[frame[subset["column"]] == subset["value"]]


def mutations(tables: Tables, kept: pd.DataFrame, silent: bool = False) -> pd.DataFrame:
    """Rows of the mutation table that are of these samples, without silent ones unless asked."""
    frame = tables["mutations"]
    frame = frame[frame["Tumor_Sample_Barcode"].isin(kept.index)]
    return frame if silent else frame[frame["Variant_Classification"].isin(NON_SILENT)]


def matrix(tables: Tables, name: str, kept: pd.DataFrame) -> pd.DataFrame:
    """Genes by samples; of a gene with several rows the first counts."""
    frame = tables[name].dropna(subset="Hugo_Symbol").drop_duplicates("Hugo_Symbol").set_index("Hugo_Symbol")
    frame = frame[[sample for sample in frame.columns if sample in kept.index]]
    cells = numbers(pd.Series(frame.to_numpy().ravel(), dtype=str)).to_numpy().reshape(frame.shape)
    return pd.DataFrame(cells, index=frame.index, columns=frame.columns)


def survival(tables: Tables, prefix: str, subset: Subset = None) -> pd.DataFrame:
    """Time in months and event of patients for whom both are known, with their other columns."""
    frame = patients(tables, subset)
    frame = frame.assign(
        time=numbers(frame[f"{prefix}_MONTHS"]),
        event=frame[f"{prefix}_STATUS"].str.extract(r"^([01])", expand=False).astype(float),
    )
    return frame.dropna(subset=["time", "event"])


def ranked(counts: pd.Series, top: int | None) -> pd.DataFrame:
    """The first entries of a series of counts, highest first, ties in the order of their names."""
    frame = counts.rename_axis("name").reset_index(name="count")
    return frame.sort_values(["count", "name"], ascending=[False, True]).head(
        len(frame) if top is None else top
    )


def known(value: float) -> float | None:
    """A number, or None where it is infinite or missing."""
    return float(value) if np.isfinite(value) else None
