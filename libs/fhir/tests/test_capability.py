"""The CapabilityStatement says what is true."""

import json

from medgym_fhir import FhirService, Snapshot

from .client import NOW, get, send


def test_every_parameter_that_is_told_is_known_and_others_are_not(service: FhirService):
    [rest] = json.loads(get(service, "metadata").body)["rest"]
    for resource in rest["resource"]:
        for parameter in resource["searchParam"]:
            path = f"{resource['type']}?{parameter['name']}:missing=false"
            assert get(service, path).status == 200
        assert get(service, f"{resource['type']}?shoe-size=1").status == 400


def test_every_interaction_that_is_told_is_offered_and_others_are_not(service: FhirService):
    [rest] = json.loads(get(service, "metadata").body)["rest"]
    told = {code["code"] for resource in rest["resource"] for code in resource["interaction"]}
    assert told == {"read", "vread", "search-type", "create"}
    for method in ("PUT", "PATCH", "DELETE"):
        assert send(service, method, "/fhir/Patient/S1").status == 405


def test_it_is_a_valid_resource(chart: Snapshot):
    from fhir.resources.R4B.capabilitystatement import CapabilityStatement

    statement = json.loads(get(FhirService(chart, NOW), "metadata").body)
    assert CapabilityStatement.model_validate(statement).fhirVersion == "4.0.1"


def test_a_search_answers_with_a_valid_bundle(service: FhirService):
    from fhir.resources.R4B.bundle import Bundle

    bundle = json.loads(get(service, "Condition?patient=S1&_total=accurate").body)
    assert Bundle.model_validate(bundle).total == 1


def test_errors_are_valid_outcomes(service: FhirService):
    from fhir.resources.R4B.operationoutcome import OperationOutcome

    for path in ("Encounter", "Patient?x=1", "Patient/S9", "?_getpages=x", "Patient?_format=xml"):
        outcome = OperationOutcome.model_validate(json.loads(get(service, path).body))
        assert outcome.issue[0].severity == "error"
