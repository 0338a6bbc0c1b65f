def test_gold_is_of_the_visits_at_or_above_the_mean():
    visits = [Visit("P0001", 3, 140, 80), Visit("P0001", 5, 120, 70), Visit("P0001", 9, 160, 70)]
    assert oracle.gold(visits).turns == ([3, 9], 6, 75.0)


def test_every_turn_has_its_gold(build):
    task = FAMILY.task(build, "test", 0)
    assert len(gold_of(FAMILY, build, task).turns) == len(task.turns) == 3
