@pytest.mark.parametrize(("sbp", "day"), [(139, 100), (140, 24)])
def test_gold_is_the_booking_after_the_last_visit(sbp, day):
    gold = oracle.gold([Visit("P0001", 3, 180, 80), Visit("P0001", 10, sbp, 70)]).turns[0]
    assert gold["answer"] == day
    assert gold["services"]["register"]["added"] == [{"patient": "P0001", "day": day, "purpose": "control"}]


@pytest.mark.parametrize("body", [b"", b"[]", b'{"patient": "P0001"}', b"[" * 100_000])
def test_bad_bookings_change_nothing(body):
    register = Register([Visit("P0001", 3, 120, 80)])
    before = register.snapshot()
    assert 400 <= register.respond(Request(method="POST", target="/visits", body=body)).status < 500
    assert register.snapshot() == before


def test_every_task_has_gold(build):
    assert gold_of(FAMILY, build, FAMILY.task(build, "test", 0)).turns
