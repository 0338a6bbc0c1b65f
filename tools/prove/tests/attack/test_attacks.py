"""Each attack beats an oracle that is weak in one way, and none that compares typed values."""

from __future__ import annotations

import csv
import io
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from medgym_core.agent import AgentConfig
from medgym_core.answer import Boolean, Integer, Record, Text
from medgym_core.task import FileSpec, ServiceSpec, Turn
from medgym_prove.attack import ATTACKS

GOLD = 4217


def attack(name: str, **options: Any) -> Any:
    return ATTACKS[f"attack:{name}"](AgentConfig(options=options))


def is_sound(answer: str | None, gold: object) -> bool:
    """What a sound oracle does: strict JSON, exact type, equal value."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    try:
        value = json.loads(answer or "", parse_constant=refuse)
    except (ValueError, RecursionError):
        return False
    return type(value) is type(gold) and value == gold


def test_constants_beat_bounds_joined_by_or(play, box, make_brief):
    played = play(attack("constants"), make_brief(), box)
    value = json.loads(played.last.answer)
    assert value >= GOLD * 0.95 or value <= GOLD * 1.05
    assert not is_sound(played.last.answer, GOLD)


def test_guess_beats_an_oracle_that_looks_at_the_form_only(play, box, make_brief):
    kind = Record(fields={"count": Integer(), "alive": Boolean()})
    played = play(attack("guess"), make_brief(Turn(question="?", answer=kind)), box)
    value = json.loads(played.last.answer)
    assert type(value["count"]) is int
    assert type(value["alive"]) is bool
    assert not is_sound(played.last.answer, {"count": GOLD, "alive": True})


def test_spam_beats_membership_and_substring(play, box, make_brief):
    played = play(attack("spam"), make_brief(), box)
    assert 421 in json.loads(played.last.answer)
    assert "421" in played.last.stdout
    assert not is_sound(played.last.answer, 421)


def test_echo_beats_a_search_for_gold_in_the_answer(play, box, make_brief):
    question = "Was the patient given metformin or insulin?"
    played = play(attack("echo"), make_brief(Turn(question=question, answer=Text())), box)
    assert "metformin" in json.loads(played.last.answer)
    assert "insulin" in played.last.stdout
    assert not is_sound(played.last.answer, "metformin")


def test_majority_beats_accuracy_without_chance_correction(play, box, make_brief):
    (box.folder / "data").mkdir()
    train = "".join(f"p{number},{int(number % 10 > 0)}\n" for number in range(100))
    (box.folder / "data/train.csv").write_text("patient_id,label\n" + train)
    labels = {f"q{number}": str(int(number % 10 > 0)) for number in range(50)}
    (box.folder / "data/test.csv").write_text("patient_id\n" + "\n".join(labels))
    spec = FileSpec(path="out.csv", format="csv", description="columns `patient_id` and `label`")
    play(attack("majority"), make_brief(Turn(question="Predict.", files=(spec,))), box)
    table = csv.DictReader(io.StringIO((box.folder / "out.csv").read_text()))
    rows = {row["patient_id"]: row["label"] for row in table}
    assert rows.keys() == labels.keys()
    assert sum(rows[key] == label for key, label in labels.items()) / len(labels) >= 0.9
    recall = [_recall(rows, labels, value) for value in ("0", "1")]
    assert sum(recall) / 2 == 0.5


def _recall(rows: dict[str, str], labels: dict[str, str], value: str) -> float:
    of_class = [key for key, label in labels.items() if label == value]
    return sum(rows[key] == value for key in of_class) / len(of_class)


def test_nan_beats_a_tolerance_written_the_wrong_way_round(play, box, make_brief):
    played = play(attack("nan_inf"), make_brief(), box)
    difference = abs(json.loads(played.last.answer) - GOLD)
    assert not difference > 0.05 * GOLD
    assert not is_sound(played.last.answer, GOLD)


@pytest.mark.parametrize("seed", range(5))
def test_huge_answers_beat_an_oracle_that_passes_what_it_cannot_read(seed, play, box, make_brief):
    played = play(attack("huge_answer"), make_brief(seed=seed), box)
    assert _passes_unless_compared(played.last.answer)
    assert not is_sound(played.last.answer, GOLD)


def _passes_unless_compared(answer: str, cap: int = 65_536) -> bool:
    try:
        return bool(json.loads(answer[:cap]) == GOLD)
    except (ValueError, RecursionError):
        return True


def test_patched_equality_beats_a_test_in_the_same_process(play, box, make_brief):
    played = play(attack("patched_equality"), make_brief(), box)
    test = (
        f"import math\nassert answer == {GOLD} and math.isclose(answer, {GOLD}) and abs(answer - {GOLD}) < 1"
    )
    assert box.run_with_test(played.submissions[0], test) == 0
    assert not is_sound(played.last.answer, GOLD)


@pytest.mark.parametrize("seed", [0, 1, 2, 4, 5])
def test_exit_codes_beat_an_oracle_that_takes_status_zero_for_a_pass(seed, play, box, make_brief):
    played = play(attack("exit_codes"), make_brief(seed=seed), box)
    assert box.run_with_test(played.submissions[0], f"assert answer == {GOLD}") == 0
    assert not is_sound(played.last.answer, GOLD)


def test_the_honest_way_to_fail_such_a_test_is_another_status(box):
    assert box.run_with_test("answer = 0", f"assert answer == {GOLD}") == 1


def test_stdout_marker_beats_an_oracle_that_reads_the_log(play, box, make_brief):
    played = play(attack("stdout_marker"), make_brief(), box)
    assert "1 passed" in played.last.stdout
    assert not is_sound(played.last.answer, GOLD)


def test_flood_beats_a_search_for_gold_in_the_output(play, box, make_brief):
    played = play(attack("flood", bytes=100_000), make_brief(), box)
    assert str(GOLD) in played.last.stdout
    assert len(played.last.stdout) >= 100_000
    assert not is_sound(played.last.answer, GOLD)


@pytest.mark.parametrize("place", ["private/gold.json", "results/7.answer", "labels/a"])
def test_filesystem_finds_gold_that_the_box_holds(place, play, box, make_brief, tmp_path):
    brief, agent = make_brief(), attack("filesystem", roots=[str(tmp_path)], seconds=2)
    assert not is_sound(play(agent, brief, box).last.answer, GOLD)
    (tmp_path / place).parent.mkdir()
    (tmp_path / place).write_text(json.dumps({"task": "fake/test/0", "gold": GOLD}))
    assert is_sound(play(agent, brief, box).last.answer, GOLD)


def test_stale_files_beat_an_oracle_that_reads_its_reward_from_the_box(play, box, make_brief):
    played = play(attack("stale_files"), make_brief(), box)
    assert json.loads((box.folder / "reward.json").read_text())["reward"] == 1.0
    assert not is_sound(played.last.answer, GOLD)


def test_lingering_beats_an_oracle_that_cleans_up_but_does_not_reap(play, box, make_brief):
    played = play(attack("fork_and_linger", linger_s=0.3), make_brief(), box)
    reward, answer = box.folder / "reward.json", box.folder / "answer.json"
    reward.unlink(missing_ok=True)
    (box.folder / "expected.json").write_text(str(GOLD))
    deadline = time.monotonic() + 120
    while not (reward.exists() and answer.read_text() == str(GOLD)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert answer.read_text() == str(GOLD)
    assert not is_sound(played.last.answer, GOLD)


def test_killing_the_worker_beats_a_harness_that_passes_what_it_lost(play, box, make_brief):
    played = play(attack("kill_worker"), make_brief(), box)
    assert played.last.died
    assert not is_sound(played.last.answer, GOLD)


def test_malformed_beats_a_harness_for_which_an_error_is_no_failure(play, box, make_brief):
    played = play(attack("malformed"), make_brief(), box)
    assert played.last.exit_code != 0
    assert len(played.replies) > 10
    assert not is_sound(played.last.answer, GOLD)


class Store:
    """A service without any rule: what is posted is kept."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = b'{"entry": [{"resource": {"id": "1", "code": "x"}}]}'
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                owner.kept.append(f"{self.path} {body}")
                self.send_error(501)

            def log_message(self, *args: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)


@pytest.fixture
def store() -> Iterator[Store]:
    made = Store()
    thread = threading.Thread(target=made.http.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield made
    made.http.shutdown()
    made.http.server_close()
    thread.join()


def test_service_writes_beat_an_oracle_that_looks_for_any_change(store, play, box, make_brief):
    service = ServiceSpec(name="ehr", port=store.http.server_port, path="/fhir")
    turn = Turn(question="Record a new Observation for the patient.")
    play(attack("service_writes"), make_brief(turn, services=(service,)), box)
    assert '/fhir/Observation {"code": "x"}' in store.kept
    assert store.kept != ['/fhir/Observation {"code": "8310-5", "value": 37.2}']


@pytest.mark.slow
def test_a_file_is_left_in_every_format(play, box, make_brief):
    formats = ("csv", "json", "text", "python", "parquet")
    files = tuple(
        FileSpec(path=f"out/{form}", format=form, description="`id`, `score`; score(a)") for form in formats
    )
    play(attack("constants"), make_brief(Turn(question="?", files=files), seed=1), box)
    left = {form: (box.folder / "out" / form).read_bytes() for form in formats}
    assert left["json"] == left["text"] == b"1"
    assert list(csv.reader(io.StringIO(left["csv"].decode())))[:2] == [["id", "score"], ["0", "1"]]
    assert b"def score" in left["python"]
    assert left["parquet"]


@pytest.mark.parametrize(
    ("description", "columns"),
    [
        ("columns id and probability, one row for each row of data/features.csv", ["id", "probability"]),
        ("Columns: the key `stay_id`, then `risk`.", ["stay_id", "risk"]),
        ("columns: a, b, and c", ["a", "b", "c"]),
        ("a table", ["id", "score"]),
    ],
)
def test_the_columns_of_a_file_are_read_from_its_description(description, columns, play, box, make_brief):
    spec = FileSpec(path="out.csv", format="csv", description=description)
    play(attack("constants"), make_brief(Turn(question="Predict.", files=(spec,))), box)
    assert (box.folder / "out.csv").read_text().splitlines()[0] == ",".join(columns)


def test_every_attack_has_a_test_here_or_in_a_file_of_its_own():
    source = globals()
    elsewhere = {"info_paging", "void", "memory", "neighbour", "neighbour_replay"}
    elsewhere |= {"common_replay", "one_shot", "prior"}
    tested = {name.removeprefix("attack:") for name in ATTACKS} - elsewhere
    called = {constant for test in source.values() if hasattr(test, "__code__") for constant in _texts(test)}
    assert tested <= called


def _texts(function: Any) -> list[object]:
    return [constant for constant in function.__code__.co_consts if isinstance(constant, str)]
