"""Moving each patient's times by one offset into the years of the database."""

from __future__ import annotations

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray

from medgym_ehr.ehrsql.clock import first_years, until_now

_YEAR = 365 * 86_400


class Shift:
    """Every patient's offset."""

    def __init__(self, patients: NDArray[np.int64], admitted: NDArray[np.datetime64]) -> None:
        """Draw the offsets.

        Args:
            patients: SUBJECT_ID of each admission.
            admitted: its ADMITTIME.
        """
        self._patients, first = np.unique(patients, return_inverse=True)
        earliest = np.full(len(self._patients), np.datetime64("9999-12-31T00:00:00", "s"))
        np.minimum.at(earliest, first, admitted)
        years = earliest.astype("datetime64[Y]").astype(np.int64) + 1970
        self._seconds = (first_years(self._patients) - years) * _YEAR

    def offsets(self, patients: NDArray[np.int64]) -> NDArray[np.timedelta64]:
        """Seconds for each of ``patients``, NaT for those who have no admission."""
        at = np.searchsorted(self._patients, patients).clip(max=len(self._patients) - 1)
        known = self._patients[at] == patients
        seconds: NDArray[np.timedelta64] = np.where(
            known, self._seconds[at].astype("m8[s]"), np.timedelta64("NaT", "s")
        )
        return seconds

    def shifted(self, table: pa.Table, *columns: str) -> pa.Table:
        """``table`` with times moved by the offset of SUBJECT_ID; null where that is later than now."""
        offsets = self.offsets(table["SUBJECT_ID"].to_numpy())
        for column in columns:
            moved = pa.array(until_now(table[column].to_numpy() + offsets))
            table = table.set_column(table.schema.get_field_index(column), column, moved)
        return table
