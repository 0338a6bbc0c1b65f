"""What every sandbox backend must prove: behaviours, each naming the guarantee that it tests.

A backend declares its guarantees; the suite holds it to them, no less and no more::

    report = check(MyBackend())
    assert report.ok, report.violations
"""

from medgym_prove.conformance.behaviour import Behaviour, Broken
from medgym_prove.conformance.bench import Bench
from medgym_prove.conformance.report import Conformance, Result
from medgym_prove.conformance.suite import behaviours, check, plain_environment, try_out

__all__ = [
    "Behaviour",
    "Bench",
    "Broken",
    "Conformance",
    "Result",
    "behaviours",
    "check",
    "plain_environment",
    "try_out",
]
