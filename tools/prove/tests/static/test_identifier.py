from __future__ import annotations

import pytest

from medgym_prove.static.identifier import identifiers


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("write to jane.doe@hospital.org.", "e-mail address"),
        ("SSN 219-09-9999", "social security number"),
        ("call (212) 867-5309", "telephone number"),
        ("call +1-212-867-5309 now", "telephone number"),
        ("call +49 30 1234567", None),
        ("call +49 30 12345 67", "telephone number"),
        ("MRN: 0123456", "medical record number"),
        ('"mrn": "7654321"', "medical record number"),
    ],
)
def test_what_looks_real(text: str, kind: str | None) -> None:
    assert [sighting.kind for sighting in identifiers(text)] == ([kind] if kind else [])


@pytest.mark.parametrize(
    "text",
    [
        *(
            "a@example.org",
            "a@clinic.example.com",
            "a@b.invalid",
            "212-555-0123",
            "000-12-3456",
            "987-65-4321",
        ),
        *("2101-05-03 12:30:00", "1234-56-78901", "NDC 0338-0049-04", "0.212-867-5309", "MRN SYN-0001"),
        *("50:50@3", "10006,145834,2164-10-23", "doi:10.1038/sdata.2016.35", "p@ssword"),
    ],
)
def test_what_does_not(text: str) -> None:
    assert list(identifiers(text)) == []


def test_the_line_is_named() -> None:
    assert [sighting.line for sighting in identifiers("a\nb\nc@d.org")] == [3]
