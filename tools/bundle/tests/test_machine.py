from dataclasses import replace

import pytest

from medgym_bundle.machine import Machine, glibc_of, this_machine

HERE = Machine("cpython 3.11", "linux x86_64", 36)


def test_what_fits_is_not_refused() -> None:
    assert replace(HERE, glibc=28).misfit(HERE) is None
    assert this_machine().misfit(this_machine()) is None


@pytest.mark.parametrize(
    ("here", "expected"),
    [
        (replace(HERE, python="cpython 3.12"), "made for cpython 3.11 and this is cpython 3.12"),
        (replace(HERE, platform="linux aarch64"), "made for linux x86_64 and this is linux aarch64"),
        (replace(HERE, glibc=31), "need glibc 2.36 and here is glibc 2.31"),
        (replace(HERE, glibc=0), "no glibc"),
    ],
)
def test_another_machine_is_reported(here: Machine, expected: str) -> None:
    assert expected in str(HERE.misfit(here))


@pytest.mark.parametrize(
    ("wheel", "least"),
    [
        ("a-1-py3-none-any.whl", 0),
        ("a-1-cp311-cp311-manylinux_2_28_x86_64.whl", 28),
        ("a-1-cp311-cp311-manylinux_2_28_x86_64.manylinux2014_x86_64.whl", 17),
        ("a-1-cp311-cp311-manylinux1_x86_64.whl", 5),
        ("a-1-cp311-cp311-linux_x86_64.whl", 36),
    ],
)
def test_the_library_is_that_of_the_wheel(wheel: str, least: int) -> None:
    assert glibc_of([wheel], HERE) == least


def test_the_most_demanding_wheel_decides() -> None:
    wheels = ["a-1-py3-none-any.whl", "b-1-cp311-cp311-manylinux_2_28_x86_64.whl"]
    assert glibc_of(wheels, HERE) == 28
    assert glibc_of([], HERE) == 0
