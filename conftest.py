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
        "libs/ehr/tests/mimic3/ehrsql": {"database"},
        "libs/ehr/tests/mimic3/independent": {"pair"},
        "libs/ehr/tests/mimic3/synthetic": {"drawn", "source", "sql"},
        "libs/patient/tests": {"cases", "clinic", "hospital", "practice"},
        "plugins/biodsbench/tests": {"task"},
        "plugins/ehrcon/tests/independent": {"users_build"},
        "plugins/ehrcon/tests/test_audit.py": {"build"},
        "plugins/ehrcon/tests/test_synthetic.py": {"mentions"},
        "plugins/medcalcbench/tests/attacks": {"build"},
        "plugins/treqs": {"build", "asked_computed"},
    },
    "nightly": {
        "libs/ehr/tests/eicu/ehrsql": {"database"},
        "libs/ehr/tests/eicu/synthetic": {"every", "source", "two"},
        "plugins/ehr-seqsql": {"build", "full"},
        "plugins/ehrshot": {"build", "draws", "small"},
        "plugins/eicu": {"build", "full", "pair"},
        "plugins/mimic": {"build", "full"},
        "plugins/mimic-extract": {"build", "small"},
        "plugins/treqs": {"full"},
    },
}
"""Fixtures that take seconds or minutes, by folder: who takes one is marked accordingly.

Of the families that ask about a hospital, treqs is built whole in CI, the others at night.
"""

IN_CI = (
    "libs/patient/tests/note/test_laws.py",
    "libs/patient/tests/test_remedy.py",
    "plugins/biocoder/tests/published/test_build.py",
    "plugins/biocoder/tests/published/test_reference_defects.py",
    "plugins/biocoder/tests/published/test_selftest.py::test_an_unsound_row_is_refused_with_the_reason",
    "plugins/biocoder/tests/test_cell.py::test_no_problem_that_is_held_out_has_the_skeleton_of_another",
    "plugins/biocoder/tests/test_family.py::test_a_build_depends_on_the_seed_alone",
    "plugins/biocoder/tests/test_oracle.py::test_no_training_reference_passes_a_test_task",
    "plugins/biocoder/tests/test_reference_defects.py",
    "plugins/biocoder/tests/test_repair.py",
    "plugins/biocoder/tests/test_withstands.py",
    "plugins/biodsbench/tests/independent/test_statistics.py",
    "plugins/biodsbench/tests/published",
    "plugins/biodsbench/tests/test_defects.py",
    "plugins/biodsbench/tests/test_family.py",
    "plugins/biodsbench/tests/test_oracle.py::test_the_program_of_a_task_runs_without_this_package",
    "plugins/ehr-seqsql/tests/test_loader.py",
    "plugins/ehrcon/tests/test_audit.py",
    "plugins/ehrcon/tests/test_family.py",
    "plugins/ehrcon/tests/test_findings.py",
    "plugins/ehrcon/tests/test_loader.py",
    "plugins/ehrcon/tests/test_oracle.py",
    "plugins/ehrcon/tests/test_reference_defects.py",
    "plugins/ehrcon/tests/test_report.py",
    "plugins/ehrcon/tests/test_synthetic.py::test_fewer_notes",
    "plugins/ehrshot/tests/independent",
    "plugins/ehrshot/tests/test_comparison.py",
    "plugins/ehrshot/tests/test_family.py",
    "plugins/ehrshot/tests/test_laws.py",
    "plugins/ehrshot/tests/test_reading.py",
    "plugins/ehrshot/tests/test_synthetic.py",
    "plugins/eicu/tests/test_loader.py",
    "plugins/icu-watch/tests/test_family.py",
    "plugins/medagentbench/tests/independent",
    "plugins/medagentbench/tests/test_loader.py::test_a_users_folder",
    "plugins/medcalcbench/tests/calculators/test_laws.py",
    "plugins/medcalcbench/tests/calculators/test_need.py::test_what_is_demanded_decides_and_what_decides_is_demanded",
    "plugins/medcalcbench/tests/test_defects.py",
    "plugins/medcalcbench/tests/test_extra.py",
    "plugins/medcalcbench/tests/test_family.py",
    "plugins/medcalcbench/tests/test_held_out.py",
    "plugins/medcalcbench/tests/test_level.py",
    "plugins/medcalcbench/tests/test_loader.py",
    "plugins/medcalcbench/tests/test_oracle.py::test_what_is_read_in_the_note_gives_gold",
    "plugins/mimic-extract/tests/test_extract.py",
    "plugins/mimic-extract/tests/test_reference_defects.py",
    "plugins/mimic/tests/test_loader.py",
    "plugins/npowerai/tests/test_formula.py::test_solutions_of_ood",
    "plugins/treqs/tests/independent",
    "plugins/treqs/tests/test_loader.py",
    "plugins/treqs/tests/test_published.py",
    "tests/browser/test_comfort.py",
    "tests/cli/test_json.py::test_what_is_printed_is_of_its_form",
    "tests/docs/test_difficulty.py::test_a_page_says_where_nothing_was_measured",
    "tests/docs/test_generated.py",
    "tests/env/test_fakes.py::test_record_round_trips",
    "tests/env/test_fork.py::test_a_fork_at_any_step_comes_to_the_same[fake-predictions]",
    "tests/rollout/test_driver.py::test_a_killed_worker_costs_no_episode",
    "tests/rollout/test_driver.py::test_kill_and_resume_lose_and_double_nothing",
    "tests/rollout/test_driver.py::test_workers_that_keep_dying_end_the_run",
    "tests/sandbox/test_death.py",
    "tools/prove/tests/adversarial/test_restyle.py",
    "tools/prove/tests/dynamic/test_chance.py",
    "tools/prove/tests/dynamic/test_reference.py",
    "tools/prove/tests/finish/test_own_tests.py",
    "tools/prove/tests/proposal/test_bot.py",
)
"""How ids of tests begin that are ``slow``: they take a second or more, or start hundreds of boxes."""
AT_NIGHT = (
    "libs/ehr/tests/eicu/ehrsql/test_synthetic.py",
    "libs/ehr/tests/eicu/synthetic/test_note.py",
    "libs/ehr/tests/eicu/synthetic/test_synthesise.py",
    "libs/ehr/tests/eicu/synthetic/test_unitstay.py",
    "libs/ehr/tests/mimic3/ehrsql/test_synthetic.py",
    "libs/ehr/tests/mimic3/independent",
    "libs/ehr/tests/mimic3/mimicsql/test_build.py::test_a_table_in_many_pieces_is_whole",
    "libs/ehr/tests/mimic3/synthetic/test_synthesise.py",
    "libs/patient/tests/test_clinic.py",
    "libs/patient/tests/test_coding.py",
    "libs/patient/tests/test_outcome.py::test_streams_in_batches",
    "libs/patient/tests/test_prediction.py",
    "plugins/biocoder/tests/published/test_surroundings.py",
    "plugins/biocoder/tests/test_repair.py::test_the_reference_earns_all_and_attacks_nothing",
    "plugins/biocoder/tests/test_repair.py::test_two_programs_agree_and_hidden_calls_show_the_bug",
    "plugins/biodsbench/tests/test_defects.py::test_a_program_that_does_nothing_earns_nothing",
    "plugins/biodsbench/tests/test_defects.py::test_what_runs_in_the_box_decides_nothing_but_its_answer",
    "plugins/biodsbench/tests/test_family.py::test_of_ood_the_reference_earns_all_and_others_nothing",
    "plugins/ehr-seqsql/tests/independent/test_sessions.py",
    "plugins/ehr-seqsql/tests/test_loader.py::test_a_prebuilt_database",
    "plugins/ehr-seqsql/tests/test_loader.py::test_a_users_folder",
    "plugins/ehr-seqsql/tests/test_loader.py::test_another_seed",
    "plugins/ehr-seqsql/tests/test_loader.py::test_gzipped_files",
    "plugins/ehr-seqsql/tests/test_published.py",
    "plugins/ehrcon/tests/independent",
    "plugins/ehrcon/tests/test_plain_pickle.py",
    "plugins/ehrshot/tests/test_attacks.py::test_neither_one_column_nor_later_rows_earn_anything[one_column.py]",
    "plugins/ehrshot/tests/test_attacks.py::test_nothing_is_earned_where_labels_are_to_be_read_from_records[found_files.py]",
    "plugins/ehrshot/tests/test_family.py::test_patients_of_equal_remainder_do_not_lie_together",
    "plugins/ehrshot/tests/test_family.py::test_trying_every_patient_and_time",
    "plugins/ehrshot/tests/test_laws.py::test_files_do_not_depend_on_how_many_are_simulated_at_once",
    "plugins/ehrshot/tests/test_withstands.py::test_tampering_earns_nothing",
    "plugins/eicu/tests/independent/test_answers.py",
    "plugins/eicu/tests/independent/test_tables.py::test_the_database_has_these_tables_and_no_other[worn]",
    "plugins/eicu/tests/test_loader.py::test_a_build_has_these_files",
    "plugins/eicu/tests/test_loader.py::test_a_users_folder",
    "plugins/eicu/tests/test_loader.py::test_another_seed",
    "plugins/eicu/tests/test_loader.py::test_gzipped_files",
    "plugins/eicu/tests/test_published.py",
    "plugins/icu-watch/tests/independent/test_grading.py::test_every_task_of_every_split",
    "plugins/icu-watch/tests/independent/test_grading.py::test_what_is_wrong_is_noticed",
    "plugins/icu-watch/tests/test_attacks.py",
    "plugins/medcalcbench/tests/attacks/test_slots.py",
    "plugins/medcalcbench/tests/test_level.py::test_every_level_is_as_frequent_as_any_other",
    "plugins/mimic-extract/tests/test_family.py::test_a_build_of_too_few_stays_is_refused",
    "plugins/mimic-extract/tests/test_synthetic.py",
    "plugins/mimic/tests/independent",
    "plugins/mimic/tests/test_family.py::test_the_ledger_decides_whatever_the_build",
    "plugins/mimic/tests/test_loader.py::test_a_build_has_these_files",
    "plugins/mimic/tests/test_loader.py::test_a_users_folder",
    "plugins/mimic/tests/test_loader.py::test_another_seed",
    "plugins/mimic/tests/test_loader.py::test_gzipped_files",
    "plugins/mimic/tests/test_published.py",
    "plugins/treqs/tests/test_loader.py::test_another_seed_builds_another_hospital",
    "tests/browser/test_site.py::test_no_page_is_wider_than_its_window[1280]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[CONTRIBUTING.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[README.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[docs/agents.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[docs/cli.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[docs/cookbook.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[docs/ehrcon.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[docs/learned-verifier.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[docs/metrics.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[docs/mimic.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[docs/registry.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[docs/reports.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[docs/validation.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[plugins/biocoder/README.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[plugins/biodsbench/README.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[plugins/ehr-seqsql/README.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[plugins/ehrcon/README.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[plugins/ehrshot/README.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[plugins/eicu/README.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[plugins/medcalcbench/README.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[plugins/mimic-extract/README.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[plugins/mimic/README.md]",
    "tests/docs/test_commands.py::test_commands_work_as_printed[plugins/treqs/README.md]",
    "tests/docs/test_commands.py::test_mistakes_are_noticed[pip install",
    "tests/docs/test_offline.py",
    "tests/download/test_real.py::test_the_demo_is_fetched_over_cut_connections_and_played",
    "tests/env/test_hostile.py::test_no_hostile_action_voids_an_episode_of_any_family[bubblewrap-b",
    "tests/env/test_hostile.py::test_no_hostile_action_voids_an_episode_of_any_family[bubblewrap-e",
    "tests/env/test_hostile.py::test_no_hostile_action_voids_an_episode_of_any_family[bubblewrap-i",
    "tests/env/test_hostile.py::test_no_hostile_action_voids_an_episode_of_any_family[bubblewrap-mi",
    "tests/env/test_hostile.py::test_no_hostile_action_voids_an_episode_of_any_family[bubblewrap-t",
    "tests/env/test_hostile.py::test_no_hostile_action_voids_an_episode_of_any_family[docker-",
    "tests/env/test_hostile.py::test_no_hostile_action_voids_an_episode_of_any_family[process-b",
    "tests/env/test_hostile.py::test_no_hostile_action_voids_an_episode_of_any_family[process-e",
    "tests/env/test_hostile.py::test_no_hostile_action_voids_an_episode_of_any_family[process-i",
    "tests/env/test_hostile.py::test_no_hostile_action_voids_an_episode_of_any_family[process-mi",
    "tests/env/test_hostile.py::test_no_hostile_action_voids_an_episode_of_any_family[process-t",
    "tests/pipeline/test_demos.py",
    "tests/pipeline/test_page.py",
    "tests/rollout/test_driver.py::test_a_killed_worker_costs_no_episode[ray]",
    "tests/rollout/test_driver.py::test_kill_and_resume_lose_and_double_nothing[ray",
    "tests/rollout/test_driver.py::test_workers_that_keep_dying_end_the_run[ray]",
    "tests/rollout/test_executor.py::test_no_episode_begins_before_the_results_of_another_are_taken[ray]",
    "tests/rollout/test_ray.py::test_json_is_alone",
    "tests/sandbox/test_bubblewrap.py::test_without_forks_each_box_is_a_bwrap_of_its_own",
    "tests/sandbox/test_process.py::test_every_degree_of_confinement_is_declared[neither]",
    "tests/sandbox/test_process.py::test_every_degree_of_confinement_is_declared[no /proc",
    "tests/sandbox/test_process.py::test_every_degree_of_confinement_is_declared[no Landlock]",
    "tests/sandbox/test_process.py::test_every_degree_of_confinement_is_declared[no namespaces]",
    "tests/sandbox/test_scratch.py::test_depth_does_not_matter",
    "tests/test_wheels.py::test_a_hospital_is_built_from_the_wheels",
    "tests/verifier/test_rounding.py::test_values_of_chance_are_as_many_as_before[1000]",
    "tools/prove/tests/adversarial/test_mutant.py::test_every_sort_of_submission[fake-program]",
    "tools/prove/tests/conformance/test_conformance.py::test_declared_guarantees_hold[docker-fresh-",
    "tools/prove/tests/conformance/test_weak_backends.py::test_a_broken_promise_is_noticed[worker_safe-no_stream_is_inherited]",
    "tools/prove/tests/proposal/test_overlays.py::test_a_bad_family_fails_its_check[builds_by",
    "tools/prove/tests/proposal/test_overlays.py::test_a_bad_family_fails_its_check[constant",
    "tools/prove/tests/proposal/test_overlays.py::test_a_bad_family_fails_its_check[grades",
    "tools/prove/tests/proposal/test_overlays.py::test_a_bad_family_fails_its_check[leaks",
    "tools/prove/tests/proposal/test_overlays.py::test_a_bad_family_fails_its_check[rewards",
    "tools/prove/tests/proposal/test_overlays.py::test_a_good_family",
    "tools/prove/tests/scaffold/test_template.py::test_a_repository_of_its_own_passes_its_workflow",
    "tools/prove/tests/scaffold/test_template.py::test_their_own_tests_pass",
    "tools/prove/tests/scaffold/test_template.py::test_validation_passes",
    "tools/prove/tests/test_fixtures.py::test_a_defect_fails_its_check_and_no_other[A02",
    "tools/prove/tests/test_fixtures.py::test_a_defect_fails_its_check_and_no_other[A03]",
    "tools/prove/tests/test_fixtures.py::test_a_defect_fails_its_check_and_no_other[A04",
    "tools/prove/tests/test_fixtures.py::test_a_defect_fails_its_check_and_no_other[F0",
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
        for mark, beginnings in (("slow", IN_CI), ("nightly", AT_NIGHT)):
            if item.nodeid.startswith(beginnings):
                item.add_marker(mark)
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
