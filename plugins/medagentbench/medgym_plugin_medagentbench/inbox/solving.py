"""Solves a message with what the agent has: the server, and what the message and its rule say."""

from datetime import datetime

from medgym_plugin_medagentbench.inbox.solution import (
    DAY,
    NOW,
    Given,
    ask,
    close,
    crcl,
    daily,
    dose_of,
    drug_of,
    egfr,
    in_force,
    of,
    person,
    prescribe,
    reference,
    results,
    search,
    stop,
    times,
)


def renal_refill(given: Given) -> object:
    """A renewal at no more than what the kidneys allow."""
    value = egfr(given) if given["measure"] == "egfr" else crcl(given)
    found = of(given, given["drug"])
    if not found:
        return close(given, "not-active", value)
    most = next(dose for least, dose in given["bands"] if value >= least)
    if most is None:
        stop(given, given["drug"], reference(found[0]))
        return close(given, "contraindicated", value)
    reduced = daily(dose_of(found[0])) > daily(most)
    prescribe(given, given["drug"], most if reduced else dose_of(found[0]), reference(found[0]))
    return close(given, "dose-reduced" if reduced else "as-asked", value)


def unless_active(given: Given) -> object:
    """A new drug, unless another excludes it."""
    value = len(in_force(given))
    if of(given, given["drug"]):
        return close(given, "duplicate", value)
    if of(given, *given["against"]):
        return close(given, given["reason"], value)
    prescribe(given, given["drug"], given["dose"])
    return close(given, "as-asked", value)


def retest(given: Given) -> object:
    """A test, if it is time."""
    last = [taken for taken, _ in results(given, given["lab"])][-1:]
    value = (NOW - last[0]) // DAY if last else None
    open_ = times("ServiceRequest", "authoredOn", given, given["test"])
    if any(not last or since > last[0] for since in open_):
        return close(given, "duplicate", value)
    if last and NOW - last[0] < given["days"] * DAY:
        return close(given, "too-soon", value)
    ask(given, given["test"])
    return close(given, "as-asked", value)


def allergy(given: Given) -> object:
    """A treatment that allergies allow."""
    every = list(search("AllergyIntolerance", patient=given["mrn"]))
    own = [each for each in every if each["code"]["coding"][0]["code"] == given["substance"]]
    high = any(each["criticality"] == "high" for each in own)
    drug, dose = given["severe" if high else "mild" if own else "usual"]
    prescribe(given, drug, dose)
    return close(given, "allergy" if own else "as-asked", len(every))


def screening(given: Given) -> object:
    """An examination, if it is due."""
    age, female = person(given)
    done = times("Procedure", "performedDateTime", given, given["test"])[-1:]
    value = (NOW - done[0]) // DAY if done else None
    if given["sex"] == ("male" if female else "female") or not given["least"] <= age <= given["most"]:
        return close(given, "not-eligible", value)
    if times("ServiceRequest", "authoredOn", given, given["test"]):
        return close(given, "duplicate", value)
    if done and (not given["days"] or NOW - done[0] < given["days"] * DAY):
        return close(given, "not-due", value)
    ask(given, given["test"])
    return close(given, "overdue", value)


def result(given: Given) -> object:
    """What a result calls for."""
    value = results(given, given["lab"])[-1][1]
    band = next(each for each in given["bands"] if value >= each["least"])
    for code, *priority in band.get("requests", ()):
        ask(given, code, *priority)
    for each in of(given, *band.get("stops", ())):
        stop(given, drug_of(each), reference(each))
    for drug, *dose in band.get("starts", ()):
        if not of(given, drug):
            prescribe(given, drug, dose)
    return close(given, band["reason"], value)


def conflict(given: Given) -> object:
    """A change of dose, if who asks may."""
    found, ranks = of(given, given["drug"])[:1], ("nurse", "resident", "attending")
    value = daily(dose_of(found[0])) if found else None
    if found and NOW - datetime.fromisoformat(found[0]["authoredOn"]) <= DAY:
        by = found[0].get("requester", {}).get("display")
        if by and ranks.index(by) > ranks.index(given["role"]):
            return close(given, "superseded", value)
    prescribe(given, given["drug"], given["dose"], reference(found[0]) if found else "")
    return close(given, "as-asked", value)


def controlled(given: Given) -> object:
    """A renewal when the supply has run out."""
    found = [each for each in of(given, given["drug"]) if "dispenseRequest" in each]
    if not found:
        return close(given, "not-active", None)
    since = datetime.fromisoformat(found[0]["authoredOn"])
    left = found[0]["dispenseRequest"]["expectedSupplyDuration"]["value"] - (NOW - since) // DAY
    if left > 2:
        return close(given, "too-early", left)
    prescribe(given, given["drug"], dose_of(found[0]), reference(found[0]))
    return close(given, "as-asked", left)


def criteria(given: Given) -> object:
    """The dose of apixaban."""
    weight, creatinine = results(given, "WT")[-1][1], results(given, "CR")[-1][1]
    met = (person(given)[0] >= 80) + (weight <= 60) + (creatinine >= 1.5)
    found = of(given, given["drug"])
    if not found:
        return close(given, "not-active", met)
    dose = [2.5 if met >= 2 else 5, "twice daily"]
    prescribe(given, given["drug"], dose, reference(found[0]))
    return close(given, "as-asked" if dose_of(found[0])[:2] == dose else "dose-changed", met)


def by_weight(given: Given) -> object:
    """The dose of enoxaparin."""
    value = crcl(given)
    if of(given, *given["against"]):
        return close(given, "duplicate", value)
    amount = 10 * int(results(given, "WT")[-1][1] / 10 + 0.5)
    prescribe(given, given["drug"], [amount, "twice daily" if value >= 30 else "daily"])
    return close(given, "as-asked" if value >= 30 else "dose-reduced", value)


def equivalents(given: Given) -> object:
    """An opioid, if it is not too much."""
    factors = {"morphine": 1, "oxycodone": 1.5, "hydromorphone": 5, "tramadol": 0.2}
    value = daily(given["dose"]) * factors[given["drug"]]
    value += sum(daily(dose_of(each)) * factors[drug_of(each)] for each in of(given, *factors))
    if value >= 50:
        return close(given, "over-limit", value)
    prescribe(given, given["drug"], given["dose"])
    return close(given, "as-asked", value)


def smokers_only(given: Given) -> object:
    """The aorta of a man who has smoked."""
    age, female = person(given)
    smokes = list(search("Condition", patient=given["mrn"], code="305.1,V15.82"))
    if female or not 65 <= age <= 75 or not smokes:
        return close(given, "not-eligible", age)
    before = times("Procedure", "performedDateTime", given, given["test"])
    if before or times("ServiceRequest", "authoredOn", given, given["test"]):
        return close(given, "not-due", age)
    ask(given, given["test"])
    return close(given, "overdue", age)


def titration(given: Given) -> object:
    """A step of levothyroxine."""
    found, taken = of(given, given["drug"]), results(given, "TSH")[-1:]
    if not found or not taken:
        return close(given, "not-active", taken[0][1] if taken else None)
    when, value = taken[0]
    if when - datetime.fromisoformat(found[0]["authoredOn"]) < 42 * DAY:
        return close(given, "too-soon", value)
    step = 25 if value > 10 else 12.5 if value > 4.5 else -12.5 if value < 0.4 else 0
    if not step:
        return close(given, "no-action", value)
    prescribe(given, given["drug"], [dose_of(found[0])[0] + step, "daily", "mcg"], reference(found[0]))
    ask(given, "tsh", occurrenceDateTime=(NOW.replace(hour=8, minute=0) + 42 * DAY).isoformat())
    return close(given, "dose-changed", value)


def corrected(given: Given) -> object:
    """A calcium at its albumin."""
    value = results(given, "CA")[-1][1] + 0.8 * (4.0 - results(given, "ALB")[-1][1])
    if value < 10.5:
        return close(given, "no-action", value)
    ask(given, "pth", "stat" if value >= 12 else "routine")
    if value >= 12:
        ask(given, "ecg", "stat")
    return close(given, "critical" if value >= 12 else "abnormal", value)
