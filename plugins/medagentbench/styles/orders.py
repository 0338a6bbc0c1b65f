"""What is created, said otherwise: each public function changes the body of a request and not its meaning."""

import requests

_UCUM, _SNOMED = "http://unitsofmeasure.org", "http://snomed.info/sct"
_V3 = "http://terminology.hl7.org/CodeSystem/v3-RouteOfAdministration"
_ROUTES = {"IV": ("Intravenous", "i.v.", "47625008", "IV"), "oral": ("PO", "by mouth", "26643006", "PO")}
_TIMES = ("authoredOn", "effectiveDateTime", "occurrenceDateTime")


def _use(restyle):
    post = requests.post

    def restyled(url, json, **others):
        restyle(json)
        return post(url, json=json, **others)

    requests.post = restyled


def _instructions(body):
    return body.get("dosageInstruction", ())


def _given(body):
    return [given for instruction in _instructions(body) for given in instruction["doseAndRate"]]


def _quantities(body):
    return [quantity for given in _given(body) for quantity in given.values()]


def _for_routes(body, change):
    for instruction in _instructions(body):
        instruction["route"] = change(instruction["route"]["text"])


def _for_times(body, change):
    for name in _TIMES:
        if name in body:
            body[name] = change(body[name])


def times_without_zone(body):
    """In UTC, as the clock is."""
    _for_times(body, lambda text: text.removesuffix("+00:00"))


def times_in_zulu(body):
    """Z for UTC."""
    _for_times(body, lambda text: text.replace("+00:00", "Z"))


def times_with_milliseconds(body):
    """As a computer writes them."""
    _for_times(body, lambda text: text.replace("+00:00", ".000+00:00"))


def times_without_seconds(body):
    """To the minute."""
    _for_times(body, lambda text: text.replace(":00+00:00", "+00:00"))


def routes_by_another_name(body):
    """Intravenous for IV, PO for oral."""
    _for_routes(body, lambda name: {"text": _ROUTES[name][0]})


def routes_as_texts(body):
    """As the benchmark's functions describe them."""
    _for_routes(body, lambda name: _ROUTES[name][1])


def routes_by_snomed(body):
    """With a code beside the text."""
    _for_routes(body, lambda name: {"text": name, "coding": [{"system": _SNOMED, "code": _ROUTES[name][2]}]})


def routes_by_hl7(body):
    """With a code alone."""
    _for_routes(body, lambda name: {"coding": [{"system": _V3, "code": _ROUTES[name][3]}]})


def units_spelt_out(body):
    """Gram for g."""
    names = {"g": "gram", "h": "hours", "mEq": "milliequivalents"}
    for quantity in _quantities(body):
        quantity["unit"] = names[quantity["unit"]]


def smaller_units(body):
    """Milligrams and minutes."""
    for quantity in _quantities(body):
        factor, unit = {"g": (1000, "mg"), "h": (60, "min"), "mEq": (1, "meq")}[quantity["unit"]]
        quantity.update(value=quantity["value"] * factor, unit=unit)


def units_with_codes(body):
    """As FHIR recommends."""
    codes = {"g": "g", "h": "h", "mEq": "meq"}
    for quantity in _quantities(body):
        quantity.update(system=_UCUM, code=codes[quantity["unit"]])


def rates_per_hour(body):
    """The dose per hour, for the hours that it takes."""
    for given in _given(body):
        if "rateQuantity" in given:
            hours, grams = given["rateQuantity"]["value"], given["doseQuantity"]["value"]
            given["rateQuantity"] = {"value": 1000 * grams / hours, "unit": "mg/h"}


def rates_as_ratios(body):
    """The dose in its hours."""
    for given in _given(body):
        if "rateQuantity" in given:
            time = given.pop("rateQuantity")
            given["rateRatio"] = {"numerator": given["doseQuantity"], "denominator": time}


def displays_and_texts(body):
    """What adds nothing."""
    body["subject"]["display"] = "the patient"
    for name in ("code", "medicationCodeableConcept"):
        for coding in body.get(name, {}).get("coding", ()):
            coding["display"] = "as coded"
