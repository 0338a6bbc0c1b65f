def test_gold_has_a_row_for_each_month_with_a_visit(build):
    task = FAMILY.task(build, "test", 0)
    (rows,) = gold_of(FAMILY, build, task).turns
    assert rows
    assert len({month for month, _, _ in rows}) == len(rows)
    assert all(1 <= month <= 13 and visits > 0 for month, visits, _ in rows)


def test_months_have_30_days(build):
    (days,) = loader.query(build, "SELECT (30 - 1) / 30 + 1, (31 - 1) / 30 + 1, (365 - 1) / 30 + 1")
    assert days == [1, 2, 13]
