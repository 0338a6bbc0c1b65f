"""One patient of the patient model under orders, an hour at a time, and how far the body is out of order.

Only the patient model is shared with the family: its persons, and its step.
"""

from medgym_patient import ANTIBIOTICS, LABS, PANELS, VITALS, Care, Site, begin, step

DRAWN = ("fingerstick", "chemistry", "minerals", "count", "coagulation", "gas", "lactate")
ONCE = (
    *("crystalloid_bolus", "heparin_bolus", "potassium", "magnesium", "dextrose", "insulin", "red_cells"),
    *("bronchodilator", "steroid", "call"),
)
DRUGS = ("piperacillin_tazobactam", "cefepime", "meropenem", "aztreonam")
SINGLE = {*ONCE, *DRAWN}


class Patient:
    """What is hidden and what is known; orders are a dict of what is not off, with oxygen 0.21 for air."""

    def __init__(self, seed, number, kind, reason, site):
        self.kind = kind
        self.state, chart, _ = begin(seed, 1, reason, Site.named(site), first=number)
        body = self.state.body
        diabetic = any(chart.has(f"diabetes_type_{number}")[0] for number in (1, 2))
        ill = {"ketoacidosis": diabetic, "retainer": chart.has("copd")[0]}
        self.suited = not body.newborn[0] and bool(ill.get(kind, True))
        self.weight, self.height = round(float(body.weight[0])), round(float(body.height[0]))
        self.ideal = (45.5 if body.female[0] else 50.0) + 0.91 * (self.height - 152.4)
        self.allergies = {name for name in ("penicillins", "cephalosporins") if chart.allergic(name)[0]}
        self.signs, self.labs, self.drawn, self.began = {}, {}, {}, {}
        self.turned, self.infused, self.dialysis, self.hour, self.harm = None, 0.0, 0, -1, 0.0
        self.ventilated = kind == "ventilated"
        self.standing = {"fio2": 0.21}
        if self.ventilated:
            self.standing = {"fio2": 0.9, "peep": 14.0, "rate": 20.0, "tidal": round(0.9 * self.ideal) * 10.0}
        self.pass_hour({**self.standing, **dict.fromkeys(DRAWN, 1.0)})
        self.harm = 0.0

    @property
    def dead(self):
        return bool(self.state.dead[0])

    def ago(self, panel):
        """Hours since a panel was drawn."""
        return self.hour - self.drawn[panel]

    def answered(self, dose, panel):
        """Whether a dose began at or after the hour at which a panel was drawn."""
        return dose in self.began and self.began[dose] >= self.drawn[panel]

    def airway(self):
        """Whether they fail to breathe or to wake without a ventilator."""
        if self.ventilated:
            return False
        starving = self.signs["saturation"] < 85 and self.standing.get("fio2", 0.21) >= 0.7
        acid = self.labs["ph"] < 7.15 and self.labs["pco2"] > 60
        return starving or acid or self.signs["eyes"] + self.signs["verbal"] + self.signs["motor"] <= 8

    def pass_hour(self, orders, turned=False):
        """Give the orders of an hour, which may turn heparin as the protocol wanted."""
        orders = dict(orders)
        if orders.get("call", 0) > 0:
            if self.labs["potassium"] >= 6.5:
                self.dialysis = 4
            if self.airway():
                self.ventilated = True
                orders |= {"fio2": 0.9, "peep": 14.0, "rate": 20.0, "tidal": round(0.6 * self.ideal) * 10.0}
        for name in ("noninvasive",) if self.ventilated else ("rate", "tidal"):
            orders.pop(name, None)
        care = self._care(orders)
        self.state, seen = step(self.state, care, self.state.body.key)
        if turned:
            self.turned = self.hour
        self.began |= {name: self.hour for name in ONCE if orders.get(name, 0) > 0}
        self.infused += orders.get("crystalloid_bolus", 0)
        self.dialysis = max(self.dialysis - 1, 0)
        self.standing = {name: value for name, value in orders.items() if name not in SINGLE}
        self.hour += 1
        self.signs |= {name: float(seen.vitals[row, 0]) for row, name in enumerate(VITALS)}
        self.labs |= {LABS.names[lab]: float(value) for lab, value in zip(seen.lab, seen.value, strict=True)}
        self.drawn |= {name: self.hour for name in DRAWN if orders.get(name, 0) > 0}
        self.harm += 1.0 if self.dead else self.strain()

    def _care(self, orders):
        care, on, mask = Care.none(1), self.ventilated, orders.get("noninvasive", 0) > 0
        care.intensive[:] = care.vitals[:] = True
        care.fio2[:] = orders.get("fio2", 0.0)
        for name in (
            *("norepinephrine", "vasopressin", "insulin_infusion", "potassium", "magnesium", "insulin"),
            *("red_cells", "bronchodilator", "steroid"),
        ):
            getattr(care, name)[:] = orders.get(name, 0)
        for name, parts in {
            "crystalloid": ("crystalloid_infusion", "crystalloid_bolus"),
            "heparin_infusion": ("heparin_infusion", "heparin_bolus"),
            "dextrose": ("dextrose_infusion", "dextrose"),
        }.items():
            getattr(care, name)[:] = sum(orders.get(part, 0) for part in parts)
        care.ventilated[:], care.noninvasive[:], care.dialysis[:] = on, mask, self.dialysis > 0
        care.peep[:] = orders.get("peep", 0) if on or mask else 0
        if on:
            care.rate[:], care.tidal[:] = max(orders.get("rate", 0), 6), max(orders.get("tidal", 0), 150)
            care.sedation[:], care.opioid[:] = 20, 50
        for name in DRUGS:
            care.antibiotics[ANTIBIOTICS.index(name)] = orders.get(name, 0) > 0
        for name in DRAWN:
            care.panels[PANELS.index(name)] = orders.get(name, 0) > 0
        return care

    def strain(self):
        """Derangements of the hidden body, two of which are as bad as death."""
        now = {
            name: float(getattr(self.state, name)[0])
            for name in (
                *(
                    "pressure",
                    "saturation",
                    "po2",
                    "glucose",
                    "potassium",
                    "ph",
                    "lactate",
                    "burden",
                    "ketone",
                ),
                *("kidney", "hemoglobin", "heparin", "airway"),
            )
        }
        parts = [
            ramp(now["pressure"], 65, 40),
            ramp(now["saturation"], 90, 75),
            0.5 * ramp(now["po2"], 150, 400),
            max(ramp(now["glucose"], 70, 40), ramp(now["glucose"], 180, 400)),
            max(ramp(now["potassium"], 3.5, 2.5), ramp(now["potassium"], 5.5, 7)),
            max(ramp(now["ph"], 7.30, 7.05), ramp(now["ph"], 7.50, 7.65)),
            ramp(now["lactate"], 2, 10),
            ramp(now["burden"], 0, 3),
            ramp(now["ketone"], 1, 10),
            now["kidney"],
            ramp(now["hemoglobin"], 7, 4),
        ]
        if self.kind == "embolism":
            parts.append(0.5 * max(ramp(now["heparin"], 0.7, 0.1), ramp(now["heparin"], 1.6, 2.6)))
        if self.kind == "retainer":
            parts.append(0.5 * ramp(now["airway"], 0, 1))
        return min(sum(parts) / 2, 1.0)


def ramp(value, fine, worst):
    """0 at ``fine`` and on its good side, 1 at ``worst`` and beyond."""
    return min(max((value - fine) / (worst - fine), 0.0), 1.0)
