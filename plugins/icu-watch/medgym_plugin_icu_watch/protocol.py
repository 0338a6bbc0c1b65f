"""The unit's protocol: what is due at a look at the chart, and when to look again.

A teaching simulation, not medicine. Each rule is a simplification of what its docstring cites.
"""

from __future__ import annotations

import numpy as np

from medgym_plugin_icu_watch import order
from medgym_plugin_icu_watch.bedside import Bedside, crisis
from medgym_plugin_icu_watch.order import PANELS, ROW, Values

LADDER = (
    (0.3, 5), (0.4, 5), (0.4, 8), (0.5, 8), (0.5, 10), (0.6, 10), (0.7, 10), (0.7, 12), (0.7, 14),
    (0.8, 14), (0.9, 14), (0.9, 16), (0.9, 18), (1.0, 18), (1.0, 20), (1.0, 22), (1.0, 24),
)  # fmt: skip
"""FiO2 with PEEP: the lower table of ARDSNet (NEJM 2000;342:1301, protocol summary)."""
_FIO2, _PEEP = np.array(LADDER).T


def due(bedside: Bedside) -> Values:
    """(fields, patients): the orders that the protocol wants for the next hour, from the chart alone."""
    want = order.lasting(bedside.standing)
    want[:] = order.LEAST
    _press(bedside, want)
    _fill(bedside, want)
    _treat_infection(bedside, want)
    _give_oxygen(bedside, want)
    _ventilate(bedside, want)
    _sweeten(bedside, want)
    _treat_ketosis(bedside, want)
    _replace_salts(bedside, want)
    _thin(bedside, want)
    _transfuse(bedside, want)
    _open_airways(bedside, want)
    _, critical = crisis(bedside)
    want[ROW["call"]] = critical & (bedside.since("call") >= 11)
    _draw(bedside, want)
    return want


def pace(bedside: Bedside, want: Values) -> np.ndarray:
    """Hours to the next look, 1 to 4.

    One while anything is titrated, out of its range, or on its way from the laboratory; else no longer than
    the next draw, with a ventilator no longer than two.
    """
    chart = bedside.chart
    mean = chart.vital("mean_pressure")
    least, most = _oxygen_range(bedside)
    spo2 = chart.vital("saturation")
    busy = (mean < 65) | (want[ROW["norepinephrine"]] > 0) | (want[ROW["insulin_infusion"]] > 0)
    busy |= (spo2 < least) | ((spo2 > most) & (want[ROW["fio2"]] > 0.21)) | (want[order.ROW["call"]] > 0)
    busy |= want[[ROW[name] for name in PANELS]].any(axis=0) | (want[ROW["crystalloid_bolus"]] > 0)
    left = np.min([limit - 1 - since for limit, since in _clocks(bedside, want)], axis=0)
    slow = np.where(bedside.ventilated | (want[ROW["noninvasive"]] > 0), 2.0, 4.0)
    return np.where(busy, 1.0, np.clip(np.minimum(left, slow), 1.0, 4.0)).astype(np.int64)


def _press(bedside: Bedside, want: Values) -> None:
    """Norepinephrine to a mean pressure of 65 to 75 mmHg, vasopressin 0.03 units/min beside 0.25 mcg/kg/min.

    Surviving Sepsis Campaign 2021 (Evans et al., Intensive Care Med 2021;47:1181), recommendations 37 to 44.
    In bleeding only after 20 mL/kg of fluid (ATLS, 10th edition).
    """
    mean, dose = bedside.chart.vital("mean_pressure"), bedside.before("norepinephrine")
    ready = ~bedside.is_kind("bleeding") | (bedside.infused >= 20 * bedside.weight)
    up = np.where(mean < 57, 0.10, 0.05) * ((mean < 65) & (ready | (dose > 0)))
    down = 0.05 * (mean > 75)
    new = np.round(np.clip(dose + up - down, 0.0, 1.0), 2)
    want[ROW["norepinephrine"]] = new
    begins = (dose >= 0.25) & (mean < 65)
    goes_on = (bedside.before("vasopressin") > 0) & (new >= 0.10)
    want[ROW["vasopressin"]] = np.where(begins | goes_on, 0.03, 0.0)


def _fill(bedside: Bedside, want: Values) -> None:
    """Crystalloid: in septic shock 30 mL/kg within three hours; in bleeding 500 mL while pressure is low.

    Three boluses of 10 mL/kg for a mean pressure under 65 mmHg or a lactate of 4 mmol/L or more (Surviving
    Sepsis Campaign 2021, recommendation 5); bleeding up to 40 mL/kg (ATLS, class III).
    """
    chart, weight = bedside.chart, bedside.weight
    low = chart.vital("mean_pressure") < 65
    struck = low | (chart.lab("lactate") >= 4) | (bedside.infused > 0)
    septic = bedside.is_kind("septic shock") & struck & (bedside.hour < 3)
    bled = bedside.is_kind("bleeding") & low & (bedside.infused < 40 * weight)
    share = np.round(10 * weight / 50) * 50
    want[ROW["crystalloid_bolus"]] = np.where(septic, share, np.where(bled, 500.0, 0.0))


def _treat_infection(bedside: Bedside, want: Values) -> None:
    """One broad antibiotic at once in septic shock, and on (Surviving Sepsis Campaign 2021, 12 and 18).

    Piperacillin-tazobactam; cefepime for who is allergic to penicillins, aztreonam for who is allergic to
    cephalosporins too (Khan et al., J Allergy Clin Immunol 2022;150:1333).
    """
    septic = bedside.is_kind("septic shock")
    penicillin, other = bedside.chart.allergic("penicillins"), bedside.chart.allergic("cephalosporins")
    want[ROW["piperacillin_tazobactam"]] = septic & ~penicillin
    want[ROW["cefepime"]] = septic & penicillin & ~other
    want[ROW["aztreonam"]] = septic & penicillin & other


def _oxygen_range(bedside: Bedside) -> tuple[np.ndarray, np.ndarray]:
    """Saturation aimed at, %: 92 to 96, in retainers 88 to 92, on a ventilator 88 to 95.

    O'Driscoll et al., BTS guideline, Thorax 2017;72:ii1; ARDSNet, NEJM 2000;342:1301.
    """
    low = bedside.ventilated | bedside.is_kind("retainer")
    most = np.where(bedside.ventilated, 95.0, np.where(bedside.is_kind("retainer"), 92.0, 96.0))
    return np.where(low, 88.0, 92.0), most


def _give_oxygen(bedside: Bedside, want: Values) -> None:
    """Without a ventilator: 0.05 more below the range, 0.15 from 5 % below it, to 0.8; 0.05 less above it."""
    spo2, last = bedside.chart.vital("saturation"), bedside.before("fio2")
    least, most = _oxygen_range(bedside)
    up = np.minimum(last + np.where(spo2 <= least - 5, 0.15, 0.05), np.maximum(last, 0.8))
    new = np.where(spo2 < least, up, np.where(spo2 > most, last - 0.05, last))
    want[ROW["fio2"]] = np.round(np.maximum(new, 0.21), 2)


def _ventilate(bedside: Bedside, want: Values) -> None:
    """6 mL/kg of predicted weight; FiO2 and PEEP a step of the table by saturation; the rate by pH.

    ARDSNet, NEJM 2000;342:1301: pH 7.30 to 7.45, rate up to 35. A rate is changed on a new gas only.
    """
    chart, on = bedside.chart, bedside.ventilated
    fio2, peep = bedside.before("fio2"), bedside.before("peep")
    far = 100 * np.abs(_FIO2[:, None] - fio2) + np.abs(_PEEP[:, None] - peep)
    here = np.argmin(far, axis=0)
    spo2 = chart.vital("saturation")
    here = np.clip(here + (spo2 < 88) - 1 * (spo2 > 95), 0, len(LADDER) - 1)
    want[ROW["fio2"]] = np.where(on, _FIO2[here], want[ROW["fio2"]])
    want[ROW["peep"]] = np.where(on, _PEEP[here], 0.0)
    ph, fresh = chart.lab("ph"), chart.ago("gas") < 1
    turn = np.where(ph < 7.15, 6, np.where(ph < 7.30, 2, np.where(ph > 7.45, -2, 0))) * fresh
    want[ROW["rate"]] = np.where(on, np.clip(bedside.before("rate") + turn, 8, 35), 0.0)
    want[ROW["tidal"]] = np.where(on, np.round(0.6 * bedside.predicted) * 10, 0.0)


def glucose(bedside: Bedside) -> tuple[np.ndarray, np.ndarray]:
    """The newest glucose, mg/dL, and hours since it was drawn."""
    chart = bedside.chart
    finger, serum = chart.ago("fingerstick"), chart.ago("chemistry")
    newest = np.where(serum <= finger, chart.lab("glucose"), chart.lab("fingerstick_glucose"))
    return newest, np.minimum(finger, serum)


def _sweeten(bedside: Bedside, want: Values) -> None:
    """Insulin over 180 mg/dL, to 140 to 180: (glucose - 60) x 0.02 units/h, dextrose 25 g under 70 mg/dL.

    NICE-SUGAR, NEJM 2009;360:1283; ADA Standards of Care 2024, section 16. The formula with its multiplier
    is Glucommander's (Davidson et al., Diabetes Care 2005;28:2418): 0.03 while a running infusion leaves
    it over 180, 0.01 under 140, off under 100. Changed on a new glucose only.
    """
    value, since = glucose(bedside)
    rate = bedside.before("insulin_infusion")
    running = rate > 0
    times = np.where(value > 180, np.where(running, 0.03, 0.02), np.where(value >= 140, 0.02, 0.01))
    on = (value > 180) | (running & (value >= 100))
    new = np.where(on, np.round((value - 60) * times, 1), 0.0)
    want[ROW["insulin_infusion"]] = np.where(since < 1, new, rate)
    low = (value < 70) & (bedside.since("dextrose") >= since)
    want[ROW["dextrose"]] = np.where(low, 25.0, 0.0)


def ketotic(bedside: Bedside) -> np.ndarray:
    """Whose ketoacidosis is not resolved: glucose under 200, bicarbonate 15 and pH over 7.30 are."""
    chart, (value, _) = bedside.chart, glucose(bedside)
    well = (value < 200) & (chart.lab("bicarbonate") >= 15) & (chart.lab("ph") > 7.30)
    return np.asarray(bedside.is_kind("ketoacidosis") & ~well)


def _treat_ketosis(bedside: Bedside, want: Values) -> None:
    """Fluid 15 mL/kg, then 250 mL/h; insulin 0.05 units/kg/h once potassium is 3.3, 0.02 under 200 mg/dL.

    With dextrose 7.5 g/h from then on, to hold 150 to 200 (Kitabchi et al., Diabetes Care 2009;32:1335); none
    under 70 (ADA 2024). It begins at the lower end of ISPAD's 0.05 to 0.1 units/kg/h (Glaser et al., Pediatr
    Diabetes 2022;23:835): in this model that lowers glucose by some 80 mg/dL an hour, near the 50 to 75 that
    Kitabchi asks for, and 0.1 by some 140, with hypoglycemia in the end.
    """
    on, weight = ketotic(bedside), bedside.weight
    value, _ = glucose(bedside)
    low = value < 200
    safe = (bedside.chart.lab("potassium") >= 3.3) & (value >= 70)
    rate = np.round(np.where(low, 0.02, 0.05) * weight, 1) * safe
    want[ROW["insulin_infusion"]] = np.where(on, rate, want[ROW["insulin_infusion"]])
    want[ROW["dextrose_infusion"]] = np.where(on & low, 7.5, 0.0)
    first = bedside.is_kind("ketoacidosis") & (bedside.hour == 0)
    want[ROW["crystalloid_bolus"]] += np.where(first, np.round(15 * weight / 50) * 50, 0.0)
    want[ROW["crystalloid_infusion"]] = np.where(on & (bedside.hour > 0), 250.0, 0.0)


def _replace_salts(bedside: Bedside, want: Values) -> None:
    """Potassium under 3.5 mmol/L 40 mEq, under 3.0 60, half with a creatinine over 2.5; magnesium under 1.6.

    Each result is answered once (Kraft et al., Am J Health Syst Pharm 2005;62:1663). In ketoacidosis 20 mEq
    under 5.2 (Kitabchi 2009). From 6.0 insulin 10 units with dextrose 25 g (UK Kidney Association 2023).
    """
    chart = bedside.chart
    value, since = chart.lab("potassium"), chart.ago("chemistry")
    dose = np.where(value < 3.0, 60.0, np.where(value < 3.5, 40.0, 0.0))
    dose = np.where((dose == 0) & (value < 5.2) & ketotic(bedside), 20.0, dose)
    dose = dose * np.where(chart.lab("creatinine") > 2.5, 0.5, 1.0)
    want[ROW["potassium"]] = np.where(bedside.since("potassium") >= since, dose, 0.0)
    high = (value >= 6.0) & (bedside.since("insulin") >= since)
    want[ROW["insulin"]] = np.where(high, 10.0, 0.0)
    want[ROW["dextrose"]] = np.where(high & ~ketotic(bedside), 25.0, want[ROW["dextrose"]])
    mineral = chart.lab("magnesium")
    grams = np.where(mineral < 1.0, 4.0, np.where(mineral < 1.6, 2.0, 0.0))
    want[ROW["magnesium"]] = np.where(bedside.since("magnesium") >= chart.ago("minerals"), grams, 0.0)


def _thin(bedside: Bedside, want: Values) -> None:
    """Heparin 80 units/kg, then 18 units/kg/h, changed by the aPTT six hours after each change.

    Raschke et al., Ann Intern Med 1993;119:874: under 35 s 80 units/kg and 4 more, to 45 s 40 units/kg and 2
    more, to 70 s none, to 90 s 2 less, over it 3 less (its hour's pause is left out).
    """
    weight, rate = bedside.weight, bedside.before("heparin_infusion")
    on = bedside.is_kind("embolism")
    ptt, since = bedside.chart.lab("ptt"), bedside.chart.ago("coagulation")
    read = (bedside.turned - since >= 5) & (rate > 0)
    more = np.where(ptt < 35, 4, np.where(ptt <= 45, 2, np.where(ptt <= 70, 0, np.where(ptt <= 90, -2, -3))))
    rate = np.where(rate > 0, rate + np.where(read, more, 0) * weight, 18 * weight)
    push = np.where(read & (ptt < 35), 80, np.where(read & (ptt <= 45), 40, 0))
    push = np.where(bedside.before("heparin_infusion") > 0, push, 80)
    want[ROW["heparin_infusion"]] = np.where(on, np.clip(rate, 0, 5000), 0.0)
    want[ROW["heparin_bolus"]] = np.where(on, push * weight, 0.0)


def _transfuse(bedside: Bedside, want: Values) -> None:
    """A unit of red cells for a hemoglobin under 7 g/dL (Carson et al., AABB, JAMA 2016;316:2025)."""
    chart = bedside.chart
    low = (chart.lab("hemoglobin") < 7) & (bedside.since("red_cells") >= chart.ago("count"))
    want[ROW["red_cells"]] = low


def _open_airways(bedside: Bedside, want: Values) -> None:
    """Retainers: a bronchodilator every 4 h, methylprednisolone 40 mg a day, a mask for acidosis.

    GOLD 2024; mask with PEEP 5 for a pH under 7.35 with a pCO2 over 49 mmHg (Davidson et al., BTS/ICS
    guideline, Thorax 2016;71:ii1).
    """
    on, chart = bedside.is_kind("retainer"), bedside.chart
    want[ROW["bronchodilator"]] = on & (bedside.since("bronchodilator") >= 3)
    want[ROW["steroid"]] = np.where(on & (bedside.since("steroid") >= 23), 40.0, 0.0)
    mask = on & ~bedside.ventilated & (chart.lab("ph") < 7.35) & (chart.lab("pco2") > 49)
    want[ROW["noninvasive"]] = mask
    want[ROW["peep"]] = np.where(mask, 5.0, want[ROW["peep"]])


def _clocks(bedside: Bedside, want: Values) -> list[tuple[np.ndarray, np.ndarray]]:
    """For each panel in their order, then for bronchodilators: the interval and the hours gone of it.

    Glucose hourly under insulin, once after it and under 70 mg/dL, else every 4 h (ADA 2024); potassium
    every 6, in ketoacidosis 4 (Kitabchi 2009), 2 out of 3.0 to 6.0; lactate every 2 h while it is 2 or more
    (Surviving Sepsis Campaign 2021); the aPTT 6 h after a change and after the last (Raschke 1993); blood
    counts every 6 h in bleeding, 2 after a transfusion; gases every 4 h on a ventilator, in ketoacidosis and
    in retainers, 2 with a mask.
    """
    chart, size = bedside.chart, len(bedside.kind)
    never = np.full(size, 1e9)
    sugar, since = glucose(bedside)
    infused = (want[ROW["insulin_infusion"]] > 0) | (bedside.before("insulin_infusion") > 0)
    keto, retains = ketotic(bedside), bedside.is_kind("retainer")
    salt = chart.lab("potassium")
    hours = {
        "fingerstick": np.where(infused | (sugar < 70), 1.0, 4.0),
        "chemistry": np.where((salt < 3.0) | (salt >= 6.0), 2.0, np.where(keto, 4.0, 6.0)),
        "minerals": np.full(size, 12.0),
        "count": np.where(bedside.is_kind("bleeding"), 6.0, 24.0),
        "coagulation": np.where(bedside.is_kind("embolism"), 6.0, never),
        "gas": np.where(
            want[ROW["noninvasive"]] > 0, 2.0, np.where(bedside.ventilated | keto | retains, 4.0, never)
        ),
        "lactate": np.where(bedside.is_kind("septic shock") & (chart.lab("lactate") >= 2), 2.0, never),
    }
    transfused = (want[ROW["red_cells"]] > 0) | (bedside.since("red_cells") < chart.ago("count"))
    hours["count"] = np.where(transfused, 2.0, hours["count"])
    gone = {name: chart.ago(name) for name in PANELS} | {"fingerstick": since}
    changed = want[ROW["heparin_infusion"]] != bedside.before("heparin_infusion")
    turned = np.where(changed | (want[ROW["heparin_bolus"]] > 0), -1.0, bedside.turned)
    gone["coagulation"] = np.minimum(chart.ago("coagulation"), turned)
    found = [(hours[name], gone[name]) for name in PANELS]
    puffs = np.where(want[ROW["bronchodilator"]] > 0, -1.0, bedside.since("bronchodilator"))
    return [*found, (np.where(retains, 4.0, never), puffs)]


def _draw(bedside: Bedside, want: Values) -> None:
    """Panels whose interval ends with the next hour; they are drawn at its end."""
    for name, (limit, gone) in zip(PANELS, _clocks(bedside, want), strict=False):
        want[ROW[name]] = gone >= limit - 1
    want[ROW["fingerstick"]] *= want[ROW["chemistry"]] == 0
