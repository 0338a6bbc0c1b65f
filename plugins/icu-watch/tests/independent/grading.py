"""What decisions earn, and what a patient comes to without the agent, one patient and one hour at a time."""

from functools import cache
from itertools import count, islice
from statistics import fmean, median

from .body import DRAWN, SINGLE, Patient
from .rules import due, pace

HOURS = 48
FIELDS = {
    "norepinephrine": (2.0, 0.005),
    "vasopressin": (0.06, 0.001),
    "insulin_infusion": (30.0, 0.11),
    "heparin_infusion": (5000.0, 26.0),
    "crystalloid_infusion": (1000.0, 1.0),
    "dextrose_infusion": (25.0, 0.1),
    "fio2": (1.0, 0.006),
    "peep": (24.0, 0.1),
    "rate": (35.0, 0.1),
    "tidal": (1200.0, 11.0),
    "crystalloid_bolus": (3000.0, 51.0),
    "heparin_bolus": (15000.0, 101.0),
    "potassium": (80.0, 0.5),
    "magnesium": (8.0, 0.1),
    "dextrose": (50.0, 0.5),
    "insulin": (20.0, 0.1),
    "red_cells": (4.0, 0.0),
    "bronchodilator": (2.0, 0.0),
    "steroid": (125.0, 0.5),
    **dict.fromkeys(
        ("noninvasive", "piperacillin_tazobactam", "cefepime", "meropenem", "aztreonam", "call", *DRAWN),
        (1.0, 0.0),
    ),
}
"""Most that is accepted, and how near a dose must be."""
WEIGHTS = dict.fromkeys(("peep", "rate", "tidal"), 0.5) | dict.fromkeys(DRAWN, 0.25)
BY_WEIGHT = ("insulin_infusion", "heparin_infusion", "heparin_bolus", "crystalloid_bolus", "tidal")
DONORS_SEED = 977_000_331
REASONS = {
    "septic shock": ("urosepsis", "pneumonia_sepsis", "abdominal_sepsis", "bacteremia"),
    "ketoacidosis": ("diabetic_ketoacidosis",),
    "embolism": ("pulmonary_embolism",),
    "ventilated": ("respiratory_failure", "aspiration_pneumonia", "pneumonia"),
    "bleeding": ("upper_gi_bleed", "lower_gi_bleed"),
    "retainer": ("copd_exacerbation",),
}


class Watch:
    """A patient with the tally of right, missed and spare orders."""

    def __init__(self, case):
        self.patient = Patient(*case)
        self.wanted, self.next_look, self.lived = self.patient.standing, 0, 0
        self.right = self.missed = self.spare = 0.0
        self.astray = set()

    def going(self):
        """Orders that go on."""
        return dict(self.patient.standing)

    def hour(self, orders, looked):
        """Pass an hour, judged where agent or protocol looks; a dead patient's hours have all strain."""
        patient = self.patient
        if patient.dead:
            patient.harm += 1.0
            return
        self.lived += 1
        now, turned = patient.hour, False
        if looked or now >= self.next_look:
            want = due(patient)
            self.judge(want, orders, patient.standing)
            self.wanted = {name: value for name, value in want.items() if name not in SINGLE}
            self.next_look = now + pace(patient, want)
            turned = turns(want, orders, patient.standing)
        patient.pass_hour(orders, turned)

    def judge(self, want, given, standing):
        """Tally a look; a field that went astray counts little until the protocol is content with it."""
        for name, (_, tolerance) in FIELDS.items():
            off, weight = (0.21 if name == "fio2" else 0.0), WEIGHTS.get(name, 1.0)
            due, has, was, stood = (each.get(name, off) for each in (want, given, self.wanted, standing))
            if abs(due - stood) <= tolerance + 1e-9:
                self.astray.discard(name)
            same = abs(due - has) <= tolerance + 1e-9 and (due > off) == (has > off)
            if due > off and same:
                counts = abs(due - was) > tolerance + 1e-9 and name not in self.astray
                self.right += weight * (1.0 if counts else 0.05)
            if due > off and not same:
                self.missed += weight
            if has > off and not same:
                self.spare += weight
            if not same and name not in SINGLE:
                self.astray.add(name)

    def compliance(self):
        """Share of right orders, for the share of the watch lived."""
        total = self.right + self.missed + self.spare
        return self.right / total * self.lived / HOURS if total else 0.0


def turns(want, orders, standing):
    """Whether heparin is changed as the protocol wants, half at least of the rate's step or of the bolus."""
    rate = standing.get("heparin_infusion", 0.0)
    step, made = (each.get("heparin_infusion", 0.0) - rate for each in (want, orders))
    bolus, given = (each.get("heparin_bolus", 0.0) for each in (want, orders))
    return (step > 0 and made >= step / 2) or (step < 0 and made <= step / 2) or 0 < bolus <= 2 * given


def protocol(case, most=HOURS):
    """The watch that the first decisions of the protocol make, and (orders, looked) of each hour."""
    watch, tape, look, looks = Watch(case), [], 0, 0
    for hour in range(HOURS):
        looked = hour >= look and looks < most
        orders = watch.going()
        if looked:
            orders, looks = due(watch.patient), looks + 1
            look = hour + pace(watch.patient, orders)
        tape.append((orders, looked))
        watch.hour(orders, looked)
    return watch, tape


def decisions(case):
    """The protocol's decisions: (orders, hours on) of each, with 0 for what stops."""
    _, tape = protocol(case)
    looks = [hour for hour, (_, looked) in enumerate(tape) if looked]
    stood = [{}, *(dict.fromkeys(orders.keys() - SINGLE, 0.0) for orders, _ in tape)]
    return [
        (stood[hour] | tape[hour][0], after - hour)
        for hour, after in zip(looks, [*looks[1:], HOURS], strict=True)
    ]


def greedy(case):
    """Answers what is out of range, looks each hour, and draws everything every six hours."""
    watch = Watch(case)
    for hour in range(HOURS):
        want, orders = due(watch.patient), watch.going()
        for name in ("norepinephrine", "fio2", "peep", "potassium", "dextrose", "red_cells", "insulin"):
            orders[name] = want.get(name, 0.21 if name == "fio2" else 0.0)
        watch.hour(orders | (dict.fromkeys(DRAWN, 1.0) if hour % 6 == 5 else {}), True)
    return watch


RULES = (
    ("crystalloid_bolus", "norepinephrine", "vasopressin"),
    ("fio2", "peep"),
    ("insulin_infusion", "dextrose", "dextrose_infusion", "crystalloid_infusion"),
    ("potassium", "insulin", "dextrose"),
    ("red_cells",),
    ("rate", "tidal", "noninvasive"),
    ("heparin_infusion", "heparin_bolus"),
)
"""Orders that follow from one thing that is read."""


def one_rule(case, names, opening):
    """Looks each hour, answers one thing, and orders panels and what is given by the clock.

    In the first ``opening`` hours everything is answered.
    """
    watch = Watch(case)
    for hour in range(HOURS):
        want, orders = due(watch.patient), watch.going()
        some = (*names, *DRAWN, "bronchodilator", "steroid", "potassium")
        for name in FIELDS if hour < opening else some:
            orders[name] = want.get(name, 0.21 if name == "fio2" else 0.0)
        watch.hour(orders, True)
    return watch


def clocked(case, most):
    """The protocol's first decisions, then its panels and what is given by the clock; all else goes on."""
    watch, count = Watch(case), 0
    for orders, looked in protocol(case)[1]:
        count += looked
        if looked and count > most:
            timed = {*DRAWN, "bronchodilator", "steroid", "potassium"}
            orders = watch.going() | {name: value for name, value in orders.items() if name in timed}
        watch.hour(orders if looked else watch.going(), looked)
    return watch


def blind(case, tape, weight):
    """Plays a tape of somebody of a weight."""
    watch = Watch(case)
    for orders, looked in tape:
        watch.hour(scaled(orders, watch.patient.weight / weight) if looked else watch.going(), looked)
    return watch


def scaled(orders, by):
    """Doses by weight for somebody else."""
    return {name: value * (by if name in BY_WEIGHT else 1) for name, value in orders.items()}


@cache
def panel(kind, site):
    """Tapes that are played blind, each with the weight it was made for."""
    usual = {name: 1.0 if most <= 2 else 0.15 * most for name, (most, _) in FIELDS.items()}
    usual |= {"norepinephrine": 0.1, "vasopressin": 0.03, "fio2": 0.5}
    donors = []
    for place, reason in enumerate(REASONS[kind]):
        size = 8 // len(REASONS[kind]) + 2
        persons = ((DONORS_SEED, 100 * place + number, kind, reason, site) for number in count())
        for person in islice((one for one in persons if Patient(*one).suited), size):
            watch, tape = protocol(person)
            if not watch.patient.dead:
                donors.append((tape, watch.patient.weight))
    donors = donors[:8]
    weight = median(each for _, each in donors)
    middle = []
    for hour in range(HOURS):
        at = [(scaled(tape[hour][0], weight / each), tape[hour][1]) for tape, each in donors]
        values = {name: median(orders.get(name, 0.0) for orders, _ in at) for name in FIELDS}
        middle.append((values, fmean(looked for _, looked in at) >= 0.5))
    nobody = [({}, False)] * HOURS
    return [(nobody, 75), ([(usual, True)] * HOURS, 75), (middle, weight), *donors]


@cache
def yardstick(case):
    """Strain with nobody there, strain under the protocol, and the best score of who does not watch."""
    best, _ = protocol(case)
    courses = [blind(case, *tape) for tape in panel(case[2], case[4])]
    alone, saved = courses[0].patient.harm, best.patient.harm
    courses += [greedy(case), protocol(case, most=12)[0], clocked(case, 6), clocked(case, 12)]
    courses += [one_rule(case, names, opening) for names in RULES for opening in (0, 3, 6, 12)]
    return alone, saved, max(worth(course, alone, saved)[0] for course in courses)


def worth(watch, alone, saved):
    """Score, compliance and outcome of a watch that is over."""
    spared = min(max((alone - watch.patient.harm) / max(alone - saved, 2.0), 0.0), 1.0)
    right = watch.compliance()
    return right * (1 if right >= 1 else (1 + spared) / 2), right, spared


def graded(case, log):
    """Reward, compliance, outcome and share lived of a log of decisions."""
    watch = Watch(case)
    hours = [None if later else decision["orders"] for decision in log for later in range(decision["hours"])]
    for said in [*hours[:HOURS], *[None] * (HOURS - len(hours))]:
        orders = watch.going()
        if said is not None:
            orders |= said
        watch.hour({name: value for name, value in orders.items() if value}, said is not None)
    alone, saved, floor = yardstick(case)
    score, right, spared = worth(watch, alone, saved)
    return min(max((score - floor) / (1 - floor), 0.0), 1.0), right, spared, watch.lived / HOURS
