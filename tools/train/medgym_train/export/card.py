"""The page of an export: for people, and in its head for ``datasets.load_dataset(FOLDER)``.

Without the types in the head that function guesses, and gives every tool call the arguments of all others.
It keeps what it has read by the head alone, so the digest of the rows stands there: another export into the
same folder is read again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

from medgym_core.env.prompt import PAPER_NOTICE
from medgym_train.export.formats import Format
from medgym_train.export.manifest import Manifest
from medgym_train.export.shards import Shard

_PAGE = """\
---
configs:
{configs}
{features}---

# {title}

{rows} rows of {exported} episodes, exported by medgym-core {medgym}. `manifest.json` says of what, what was
left out and why, and has the digest of every file.

| | |
| --- | --- |
| sensitivity | {tier} |
| evaluation splits | {evaluation} |
| protocol | {protocol} |
| families | {families} |
"""
_TIER = {True: "{}: share it only as the data's agreement allows, also models trained on it", False: "{}"}
_EVALUATION = {
    True: "**among the rows**: results on these splits mean nothing for what is trained on them",
    False: "none",
}


def card(form: Format, manifest: Manifest) -> str:
    """The text of ``README.md``."""
    return _PAGE.format(
        configs="\n".join(
            _config(table, files) + ("\n  default: true" if place == 0 else "")
            for place, (table, files) in enumerate(manifest.files.items())
        ),
        features=_features(form.columns) if form.columns else "",
        title=form.title,
        tier=_TIER[manifest.tier.needs_isolation].format(manifest.tier.value),
        evaluation=_EVALUATION[manifest.evaluation],
        protocol=PAPER_NOTICE if manifest.protocol == "paper" else manifest.protocol,
        families=", ".join(f"{name} ({number})" for name, number in manifest.families.items()) or "none",
        **manifest.model_dump(include={"rows", "exported", "medgym"}),
    )


def _config(table: str, files: Sequence[Shard]) -> str:
    digest = sha256("".join(file.sha256 for file in files).encode()).hexdigest()
    return f'- config_name: {table}\n  data_files: "{table}-*"\n  description: sha256 {digest}'


def _features(columns: Mapping[str, str]) -> str:
    typed = (f"  - name: {name}\n    " + _form(type) for name, type in columns.items())
    return "dataset_info:\n  config_name: rows\n  features:\n" + "\n".join(typed) + "\n"


def _form(type: str) -> str:
    """How a column's type is written: of objects, of numbers in a list, or of one value."""
    if type == "json":
        return "list: json"
    return f"list: {type.removeprefix('list of ')}" if type.startswith("list of ") else f"dtype: {type}"
