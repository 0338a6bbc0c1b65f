import pytest

from medgym_core.source import silent
from medgym_ehr.raw.layout import Layout, raw_file
from medgym_ehr.raw.reading import RawFolder

VISITS = raw_file("VISITS", "ROW_ID:int PERSON NOTE WEIGHT:real SEEN:time")
LAYOUT = Layout("Clinic v2", {"VISITS": VISITS, "WARDS": raw_file("WARDS", "ROW_ID:int NAME")})


@pytest.fixture
def layout():
    """Two files; that of the visits has all four types."""
    return LAYOUT


@pytest.fixture
def clinic(tmp_path):
    """Writes the visits (the wards are good) and opens the folder."""

    def open_with(visits, name="VISITS.csv", **how):
        (tmp_path / name).write_bytes(visits if isinstance(visits, bytes) else visits.encode())
        (tmp_path / "WARDS.csv").write_text("ROW_ID,NAME\n1,a\n")
        return RawFolder(LAYOUT, tmp_path, how.pop("progress", silent), **how)

    return open_with
