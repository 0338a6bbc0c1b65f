"""The system calls that agent code goes without, by what they would let it do."""

from __future__ import annotations

from errno import ENOSYS, EPERM
from typing import NamedTuple

NUMBERS: dict[str, tuple[int | None, int | None]] = {
    # name: x86_64, aarch64
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "process_madvise": (440, 440), "process_mrelease": (448, 448), "kcmp": (312, 272),
    "pidfd_getfd": (438, 438), "migrate_pages": (256, 238), "move_pages": (279, 239), "ioprio_set": (251, 30),
    "prlimit64": (302, 261), "setpriority": (141, 140), "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119), "sched_setaffinity": (203, 122), "sched_setattr": (314, 274),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "unshare": (272, 97), "setns": (308, 268), "clone": (56, 220), "clone3": (435, 435),
    "open_by_handle_at": (304, 265), "name_to_handle_at": (303, 264), "swapon": (167, 224),
    "swapoff": (168, 225), "quotactl": (179, 60), "quotactl_fd": (443, 443), "open_tree": (428, 428),
    "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432),
    "fspick": (433, 433), "mount_setattr": (442, 442), "open_tree_attr": (467, 467), "statmount": (457, 457),
    "listmount": (458, 458), "inotify_init": (253, None), "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27), "inotify_rm_watch": (255, 28), "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263), "cachestat": (451, 451), "mincore": (27, 232), "ustat": (136, None),
    "lookup_dcookie": (212, 18), "shmget": (29, 194), "shmctl": (31, 195), "shmat": (30, 196),
    "shmdt": (67, 197), "semget": (64, 190), "semctl": (66, 191), "semtimedop": (220, 192),
    "semop": (65, 193), "msgget": (68, 186), "msgctl": (71, 187), "msgrcv": (70, 188), "msgsnd": (69, 189),
    "mq_open": (240, 180), "mq_unlink": (241, 181), "mq_timedsend": (242, 182),
    "mq_timedreceive": (243, 183), "mq_notify": (244, 184), "mq_getsetattr": (245, 185),
    "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218), "memfd_secret": (447, 447),
    "memfd_create": (319, 279), "mmap": (9, 222), "io_setup": (206, 0), "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426), "io_uring_register": (427, 427), "bpf": (321, 280),
    "perf_event_open": (298, 241), "userfaultfd": (323, 282), "vmsplice": (278, 75),
    "modify_ldt": (154, None), "personality": (135, 92), "set_mempolicy_home_node": (450, 450),
    "lsm_get_self_attr": (459, 459), "lsm_set_self_attr": (460, 460), "lsm_list_modules": (461, 461),
    "reboot": (169, 142), "kexec_load": (246, 104), "kexec_file_load": (320, 294),
    "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106), "acct": (163, 89),
    "syslog": (103, 116), "clock_settime": (227, 112), "settimeofday": (164, 170),
    "clock_adjtime": (305, 266), "adjtimex": (159, 171), "sethostname": (170, 161),
    "setdomainname": (171, 162), "iopl": (172, None), "ioperm": (173, None), "vhangup": (153, 58),
    "nfsservctl": (180, 42), "sync": (162, 81), "syncfs": (306, 267), "socket": (41, 198),
    "socketpair": (53, 199), "fcntl": (72, 25), "ioctl": (16, 29), "chmod": (90, None), "fchmod": (91, 52),
    "fchmodat": (268, 53), "fchmodat2": (452, 452), "utime": (132, None), "utimes": (235, None),
    "futimesat": (261, None), "utimensat": (280, 88), "chown": (92, None), "lchown": (94, None),
    "fchown": (93, 55), "fchownat": (260, 54), "setxattr": (188, 5), "lsetxattr": (189, 6),
    "fsetxattr": (190, 7), "setxattrat": (463, 463), "removexattr": (197, 14), "lremovexattr": (198, 15),
    "fremovexattr": (199, 16), "removexattrat": (466, 466), "file_setattr": (469, 469),
    "pidfd_open": (434, 434), "getpgid": (121, 155), "getsid": (124, 156), "getpriority": (140, 141),
    "ioprio_get": (252, 31), "sched_getparam": (143, 121), "sched_getscheduler": (145, 120),
    "sched_getaffinity": (204, 123), "sched_getattr": (315, 275), "sched_rr_get_interval": (148, 127),
    "get_robust_list": (274, 100),
}  # fmt: skip
UNKNOWN = 470
"""First number that this table was not made for; from it on nothing is there, on either machine."""


class Refusal(NamedTuple):
    """Calls that share a purpose."""

    purpose: str
    """What they would let agent code do."""
    error: int
    """Error number that they give; 0 says that all is done."""
    names: tuple[str, ...]
    """The calls."""


# EPERM where a program should learn that it may not; ENOSYS where programs fall back to something else.
REFUSALS = (
    Refusal("look into other processes, or steer them", EPERM, (
        "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease", "kcmp",
        "pidfd_getfd", "migrate_pages", "move_pages", "ioprio_set",
    )),
    Refusal("change what is mounted, or reach files past it", EPERM, (
        "mount", "umount2", "pivot_root", "chroot", "unshare", "setns", "open_by_handle_at",
        "name_to_handle_at", "swapon", "swapoff", "quotactl", "quotactl_fd",
    )),
    Refusal("see what is mounted, or mount by the newer calls", ENOSYS, (
        "statmount", "listmount", "open_tree", "open_tree_attr", "move_mount", "fsopen", "fsconfig",
        "fsmount", "fspick", "mount_setattr",
    )),
    Refusal("watch which files and programs others use", ENOSYS, (
        "inotify_init", "inotify_init1", "inotify_add_watch", "inotify_rm_watch", "fanotify_init",
        "fanotify_mark", "cachestat", "mincore", "ustat", "lookup_dcookie",
    )),
    Refusal("keep memory or messages beyond a process's end, or find another's by name", ENOSYS, (
        "shmget", "shmctl", "shmat", "shmdt", "semget", "semctl", "semtimedop", "semop", "msgget", "msgctl",
        "msgrcv", "msgsnd", "mq_open", "mq_unlink", "mq_timedsend", "mq_timedreceive", "mq_notify",
        "mq_getsetattr",
    )),
    Refusal("use the kernel's keyrings", EPERM, ("keyctl", "add_key", "request_key")),
    Refusal("use up what the whole host has a fixed number of", ENOSYS, ("io_setup", "memfd_secret")),
    Refusal("get round this filter", ENOSYS, (
        "io_uring_setup", "io_uring_enter", "io_uring_register", "clone3",
    )),
    Refusal("reach parts of the kernel through which boxes have been escaped", EPERM, (
        "bpf", "perf_event_open", "userfaultfd", "vmsplice", "modify_ldt", "personality",
    )),
    Refusal("reach parts of the kernel that no analysis needs", ENOSYS, (
        "set_mempolicy_home_node", "lsm_get_self_attr", "lsm_set_self_attr", "lsm_list_modules",
    )),
    Refusal("change the machine: its kernel, clock, names, ports", EPERM, (
        "reboot", "kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module", "acct",
        "syslog", "clock_settime", "settimeofday", "clock_adjtime", "adjtimex", "sethostname",
        "setdomainname", "iopl", "ioperm", "vhangup", "nfsservctl",
    )),
    Refusal("make the host write all its disks", 0, ("sync", "syncfs")),
)  # fmt: skip
