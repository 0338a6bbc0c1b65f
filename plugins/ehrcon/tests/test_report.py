from medgym_plugin_ehrcon import loader


def test_the_report_counts_what_there_is(family, build, tasks):
    report = loader.read_report(build)
    for split, found in tasks.items():
        portion = report.splits[split]
        assert portion.mentions == len(found)
        for counts in (portion.category, portion.kind, portion.style, portion.table):
            assert sum(counts.values()) == len(found)
        assert sum(portion.columns.values()) == portion.inconsistent


def test_the_best_constant_is_measured(build, tasks, golds):
    report = loader.read_report(build)
    for split, found in tasks.items():
        consistent = sum(golds[task.id]["consistent"] for task in found)
        assert report.splits[split].constant == consistent / len(found)


def test_the_owner_is_told_agreements_and_refusals(family, build):
    text = family.report(build)
    assert "agreements of label and rule:" in text
    assert "refused: a string value" in text
    assert "best constant" in text
