"""Boxes without packages, and builds of published rows in them."""

import pytest

from medgym_core import BoxEnvironment, BoxSpec, Build, Source, Submission, Tier, TurnSubmission
from medgym_core.env.grading import run_program
from medgym_core.source import silent
from medgym_plugin_biocoder import published
from medgym_plugin_biocoder.published import row, selftest
from medgym_plugin_biocoder.published.execution import LIMITS
from medgym_plugin_biocoder.published.verifier import FILE, PublishedVerifier
from medgym_sandbox.process import Process

from . import rows


@pytest.fixture(scope="session")
def start(tmp_path_factory):
    """Starts a box without packages."""
    recipe = tmp_path_factory.mktemp("bare")
    (recipe / "requirements.txt").write_text("")
    spec = BoxSpec(
        environment=BoxEnvironment(recipe), home=tmp_path_factory.mktemp("published-home"), limits=LIMITS
    )
    return lambda: Process().start(spec)


@pytest.fixture
def examine(start, tmp_path):
    """The self-test of one record."""

    def run(record):
        (one,) = row.read([rows.write_lines(tmp_path / "rows.jsonl", [record])])
        return selftest.examine(one, start)

    return run


@pytest.fixture(scope="session")
def built(start, tmp_path_factory):
    """A build of the rows in a file or folder."""

    def make(raw):
        source = Source.user(raw, Tier.OPEN)
        root = tmp_path_factory.mktemp("home") / "builds" / "one"
        build = Build(
            family="biocoder", version="0", digest="0" * 64, tier=Tier.OPEN, source=source, root=root
        )
        build.public.mkdir(parents=True)
        build.private.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(published, "open_box", lambda spec, needs: start())
            published.build(raw, build, silent)
        return build

    return make


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A raw folder: two rows that are held out, one of them in another language, and two to train on."""
    raw = tmp_path_factory.mktemp("raw")
    rows.write_array(raw / "biocoder.json", [rows.hugging(), rows.JAVA])
    method = rows.frozen(rows.METHOD, rows.METHOD_CONTEXT, idx="7")
    rows.write_lines(raw / "train_tasks.jsonl", [method, rows.frozen(idx="8")])
    return raw


@pytest.fixture(scope="session")
def build(built, folder):
    """Its build."""
    return built(folder)


@pytest.fixture
def task(build):
    """A build and its held-out task."""
    return build, published.task(build, "published-test", 0)


@pytest.fixture
def grade(start):
    """The verdict on a submitted text for a task of a build."""
    verifier = PublishedVerifier()

    def run(build, task, text):
        gold = published.gold(build, task)
        submission = Submission(turns=(TurnSubmission(files={FILE: text.encode()}),))
        outcomes = [run_program(one, start) for one in verifier.programs(task, gold, submission)]
        return verifier.grade(task, gold, submission, outcomes, {})

    return run
