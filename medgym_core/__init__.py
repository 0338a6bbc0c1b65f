"""medgym: executable biomedical coding tasks as plugins.

A **Task** runs in a **Sandbox** through **Actions** until a **Verifier** gives a **Verdict**; **Env** is the
loop, **Episode** the record, **rollout** the many::

    TaskFamily ──build──▶ Build ──task──▶ Task ──prompt──▶ Agent
                            │               │                │ Reply
                            │ public/       │ limits         ▼
                            └────────────▶ Sandbox ◀──── Action ──▶ Observation
                            │                │ answer, files, states
                            │ private/       ▼
                            └────gold────▶ Verifier ──▶ Verdict ──▶ Episode in the journal

Plugins import from here and nowhere deeper. Names are loaded when first used, so that importing the
package costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from medgym_core.access.tier import Tier
    from medgym_core.action.contract import Action, ActionContext, Observation
    from medgym_core.agent.contract import Agent, AgentConfig, AgentFactory, Brief, Pace, Policy, Reply
    from medgym_core.answer import (
        AnswerKind,
        Boolean,
        Choice,
        Column,
        Date,
        DateTime,
        Integer,
        ListOf,
        Number,
        Record,
        SetOf,
        Table,
        Text,
    )
    from medgym_core.authoring.pseudonym import Pseudonyms
    from medgym_core.authoring.selftest import Unsound, prove
    from medgym_core.builds.making import ensure_build, gold_of, load_build
    from medgym_core.download.contract import Download, Listing, Remote
    from medgym_core.env.choose import open_box
    from medgym_core.env.opening import OpenFamily, open_family
    from medgym_core.errors import AgentError, DataError, PluginError, VerifierError
    from medgym_core.family import Category, DataCheck, Split, TaskFamily
    from medgym_core.hookspecs import Verb, hookimpl
    from medgym_core.journal.event import (
        EpisodeEnded,
        Figures,
        Listener,
        ListenerFactory,
        RunEvent,
        RunFinished,
        RunStarted,
    )
    from medgym_core.rollout.recorded import Run, load_run, load_run_async, play, play_async, run, run_async
    from medgym_core.source import Build, Source, home_of
    from medgym_core.task import (
        ACTIONS,
        ActionCall,
        Database,
        FileSpec,
        Gold,
        InfoSource,
        ServiceSpec,
        Task,
        Turn,
    )
    from medgym_core.taskset import TaskSet, TaskSetFamily
    from medgym_core.trajectory import Episode, EpisodeKey, Step, Tokens, Usage
    from medgym_core.verifier.calibration import Calibration, calibrate, standard_error
    from medgym_core.verifier.contract import (
        Collects,
        Program,
        StateChange,
        Status,
        Submission,
        TurnSubmission,
        Verdict,
        Verifier,
    )
    from medgym_core.verifier.predictions import PredictionGold, PredictionTarget
    from medgym_core.verifier.programs import ProgramCase, ProgramGold
    from medgym_core.verifier.states import EntryChange, StateGold, WholeState
    from medgym_reading.excerpt import excerpt
    from medgym_reading.relaxation import relaxations
    from medgym_reading.syntax import parse_python
    from medgym_reading.telling import told
    from medgym_sandbox.backend import Availability, FileRefused, Relay, Sandbox, SandboxBackend
    from medgym_sandbox.errors import ConfigError, MedgymError, SandboxError
    from medgym_sandbox.limits import Limits
    from medgym_sandbox.progress import Progress
    from medgym_sandbox.request import Request, Response, Service
    from medgym_sandbox.spec import (
        BoxEnvironment,
        BoxSpec,
        Execution,
        Failure,
        Guarantee,
        Outcome,
        Reason,
    )

_HOMES = {
    "medgym_core.access.tier": "Tier",
    "medgym_core.action.contract": "Action ActionContext Observation",
    "medgym_core.agent.contract": "Agent AgentConfig AgentFactory Brief Pace Policy Reply",
    "medgym_core.answer": "AnswerKind Boolean Choice Column Date DateTime Integer ListOf Number Record SetOf "
    "Table Text",
    "medgym_core.authoring.pseudonym": "Pseudonyms",
    "medgym_core.authoring.selftest": "Unsound prove",
    "medgym_core.builds.making": "ensure_build gold_of load_build",
    "medgym_core.download.contract": "Download Listing Remote",
    "medgym_core.env.choose": "open_box",
    "medgym_core.env.opening": "OpenFamily open_family",
    "medgym_core.errors": "AgentError DataError PluginError VerifierError",
    "medgym_core.family": "Category DataCheck Split TaskFamily",
    "medgym_core.hookspecs": "Verb hookimpl",
    "medgym_core.journal.event": "EpisodeEnded Figures Listener ListenerFactory RunEvent "
    "RunFinished RunStarted",
    "medgym_core.rollout.recorded": "Run load_run load_run_async play play_async run run_async",
    "medgym_core.source": "Build Source home_of",
    "medgym_core.task": "ACTIONS ActionCall Database FileSpec Gold InfoSource ServiceSpec Task Turn",
    "medgym_core.taskset": "TaskSet TaskSetFamily",
    "medgym_core.trajectory": "Episode EpisodeKey Step Tokens Usage",
    "medgym_core.verifier.calibration": "Calibration calibrate standard_error",
    "medgym_core.verifier.contract": "Collects Program StateChange Status Submission TurnSubmission Verdict "
    "Verifier",
    "medgym_core.verifier.predictions": "PredictionGold PredictionTarget",
    "medgym_core.verifier.programs": "ProgramCase ProgramGold",
    "medgym_core.verifier.states": "EntryChange StateGold WholeState",
    "medgym_reading.excerpt": "excerpt",
    "medgym_reading.relaxation": "relaxations",
    "medgym_reading.syntax": "parse_python",
    "medgym_reading.telling": "told",
    "medgym_sandbox.backend": "Availability FileRefused Relay Sandbox SandboxBackend",
    "medgym_sandbox.errors": "ConfigError MedgymError SandboxError",
    "medgym_sandbox.limits": "Limits",
    "medgym_sandbox.progress": "Progress",
    "medgym_sandbox.request": "Request Response Service",
    "medgym_sandbox.spec": "BoxEnvironment BoxSpec Execution Failure Guarantee Outcome Reason",
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'medgym_core' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


__all__ = [
    "ACTIONS",
    "Action",
    "ActionCall",
    "ActionContext",
    "Agent",
    "AgentConfig",
    "AgentError",
    "AgentFactory",
    "AnswerKind",
    "Availability",
    "Boolean",
    "BoxEnvironment",
    "BoxSpec",
    "Brief",
    "Build",
    "Calibration",
    "Category",
    "Choice",
    "Collects",
    "Column",
    "ConfigError",
    "DataCheck",
    "DataError",
    "Database",
    "Date",
    "DateTime",
    "Download",
    "EntryChange",
    "Episode",
    "EpisodeEnded",
    "EpisodeKey",
    "Execution",
    "Failure",
    "Figures",
    "FileRefused",
    "FileSpec",
    "Gold",
    "Guarantee",
    "InfoSource",
    "Integer",
    "Limits",
    "ListOf",
    "Listener",
    "ListenerFactory",
    "Listing",
    "MedgymError",
    "Number",
    "Observation",
    "OpenFamily",
    "Outcome",
    "Pace",
    "PluginError",
    "Policy",
    "PredictionGold",
    "PredictionTarget",
    "Program",
    "ProgramCase",
    "ProgramGold",
    "Progress",
    "Pseudonyms",
    "Reason",
    "Record",
    "Relay",
    "Remote",
    "Reply",
    "Request",
    "Response",
    "Run",
    "RunEvent",
    "RunFinished",
    "RunStarted",
    "Sandbox",
    "SandboxBackend",
    "SandboxError",
    "Service",
    "ServiceSpec",
    "SetOf",
    "Source",
    "Split",
    "StateChange",
    "StateGold",
    "Status",
    "Step",
    "Submission",
    "Table",
    "Task",
    "TaskFamily",
    "TaskSet",
    "TaskSetFamily",
    "Text",
    "Tier",
    "Tokens",
    "Turn",
    "TurnSubmission",
    "Unsound",
    "Usage",
    "Verb",
    "Verdict",
    "Verifier",
    "VerifierError",
    "WholeState",
    "calibrate",
    "ensure_build",
    "excerpt",
    "gold_of",
    "home_of",
    "hookimpl",
    "load_build",
    "load_run",
    "load_run_async",
    "open_box",
    "open_family",
    "parse_python",
    "play",
    "play_async",
    "prove",
    "relaxations",
    "run",
    "run_async",
    "standard_error",
    "told",
]
