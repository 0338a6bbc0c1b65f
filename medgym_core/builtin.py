"""What the core itself provides, through the same hooks as any plugin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from medgym_core.hookspecs import hookimpl

if TYPE_CHECKING:
    from medgym_core.action import Action
    from medgym_core.agent import AgentFactory
    from medgym_core.hookspecs import Verb
    from medgym_core.verifier import Verifier
    from medgym_sandbox.backend import SandboxBackend


@hookimpl
def medgym_sandboxes() -> Mapping[str, SandboxBackend]:
    """The three backends, and Docker with a container for each box."""
    from medgym_sandbox.bubblewrap import Bubblewrap
    from medgym_sandbox.docker import Docker
    from medgym_sandbox.process import Process

    backends: tuple[SandboxBackend, ...] = (Docker(), Docker(fresh=True), Bubblewrap(), Process())
    return {backend.name: backend for backend in backends}


@hookimpl
def medgym_actions() -> Mapping[str, Action]:
    """The four actions of the protocol."""
    from medgym_core.action.code_execution import CodeExecution
    from medgym_core.action.debugging import Debugging
    from medgym_core.action.request_info import RequestInfo
    from medgym_core.action.terminal import Terminal

    actions: tuple[Action, ...] = (RequestInfo(), Terminal(), CodeExecution(), Debugging())
    return {action.name: action for action in actions}


@hookimpl
def medgym_verifiers() -> Mapping[str, Verifier]:
    """Verifiers for every kind of submission."""
    from medgym_core.verifier.answer import AnswerVerifier
    from medgym_core.verifier.predictions import PredictionVerifier
    from medgym_core.verifier.programs import ProgramVerifier
    from medgym_core.verifier.states import StateVerifier

    verifiers: tuple[Verifier, ...] = (
        AnswerVerifier(),
        PredictionVerifier(),
        ProgramVerifier(),
        StateVerifier(),
    )
    return {verifier.name: verifier for verifier in verifiers}


@hookimpl
def medgym_agents() -> Mapping[str, AgentFactory]:
    """A language model, the reference, doing nothing, replays."""
    from medgym_core.agent.llm import LanguageModel
    from medgym_core.agent.nop import Nop
    from medgym_core.agent.reference import Reference
    from medgym_core.agent.replay import Replay

    return {
        "llm": LanguageModel,
        "nop": Nop,
        "reference": Reference,
        "replay": Replay,
    }


@hookimpl
def medgym_commands() -> Mapping[str, Verb]:
    """What plays and reads tasks."""
    from medgym_core.hookspecs import Verb

    verbs = {
        "access": "State which endpoints may see labelled data, see and revoke what is stated.",
        "compare": "Compare two runs over the tasks that both hold.",
        "data": "Build a family's data and see what is built.",
        "doctor": "Find out what works on this machine and how to fix what does not.",
        "image": "Build the image of a family's boxes.",
        "info": "Show one family: identity, categories, splits, licence.",
        "list": "List the installed families.",
        "registry": "Find families, installed or not; make and check the registry.",
        "report": "Show the figures of runs.",
        "run": "Play tasks with an agent and record every episode.",
        "runs": "Find, tag and delete runs.",
        "show": "Show one episode of a run.",
    }
    parts = {
        "info": "Show all that is known of the family NAME, installed or not.",
        "search": "Find families that have all WORDS in name, title, summary or categories; the best first.",
    }
    return {
        **{name: Verb(help, f"medgym_core.cli.{name}:command") for name, help in verbs.items()},
        **{
            f"registry.{name}": Verb(help, f"medgym_core.cli.registry:{name}") for name, help in parts.items()
        },
    }
