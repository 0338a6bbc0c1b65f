"""What this distribution provides."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from medgym_core import Verb, hookimpl


@hookimpl
def medgym_commands() -> Mapping[str, Verb]:
    """What shows runs in a browser."""
    return {"view": Verb("Show the episodes of a run in a browser.", "medgym_view.cli:command")}


@hookimpl
def medgym_reports() -> Mapping[str, Callable[..., None]]:
    """The report as one page."""
    from medgym_view.report import write_report

    return {"html": write_report}
