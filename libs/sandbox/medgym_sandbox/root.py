"""What boxes with a file tree of their own share: neutral names, folders in memory, a narrow /proc."""

from __future__ import annotations

from pydantic import JsonValue

from medgym_sandbox import host, kernel
from medgym_sandbox.environment import BOXED
from medgym_sandbox.limits import Limits

WORK = "/workspace"
"""Work directory."""
TEMPORARY = "/tmp"
"""Temporary folder."""
SHARED_MEMORY = "/dev/shm"
"""Shared memory."""
SEARCH_PATH = f"{BOXED}/bin:/usr/bin:/bin"
"""Where programs are looked for."""
_TELLING = (
    "bootconfig", "buddyinfo", "bus", "cgroups", "cmdline", "config.gz", "consoles", "crypto", "devices",
    "diskstats", "driver", "fs", "interrupts", "iomem", "ioports", "irq", "kallsyms", "key-users", "keys",
    "loadavg", "locks", "modules", "pagetypeinfo", "partitions", "pressure", "schedstat", "slabinfo",
    "softirqs", "swaps", "sysvipc", "timer_list", "uptime", "version", "vmallocinfo", "vmstat", "zoneinfo",
)  # fmt: skip
TELLTALES = tuple(f"/proc/{name}" for name in _TELLING)
"""What tells of the host, covered so that kernels without Landlock hide it too."""
SETTINGS = ("/proc/sys", "/proc/sysrq-trigger")
"""What root without a capability may still change."""

_TEMPORARY_MB = 64
_LANDLOCK_ABI = 2
"""The first that lets files be renamed from folder to folder."""
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty")


def landlocked() -> bool:
    """Whether this kernel has a Landlock of use here."""
    return kernel.landlock_abi() >= _LANDLOCK_ABI


def reach(groups: bool = True) -> dict[str, JsonValue]:
    """Landlock's rules: the whole tree, but not the kernel's view of the host and of processes.

    ``groups`` says whether the control group in sight is the box's own.
    """
    return {
        "readable": [*host.FIGURES, *(["/sys/fs/cgroup"] if groups else [])],
        "writable": [WORK, TEMPORARY, SHARED_MEMORY, *_DEVICES],
        "listable": ["/"],
        "hidden": ["/proc", "/sys"],
    }


def folders(limits: Limits) -> dict[str, int]:
    """The folders in memory and their sizes, MiB.

    What they hold counts as memory of the box. Full, they take at most 70 % of it, files' names included: the
    worker must have room however much agent code leaves behind.
    """
    other = min(_TEMPORARY_MB, limits.memory_mb // 16)
    return {WORK: min(limits.workspace_mb, limits.memory_mb // 2), TEMPORARY: other, SHARED_MEMORY: other}


def bounds(size_mb: int) -> str:
    """Mount options of a folder in memory: an empty file, too, takes about 1 KiB of the kernel's."""
    return f"size={size_mb}m,nr_inodes={size_mb * 128}"
