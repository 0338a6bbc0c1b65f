import pytest

from medgym_core.agent.sampling import SCHEDULES


@pytest.mark.parametrize(
    ("name", "temperatures"), [("constant", [0.9, 0.9, 0.9]), ("paper", [0.0, 0.6, 0.6])]
)
def test_temperatures(name: str, temperatures: list[float]) -> None:
    assert [SCHEDULES[name].temperature(replica, 0.9) for replica in range(3)] == temperatures


def test_only_a_first_sample_drawn_apart_is_an_anchor() -> None:
    assert [name for name, schedule in SCHEDULES.items() if schedule.anchored] == ["paper"]
