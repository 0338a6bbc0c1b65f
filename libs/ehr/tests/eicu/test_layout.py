from medgym_ehr.eicu.ehrsql.columns import READ
from medgym_ehr.eicu.layout import LAYOUT


def test_files_have_all_published_columns():
    """Numbers of columns as in eICU-CRD v2.0."""
    assert {name: len(file.columns) for name, file in LAYOUT.files.items()} == {
        "patient": 29,
        "diagnosis": 7,
        "treatment": 5,
        "lab": 10,
        "medication": 15,
        "allergy": 13,
        "intakeOutput": 12,
        "microLab": 7,
        "vitalPeriodic": 19,
    }


def test_what_is_read_is_published():
    for name, file in READ.files.items():
        assert set(file.columns) <= set(LAYOUT.files[name].columns)
