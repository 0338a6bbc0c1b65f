"""The README's table of parameters is the server's."""

import re
from pathlib import Path

from medgym_fhir.parameter import PARAMETERS

TEXT = (Path(__file__).parent.parent / "README.md").read_text()
EVERY = {"_id", "_lastUpdated", "identifier"}
SUBJECT = {"patient", "subject", "code", "category"}
LACKS = {"Patient": SUBJECT, "AllergyIntolerance": {"subject"}, "Communication": {"code"}}


def test_parameters():
    for type_, parameters in PARAMETERS.items():
        [row] = re.findall(rf"^\| {type_} \| (.+) \|$", TEXT, re.MULTILINE)
        names = {f"address{name}" if name[0] == "-" else name for name in re.findall(r"`(.+?)`", row)}
        assert names | EVERY | (SUBJECT - LACKS.get(type_, set())) == set(parameters)
