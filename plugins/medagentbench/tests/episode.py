"""An episode without a box: requests to the server, and the verdict."""

import json

from medgym_core import Request, StateChange, Submission, TurnSubmission, gold_of
from medgym_core.verifier.states import StateVerifier


class Episode:
    """What an agent does to the server of one task."""

    def __init__(self, family, build, task):
        self.family, self.build, self.task = family, build, task
        (self.service,) = family.services(build, task).values()
        self.before = self.service.snapshot()
        self.gold = gold_of(family, build, task)

    @property
    def answer(self):
        return self.gold.turns[0]["answer"]

    @property
    def expected(self):
        """The resources to be created, as gold has them."""
        return self.gold.turns[0]["services"]["fhir"]["added"]

    def post(self, resource):
        """Create it; returns the status."""
        headers = (("host", "box"), ("content-type", "application/fhir+json"))
        target = f"/fhir/{resource['resourceType']}"
        body = json.dumps(resource).encode()
        return self.service.respond(Request(method="POST", target=target, headers=headers, body=body)).status

    def passes(self, answer, *resources, created=True):
        """Whether these resources and this answer are the full reward."""
        assert all((self.post(resource) == 201) is created for resource in resources)
        text = answer if isinstance(answer, bytes) else json.dumps(answer)
        submission = Submission(turns=(TurnSubmission(answer=text),))
        states = {"fhir": StateChange(before=self.before, after=self.service.snapshot())}
        verdict = StateVerifier().grade(self.task, self.gold, submission, (), states)
        return verdict.reward == 1.0
