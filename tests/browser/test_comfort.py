"""What the pages' own scripts do, and that nothing is lost without them."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from medgym_core.journal import JournalWriter
from medgym_core.report.figures import standings
from medgym_core.rollout import folder
from medgym_core.trajectory import Episode, Step
from medgym_core.verifier import Status
from medgym_view.report import write_report
from medgym_view.server import ViewerServer

wait = pytest.importorskip("selenium.webdriver.support.wait", reason="needs selenium")
exceptions = pytest.importorskip("selenium.common.exceptions", reason="needs selenium")


@pytest.fixture
def run(tmp_path: Path, make_episode: Callable[..., Episode]) -> Path:
    """Three families of 12, 9 and 1 tasks, of which none, a third and all succeed."""
    counts = {"a": (0, 12), "b": (3, 9), "c": (1, 1)}
    step = Step(turn=0, text="thinking", observation="x", ok=True)
    with JournalWriter(tmp_path / "run") as writer:
        for family, (right, tasks) in counts.items():
            for index in range(tasks):
                status = Status.SUCCESS if index < right else Status.FAIL
                writer.append([(make_episode(index, family=family, status=status, steps=(step,)), {})])
    return tmp_path / "run"


@pytest.fixture
def url(run: Path) -> Iterator[str]:
    with ViewerServer(run) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.url
        server.shutdown()
        thread.join()


def first_column(browser: Any) -> list[str]:
    return [
        cell.text
        for cell in browser.find_element("tag name", "table").find_elements("css selector", "tbody th")
    ]


def test_a_click_sorts_by_value_and_says_so(run: Path, browser: Any, tmp_path: Path) -> None:
    write_report(tmp_path / "page.html", standings([run]))
    browser.get((tmp_path / "page.html").as_uri())
    heads = browser.find_element("tag name", "table").find_elements("css selector", "thead th")
    (tasks,) = [head for head in heads if head.text == "tasks"]
    tasks.find_element("tag name", "button").click()
    assert (first_column(browser), tasks.get_attribute("aria-sort")) == (["a", "b", "c"], "descending")
    tasks.find_element("tag name", "button").click()
    assert (first_column(browser), tasks.get_attribute("aria-sort")) == (["c", "b", "a"], "ascending")


def test_keys_step_through_an_episode(url: str, browser: Any) -> None:
    browser.get(url)
    browser.find_element("css selector", "tbody a").click()
    wait.WebDriverWait(browser, 10).until(lambda there: "/episode/" in there.current_url)
    places = []
    for key in "jjjk":
        browser.find_element("tag name", "body").send_keys(key)
        places.append(browser.current_url.partition("#")[2])
    assert places == ["question", "step-1", "submitted", "step-1"]


def test_a_choice_in_the_form_filters(url: str, browser: Any) -> None:
    browser.get(url)
    browser.find_element("css selector", "option[value=b]").click()
    browser.find_element("css selector", "option[value=success]").click()
    browser.find_element("css selector", "form button").click()
    wait.WebDriverWait(browser, 10).until(lambda there: "status=success" in there.current_url)
    assert browser.find_element("tag name", "caption").text == "3 of 22 episodes"


def test_search_sort_and_filters_combine(url: str, browser: Any) -> None:
    browser.get(url)
    browser.find_element("css selector", "input[type=search]").send_keys("b/test")
    browser.find_element("css selector", "form button").click()
    wait.WebDriverWait(browser, 10).until(lambda there: "search=b" in there.current_url)
    assert browser.find_element("tag name", "caption").text == "9 of 22 episodes"
    browser.find_element("link text", "reward").click()
    wait.WebDriverWait(browser, 10).until(lambda there: "sort=-reward" in there.current_url)
    rows = browser.find_elements("css selector", "tbody tr")
    assert [row.find_element("css selector", ".number").text for row in rows] == ["1.00"] * 3 + ["0.00"] * 6


PHONE = {"width": 375, "height": 800, "deviceScaleFactor": 2, "mobile": True}


def test_a_telephone_shows_status_reward_and_task_at_once(url: str, browser: Any) -> None:
    browser.set_window_size(500, 900)
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    browser.get(url)
    cells = browser.find_elements("css selector", "tbody tr:first-child > *")
    right = [cell.rect["x"] + cell.rect["width"] for cell in cells[:3]]
    wide = browser.execute_script("return document.documentElement.scrollWidth")
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert [cell.tag_name for cell in cells[:3]] == ["td", "td", "th"]
    assert (max(right) <= 375, wide) == (True, 375)


def test_a_telephone_shows_a_report_without_scrolling_sideways(
    run: Path, browser: Any, tmp_path: Path
) -> None:
    other = Path(shutil.copytree(run, tmp_path / "another-agent-with-a-long-name-20261101T120000Z"))
    write_report(tmp_path / "page.html", standings([run, other]))
    browser.set_window_size(500, 900)
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    browser.get((tmp_path / "page.html").as_uri())
    wide = browser.execute_script(
        "return [document.documentElement, ...document.querySelectorAll('.wide')]"
        ".map(one => one.scrollWidth - one.clientWidth)"
    )
    titles = browser.execute_script(
        "return [...document.querySelectorAll('#all tbody tr:first-child td')]"
        ".map(cell => getComputedStyle(cell, '::before').content)"
    )
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert {*wide} == {0}
    assert len(titles) > 4
    assert '""' not in titles


def test_the_rules_are_folded_below_the_question(url: str, browser: Any) -> None:
    browser.get(url)
    browser.find_element("css selector", "tbody a").click()
    wait.WebDriverWait(browser, 10).until(lambda there: "/episode/" in there.current_url)
    question = browser.find_element("id", "question")
    shown = [text.is_displayed() for text in question.find_elements("tag name", "pre")]
    assert shown == [True, False]
    question.find_element("tag name", "summary").click()
    assert question.find_elements("tag name", "pre")[1].is_displayed()


def test_a_run_that_is_played_is_shown_as_it_grows(
    run: Path, url: str, browser: Any, make_episode: Callable[..., Episode]
) -> None:
    with folder.drive(run, print), JournalWriter(run) as writer:
        browser.get(url)
        assert browser.find_element("tag name", "caption").text == "22 of 22 episodes"
        browser.execute_script("window.kept = true")
        writer.append([(make_episode(50), {})])
        found = "23 of 23 episodes"
        wait.WebDriverWait(browser, 30, ignored_exceptions=(exceptions.WebDriverException,)).until(
            lambda there: there.find_element("tag name", "caption").text == found
        )
        assert browser.execute_script("return window.kept")  # the page itself was not loaded again


@pytest.mark.parametrize("page", ["report", "viewer"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(
    run: Path, url: str, browser: Any, tmp_path: Path, scheme: str, page: str
) -> None:
    write_report(tmp_path / "page.html", standings([run]))
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    browser.get({"report": (tmp_path / "page.html").as_uri(), "viewer": url}[page])
    colours = browser.execute_script(
        """const style = getComputedStyle(document.documentElement);
        return Object.fromEntries(
          'ground panel ink quiet accent good bad warn keyword string comment digit name'
          .split(' ').map(name => [name, style.getPropertyValue('--' + name).trim()]))"""
    )
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    for ground in (colours.pop("ground"), colours.pop("panel")):
        assert {name: c for name, c in colours.items() if contrast(c, ground) < 4.5} == {}


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours (WCAG 2.2, 1.4.3)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
