from __future__ import annotations

from medgym_view.table import between, number, rate


def test_cells_sort_by_what_they_mean_and_not_by_what_they_show() -> None:
    assert (number(12345.0, ",.1f").text, number(12345.0).value) == ("12,345.0", 12345.0)
    assert (rate(0.5, (0.4, 0.6)).text, rate(0.5).bar) == ("50.0%", 0.5)
    assert (between((0.4, 0.6)).text, between((0.4, 0.6)).value) == ("40.0% - 60.0%", 0.4)


def test_what_is_undefined_is_a_dash_that_sorts_as_nothing() -> None:
    for cell in (number(None), rate(None), between(None)):
        assert (cell.text, cell.value, cell.bar) == ("-", None, None)
