from medgym_ehr.mimic3.metavision import INPUTEVENTS_MV


def test_a_row_has_the_31_published_columns():
    columns = INPUTEVENTS_MV.columns
    assert len(columns) == 31
    assert list(columns)[:6] == ["ROW_ID", "SUBJECT_ID", "HADM_ID", "ICUSTAY_ID", "STARTTIME", "ENDTIME"]


def test_amounts_are_numbers_and_their_units_texts():
    columns = INPUTEVENTS_MV.columns
    assert [columns[name] for name in ("AMOUNT", "RATE", "STARTTIME")] == ["real", "real", "time"]
    assert [columns[name] for name in ("AMOUNTUOM", "RATEUOM")] == ["text", "text"]
