"""What was proved, in narrow windows."""

from __future__ import annotations

from datetime import date

import pytest
from rich.console import RenderableType

from medgym_core.registry.difficulty import Difficulty, Earned, Row
from medgym_core.report.listing import difficulty_table
from medgym_prove.certificate import Standing
from medgym_prove.check import Finding
from medgym_prove.comparison import Comparison
from medgym_prove.conformance.report import Conformance, Result
from medgym_prove.health import Broken, Checkup
from medgym_prove.ladder.rung import RUNGS
from medgym_prove.report.comparison import comparison_report
from medgym_prove.report.conformance import conformance_table
from medgym_prove.report.findings import findings_table
from medgym_prove.report.health import health_table
from medgym_prove.validation import Validation
from medgym_sandbox.spec import Guarantee
from medgym_testing.window import drawn, whole

LONG = "a-family-of-a-very-long-name"
RUNG_NAMES = [rung.name for rung in RUNGS]
REASON = "the reference was played and missed because of a reason-that-is-a-word-of-nearly-endless-length"
BROKEN = Broken(family=LONG, split="test", index=3, build="b", first_seen=date(2026, 11, 1), reason=REASON)

TABLES: dict[str, RenderableType] = {
    "difficulty": difficulty_table(
        Difficulty(
            family=LONG,
            version="0.1.0",
            played="0",
            sandbox="process",
            tasks=3,
            rungs=dict.fromkeys(RUNG_NAMES, ""),
            rows=(
                Row(
                    split="published-test",
                    category="a category of a long name",
                    earned=dict.fromkeys(RUNG_NAMES, Earned(tasks=123, reward=0.25)),
                ),
            ),
        )
    ),
    "registry check": comparison_report(
        Comparison(file="registry.json", differences=(), certificates={LONG: Standing(status="void")})
    ),
    "conformance": conformance_table(
        Conformance(
            backend="toy",
            results=tuple(
                Result(name="a_behaviour_of_a_name", guarantee=one, summary="", declared=True, held=False)
                for one in Guarantee
            ),
        )
    ),
    "validate": findings_table(
        Validation(
            family=LONG,
            digest="",
            core="0",
            findings=(
                Finding(
                    id="S01", tier=0, title="It holds", status="fail", problems=(REASON,), seconds=123456.7
                ),
            ),
        )
    ),
    "health": health_table([Checkup(family=LONG, played=123456, broken=(BROKEN,) * 12, new=(BROKEN,))]),
}
SHOWN = {"difficulty": "0.25 (123)", "validate": "S01", "health": "123456"}


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("verb", TABLES)
def test_no_number_is_cut(verb: str, width: int) -> None:
    assert SHOWN.get(verb, "") in whole(drawn(TABLES[verb], width), width)


@pytest.mark.parametrize("verb", TABLES)
def test_ascii_is_enough(verb: str) -> None:
    assert drawn(TABLES[verb], 60, "ascii").isascii()
