"""The statement forms that writer and reader share."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.parameter import Parameter, Quantity


@cache
def table() -> Mapping[str, Any]:
    """Frames, units, quantities, findings, choices and drugs, and the parameters of every calculator.

    ``calculators`` maps a key to parameter names, each with its units and what silence means.
    """
    forms = {
        path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(_FORMS.glob("*.json"))
    }
    calculators = {
        calculator.key: {parameter.name: _entry(parameter) for parameter in calculator.parameters}
        for calculator in CALCULATORS.values()
    }
    return {**forms, "calculators": calculators}


_FORMS = Path(__file__).parent / "forms"


def _entry(parameter: Parameter) -> tuple[list[str], Any]:
    units = [unit.name for unit in parameter.units] if isinstance(parameter, Quantity) else []
    missing = parameter.missing
    return units, list(missing) if isinstance(missing, tuple) else missing
