"""Texts that are not read as JSON, and some that barely are."""

from __future__ import annotations

from medgym_core.answer import Number

from .example import Example

DEEP = "[" * 17 + "]" * 17
MALFORMED = [
    Example(Number(), text, 1, reason)
    for text, reason in [
        ("", "bad_json"),
        ("1 1", "bad_json"),
        ("{'a': 1}", "bad_json"),
        ("[1,]", "bad_json"),
        ('"\n"', "bad_json"),
        ("\ud800", "bad_encoding"),
        ('"\\ud800"', "bad_encoding"),
        ('["\\udfff"]', "bad_encoding"),
        ('{"\\ud800": 1}', "bad_encoding"),
        ('{"a": "\\ud800"}', "bad_encoding"),
        ("NaN", "bad_number"),
        ("Infinity", "bad_number"),
        ("-Infinity", "bad_number"),
        ("1e999", "bad_number"),
        ("-1e999", "bad_number"),
        ("1e-999", "bad_number"),
        ("1" * 401, "bad_number"),
        ("0." + "1" * 400, "bad_number"),
        ("1" * 400, "wrong_value"),
        ("0e99999999999999999999", "wrong_value"),
        ('{"a": 1, "a": 1}', "duplicate_key"),
        (DEEP, "too_deep"),
        (DEEP[1:-1], "wrong_type"),
        ('"' + "[" * 20 + '"', "wrong_type"),
        (" " * 65_536 + "1", "too_large"),
        ('"' + "\u00e9" * 32_768 + '"', "too_large"),
    ]
]
