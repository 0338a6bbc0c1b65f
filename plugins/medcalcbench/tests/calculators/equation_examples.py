"""Equations: examples of the papers, of guidelines' tables, and arithmetic by hand."""

from datetime import date

from medgym_plugin_medcalcbench.parameter import Dose

from .example import edge, example

HEALTHY = {"sodium": 140, "chloride": 104, "bicarbonate": 24}
ACIDOSIS = {"sodium": 140, "chloride": 100, "bicarbonate": 10}
MAN = {"sex": "male", "age": 55, "sbp": 125, "total_cholesterol": 213, "hdl": 45}

EXAMPLES = [
    # Cockcroft and Gault's form: a man of 72 kg and 1 mg/dL clears 140 - age.
    example("creatinine_clearance", 80, sex="male", age=60, weight=72, height=180, creatinine=1),
    example("creatinine_clearance", 68, sex="female", age=60, weight=72, height=198, creatinine=1),
    edge("creatinine_clearance", 50 * 80 / 72, sex="male", age=60, weight=50, height=165, creatinine=1),
    edge(
        "creatinine_clearance",
        90 * 68.46 / 72,
        sex="male",
        age=50,
        weight=72.25,
        height=170,
        creatinine=1,
    ),
    # The National Kidney Foundation's calculator: 92 and 69 at 50 years and 1.0 mg/dL.
    example("ckd_epi", 91.7, sex="male", age=50, creatinine=1),
    example("ckd_epi", 68.7, sex="female", age=50, creatinine=1),
    edge("ckd_epi", 142 * 0.9938**40, sex="male", age=40, creatinine=0.9),
    edge("ckd_epi", 142 * 0.9938**40 * 1.012, sex="female", age=40, creatinine=0.7),
    # Tables of the MDRD study equation: 1.0 mg/dL at 50 years is 79, in women 59.
    example("mdrd", 79.1, sex="male", age=50, creatinine=1),
    example("mdrd", 58.7, sex="female", age=50, creatinine=1),
    edge("mdrd", 79.1 * 1.212, sex="male", age=50, creatinine=1, race="black"),
    # Espinel: prerenal below 1 %, tubular necrosis above.
    example(
        "fractional_excretion_of_sodium", 0.25, creatinine=2, sodium=140, urine_creatinine=80, urine_sodium=14
    ),
    edge("fractional_excretion_of_sodium", 1, creatinine=2, sodium=140, urine_creatinine=40, urine_sodium=28),
    # Adrogue and Madias: a man of 68 kg and 168 mmol/L lacks 8 litres by the usual equation.
    example("free_water_deficit", 8.16, sex="male", age=50, weight=68, sodium=168),
    edge("free_water_deficit", 0.5 * 68 * 0.2, sex="male", age=65, weight=68, sodium=168),
    edge("free_water_deficit", 0.6 * 50 * 0.2, sex="female", age=17, weight=50, sodium=168),
    edge("free_water_deficit", 0, sex="female", age=18, weight=50, sodium=140),
    example("corrected_calcium", 9.6, calcium=8, albumin=2),
    edge("corrected_calcium", 8, calcium=8, albumin=4),
    # Hillier: 400 mg/dL above normal take away 9.6 mEq/L.
    example("corrected_sodium", 139.6, sodium=130, glucose=500),
    edge("corrected_sodium", 130, sodium=130, glucose=100),
    example("serum_osmolality", 290, sodium=140, bun=14, glucose=90),
    edge("serum_osmolality", 280, sodium=140, bun=0, glucose=0),
    example("anion_gap", 12, **HEALTHY),
    edge("anion_gap", 0, sodium=140, chloride=110, bicarbonate=30),
    example("delta_gap", 18, **ACIDOSIS),
    edge("delta_gap", 0, **HEALTHY),
    example("delta_ratio", 18 / 14, **ACIDOSIS),
    edge("delta_ratio", 0, sodium=140, chloride=108, bicarbonate=20),
    # Figge: 2.5 mEq/L for each g/dL of albumin.
    example("corrected_anion_gap", 35, **ACIDOSIS, albumin=2),
    edge("corrected_anion_gap", 30, **ACIDOSIS, albumin=4),
    example("corrected_delta_gap", 23, **ACIDOSIS, albumin=2),
    edge("corrected_delta_gap", 0, **HEALTHY, albumin=4),
    example("corrected_delta_ratio", 23 / 14, **ACIDOSIS, albumin=2),
    edge("corrected_delta_ratio", 18 / 14, **ACIDOSIS, albumin=4),
    # Sterling's cut-offs are 1.45 and 3.25.
    example("fib4", 1.6667, age=50, ast=40, alt=36, platelets=200),
    edge("fib4", 3.25, age=52, ast=50, alt=64, platelets=100),
    # Matthews: 5 mU/L with 4.5 mmol/L (81 mg/dL) is a resistance of 1.
    example("homa_ir", 5, insulin=25, fasting_glucose=81),
    edge("homa_ir", 1, insulin=5, fasting_glucose=81),
    example("friedewald", 120, total_cholesterol=200, hdl=50, triglycerides=150),
    edge("friedewald", 70, total_cholesterol=200, hdl=50, triglycerides=400),
    example("mean_arterial_pressure", 93.333, sbp=120, dbp=80),
    edge("mean_arterial_pressure", 65, sbp=95, dbp=50),
    example("body_mass_index", 24.221, weight=70, height=170),
    edge("body_mass_index", 25, weight=72.25, height=170),
    # Devine at 5 feet and at 5 feet 10 inches.
    example("ideal_body_weight", 73, sex="male", height=177.8),
    edge("ideal_body_weight", 45.5, sex="female", height=152.4),
    edge("ideal_body_weight", 50, sex="male", height=152.4),
    example("adjusted_body_weight", 83.8, sex="male", weight=100, height=177.8),
    edge("adjusted_body_weight", 73, sex="male", weight=73, height=177.8),
    # Mosteller: 60 kg and 240 cm make sqrt(4).
    example("body_surface_area", 1.8181, weight=70, height=170),
    edge("body_surface_area", 2, weight=80, height=180),
    example("target_weight", 63.58, target_bmi=22, height=170),
    edge("target_weight", 72.25, target_bmi=25, height=170),
    # Holliday and Segar: 100, 50 and 20 mL a kg and day come to 4, 2 and 1 mL/h.
    example("maintenance_fluids", 110, weight=70),
    example("maintenance_fluids", 50, weight=15),
    edge("maintenance_fluids", 40, weight=10),
    edge("maintenance_fluids", 60, weight=20),
    example("qtc_bazett", 464.758, heart_rate=100, qt=360),
    edge("qtc_bazett", 400, heart_rate=60, qt=400),
    example("qtc_fridericia", 426.829, heart_rate=100, qt=360),
    edge("qtc_fridericia", 400, heart_rate=60, qt=400),
    example("qtc_framingham", 421.6, heart_rate=100, qt=360),
    edge("qtc_framingham", 400, heart_rate=60, qt=400),
    example("qtc_hodges", 430, heart_rate=100, qt=360),
    edge("qtc_hodges", 400, heart_rate=60, qt=400),
    example("qtc_rautaharju", 440, heart_rate=100, qt=360),
    edge("qtc_rautaharju", 400, heart_rate=60, qt=400),
    # x = 1.24145 by hand, and the least risk of all.
    example("framingham", 19.216, **(MAN | {"age": 70, "smoking": True, "blood_pressure_treated": True})),
    edge("framingham", 0.0136, **(MAN | {"age": 30, "total_cholesterol": 130, "hdl": 80, "sbp": 100})),
    # ACOG: 280 days; a cycle of 35 days moves the date a week.
    example("due_date", date(2021, 1, 7), last_period=date(2020, 4, 2), cycle_length=28),
    edge("due_date", date(2021, 1, 14), last_period=date(2020, 4, 2), cycle_length=35),
    edge("due_date", date(2020, 12, 31), last_period=date(2020, 4, 2), cycle_length=21),
    example("conception_date", date(2020, 4, 16), last_period=date(2020, 4, 2), cycle_length=28),
    edge("conception_date", date(2024, 2, 29), last_period=date(2024, 2, 13), cycle_length=30),
    example("gestational_age", {"weeks": 8, "days": 3}, last_period=date(2023, 1, 1), today=date(2023, 3, 1)),
    edge("gestational_age", {"weeks": 40, "days": 0}, last_period=date(2020, 4, 2), today=date(2021, 1, 7)),
    # Meikle and Tyler: 20 mg of hydrocortisone are 5 of prednisone and 4 of methylprednisolone.
    example(
        "steroid_conversion",
        200,
        steroid=(Dose("prednisone PO", 50, "mg"),),
        target_steroid="hydrocortisone IV",
    ),
    example(
        "steroid_conversion",
        0.75,
        steroid=(Dose("methylprednisolone IV", 4, "mg"),),
        target_steroid="dexamethasone PO",
    ),
    edge(
        "steroid_conversion",
        20,
        steroid=(Dose("cortisone PO", 25, "mg"),),
        target_steroid="hydrocortisone PO",
    ),
    # CDC: 33 mg of oxycodone are some 50 mg of morphine.
    example("morphine_equivalents", 49.5, opioids=(Dose("oxycodone", 11, "mg", 3),)),
    example(
        "morphine_equivalents",
        60 + 30 + 7.8,
        opioids=(
            Dose("fentanyl patch", 25, "mcg/h"),
            Dose("morphine", 15, "mg", 2),
            Dose("fentanyl buccal", 60, "mcg"),
        ),
    ),
    edge("morphine_equivalents", 90, opioids=(Dose("hydrocodone", 10, "mg", 9),)),
]
