from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from medgym_core.access import Tier
from medgym_core.cli.main import main
from medgym_core.report.figures import standings
from medgym_core.trajectory import Episode
from medgym_view.report import report_page, write_report


def words_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.split("</style>")[1].split("<script>")[0]).split())


def test_a_page_tells_what_the_terminal_tells(run: Path) -> None:
    page = words_of(report_page(standings([run])))
    for caption in ("Success by family", "Success by category", "Why episodes failed", "What the agent did"):
        assert caption in page
    assert "pass@2: 100.0%" in page
    assert "runtime error 100.0% 6 KeyError 6" in page
    assert "In the categories of the MedAgentGym paper: runtime error 100.0%." in page
    assert "Leaderboard" not in page


def test_several_runs_have_a_leaderboard_and_their_differences(
    run: Path, write_run: Callable[..., Path], make_episode: Callable[..., Episode]
) -> None:
    other = write_run(make_episode(0, build="c" * 64), name="other")
    page = words_of(report_page(standings([run, other])))
    assert "Leaderboard" in page
    assert "Not comparable:" in page
    assert page.index("run reference 50.0%") < page.index("other reference 100.0%")
    assert "1 run reference" not in page


def test_several_splits_stand_side_by_side(
    write_run: Callable[..., Path], make_episode: Callable[..., Episode]
) -> None:
    page = words_of(report_page(standings([write_run(make_episode(0), make_episode(0, split="ood"))])))
    assert "Success by split family test 95 % interval ood 95 % interval toy 100.0% 20.7% - 100.0%" in page


def test_damage_stands_on_the_page(run: Path) -> None:
    segment = run / "journal" / "seg-000001.mgj"
    data = bytearray(segment.read_bytes())
    data[60] ^= 1
    segment.write_bytes(bytes(data))
    assert "The journal is damaged in seg-000001.mgj" in report_page(standings([run]))


def test_every_table_has_a_caption_and_every_column_a_scope(run: Path) -> None:
    page = report_page(standings([run]))
    assert page.count("<caption>") == page.count("<table") > 4
    heads = re.findall(r"<th\b[^>]*>", page)
    assert heads
    assert all('scope="' in head for head in heads)
    assert re.findall(r"<h(\d)", page) == ["1", "2"]


def test_tasks_have_a_table_with_their_samples(run: Path) -> None:
    page = report_page(standings([run]))
    assert "toy/test/0" in page
    assert "success, fail" in words_of(page)
    assert "medgym view" in page
    assert "<a href" not in page.partition("</nav>")[2]


def test_of_labelled_data_no_task_is_shown(
    write_run: Callable[..., Path], make_episode: Callable[..., Episode]
) -> None:
    episodes = [make_episode(index) for index in range(30)]
    labelled = [
        one.model_copy(update={"provenance": one.provenance.model_copy(update={"tier": Tier.CREDENTIALED})})
        for one in episodes
    ]
    page = report_page(standings([write_run(*labelled)]))
    assert ("toy/test/0" in page, "Success by family" in page) == (False, True)


def test_contents_lead_to_every_table(run: Path) -> None:
    page = report_page(standings([run]))
    leads = re.findall(r'href="#([^"]+)"', page)
    assert len(leads) == page.count("<caption>")
    assert set(leads) <= set(re.findall(r'id="([^"]+)"', page))


@pytest.mark.parametrize(("tier", "mode"), [(Tier.OPEN, 0o644), (Tier.CREDENTIALED, 0o600)])
def test_others_read_the_page_of_open_data_alone(
    write_run: Callable[..., Path],
    make_episode: Callable[..., Episode],
    tmp_path: Path,
    tier: Tier,
    mode: int,
) -> None:
    one = make_episode(0)
    run = write_run(one.model_copy(update={"provenance": one.provenance.model_copy(update={"tier": tier})}))
    write_report(tmp_path / "page.html", standings([run]))
    assert (tmp_path / "page.html").stat().st_mode & 0o777 == mode


def test_the_verb_writes_the_page_and_nothing_else(run: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["report", str(run), "--html", str(tmp_path / "page.html")])
    assert (result.exit_code, result.output) == (0, "")
    assert (tmp_path / "page.html").read_text() == report_page(standings([run]))


def test_a_folder_that_is_missing_is_reported(run: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["report", str(run), "--html", str(tmp_path / "no" / "page.html")])
    assert result.exit_code == 2
    assert "choose another --html" in result.stderr
