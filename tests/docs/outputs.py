"""What every command prints with ``--json``, by the name of its form: docs/output.schema.json."""

import dataclasses
import json
import warnings
from typing import Any, Literal, get_type_hints

from pydantic import BaseModel, Field, JsonValue, TypeAdapter, create_model

from medgym_bundle.manifest import Manifest as Bundle
from medgym_core import registry
from medgym_core.access.attestation import Attestation, Revocation
from medgym_core.builds.purge import Receipt
from medgym_core.cli.output import SCHEMA
from medgym_core.doctor import Finding
from medgym_core.family import DataCheck
from medgym_core.metrics import Report
from medgym_core.metrics.comparison import Comparison
from medgym_core.registry.difficulty import Difficulty
from medgym_core.registry.entry import FamilyEntry
from medgym_core.registry.totals import Totals
from medgym_core.report.catalogue import Listed
from medgym_core.report.figures import Standings
from medgym_core.report.shelf import ShelvedRun
from medgym_core.source import Build
from medgym_core.trajectory import Episode
from medgym_hub.sharing import Pulled, Pushed
from medgym_prove import validation
from medgym_prove.comparison import Comparison as Registered
from medgym_prove.conformance.report import Conformance
from medgym_prove.health import Checkup
from medgym_prove.ladder.table import Templates
from medgym_prove.proposal.judge import Judgement
from medgym_prove.scaffold import Answers
from medgym_train.card import Card as Learnable
from medgym_train.export import Manifest as Export
from medgym_train.learned.contract import Card
from medgym_train.learned.evaluation import Evaluation

from .markdown import table

Fields = dict[str, Any]
_MANY = list[dict[str, JsonValue]]
_BUNDLE = {name: JsonValue for name in Bundle.__dataclass_fields__}
OUTPUTS: dict[str, tuple[Any, Fields]] = {
    "access.attest": (Attestation, {}),
    "access.list": (None, {"records": list[Attestation | Revocation]}),
    "access.revoke": (Revocation, {}),
    "bundle.create": (None, {"file": str, "bytes": int, "sha256": str, **_BUNDLE, "files": int}),
    "bundle.install": (
        None,
        {"folder": str, "builds": list[str], "images": JsonValue, **_BUNDLE, "files": int},
    ),
    "card": (Learnable, {}),
    "compare": (Comparison, {}),
    "conformance": (Conformance, {"ok": bool, "violations": JsonValue}),
    "data.build": (Build, {"report": str | None}),
    "data.check": (DataCheck, {}),
    "data.fetch": (None, {"fetched": _MANY}),
    "data.fetch.list": (None, {"downloads": _MANY}),
    "data.purge": (None, {"receipts": list[Receipt]}),
    "data.status": (None, {"builds": _MANY}),
    "data.synthesise": (None, {"family": str, "folder": str, "files": list[str]}),
    "difficulty": (None, {"families": list[Difficulty]}),
    "difficulty.templates": (None, {"families": list[Templates]}),
    "doctor": (None, {"findings": list[Finding]}),
    "export": (Export, {}),
    "health": (None, {"families": list[Checkup]}),
    "image.build": (None, {"reference": str, "id": str}),
    "info": (FamilyEntry, {"name": str, "difficulty": Difficulty | None}),
    "list": (None, {"families": list[Listed]}),
    "list.totals": (Totals, {"beyond": (Totals | None, None)}),
    "new-task": (Answers, {"folder": str, "next": list[str]}),
    "pull": (Pulled, {}),
    "push": (Pushed, {}),
    "registry.build": (registry.Registry, {"file": str | None}),
    "registry.check": (Registered, {}),
    "registry.info": (FamilyEntry, {"name": str}),
    "registry.search": (None, {"families": _MANY}),
    "regrade": (None, {"same": int, "changed": list[dict[str, Any]], "not_regraded": dict[str, int]}),
    "report": (Standings, {}),
    "run": (Report, {"run": str, "missing": int, "exhausted": str, "error": str, "protocols": list[str]}),
    "runs.delete": (None, {"deleted": list[str]}),
    "runs.list": (None, {"runs": list[ShelvedRun]}),
    "runs.tag": (None, {"run": str, "tags": dict[str, str]}),
    "serve-model": (None, {"base_url": str, "model": str}),
    "show": (Episode, {"id": str}),
    "validate": (validation.Validation, {}),
    "validate.pr": (Judgement, {"passed": bool}),
    "verifier.eval": (Evaluation, {}),
    "verifier.score": (None, {"file": str, "scored": int, "left_out": dict[str, int]}),
    "verifier.train": (Card, {"verifier": str, "left_out": dict[str, int]}),
    "view": (None, {"url": str}),
}
"""Name of a form to the model that it is a dump of, if it is one, and fields besides."""


def schema() -> str:
    """The JSON Schema of all of them, each under its name in ``$defs``."""
    made = {name: _model(name, *parts) for name, parts in OUTPUTS.items()}
    _, found = TypeAdapter.json_schemas(
        [(name, "serialization", TypeAdapter(model)) for name, model in made.items()],
        title="What medgym prints with --json",
    )
    names = {name: found["$defs"].get(model.__name__, {}) for name, model in made.items()}
    text = json.dumps({**found, "$defs": {**found["$defs"], **names}}, indent=1, ensure_ascii=False)
    return text + "\n"


def _model(name: str, base: Any, more: Fields) -> Any:
    fields = {
        field: (annotation if isinstance(annotation, tuple) else (annotation, ...))
        for field, annotation in {"schema": Literal[f"medgym.{name}/{SCHEMA}"], **more}.items()
    }
    title = "".join(part.title() for part in name.replace("-", ".").split(".")) + "Output"
    if base is not None and not issubclass(base, BaseModel):
        hints = get_type_hints(base)
        fields |= {field.name: (hints[field.name], ...) for field in dataclasses.fields(base)}
        base = None
    fields = {field if field != "schema" else "schema_": annotation for field, annotation in fields.items()}
    kind, default = fields.pop("schema_")
    own = (kind, Field(default, serialization_alias="schema"))
    with warnings.catch_warnings(action="ignore"):  # properties of a model become keys
        made: Any = create_model(title, __base__=base, schema_=own, **fields)
    return made


def table_of_outputs() -> str:
    """A row for each form: its own keys."""
    found = json.loads(schema())["$defs"]
    rows = []
    for name in OUTPUTS:
        keys = [key for key in found[name]["properties"] if key != "schema"]
        rows.append([f"`medgym.{name}/{SCHEMA}`", ", ".join(f"`{key}`" for key in keys)])
    return table("form|keys beside `schema`", rows)
