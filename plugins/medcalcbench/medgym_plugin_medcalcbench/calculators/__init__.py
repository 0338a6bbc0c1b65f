"""The 55 calculators, one module a clinical field."""

from __future__ import annotations

from collections.abc import Mapping

from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.calculators import (
    body,
    cardiac_risk,
    comorbidity,
    critical_care,
    dosage,
    electrolyte,
    heart_rhythm,
    infection,
    kidney,
    metabolism,
    pregnancy,
    thrombosis,
)

_MODULES = (
    body,
    cardiac_risk,
    comorbidity,
    critical_care,
    dosage,
    electrolyte,
    heart_rhythm,
    infection,
    kidney,
    metabolism,
    pregnancy,
    thrombosis,
)

CALCULATORS: Mapping[int, Calculator] = {
    calculator.number: calculator
    for calculator in sorted(
        {
            found.number: found
            for module in _MODULES
            for found in vars(module).values()
            if isinstance(found, Calculator)
        }.values(),
        key=lambda calculator: calculator.number,
    )
}
"""Number to calculator, in the order of numbers."""
BY_KEY: Mapping[str, Calculator] = {calculator.key: calculator for calculator in CALCULATORS.values()}
"""Key to calculator."""
