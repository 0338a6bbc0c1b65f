"""Many episodes: planned, played in parallel, journaled by one driver, resumed without loss or repetition.

::

    plan -> pending work -> executor (threads, processes, Ray) -> results -> driver -> journal
"""

from medgym_core.rollout.driver import RunResult, resume, start
from medgym_core.rollout.plan import Work
from medgym_core.rollout.worker import Runner, Spec

__all__ = ["RunResult", "Runner", "Spec", "Work", "resume", "start"]
