"""A session without a box: requests to its server, and the verdict."""

import json

from medgym_core import Request, StateChange, Submission, TurnSubmission, gold_of
from medgym_core.verifier.states import StateVerifier
from medgym_plugin_medagentbench.inbox import session


class Shift:
    """What an agent does in one session."""

    def __init__(self, family, build, split, index):
        self.task = family.task(build, split, index)
        self.session = session.read(build.private, split, index)
        self.rights = self.session.rights()
        (self.service,) = family.services(build, self.task).values()
        self.before = self.service.snapshot()
        self.gold = gold_of(family, build, self.task)
        self.ids, self.answers = {}, []

    def send(self, method, target, body=None):
        """The status and what was answered."""
        headers = (("host", "127.0.0.1:8080"), ("content-type", "application/fhir+json"))
        raw = json.dumps(body).encode() if body is not None else b""
        answer = self.service.respond(
            Request(method=method, target=f"/fhir/{target}", headers=headers, body=raw)
        )
        return answer.status, json.loads(answer.body)

    def post(self, resource):
        return self.send("POST", resource["resourceType"], resource)

    def wanted(self, place):
        """What gold wants created on a message, references as the server has them."""
        for each in self.session.created(place, self.rights[place]):
            text = json.dumps(each)
            for name, number in self.ids.items():
                text = text.replace(f'MedicationRequest/{name}"', f'MedicationRequest/{number}"')
            yield json.loads(text)

    def create(self, place, resource):
        status, made = self.post(resource)
        assert status == 201, made
        self.ids[session.label(place, resource)] = made["id"]
        return made

    def deal(self, place, resources=None):
        """Create, and note the answer."""
        made = [self.create(place, each) for each in (self.wanted(place) if resources is None else resources)]
        replies = [each["id"] for each in made if each["resourceType"] == "Communication"]
        self.answers.append({"reply": (replies or ["none"])[0], "value": self.rights[place].value})

    @property
    def reward(self):
        turns = tuple(TurnSubmission(answer=json.dumps(each)) for each in self.answers)
        states = {"fhir": StateChange(before=self.before, after=self.service.snapshot())}
        return StateVerifier().grade(self.task, self.gold, Submission(turns=turns), (), states).reward
