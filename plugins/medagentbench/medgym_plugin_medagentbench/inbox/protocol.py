"""The rules as the agent can look them up: one document a template, written from the same parameters."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from medgym_plugin_medagentbench import clock
from medgym_plugin_medagentbench.inbox.rule import GRACE, Rule
from medgym_plugin_medagentbench.inbox.template import TEMPLATES, Template

FILE = "protocols.json"
"""Its name in a build's public half."""
CONTEXT = Path(__file__).with_name("context.txt")
_KIDNEY = {
    "egfr": "the eGFR by CKD-EPI 2021, mL/min/1.73 m2: 142 x min(Cr/k, 1)^a x max(Cr/k, 1)^-1.200 x "
    "0.9938^age "
    "(x 1.012 in women), k 0.7 and a -0.241 in women, 0.9 and -0.302 in men",
    "crcl": "the creatinine clearance by Cockcroft and Gault, mL/min: (140 - age) x kg / (72 x Cr) (x 0.85 "
    "in "
    "women), with the latest weight (WT)",
}


def write(folder: Path) -> None:
    """Write the documents."""
    texts = {name: text(template) for name, template in TEMPLATES.items()}
    (folder / FILE).write_text(json.dumps(texts, indent=1, ensure_ascii=False), encoding="utf-8")


def context() -> str:
    """What the agent is told of every session: the clock, the server, the forms of orders and replies."""
    now = clock.written(clock.NOW)
    return CONTEXT.read_text(encoding="utf-8").format(now=now, year=now[:4]).strip()


def text(template: Template) -> str:
    """The rule of a template, with its source."""
    return f"{_TEXTS[template.form](template.parameters)} Source: {template.source}."


def _dose(dose: Any) -> str:
    amount, times, *unit = dose
    return f"{amount:g} {unit[0] if unit else 'mg'} {times}"


def _renal(rule: Rule) -> str:
    bands, above = [], ""
    for least, most in rule["bands"]:
        where = f"from {least:g}{above}" if least else f"otherwise{above}"
        bands.append(f"{where}: {'contraindicated' if most is None else 'at most ' + _dose(most)}")
        above = f" to below {least:g}" if least else ""
    return (
        f"Refill of {rule['drug']}. value: {_KIDNEY[rule['measure']]}, of the latest creatinine (CR). Not "
        "in force: "
        f"not-active, prescribe nothing. {'; '.join(bands)}. Contraindicated: stop the prescription in "
        "force, "
        "contraindicated. The dose in force is more a day than the most: prescribe the most, dose-reduced. "
        "Else "
        "prescribe the dose in force again, as-asked. A new prescription replaces the one in force."
    )


def _unless(rule: Rule) -> str:
    return (
        f"New prescription of {rule['drug']}, {_dose(rule['dose'])}. value: number of prescriptions in "
        "force of this "
        f"patient, of any drug. {rule['drug']} in force already: duplicate. Any of "
        f"{', '.join(rule['against'])} in "
        f"force: {rule['reason']}. Then prescribe nothing and stop nothing. Else prescribe it, as-asked."
    )


def _retest(rule: Rule) -> str:
    return (
        f"Request {rule['test']} (results: code {rule['lab']}). value: whole days since the latest result "
        "that counts "
        f"was taken, null if there is none. An active request of {rule['test']} that is newer than that "
        "result, or any "
        f"if there is none: duplicate. The result is younger than {rule['days']} days (of 24 hours): "
        "too-soon. Then "
        "request nothing. Else request it, as-asked."
    )


def _allergy(rule: Rule) -> str:
    usual, mild, severe = (
        (drug, _dose(dose)) for drug, dose in (rule[name] for name in ("usual", "mild", "severe"))
    )
    return (
        f"Treatment of {rule['illness']}. value: number of AllergyIntolerance resources of this patient. "
        "Without an "
        f"allergy to {rule['substance']}: {' '.join(usual)}, as-asked. With one of low criticality: "
        f"{' '.join(mild)}, "
        f"allergy. With any of high criticality: {' '.join(severe)}, allergy."
    )


def _screening(rule: Rule) -> str:
    who = {"": "everybody", "female": "women", "male": "men"}[rule["sex"]]
    due = f"was done less than {rule['days']} days (of 24 hours) ago" if rule["days"] else "was ever done"
    return (
        f"Screening: {rule['test']}, in {who} of {rule['least']} to {rule['most']} completed years. value: "
        "whole days "
        f"since the latest Procedure {rule['test']}, null if there is none. Others: not-eligible. An "
        "active request of "
        f"it: duplicate. It {due}: not-due. Then request nothing. Else request it, overdue."
    )


def _result(rule: Rule) -> str:
    parts, above = [], ""
    for band in rule["bands"]:
        least = band["least"]
        acts = [f"request {code} ({(*rest, 'routine')[0]})" for code, *rest in band.get("requests", ())]
        acts += [f"stop {', '.join(band['stops'])} where in force"] if "stops" in band else []
        acts += [f"prescribe {drug} {_dose(dose)} unless in force" for drug, *dose in band.get("starts", ())]
        where = f"from {least:g}{above}" if least else f"otherwise{above}"
        parts.append(f"{where}: {' and '.join(acts) or 'nothing'}, {band['reason']}")
        above = f" to below {least:g}"
    return f"A {rule['title']} ({rule['lab']}). value: the latest result that counts. {'; '.join(parts)}."


def _conflict(rule: Rule) -> str:
    return (
        f"Change of {rule['drug']}. value: mg a day of the prescription in force, null if there is none. "
        "If it was "
        "written within the last 24 hours, both ends included, by somebody of higher rank than who asks "
        "now (nurse, "
        "resident, attending; its requester), prescribe nothing: superseded. Else prescribe what is asked, "
        "replacing "
        "the one in force if there is one, as-asked."
    )


def _controlled(rule: Rule) -> str:
    return (
        f"Refill of {rule['drug']}, a controlled drug. value: days left, which are the days that its "
        "supply lasts "
        "(dispenseRequest.expectedSupplyDuration) less the whole days since authoredOn of the prescription "
        "in force; "
        f"null and not-active, prescribing nothing, if none with a supply is in force. More than {GRACE} "
        "days left: "
        "too-early, prescribe nothing. Else prescribe the dose in force again, replacing it, as-asked."
    )


def _criteria(rule: Rule) -> str:
    return (
        f"Refill of {rule['drug']} in atrial fibrillation. value: how many hold of: age of 80 or more "
        "completed years; "
        "latest weight (WT) of 60 kg or less; latest creatinine (CR) of 1.5 mg/dL or more. Not in force: "
        "not-active, "
        "prescribe nothing. Two or three: 2.5 mg twice daily; else 5 mg twice daily. That is the dose in "
        "force: "
        "as-asked; it is not: dose-changed. Either way prescribe, replacing the one in force."
    )


def _by_weight(rule: Rule) -> str:
    return (
        f"Start of {rule['drug']}, treatment of thrombosis. value: {_KIDNEY['crcl']}, of the latest "
        "creatinine (CR). "
        f"Any of {', '.join(rule['against'])} in force: duplicate, prescribe nothing. Dose: 1 mg per kg of "
        "the latest "
        "weight, to the nearest 10 mg (5 upwards). value of 30 or more: twice daily, as-asked; below: daily, "
        "dose-reduced."
    )


def _equivalents(rule: Rule) -> str:
    return (
        f"Adding {rule['drug']}. value: mg of morphine a day of all opioids in force and of the one asked "
        "for together "
        "(a mg of morphine 1, oxycodone 1.5, hydromorphone 5, tramadol 0.2). 50 or more: over-limit, "
        "prescribe "
        "nothing. Else prescribe what is asked besides those in force, as-asked."
    )


def _smokers(rule: Rule) -> str:
    return (
        f"Screening: {rule['test']}, once, in men of 65 to 75 completed years with tobacco use or a "
        "history of it "
        "(Condition 305.1 or V15.82). value: age. Others: not-eligible. A Procedure or an active request "
        "of it: "
        "not-due. Then request nothing. Else request it, overdue."
    )


def _titration(rule: Rule) -> str:
    return (
        f"Dose of {rule['drug']} (mcg daily). value: the latest thyrotropin (TSH) that counts, null if "
        "there is none. "
        "The drug not in force, or no result: not-active. Taken less than 42 days (of 24 hours) after "
        "authoredOn of "
        "the prescription in force: too-soon. From 0.4 to 4.5, both included: no-action. Then order "
        "nothing. Else "
        "dose-changed: prescribe 25 mcg more above 10, 12.5 mcg more above 4.5, 12.5 mcg less below 0.4, "
        "replacing the "
        "one in force, and request tsh with occurrenceDateTime 42 days from today at 08:00 UTC."
    )


def _corrected(rule: Rule) -> str:
    return (
        "Calcium. value: latest calcium (CA) + 0.8 x (4.0 - latest albumin (ALB)), mg/dL. From 12.0: "
        "request pth and "
        "ecg, both stat, critical. From 10.5 to below 12.0: request pth, routine, abnormal. Else nothing, "
        "no-action."
    )


_TEXTS: Mapping[str, Callable[[Rule], str]] = {
    "renal_refill": _renal,
    "unless_active": _unless,
    "retest": _retest,
    "allergy": _allergy,
    "screening": _screening,
    "result": _result,
    "conflict": _conflict,
    "controlled": _controlled,
    "criteria": _criteria,
    "by_weight": _by_weight,
    "equivalents": _equivalents,
    "smokers_only": _smokers,
    "titration": _titration,
    "corrected": _corrected,
}
