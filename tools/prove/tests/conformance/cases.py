"""Weaknesses, each with the behaviours of the suite that must not hold with it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from medgym_sandbox import host
from medgym_sandbox.bubblewrap import Bubblewrap
from medgym_sandbox.death import End
from medgym_sandbox.forked import Forked
from medgym_sandbox.process import Process
from medgym_sandbox.spec import Guarantee

from .backends import Generous, Roomy, Shared, Talkative, listening, shared
from .weakness import (
    BOUND,
    COLD,
    NO_GROUP,
    NO_NAMESPACES,
    NO_REAPING,
    REAPING,
    WRITABLE,
    Weaken,
    also_bound,
    config,
    named,
    replaced,
    source,
    together,
    without,
)

REPOSITORY = str(Path(__file__).parents[4])


@dataclass(frozen=True)
class Case:
    """A weakness, and the behaviours that must not hold with it."""

    guarantee: Guarantee
    weaken: Weaken
    noticed_by: tuple[str, ...]
    backend: type[Bubblewrap] | type[Process] = Bubblewrap
    needs_root: bool = False


CASES = [
    Case(
        Guarantee.EXECUTION,
        source("program", "sys.dont_write_bytecode = True", "pass"),
        ("modules_are_as_last_written",),
    ),
    Case(
        Guarantee.EXECUTION,
        source("program", "module.__dict__.clear()", "pass"),
        ("open_files_are_flushed",),
    ),
    Case(Guarantee.FILES, source("files", "os.O_NOFOLLOW | ", ""), ("links_are_not_followed",)),
    Case(Guarantee.FILES, source("files", " or status.st_nlink != 1", ""), ("links_are_not_followed",)),
    Case(
        Guarantee.FILES,
        source("files", 'return "denied"', 'return "missing"'),
        ("unreadable_files_are_refused",),
    ),
    Case(Guarantee.FILES, source("files", "errno.EISDIR, ", ""), ("folders_are_no_targets",)),
    Case(
        Guarantee.FILES, source("files", 'path.split("/")', 'path.strip().split("/")'), ("names_may_be_odd",)
    ),
    Case(
        Guarantee.OUTPUT_CAP,
        source("main", 'request.get("output_bytes", 1024) // 2', "10**9"),
        ("floods_keep_head_and_tail", "one_giant_line", "streams_are_capped_apart"),
    ),
    Case(Guarantee.FORK, source("tree", "os.chmod(target, mode)", "pass"), ("copies_hold_the_same",)),
    Case(
        Guarantee.FORK,
        source("tree", "os.utime(target, ns=(changed, changed))", "pass"),
        ("copies_hold_the_same",),
    ),
    Case(Guarantee.FORK, source("tree", "if found.st_nlink > 1:", "if False:"), ("copies_hold_the_same",)),
    Case(
        Guarantee.FORK,
        source("tree", "os.lseek(source, end, os.SEEK_DATA)", "end"),
        ("copies_hold_the_same",),
    ),
    Case(Guarantee.FORK, source("tree", 'os.chdir("..")', "pass"), ("deep_folders_are_copied",)),
    Case(
        Guarantee.FORK,
        source("tree", "    if _forbidden(found):\n        os.chmod(name, _mode(found))", "    pass"),
        ("packing_changes_nothing",),
    ),
    Case(
        Guarantee.FORK,
        source(
            "main",
            'if filters := _filters(config["jail"]):',
            'if not config["unpack"] and (filters := _filters(config["jail"])):',
        ),
        ("copies_are_confined",),
    ),
    Case(Guarantee.FORK, shared, ("copies_are_apart", "what_does_not_fit_is_refused"), Shared),
    Case(Guarantee.TIMEOUT, source("main", REAPING, NO_REAPING), ("deadlines_take_the_whole_tree",)),
    Case(Guarantee.REAP, source("main", REAPING, NO_REAPING), ("background_children_end", "daemons_end")),
    Case(Guarantee.PROCESS_LIMIT, NO_GROUP, ("fork_bombs_are_contained",), needs_root=True),
    Case(
        Guarantee.MEMORY_LIMIT,
        NO_GROUP,
        ("memory_bombs_are_named", "memory_is_shared_by_the_tree", "swap_does_not_widen_memory"),
    ),
    Case(Guarantee.CPU_LIMIT, NO_GROUP, ("processors_are_shared_out",)),
    Case(Guarantee.DISK_LIMIT, COLD, ("files_are_counted",)),
    Case(
        Guarantee.DISK_LIMIT,
        lambda patch: None,
        ("work_directory_fills_up", "one_large_file_stops", "files_that_do_not_fit_are_refused"),
        Roomy,
    ),
    Case(
        Guarantee.NO_NETWORK,
        together(without("net"), config(landlock=None)),
        ("host_loopback_is_out_of_reach", "host_hears_no_datagram", "host_abstract_sockets_are_out_of_reach"),
    ),
    Case(Guarantee.NO_NETWORK, config(seccomp=False), ("no_exotic_sockets",)),
    Case(Guarantee.NO_NETWORK, config(host_files=False), ("host_socket_files_are_out_of_reach",), Process),
    Case(
        Guarantee.NO_HOST_FILES,
        BOUND,
        ("temporary_files_are_hidden", "home_is_hidden"),
    ),
    Case(
        Guarantee.NO_HOST_FILES,
        COLD,
        ("neighbours_of_mounts_are_hidden",),
        Generous,
    ),
    Case(Guarantee.OWN_ROOT, BOUND, ("host_paths_do_not_exist",)),
    Case(
        Guarantee.NO_HOST_FILES,
        together(without("pid"), config(landlock=None)),
        ("host_processes_are_hidden",),
    ),
    Case(
        Guarantee.READ_ONLY_DATA,
        together(config(landlock=None), WRITABLE),
        ("mounted_files_cannot_be_changed", "mounted_databases_cannot_be_changed"),
        Process,
    ),
    Case(
        Guarantee.WORKER_SAFE,
        config(seccomp=False),
        ("no_privilege_is_left", "dangerous_calls_are_refused"),
    ),
    Case(
        Guarantee.WORKER_SAFE,
        together(config(landlock=None), NO_NAMESPACES),
        ("signals_do_not_reach_the_worker",),
        Process,
    ),
    Case(
        Guarantee.WORKER_SAFE,
        source("child", "os.closerange(4, reports)", "pass"),
        ("no_stream_is_inherited",),
    ),
    Case(Guarantee.WORKER_SAFE, config(seccomp=False), ("nothing_is_kept_in_the_kernel",)),
    Case(
        Guarantee.WORKER_SAFE,
        config(seccomp=False),
        ("memory_runs_out_for_agent_code_alone",),
        needs_root=True,
    ),
    Case(
        Guarantee.WORKER_SAFE,
        replaced(host, "LIMITS", {"NOFILE": 1024, "SIGPENDING": 4096}),
        ("what_users_share_is_left_to_others",),
    ),
    Case(Guarantee.WORKER_SAFE, config(landlock=None), ("standing_with_the_memory_killer_stays",)),
    Case(
        Guarantee.WORKER_SAFE,
        source("jail", "PR_SET_DUMPABLE, 0)", "PR_SET_DUMPABLE, 0); libc.library.personality(0x40000)"),
        ("addresses_are_random",),
    ),
    Case(
        Guarantee.HOST_UNSEEN, config(landlock=None), ("proc_shows_figures_only", "mounts_are_out_of_sight")
    ),
    Case(Guarantee.HOST_UNSEEN, named("/opt/medgym"), ("names_tell_nothing",)),
    Case(Guarantee.UID_SPLIT, config(uid=None), ("worker_has_another_uid",), needs_root=True),
    Case(
        Guarantee.BLIND,
        together(without("ipc"), config(seccomp=False)),
        ("shared_memory_does_not_meet",),
    ),
    Case(Guarantee.BLIND, config(seccomp=False), ("activity_is_not_watched",)),
    Case(
        Guarantee.READ_ONLY_DATA,
        together(config(seccomp=False), WRITABLE),
        ("mounted_files_cannot_be_changed",),
        Process,
    ),
    Case(
        Guarantee.BLIND,
        together(without("net"), config(landlock=None)),
        ("abstract_sockets_do_not_meet",),
    ),
    Case(
        Guarantee.BLIND,
        NO_NAMESPACES,
        (
            "work_folders_are_out_of_sight",
            "process_numbers_tell_nothing",
            "host_name_is_hidden",
            "reading_leaves_no_trace",
        ),
        Process,
    ),
    Case(
        Guarantee.BLIND,
        source("namespaces", 'if view["proc"]', "if False"),
        ("process_numbers_tell_nothing",),
        Process,
    ),
    Case(Guarantee.BLIND, config(landlock=None), ("terminals_do_not_meet",), Process),
    Case(
        Guarantee.SERVICES,
        source("namespaces", "    _raise_loopback()\n", ""),
        ("services_are_reached",),
        Process,
    ),
    Case(Guarantee.BLIND, listening, ("memory_tells_of_no_neighbour",), Talkative),
    Case(
        Guarantee.BLIND,
        source("namespaces", 'in view["memory"].items()', "in ()"),
        ("boxes_start_empty", "files_do_not_meet", "successors_find_all_as_it_was"),
    ),
    Case(
        Guarantee.BLIND,
        together(
            source("namespaces", "libc.clone(_NEWPID)", "libc.clone(0)"),
            source("namespaces", "        libc.unshare(_NEWPID)\n", ""),
        ),
        ("successors_find_all_as_it_was",),
    ),
    Case(
        Guarantee.BLIND,
        source("namespaces", '_set_attributes("/", _RECURSIVE, _ATTR_RDONLY, 0)', "pass"),
        ("successors_do_not_learn_what_was_read",),
    ),
    Case(
        Guarantee.BLIND,
        source("template", "    gc.collect()\n", "    import mmap; main.kept = mmap.mmap(-1, 1 << 22)\n"),
        ("predecessors_change_no_memory",),
    ),
    Case(
        Guarantee.DISK_LIMIT,
        NO_NAMESPACES,
        ("work_directory_fills_up", "files_that_do_not_fit_are_refused"),
        Process,
    ),
    Case(
        Guarantee.CLEAN_ENVIRONMENT,
        together(COLD, also_bound(REPOSITORY, *sys.path)),
        ("host_packages_cannot_be_imported",),
    ),
    Case(
        Guarantee.DEATH_REASON,
        replaced(Forked, "autopsy", lambda running, kills: End(code=70)),
        ("a_worker_killed_at_work_is_reported", "a_worker_killed_at_rest_is_reported"),
    ),
]
