import pytest

from medgym_ehr.published.record import Record
from medgym_ehr.published.release import EICU, MIMIC_IV_DEMO
from medgym_ehr.published.version import guess


def records(*texts):
    return [Record(id=str(place), split="train", question=text) for place, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("what is new?", "tell it."), "v1.0 "),
        (("What is new?", "iv drips, what are they?", "Tell it?"), "v1.5.0 "),
        (("What is new?", "Tell it."), "v1.5.1 "),
    ],
)
def test_the_wording_tells_the_version(texts, expected):
    assert f"EHRSQL on eICU, {expected}" in guess(EICU, records(*texts), "")


def test_a_stated_version_is_reported():
    assert guess(MIMIC_IV_DEMO, records("What?"), "mimic_iv").endswith(", mimic_iv")
    assert guess(MIMIC_IV_DEMO, records("What?"), "").endswith("no version stated")
