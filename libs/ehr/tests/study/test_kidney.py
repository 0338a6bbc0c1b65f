"""KDIGO stages by creatinine."""

import pytest

from medgym_ehr.study.kidney import aki_stage


@pytest.mark.parametrize(
    ("values", "stage"),
    [
        ([(0, 1.0), (2000, 1.4), (6000, 1.4)], 1),
        ([(0, 1.0), (4000, 1.4)], 0),
        ([(0, 1.0), (4000, 1.5)], 1),
        ([(0, 1.0), (4000, 2.0)], 2),
        ([(0, 1.0), (4000, 3.0)], 3),
        ([(0, 3.9), (600, 4.2)], 3),
        ([(0, 4.5), (600, 4.6)], 0),
        ([(-600, 1.0), (0, 1.6)], 1),
        ([(0, 1.0), (20000, 3.0)], 0),
        ([(2000, 1.0)], None),
        ([(-600, 1.0)], None),
    ],
)
def test_stages(values, stage):
    assert aki_stage(values, 7) == stage
