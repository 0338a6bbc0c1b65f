"""The filter of system calls, run by hand on every call and argument that it decides on."""

from __future__ import annotations

import os
import re
import struct
from errno import EAFNOSUPPORT, EINVAL, ENOMEM, ENOSYS, ENOTTY, EPERM
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_sandbox.worker import seccomp
from medgym_sandbox.worker.calls import NUMBERS, REFUSALS, UNKNOWN

COLUMN = {"x86_64": 0, "aarch64": 1}[os.uname().machine]
ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}[os.uname().machine]
HEADERS = (
    Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    Path("/usr/include/asm-generic/unistd.h"),  # that of aarch64
)


def decided(call: str | int, *arguments: int, arch: int = ARCH, **settings: bool) -> int | str:
    """What the filter gives: an error number, ``allow`` or ``kill``."""
    number = NUMBERS[call][COLUMN] if isinstance(call, str) else call
    padded = (*arguments, 0, 0, 0, 0, 0, 0)[:6]
    data = struct.pack("IIQ6Q", number or 0, arch, 0, *padded)
    code = list(
        struct.iter_unpack("HBBI", seccomp.program(**{"inet": True, "host_files": False, **settings}))
    )
    at, value = 0, 0
    while True:
        operation, yes, no, operand = code[at]
        at += 1
        if operation == 0x20:
            value = struct.unpack_from("I", data, operand)[0]
        elif operation == 0x54:
            value &= operand
        elif operation == 0x06:
            return {0x7FFF0000: "allow", 0x80000000: "kill"}.get(operand, operand & 0xFFFF)
        else:
            holds = {
                0x15: value == operand, 0x25: value > operand, 0x35: value >= operand, 0x45: value & operand
            }[operation]  # fmt: skip
            at += yes if holds else no


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.purpose)
@pytest.mark.parametrize("host_files", [False, True])
def test_what_is_refused_by_purpose_gives_its_error(refusal, host_files: bool) -> None:
    for name in refusal.names:
        if NUMBERS[name][COLUMN] is not None:
            expected = refusal.error  # an error of 0 is success without the call
            assert decided(name, host_files=host_files) == expected


@pytest.mark.parametrize(
    ("call", "arguments", "expected"),
    [
        ("clone", (17,), "allow"),
        ("clone", (0x10000000,), EPERM),
        ("mmap", (0, 4096, 3, 0x22), "allow"),
        ("mmap", (0, 2**21, 3, 0x40022), ENOMEM),
        ("memfd_create", (0, 3), "allow"),
        ("memfd_create", (0, 4), EINVAL),
        ("fcntl", (3, 4, 2048), "allow"),
        ("fcntl", (3, 37), "allow"),
        ("fcntl", (3, 1024, 0), EINVAL),
        ("fcntl", (3, 1026, 1), EINVAL),
        ("fcntl", (3, 1030, 0), "allow"),
        ("fcntl", (3, 1034), "allow"),
        ("fcntl", (3, 1036, 1), EINVAL),
        ("fcntl", (3, 1040, 1), EINVAL),
        ("ioctl", (1, 0x5413), "allow"),
        ("ioctl", (1, 0x541B), "allow"),
        ("ioctl", (1, 0x8927), "allow"),
        ("ioctl", (3, 0x40086602), ENOTTY),
        ("ioctl", (3, 0x40049409), ENOTTY),
        ("socket", (2, 1), "allow"),
        ("socket", (16, 3), EAFNOSUPPORT),
        ("socket", (40, 1), EAFNOSUPPORT),
        ("prlimit64", (0, 7), "allow"),
        ("prlimit64", (1, 7), EPERM),
        ("setpriority", (0, 0, 5), "allow"),
        ("setpriority", (0, 1, 5), EPERM),
        ("setpriority", (2, 0, 5), EPERM),
    ],
)
def test_arguments_decide(call: str, arguments: tuple[int, ...], expected: int | str) -> None:
    assert decided(call, *arguments) == expected


def test_what_the_table_does_not_know_is_not_there() -> None:
    assert decided(UNKNOWN) == decided(UNKNOWN + 1000) == decided(0x40000000 + 1) == ENOSYS
    assert decided("fchmodat") == "allow"
    assert decided("socket", 2, arch=ARCH ^ 1) == "kill"


def test_sockets_and_attributes_where_files_are_the_hosts() -> None:
    assert decided("socket", 1, host_files=True) == EAFNOSUPPORT
    assert decided("chmod" if COLUMN == 0 else "fchmod", host_files=True) == 0
    assert decided("fchown", host_files=True) == EPERM
    assert decided("socketpair", 1, 1, host_files=True) == "allow"
    assert decided("socketpair", 1, 2, host_files=True) == EAFNOSUPPORT


@pytest.mark.parametrize(
    ("call", "of_self", "of_another"),
    [
        *((name, (0,), (1,)) for name in seccomp._ASKING_FIRST),
        ("ioprio_get", (1, 0), (1, 1)),
        ("getpriority", (0, 0), (0, 1)),
    ],
)
def test_where_the_hosts_processes_have_numbers_none_is_asked_about(
    call: str, of_self: tuple[int, ...], of_another: tuple[int, ...]
) -> None:
    assert decided(call, *of_self, host_processes=True) == "allow"
    assert decided(call, *of_another, host_processes=True) == EPERM
    assert decided(call, *of_another) == "allow"
    assert decided("pidfd_open", 1, host_processes=True) == EPERM


@given(st.integers(0, UNKNOWN - 1), st.lists(st.integers(0, 2**64 - 1), max_size=6), st.booleans())
def test_it_always_decides(number: int, arguments: list[int], host: bool) -> None:
    assert decided(number, *arguments, host_files=host, host_processes=host) is not None


@pytest.mark.parametrize("column", [0, 1])
def test_numbers_are_those_of_the_kernels_headers(column: int) -> None:
    if not HEADERS[column].exists():
        pytest.skip("no headers of the kernel here")
    pattern = r"#define __NR(?:3264)?_(\w+)\s+(\d+)"
    known = {name: int(number) for name, number in re.findall(pattern, HEADERS[column].read_text())}
    ours = {name: numbers[column] for name, numbers in NUMBERS.items()}
    assert {name: ours[name] for name in ours if name in known and ours[name] != known[name]} == {}
    assert len(known.keys() & ours.keys()) > 80
