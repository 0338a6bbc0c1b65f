"""A stateful service reached over HTTP from inside the box: beds of a ward, graded on what changed."""

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy

from pydantic import JsonValue

from medgym_core import (
    ActionCall,
    Build,
    EntryChange,
    Gold,
    Integer,
    Request,
    Response,
    Service,
    ServiceSpec,
    StateGold,
    Task,
    Turn,
)
from medgym_testing.base import FakeFamily, number_of

SPEC = ServiceSpec(name="ward", port=8080, path="/beds", description="GET lists the beds, POST adds one.")


class Ward:
    """Beds by number."""

    def __init__(self) -> None:
        self.beds: dict[str, JsonValue] = {"1": {"patient": "A"}, "2": {"patient": None}}
        self.closed = False

    def respond(self, request: Request) -> Response:
        if request.method == "GET":
            return Response(body=json.dumps(self.beds).encode())
        if request.method == "POST" and request.target == "/beds":
            number = str(len(self.beds) + 1)
            self.beds[number] = json.loads(request.body)
            return Response(status=201, headers=(("Location", f"/beds/{number}"),))
        return Response(status=405)

    def snapshot(self) -> JsonValue:
        beds: JsonValue = json.loads(json.dumps(self.beds))
        return beds

    def fork(self) -> "Ward":
        return deepcopy(self)

    def close(self) -> None:
        self.closed = True


class WardFamily(FakeFamily):
    """A service, graded by its state."""

    name = "fake-ward"

    def task(self, build: Build, split: str, index: int) -> Task:
        patient = f"P{number_of(split, index)}"
        question = f"Add a bed for patient {patient} and answer with the number of beds there are then."
        return Task(
            family=self.name,
            split=split,
            index=index,
            category="only",
            turns=(Turn(question=question, answer=Integer()),),
            services=(SPEC,),
            verifier="states",
        )

    def gold(self, build: Build, task: Task) -> Gold:
        change = EntryChange(added=({"patient": f"P{number_of(task.split, task.index)}"},))
        return Gold(StateGold(services={"ward": change}, answer=3).model_dump(mode="json"))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        program = (
            "import json, urllib.request as web\n"
            f"patient = 'P{number_of(task.split, task.index)}'\n"
            f"url = '{SPEC.url}'\n"
            "web.urlopen(web.Request(url, json.dumps({'patient': patient}).encode(), method='POST'))\n"
            "answer = len(json.load(web.urlopen(url)))"
        )
        return [ActionCall(name="code_execution", arguments={"code": program, "submit": True})]

    def services(self, build: Build, task: Task) -> Mapping[str, Service]:
        return {"ward": Ward()}
