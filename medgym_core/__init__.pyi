"""The public names of medgym and the modules they live in, for type checkers and for the package itself."""

from medgym_core.access.tier import Tier as Tier
from medgym_core.action.contract import (
    Action as Action,
    ActionContext as ActionContext,
    Observation as Observation,
)
from medgym_core.agent.contract import (
    Agent as Agent,
    AgentConfig as AgentConfig,
    AgentFactory as AgentFactory,
    Brief as Brief,
    Pace as Pace,
    Policy as Policy,
    Reply as Reply,
)
from medgym_core.answer import (
    AnswerKind as AnswerKind,
    Boolean as Boolean,
    Choice as Choice,
    Column as Column,
    Date as Date,
    DateTime as DateTime,
    Integer as Integer,
    ListOf as ListOf,
    Number as Number,
    Record as Record,
    SetOf as SetOf,
    Table as Table,
    Text as Text,
)
from medgym_core.authoring.pseudonym import Pseudonyms as Pseudonyms
from medgym_core.authoring.selftest import Unsound as Unsound, prove as prove
from medgym_core.builds.making import (
    ensure_build as ensure_build,
    gold_of as gold_of,
    load_build as load_build,
)
from medgym_core.download.contract import Download as Download, Listing as Listing, Remote as Remote
from medgym_core.env.choose import open_box as open_box
from medgym_core.env.opening import OpenFamily as OpenFamily, open_family as open_family
from medgym_core.env.parts import Parts as Parts
from medgym_core.errors import (
    AgentError as AgentError,
    DataError as DataError,
    PluginError as PluginError,
    VerifierError as VerifierError,
)
from medgym_core.family import (
    Category as Category,
    DataCheck as DataCheck,
    Split as Split,
    TaskFamily as TaskFamily,
)
from medgym_core.hookspecs import Verb as Verb, hookimpl as hookimpl
from medgym_core.journal.event import (
    EpisodeEnded as EpisodeEnded,
    Figures as Figures,
    Listener as Listener,
    ListenerFactory as ListenerFactory,
    RunEvent as RunEvent,
    RunFinished as RunFinished,
    RunStarted as RunStarted,
)
from medgym_core.rollout.recorded import (
    Run as Run,
    load_run as load_run,
    load_run_async as load_run_async,
    play as play,
    play_async as play_async,
    run as run,
    run_async as run_async,
)
from medgym_core.source import Build as Build, Source as Source, home_of as home_of
from medgym_core.task import (
    ACTIONS as ACTIONS,
    ActionCall as ActionCall,
    Database as Database,
    FileSpec as FileSpec,
    Gold as Gold,
    InfoSource as InfoSource,
    ServiceSpec as ServiceSpec,
    Task as Task,
    Turn as Turn,
)
from medgym_core.taskset import TaskSet as TaskSet, TaskSetFamily as TaskSetFamily
from medgym_core.trajectory import (
    Episode as Episode,
    EpisodeKey as EpisodeKey,
    Step as Step,
    Tokens as Tokens,
    Usage as Usage,
)
from medgym_core.verifier.calibration import (
    Calibration as Calibration,
    calibrate as calibrate,
    standard_error as standard_error,
)
from medgym_core.verifier.contract import (
    Collects as Collects,
    Program as Program,
    StateChange as StateChange,
    Status as Status,
    Submission as Submission,
    TurnSubmission as TurnSubmission,
    Verdict as Verdict,
    Verifier as Verifier,
)
from medgym_core.verifier.predictions import (
    PredictionGold as PredictionGold,
    PredictionTarget as PredictionTarget,
)
from medgym_core.verifier.programs import ProgramCase as ProgramCase, ProgramGold as ProgramGold
from medgym_core.verifier.states import (
    EntryChange as EntryChange,
    StateGold as StateGold,
    WholeState as WholeState,
)
from medgym_reading.excerpt import excerpt as excerpt
from medgym_reading.relaxation import relaxations as relaxations
from medgym_reading.syntax import parse_python as parse_python
from medgym_reading.telling import told as told
from medgym_sandbox.backend import (
    Availability as Availability,
    FileRefused as FileRefused,
    Relay as Relay,
    Sandbox as Sandbox,
    SandboxBackend as SandboxBackend,
)
from medgym_sandbox.errors import (
    ConfigError as ConfigError,
    MedgymError as MedgymError,
    SandboxError as SandboxError,
)
from medgym_sandbox.limits import Limits as Limits
from medgym_sandbox.progress import Progress as Progress
from medgym_sandbox.request import Request as Request, Response as Response, Service as Service
from medgym_sandbox.spec import (
    BoxEnvironment as BoxEnvironment,
    BoxSpec as BoxSpec,
    Execution as Execution,
    Failure as Failure,
    Guarantee as Guarantee,
    Outcome as Outcome,
    Reason as Reason,
)

__all__: list[str]
_HOME_OF: dict[str, str]
"""Public name to its module."""
