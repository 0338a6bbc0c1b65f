"""docs/export.md names every option and every reason."""

import re
from pathlib import Path

import medgym_train
from medgym_train.cli.export import command
from medgym_train.export import FORMATS

PACKAGE = Path(medgym_train.__file__).parent
PAGE = (PACKAGE.parents[2] / "docs" / "export.md").read_text()


def test_every_option_is_in_the_page() -> None:
    flags = [flag for option in command.params for flag in option.opts if flag.startswith("--")]
    assert [flag for flag in flags if flag not in PAGE] in ([], ["--log-level"])  # every verb's


def test_every_reason_is_in_the_page() -> None:
    text = (PACKAGE / "export" / "sample.py").read_text() + (PACKAGE / "export" / "export.py").read_text()
    reasons = {*re.findall(r'return "(\w+)"|left_out\["(\w+)"\]|return "(\w+)" if', text)}
    named = {reason for found in reasons for reason in found if reason} | {"surplus"}
    usable = {form.unused for name, form in FORMATS.items() if name in ("sft", "dpo", "kto")}
    assert [reason for reason in named | usable if f"`{reason}`" not in PAGE] == []
    assert len(named) >= 5
