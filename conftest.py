"""What holds for every test: no law has a deadline, no test hangs, Ctrl-C is heard, and who shares a process.

Laws draw new examples each time; with ``HYPOTHESIS_PROFILE=repeat``, as in CI, the same ones, so that a
change is refused only for what it did.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from medgym_core import plugins

_ANY_MACHINE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("explore", _ANY_MACHINE)
settings.register_profile("repeat", _ANY_MACHINE, derandomize=True, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "explore"))

TAKE_LONG = {
    "slow": {
        "libs/ehr/tests/eicu/ehrsql": {"database"},
        "libs/ehr/tests/eicu/synthetic": {"every", "source", "two"},
        "libs/ehr/tests/mimic3/ehrsql": {"database"},
        "libs/ehr/tests/mimic3/independent": {"pair"},
        "libs/ehr/tests/mimic3/synthetic": {"drawn", "source", "sql"},
        "libs/patient/tests": {"cases", "clinic", "hospital", "practice"},
        "plugins/biodsbench/tests/test_defects.py": {"task"},
        "plugins/ehr-seqsql": {"build"},
        "plugins/ehrcon/tests/independent": {"users_build"},
        "plugins/ehrcon/tests/test_audit.py": {"build"},
        "plugins/ehrcon/tests/test_synthetic.py": {"mentions"},
        "plugins/ehrshot": {"build", "draws", "small"},
        "plugins/eicu": {"build", "pair"},
        "plugins/medcalcbench/tests/attacks": {"build"},
        "plugins/mimic-extract": {"build", "small"},
        "plugins/treqs": {"build", "full", "asked_computed"},
    },
    "nightly": {
        "plugins/ehr-seqsql": {"full"},
        "plugins/eicu": {"full"},
        "plugins/mimic": {"full"},
    },
}
"""Fixtures that take seconds or minutes, by folder: who takes one is marked accordingly."""

AT_NIGHT = (
    "libs/ehr/tests/eicu/synthetic/test_synthesise.py::test_fewer_patients_are_the_beginning_of_more_in_any_batches[172]",
    "libs/ehr/tests/mimic3/synthetic/test_synthesise.py::test_fewer_patients_are_the_beginning_of_more_in_any_batches[300]",
    "libs/patient/tests/test_outcome.py::test_streams_in_batches",
    "libs/patient/tests/test_prediction.py::test_a_model_loses_at_another_site",
    "plugins/ehr-seqsql/tests/test_loader.py::test_a_users_folder",
    "plugins/ehr-seqsql/tests/test_loader.py::test_another_seed",
    "plugins/ehrshot/tests/test_attacks.py::test_neither_one_column_nor_later_rows_earn_anything[one_column.py]",
    "plugins/ehrshot/tests/test_attacks.py::test_nothing_is_earned_where_labels_are_to_be_read_from_records[found_files.py]",
    "plugins/ehrshot/tests/test_family.py::test_trying_every_patient_and_time",
    "plugins/ehrshot/tests/test_laws.py::test_files_do_not_depend_on_how_many_are_simulated_at_once",
    "plugins/ehrshot/tests/test_withstands.py::test_tampering_earns_nothing",
    "plugins/eicu/tests/independent/test_answers.py::test_a_wrong_solver",
    "plugins/eicu/tests/independent/test_tables.py::test_the_database_has_these_tables_and_no_other[worn]",
    "plugins/eicu/tests/test_loader.py::test_a_users_folder",
    "plugins/eicu/tests/test_loader.py::test_another_seed",
    "plugins/eicu/tests/test_loader.py::test_gzipped_files",
    "plugins/mimic/tests/test_loader.py::test_a_users_folder",
    "plugins/mimic/tests/test_loader.py::test_another_seed",
    "plugins/mimic/tests/test_loader.py::test_gzipped_files",
    "tests/browser/test_site.py::test_no_page_is_wider_than_its_window[1280]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[CONTRIBUTING.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[README.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[docs/cookbook.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[docs/ehrcon.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[docs/learned-verifier.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[docs/mimic.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[docs/validation.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[plugins/ehr-seqsql/README.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[plugins/ehrcon/README.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[plugins/ehrshot/README.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[plugins/eicu/README.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[plugins/medcalcbench/README.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[plugins/mimic-extract/README.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[plugins/treqs/README.md]",
    "tests/docs/test_offline.py",
    "tests/env/test_hostile.py::test_no_hostile_action_voids_an_episode_of_any_family[bubblewrap-b",
    "tests/env/test_hostile.py::test_no_hostile_action_voids_an_episode_of_any_family[bubblewrap-e",
    "tests/env/test_hostile.py::test_no_hostile_action_voids_an_episode_of_any_family[bubblewrap-i",
    "tests/env/test_hostile.py::test_no_hostile_action_voids_an_episode_of_any_family[bubblewrap-mi",
    "tests/env/test_hostile.py::test_no_hostile_action_voids_an_episode_of_any_family[bubblewrap-t",
    "tests/env/test_hostile.py::test_no_hostile_action_voids_an_episode_of_any_family[docker-",
    "tests/pipeline/test_page.py",
    "tests/rollout/test_driver.py::test_a_killed_worker_costs_no_episode[ray]",
    "tests/rollout/test_driver.py::test_kill_and_resume_lose_and_double_nothing[ray",
    "tests/rollout/test_driver.py::test_workers_that_keep_dying_end_the_run[ray]",
    "tests/rollout/test_executor.py::test_no_episode_begins_before_the_results_of_another_are_taken[ray]",
    "tests/sandbox/test_process.py::test_every_degree_of_confinement_is_declared[neither]",
    "tests/sandbox/test_process.py::test_every_degree_of_confinement_is_declared[no /proc",
    "tests/sandbox/test_process.py::test_every_degree_of_confinement_is_declared[no namespaces]",
    "tests/test_wheels.py::test_a_hospital_is_built_from_the_wheels",
    "tests/verifier/test_rounding.py::test_values_of_chance_are_as_many_as_before[1000]",
    "tools/prove/tests/conformance/test_weak_backends.py::test_a_broken_promise_is_noticed[worker_safe-no_stream_is_inherited]",
    "tools/prove/tests/proposal/test_overlays.py::test_a_bad_family_fails_its_check[builds_by",
    "tools/prove/tests/proposal/test_overlays.py::test_a_bad_family_fails_its_check[constant",
    "tools/prove/tests/proposal/test_overlays.py::test_a_bad_family_fails_its_check[grades",
    "tools/prove/tests/proposal/test_overlays.py::test_a_bad_family_fails_its_check[leaks",
    "tools/prove/tests/proposal/test_overlays.py::test_a_bad_family_fails_its_check[rewards",
    "tools/prove/tests/test_fixtures.py::test_a_defect_fails_its_check_and_no_other[A03]",
)
"""How ids of tests begin that are ``nightly``: they take minutes, or another test shows the same."""
TIMEOUT_S = 900
"""A test that takes longer hangs, and fails."""


# In the background of a script it is ignored, which children would inherit.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """No test hangs for ever where pytest-timeout is installed, which it is for development."""
    if config.pluginmanager.hasplugin("timeout") and config.getoption("timeout") is None:
        config.option.timeout = TIMEOUT_S


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What this machine cannot run is skipped with the reason; what shares a build stays in one process."""
    for item in items:
        place = Path(item.path).relative_to(config.rootpath).as_posix()
        for mark, places in TAKE_LONG.items():
            if any(place.startswith(folder) and takes(item, names) for folder, names in places.items()):
                item.add_marker(mark)
        if item.nodeid.startswith(AT_NIGHT):
            item.add_marker("nightly")
        if item.get_closest_marker("nightly"):
            item.add_marker("slow")
    for backend in ("docker", "bubblewrap"):
        skip_without(backend, [item for item in items if item.get_closest_marker(backend)])
    if config.pluginmanager.hasplugin("xdist"):
        for item in items:
            item.add_marker(
                pytest.mark.xdist_group(group(item, Path(item.path).relative_to(config.rootpath)))
            )


def takes(item: pytest.Item, fixtures: set[str]) -> bool:
    """Whether the item takes one of the fixtures, itself or through others."""
    return not fixtures.isdisjoint(getattr(item, "fixturenames", ()))


def skip_without(backend: str, items: list[pytest.Item]) -> None:
    """Skip the items unless the backend can start boxes here."""
    if items and not (found := plugins.sandbox(backend).probe()).ok:
        for item in items:
            item.add_marker(pytest.mark.skip(reason=f"{backend}: {found.reason}"))


def group(item: pytest.Item, place: Path) -> str:
    """A plugin's or a library's tests share its builds; elsewhere those of one file share their fixtures.

    The commands of a page stand alone: whatever two pages share is made by whoever comes first.
    """
    if "page" in getattr(item, "fixturenames", ()) and place.name == "test_commands.py":
        return item.nodeid
    return "/".join(place.parts[:2] if place.parts[0] in {"plugins", "libs"} else place.parts)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Groups that a new pytest no longer hands to pytest-xdist would make every build once a process."""
    grouped = not session.items or "@" in session.items[0].nodeid.partition("::")[2]
    if getattr(session.config.option, "loadgroup", False) and not grouped:
        raise pytest.UsageError("pytest-xdist does not see the groups of tests; its pytest is too new")
