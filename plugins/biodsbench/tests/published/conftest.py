"""A build of published questions in process boxes, and the verdict on submitted results."""

import json

import pytest

from medgym_core import (
    Build,
    Execution,
    FileRefused,
    Source,
    Submission,
    Tier,
    TurnSubmission,
    plugins,
)
from medgym_core.env.grading import run_program
from medgym_core.source import silent
from medgym_plugin_biodsbench import published
from medgym_plugin_biodsbench.published.questions import PublishedQuestions
from medgym_plugin_biodsbench.published.verifier import PublishedVerifier

from . import questions


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """A build of questions."""

    def make(rows):
        return made(questions.write(tmp_path_factory.mktemp("raw"), rows), tmp_path_factory)

    return make


@pytest.fixture
def built_of(tmp_path_factory):
    """What a build of a user's copy says."""
    return lambda raw: published.report(made(raw, tmp_path_factory))


def made(raw, tmp_path_factory):
    """A build of a user's copy, in boxes of this process."""
    source = Source.user(raw, Tier.OPEN)
    root = tmp_path_factory.mktemp("home") / "builds" / "one"
    build = Build(family="biodsbench", version="0", digest="0" * 64, tier=Tier.OPEN, source=source, root=root)
    build.public.mkdir(parents=True)
    build.private.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(published, "open_box", lambda spec, needs: start(spec))
        published.build(raw, raw, build, silent)
    return build


def start(spec, backend="process"):
    """A box, whose packages lie where all tests share them."""
    home = published.BoxSpec(environment=spec.environment).home
    return plugins.sandbox(backend).start(spec.model_copy(update={"home": home}))


@pytest.fixture
def backend(request):
    """Where programs run, by name: process unless a test asks otherwise."""
    name = getattr(request, "param", "process")
    if name == "docker":
        request.getfixturevalue("docker_engine")
    return name


@pytest.fixture(scope="session")
def build(built):
    """The build of every question."""
    return built([*questions.SOUND, *questions.UNSOUND])


@pytest.fixture(scope="session")
def tasks(build):
    """Tasks by the published number of their question."""
    split = published.split_of("10000001")
    asked = PublishedQuestions()
    found = (asked.task(build, split, index) for index in range(asked.size(build, split)))
    return {task.metadata["published"].rpartition("_")[2]: task for task in found}


@pytest.fixture
def box(build, backend):
    """Starts a box as the task's agent has it, or, without a task, as a verifier has it."""

    def open_one(task=None):
        mounts = {} if task is None else {name: build.public / name for name in task.mounts}
        return start(
            published.BoxSpec(environment=published.ENVIRONMENT, limits=published.LIMITS, mounts=mounts),
            backend,
        )

    return open_one


@pytest.fixture
def grade(build, box):
    """The verdict on the bytes of a results file."""
    verifier = PublishedVerifier()

    def run(task, data):
        files = (
            {}
            if data is None
            else {"outputs.json": data if isinstance(data, bytes) else json.dumps(data).encode()}
        )
        gold = PublishedQuestions().gold(build, task)
        submission = Submission(turns=(TurnSubmission(files=files),))
        outcomes = [run_program(one, box) for one in verifier.programs(task, gold, submission)]
        return verifier.grade(task, gold, submission, outcomes, {})

    return run


@pytest.fixture
def play(box, grade):
    """The verdict on what a program leaves in an agent's box."""

    def run(task, code):
        with box(task) as one:
            outcome = one.run(Execution(source=code, timeout_s=60))
            try:
                data = one.read("outputs.json", 1 << 20)
            except FileRefused:
                data = None
        return grade(task, data if outcome.ok else None)

    return run
