from medgym_plugin_npowerai.report import LISTED, Report


def report_of(*answers):
    report = Report()
    for number, (published, computed) in enumerate(answers, start=1):
        report.compare(f"rows:{number}", published, computed, "a test")
    return report


def test_sizes_agree_exactly_and_powers_within_the_tolerance():
    report = report_of((34.0, 34), (34.4, 34), (0.801, 0.8), (0.82, 0.8))
    assert report.agree == 2
    assert [item.row for item in report.disagree] == ["rows:2", "rows:4"]


def test_rows_that_disagree_or_cannot_be_read_are_named_in_words():
    report = report_of((42.0, 34))
    report.refuse("rows:2", "no sample size found", "a test")
    text = report.text()
    assert text.startswith("2 rows: 0 agree")
    assert "rows:1: published 42, computed 34" in text
    assert "rows:2: no sample size found" in text


def test_long_lists_are_cut_and_say_so():
    text = report_of(*[(1.0, 2)] * (LISTED + 5)).text()
    assert text.count("published 1, computed 2") == LISTED
    assert text.endswith("and 5 more")


def test_the_best_constants_and_their_share_are_named():
    report = report_of((34.0, 34))
    report.best_constants["test"] = {"size": (34.0, 0.25), "power": (1.0, 0.5)}
    assert "test: answering 34 for each size and 1 for each power passes 75.0%" in report.text()


def test_a_split_without_rows_has_no_chance():
    assert Report().chance_rate("test") == 0.0
