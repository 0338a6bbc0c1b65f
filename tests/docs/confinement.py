"""What sandboxes promise and which calls they refuse, as docs/ tells it."""

import errno

from medgym_prove.conformance import behaviours
from medgym_sandbox import bubblewrap, docker, process, spec
from medgym_sandbox.worker import calls

from .markdown import members, table


def guarantees() -> str:
    """What each backend may promise, and how many behaviours of the suite test it."""
    tested = [behaviour.guarantee for behaviour in behaviours()]
    meaning = dict(members(spec, "Guarantee"))
    rows = (
        [f"`{g}`", meaning[g.name], _in_docker(g), _in_bubblewrap(g), _in_process(g), str(tested.count(g))]
        for g in spec.Guarantee
    )
    return table("guarantee|what it promises|docker, docker-fresh|bubblewrap|process|tests", rows)


def _in_docker(guarantee: spec.Guarantee) -> str:
    if guarantee in docker._LIMITS:
        return "if the engine can"
    return "with Landlock" if guarantee in docker._WITH_LANDLOCK else "yes"


def _in_bubblewrap(guarantee: spec.Guarantee) -> str:
    if guarantee not in bubblewrap._OPTIONAL:
        return "yes"
    conditions = {
        spec.Guarantee.UID_SPLIT: "as root",
        spec.Guarantee.DISK_LIMIT: "where boxes are forks",
        spec.Guarantee.CPU_LIMIT: "with cgroups",
        spec.Guarantee.MEMORY_LIMIT: "with cgroups",
        spec.Guarantee.PROCESS_LIMIT: "with cgroups, or not as root",
        spec.Guarantee.HOST_UNSEEN: "with Landlock",
        spec.Guarantee.WORKER_SAFE: "with Landlock, where boxes are forks or without cgroups",
    }
    return conditions[guarantee]


def _in_process(guarantee: spec.Guarantee) -> str:
    conditions = {
        "yes": process._ALWAYS,
        "with Landlock": process._WITH_LANDLOCK,
        "with namespaces": process._WITH_NAMESPACES,
        "with Landlock or namespaces": process._WITH_EITHER,
        "with Landlock and namespaces": process._WITH_BOTH,
        "with cgroups": process._WITH_CGROUP,
    }
    return next((condition for condition, promised in conditions.items() if guarantee in promised), "no")


def refusals() -> str:
    """The calls that agent code may not make."""
    rows = ([r.purpose, ", ".join(f"`{n}`" for n in r.names), _errno(r.error)] for r in calls.REFUSALS)
    return table("what they would let agent code do|calls|answer", rows)


def _errno(error: int) -> str:
    return f"`{errno.errorcode[error]}`" if error else "as if done"
