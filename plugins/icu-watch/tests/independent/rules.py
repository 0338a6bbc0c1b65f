"""The unit's protocol rule by rule as its text has it, for one patient: what is due, when to look again."""

import numpy as np

LADDER = (
    *((0.3, 5), (0.4, 5), (0.4, 8), (0.5, 8), (0.5, 10), (0.6, 10), (0.7, 10), (0.7, 12), (0.7, 14)),
    *((0.8, 14), (0.9, 14), (0.9, 16), (0.9, 18), (1.0, 18), (1.0, 20), (1.0, 22), (1.0, 24)),
)


def to(value, digits):
    """Rounded as charts are."""
    return float(np.round(value, digits))


def sugar(patient):
    """The newest glucose, and hours since it was drawn."""
    finger, serum = patient.ago("fingerstick"), patient.ago("chemistry")
    name = "glucose" if serum <= finger else "fingerstick_glucose"
    return patient.labs[name], min(finger, serum)


def acidotic(patient):
    """Whether a ketoacidosis is not resolved."""
    labs = patient.labs
    resolved = sugar(patient)[0] < 200 and labs["bicarbonate"] >= 15 and labs["ph"] > 7.30
    return patient.kind == "ketoacidosis" and not resolved


def target(patient):
    """Range of the saturation."""
    if patient.ventilated:
        return 88, 95
    return (88, 92) if patient.kind == "retainer" else (92, 96)


def due(patient):
    """Orders for the next hour, without what is off."""
    want = pressors(patient) | fluid(patient) | antibiotic(patient) | air(patient) | salts(patient)
    want |= insulin(patient) | heparin(patient) | rest(patient)
    if patient.labs["potassium"] >= 6.0 and not patient.answered("insulin", "chemistry"):
        want["insulin"] = 10.0
        if not acidotic(patient):
            want["dextrose"] = 25.0
    want |= dict.fromkeys(panels(patient, want), 1.0)
    return {name: value for name, value in want.items() if value}


def pressors(patient):
    mean, dose = patient.signs["mean_pressure"], patient.standing.get("norepinephrine", 0.0)
    new = dose
    waits = patient.kind == "bleeding" and patient.infused < 20 * patient.weight and dose == 0
    if mean < 65 and not waits:
        new += 0.10 if mean < 57 else 0.05
    elif mean > 75:
        new -= 0.05
    new = to(min(max(new, 0.0), 1.0), 2)
    second = (dose >= 0.25 and mean < 65) or (patient.standing.get("vasopressin", 0) > 0 and new >= 0.10)
    return {"norepinephrine": new, "vasopressin": 0.03 * second}


def fluid(patient):
    low = patient.signs["mean_pressure"] < 65
    if patient.kind == "septic shock" and patient.hour < 3:
        struck = low or patient.labs["lactate"] >= 4 or patient.infused > 0
        return {"crystalloid_bolus": round(patient.weight / 5) * 50.0 * struck}
    if patient.kind == "bleeding":
        return {"crystalloid_bolus": 500.0 * (low and patient.infused < 40 * patient.weight)}
    if patient.kind == "ketoacidosis":
        first = {"crystalloid_bolus": round(15 * patient.weight / 50) * 50.0}
        return first if patient.hour == 0 else {"crystalloid_infusion": 250.0 * acidotic(patient)}
    return {}


def antibiotic(patient):
    if patient.kind != "septic shock":
        return {}
    if "penicillins" not in patient.allergies:
        return {"piperacillin_tazobactam": 1.0}
    return {"aztreonam" if "cephalosporins" in patient.allergies else "cefepime": 1.0}


def air(patient):
    found, (least, most) = patient.signs["saturation"], target(patient)
    oxygen, labs = patient.standing.get("fio2", 0.0), patient.labs
    if patient.ventilated:
        peep, rate = patient.standing.get("peep", 0.0), patient.standing.get("rate", 0.0)
        gaps = [100 * abs(step - oxygen) + abs(level - peep) for step, level in LADDER]
        place = gaps.index(min(gaps)) + (found < least) - (found > most)
        step, level = LADDER[min(max(place, 0), len(LADDER) - 1)]
        if patient.ago("gas") == 0:
            ph = labs["ph"]
            rate += 6 if ph < 7.15 else 2 if ph < 7.30 else -2 if ph > 7.45 else 0
        tidal = round(0.6 * patient.ideal) * 10.0
        return {"fio2": step, "peep": float(level), "rate": min(max(rate, 8), 35), "tidal": tidal}
    if found < least:
        oxygen = min(oxygen + (0.15 if found <= least - 5 else 0.05), max(oxygen, 0.8))
    elif found > most:
        oxygen -= 0.05
    orders = {"fio2": to(max(oxygen, 0.21), 2)}
    if patient.kind == "retainer" and labs["ph"] < 7.35 and labs["pco2"] > 49:
        orders |= {"noninvasive": 1.0, "peep": 5.0}
    return orders


def insulin(patient):
    (value, since), rate = sugar(patient), patient.standing.get("insulin_infusion", 0.0)
    orders = {}
    fallen = "dextrose" not in patient.began or patient.began["dextrose"] < patient.hour - since
    if value < 70 and fallen:
        orders["dextrose"] = 25.0
    if acidotic(patient):
        per_kg = 0.0 if value < 70 else 0.02 if value < 200 else 0.05
        orders["dextrose_infusion"] = 7.5 * (value < 200)
        dose = to(per_kg * patient.weight, 1)
        return orders | {"insulin_infusion": dose * (patient.labs["potassium"] >= 3.3)}
    if since == 0:
        if value > 180:
            rate = (value - 60) * (0.03 if rate > 0 else 0.02)
        elif rate > 0 and value >= 100:
            rate = (value - 60) * (0.02 if value >= 140 else 0.01)
        else:
            rate = 0.0
        rate = to(rate, 1)
    return orders | {"insulin_infusion": rate}


def salts(patient):
    labs, orders = patient.labs, {}
    salt, mineral = labs["potassium"], labs["magnesium"]
    if not patient.answered("potassium", "chemistry"):
        dose = (
            60.0 if salt < 3.0 else 40.0 if salt < 3.5 else 20.0 if salt < 5.2 and acidotic(patient) else 0.0
        )
        orders["potassium"] = dose / 2 if labs["creatinine"] > 2.5 else dose
    if not patient.answered("magnesium", "minerals"):
        orders["magnesium"] = 4.0 if mineral < 1.0 else 2.0 if mineral < 1.6 else 0.0
    return orders


def heparin(patient):
    if patient.kind != "embolism":
        return {}
    weight, rate = patient.weight, patient.standing.get("heparin_infusion", 0.0)
    if rate == 0:
        return {"heparin_infusion": 18.0 * weight, "heparin_bolus": 80.0 * weight}
    push = more = 0
    if patient.drawn["coagulation"] >= patient.turned + 6:
        ptt = patient.labs["ptt"]
        more = 4 if ptt < 35 else 2 if ptt <= 45 else 0 if ptt <= 70 else -2 if ptt <= 90 else -3
        push = 80 if ptt < 35 else 40 if ptt <= 45 else 0
    rate = min(max(rate + more * weight, 0.0), 5000.0)
    return {"heparin_infusion": rate, "heparin_bolus": float(push * weight)}


def rest(patient):
    labs, hour, orders = patient.labs, patient.hour, {}
    if labs["hemoglobin"] < 7 and not patient.answered("red_cells", "count"):
        orders["red_cells"] = 1.0
    if patient.kind == "retainer":
        for name, dose, every in (("bronchodilator", 1.0, 4), ("steroid", 40.0, 24)):
            if hour - patient.began.get(name, -1000) >= every:
                orders[name] = dose
    shock = patient.signs["mean_pressure"] < 55 and patient.standing.get("norepinephrine", 0) >= 0.5
    critical = patient.airway() or shock or labs["potassium"] >= 6.5
    if critical and hour - patient.began.get("call", -1000) >= 12:
        orders["call"] = 1.0
    return orders


def clocks(patient, want):
    """Panels to the hours that are left of their intervals."""
    kind, salt = patient.kind, patient.labs["potassium"]
    keto, mask = acidotic(patient), want.get("noninvasive", 0) > 0
    transfused = patient.began.get("red_cells", -1000) >= patient.drawn["count"] or "red_cells" in want
    infused = any(orders.get("insulin_infusion", 0) > 0 for orders in (want, patient.standing))
    every = {
        "fingerstick": 1 if sugar(patient)[0] < 70 or infused else 4,
        "chemistry": 2 if salt < 3.0 or salt >= 6.0 else 4 if keto else 6,
        "minerals": 12,
        "count": 2 if transfused else 6 if kind == "bleeding" else 24,
    }
    if kind == "embolism":
        every["coagulation"] = 6
    if mask or patient.ventilated or keto or kind == "retainer":
        every["gas"] = 2 if mask else 4
    if kind == "septic shock" and patient.labs["lactate"] >= 2:
        every["lactate"] = 2
    left = {name: hours - patient.ago(name) for name, hours in every.items()}
    left["fingerstick"] = every["fingerstick"] - sugar(patient)[1]
    if kind == "embolism":
        left["coagulation"] = max(left["coagulation"], 6 - (patient.hour - turning(patient, want) - 1))
    return left


def turning(patient, want):
    """The hour of the last change of heparin, the next included."""
    changes = want.get("heparin_infusion", 0) != patient.standing.get("heparin_infusion", 0)
    if changes or want.get("heparin_bolus", 0) > 0:
        return patient.hour
    return -1000 if patient.turned is None else patient.turned


def panels(patient, want):
    """Panels to draw at the end of the next hour."""
    now = [name for name, left in clocks(patient, want).items() if left <= 1]
    return [name for name in now if name != "fingerstick" or "chemistry" not in now]


def pace(patient, want):
    """Hours to the next look."""
    signs, (least, most) = patient.signs, target(patient)
    titrated = any(
        want.get(name, 0) > 0
        for name in (
            "norepinephrine",
            "insulin_infusion",
            "crystalloid_bolus",
            "call",
            *clocks(patient, want),
        )
    )
    above = signs["saturation"] > most and want.get("fio2", 0) > 0.21
    if signs["mean_pressure"] < 65 or titrated or signs["saturation"] < least or above:
        return 1
    left = min(clocks(patient, want).values())
    if patient.kind == "retainer":
        given = patient.hour if want.get("bronchodilator") else patient.began.get("bronchodilator", -1000)
        left = min(left, 4 - (patient.hour - given - 1))
    longest = 2 if patient.ventilated or want.get("noninvasive") else 4
    return max(1, min(left - 1, longest, 4))
