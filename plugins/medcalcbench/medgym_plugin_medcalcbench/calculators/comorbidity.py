"""Risk by comorbidity and by bleeding of the upper gut."""

from __future__ import annotations

from medgym_plugin_medcalcbench import finding as f
from medgym_plugin_medcalcbench import quantity as q
from medgym_plugin_medcalcbench.calculator import POINTS, calculator
from medgym_plugin_medcalcbench.calculators.band import above, at_least

_ONE = (
    f.MYOCARDIAL_INFARCTION,
    f.HEART_FAILURE,
    f.PERIPHERAL_VASCULAR_DISEASE,
    f.DEMENTIA,
    f.COPD,
    f.CONNECTIVE_TISSUE_DISEASE,
    f.PEPTIC_ULCER,
)
_WEIGHTS = (
    {finding.name: 1 for finding in _ONE}
    | dict.fromkeys((f.HEMIPLEGIA.name, f.CHRONIC_KIDNEY_DISEASE.name, f.LEUKAEMIA.name, f.LYMPHOMA.name), 2)
    | {f.AIDS.name: 6}
)


@calculator(
    32,
    "Charlson comorbidity index",
    "risk",
    parameters=(
        q.AGE,
        *_ONE,
        f.STROKE,
        f.TIA,
        f.HEMIPLEGIA,
        f.CHRONIC_KIDNEY_DISEASE,
        f.LEUKAEMIA,
        f.LYMPHOMA,
        f.AIDS,
        f.LIVER_SEVERITY,
        f.DIABETES_SEVERITY,
        f.SOLID_TUMOUR,
    ),
    answer=POINTS,
    source="Charlson ME et al. J Clin Epidemiol 1994;47:1245-1251; weights: J Chronic Dis 1987;40:373-383",
    variant="The weights of 1987 with points for age: 1 in the fifties, 2 in the sixties, 3 in the "
    "seventies, 4 from 80 years on; stroke and transient ischaemic attack score once together.",
    erratum="v1.0 gives 1 point for every capitalised severity, such as a metastatic tumour.",
    boundaries={"age": (50, 60, 70, 80)},
)
def charlson(
    age: int,
    stroke: bool,
    tia: bool,
    liver_severity: str,
    diabetes_severity: str,
    solid_tumour: str,
    **findings: bool,
) -> int:
    """Age 50 to 59 1, 60 to 69 2, 70 to 79 3, from 80 on 4.

    1 each: infarction, heart failure, peripheral vascular disease, stroke or transient ischaemic attack,
    dementia, COPD, connective tissue disease, peptic ulcer, mild liver disease, uncomplicated diabetes.
    2 each: hemiplegia, moderate to severe kidney disease, diabetes with end-organ damage, localised solid
    tumour, leukaemia, lymphoma. 3: moderate to severe liver disease. 6 each: metastatic tumour, AIDS.
    """
    return (
        at_least(age, ((80, 4), (70, 3), (60, 2), (50, 1)), 0)
        + (stroke or tia)
        + {"none": 0, "mild": 1, "moderate to severe": 3}[liver_severity]
        + f.DIABETES_SEVERITY.options.index(diabetes_severity)
        + {"none": 0, "localised": 2, "metastatic": 6}[solid_tumour]
        + sum(_WEIGHTS[finding] for finding, present in findings.items() if present)
    )


@calculator(
    27,
    "Glasgow-Blatchford bleeding score",
    "risk",
    parameters=(
        f.SEX,
        q.BUN,
        q.HAEMOGLOBIN,
        q.SBP,
        q.HEART_RATE,
        f.MELAENA,
        f.SYNCOPE,
        f.HEPATIC_DISEASE,
        f.CARDIAC_FAILURE,
    ),
    answer=POINTS,
    source="Blatchford O et al. Lancet 2000;356:1318-1321",
    variant="Bands of urea nitrogen in mg/dL from 18.2, 22.4 and 28, and above 70.",
    erratum="v1.0 gives 1 point for a haemoglobin of exactly 13 g/dL (men) or 12 g/dL (women).",
    boundaries={
        "bun": (19, 23, 28, 71),
        "haemoglobin": (10, 12, 13),
        "sbp": (90, 100, 110),
        "heart_rate": (100,),
    },
    admits=lambda bun, **_: not 69.5 < bun < 70.5 and not 18 < bun < 18.4 and not 22.2 < bun < 22.6,
)
def glasgow_blatchford(
    sex: str,
    bun: float,
    haemoglobin: float,
    sbp: float,
    heart_rate: float,
    melaena: bool,
    syncope: bool,
    hepatic_disease: bool,
    cardiac_failure: bool,
) -> int:
    """Urea nitrogen from 18.2 mg/dL on 2, 22.4 3, 28 4, above 70 6; pressure below 110 mmHg 1, 100 2, 90 3.

    Haemoglobin below 13 g/dL 1 (men), 12 3 (men) or 1 (women), 10 6; rate from 100/min on 1; melaena 1;
    syncope 2; hepatic disease 2; cardiac failure 2.
    """
    urea = 6 if bun > 70 else at_least(bun, ((28, 4), (22.4, 3), (18.2, 2)), 0)
    bands = ((13, 0), (12, 1), (10, 3)) if sex == "male" else ((12, 0), (10, 1))
    return (
        urea
        + at_least(haemoglobin, bands, 6)
        + at_least(sbp, ((110, 0), (100, 1), (90, 2)), 3)
        + (heart_rate >= 100)
        + melaena
        + 2 * (syncope + hepatic_disease + cardiac_failure)
    )


@calculator(
    15,
    "Child-Pugh score",
    "severity",
    parameters=(q.BILIRUBIN, q.ALBUMIN, q.INR, f.ASCITES, f.ENCEPHALOPATHY),
    answer=POINTS,
    source="Pugh RNH et al. Br J Surg 1973;60:646-649",
    variant="Points, 5 to 15, with INR bands below 1.7, 1.7 to 2.3 and above, and bilirubin bands below 2, "
    "2 to 3 and above 3 mg/dL.",
    erratum="v1.0 ignores ascites that is stated, has bands wrong at their bounds and uses 548.66 g/mol for "
    "bilirubin.",
    boundaries={
        "bilirubin": (2, 3, 3.1),
        "albumin": (2.8, 3.5, 3.6),
        "inr": (1.7, 2.3, 2.4),
    },
)
def child_pugh(bilirubin: float, albumin: float, inr: float, ascites: str, encephalopathy: str) -> int:
    """Sum of five items of 1 to 3 points.

    Args:
        bilirubin: mg/dL; below 2 is 1, up to 3 is 2, above is 3.
        albumin: g/dL; above 3.5 is 1, from 2.8 on 2, below 3.
        inr: below 1.7 is 1, up to 2.3 is 2, above is 3.
        ascites: ``absent`` 1, ``slight`` 2, ``moderate`` 3.
        encephalopathy: ``none`` 1, ``grade 1-2`` 2, ``grade 3-4`` 3.
    """
    return (
        (3 if bilirubin > 3 else 2 if bilirubin >= 2 else 1)
        + above(albumin, ((3.5, 1),), 2 if albumin >= 2.8 else 3)
        + (3 if inr > 2.3 else 2 if inr >= 1.7 else 1)
        + f.ASCITES.options.index(ascites)
        + f.ENCEPHALOPATHY.options.index(encephalopathy)
        + 2
    )
