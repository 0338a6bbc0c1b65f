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
    from medgym_core.authoring.excerpt import excerpt
    from medgym_core.authoring.pseudonym import Pseudonyms
    from medgym_core.authoring.relaxation import relaxations
    from medgym_core.authoring.selftest import Unsound, prove
    from medgym_core.authoring.syntax import parse_python
    from medgym_core.authoring.telling import told
    from medgym_core.builds.making import ensure_build, gold_of, load_build
    from medgym_core.download.contract import Download, Listing, Remote
    from medgym_core.env.choose import open_box
    from medgym_core.env.opening import OpenFamily, open_family
    from medgym_core.errors import (
        AgentError,
        ConfigError,
        DataError,
        MedgymError,
        PluginError,
        SandboxError,
        VerifierError,
    )
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
    from medgym_core.sandbox.backend import Availability, FileRefused, Relay, Sandbox, SandboxBackend
    from medgym_core.sandbox.spec import (
        BoxEnvironment,
        BoxSpec,
        Execution,
        Failure,
        Guarantee,
        Outcome,
        Reason,
    )
    from medgym_core.source import Build, Progress, Source, home_of
    from medgym_core.task import (
        ACTIONS,
        ActionCall,
        Database,
        FileSpec,
        Gold,
        InfoSource,
        Limits,
        Request,
        Response,
        Service,
        ServiceSpec,
        Task,
        Turn,
    )
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

_HOMES = {
    "access.tier": "Tier",
    "action.contract": "Action ActionContext Observation",
    "agent.contract": "Agent AgentConfig AgentFactory Brief Pace Policy Reply",
    "answer": "AnswerKind Boolean Choice Column Date DateTime Integer ListOf Number Record SetOf Table Text",
    "authoring.excerpt": "excerpt",
    "authoring.pseudonym": "Pseudonyms",
    "authoring.relaxation": "relaxations",
    "authoring.selftest": "Unsound prove",
    "authoring.syntax": "parse_python",
    "authoring.telling": "told",
    "builds.making": "ensure_build gold_of load_build",
    "download.contract": "Download Listing Remote",
    "env.choose": "open_box",
    "env.opening": "OpenFamily open_family",
    "errors": "AgentError ConfigError DataError MedgymError PluginError SandboxError VerifierError",
    "family": "Category DataCheck Split TaskFamily",
    "hookspecs": "Verb hookimpl",
    "journal.event": "EpisodeEnded Figures Listener ListenerFactory RunEvent RunFinished RunStarted",
    "rollout.recorded": "Run load_run load_run_async play play_async run run_async",
    "sandbox.backend": "Availability FileRefused Relay Sandbox SandboxBackend",
    "sandbox.spec": "BoxEnvironment BoxSpec Execution Failure Guarantee Outcome Reason",
    "source": "Build Progress Source home_of",
    "task": "ACTIONS ActionCall Database FileSpec Gold InfoSource Limits Request Response Service "
    "ServiceSpec Task Turn",
    "trajectory": "Episode EpisodeKey Step Tokens Usage",
    "verifier.calibration": "Calibration calibrate standard_error",
    "verifier.contract": "Collects Program StateChange Status Submission TurnSubmission Verdict Verifier",
    "verifier.predictions": "PredictionGold PredictionTarget",
    "verifier.programs": "ProgramCase ProgramGold",
    "verifier.states": "EntryChange StateGold WholeState",
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'medgym_core' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"medgym_core.{_HOME_OF[name]}"), name)
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
