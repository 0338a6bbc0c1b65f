def test_gold_is_the_mean_of_mean_arterial_pressures():
    visits = [Visit("P0001", 1, 120, 60), Visit("P0001", 9, 150, 90)]
    assert oracle.gold(visits).turns == (95.0,)


@pytest.mark.parametrize("split", FAMILY.splits)
def test_no_constant_answer_beats_the_declared_chance_rate(build, split):
    tasks = [FAMILY.task(build, split, index) for index in range(FAMILY.size(build, split))]
    golds = [gold_of(FAMILY, build, task).turns[0] for task in tasks]
    best = max(sum(abs(gold - constant) <= 0.02 for gold in golds) for constant in golds)
    assert best / len(golds) <= FAMILY.chance_rate(build, split)
