"""Clinical settings for the questions. No text here holds a digit, so numbers are parameters only."""

from __future__ import annotations

from typing import NamedTuple


class Continuous(NamedTuple):
    """A measured outcome, for t tests and the analysis of variance."""

    people: str
    """Whom the study is about."""
    measure: str
    """What is measured."""
    unit: str
    """Unit of the measure."""
    mean: float
    """Typical mean."""
    sd: float
    """Typical standard deviation."""
    places: int
    """Decimals shown."""
    arms: tuple[str, ...]
    """Five treatments, the control first."""


class Categorical(NamedTuple):
    """A classified outcome, for the chi-square test."""

    people: str
    """Whom the study is about."""
    factor: str
    """What distinguishes the rows."""
    groups: tuple[str, ...]
    """Four rows."""
    outcome: str
    """What distinguishes the columns."""
    levels: tuple[str, ...]
    """Five columns."""


class Survival(NamedTuple):
    """A time to an event, for the Cox model."""

    people: str
    """Whom the study is about."""
    experimental: str
    """Treatment of the experimental group."""
    control: str
    """Treatment of the control group."""
    event: str
    """The event."""


CONTINUOUS = (
    Continuous(
        "adults with stage-one hypertension",
        "seated systolic blood pressure",
        "mmHg",
        148,
        13,
        1,
        ("placebo", "a thiazide diuretic", "an angiotensin blocker", "a beta blocker", "a low-sodium diet"),
    ),
    Continuous(
        "outpatients with type-two diabetes",
        "fasting plasma glucose",
        "mg/dL",
        158,
        29,
        1,
        ("usual care", "metformin", "a walking programme", "a low-carbohydrate diet", "app-based coaching"),
    ),
    Continuous(
        "intensive-care nurses",
        "emotional exhaustion score",
        "points",
        27.5,
        8.4,
        1,
        (
            "no programme",
            "resilience workshops",
            "protected breaks",
            "peer debriefing",
            "a new shift pattern",
        ),
    ),
    Continuous(
        "children with persistent asthma",
        "forced expiratory volume",
        "litres",
        1.85,
        0.42,
        2,
        (
            "a reliever inhaler",
            "low-dose budesonide",
            "montelukast",
            "a combination inhaler",
            "breathing training",
        ),
    ),
    Continuous(
        "people with knee osteoarthritis",
        "pain on a visual analogue scale",
        "mm",
        57,
        18,
        1,
        (
            "paracetamol",
            "topical diclofenac",
            "supervised exercise",
            "acupuncture",
            "intra-articular steroid",
        ),
    ),
    Continuous(
        "patients with chronic kidney disease",
        "estimated glomerular filtration rate",
        "mL/min",
        46,
        11,
        1,
        ("standard therapy", "an SGLT inhibitor", "finerenone", "a low-protein diet", "sodium bicarbonate"),
    ),
    Continuous(
        "preterm infants in the neonatal unit",
        "daily weight gain",
        "g",
        23.5,
        6.2,
        1,
        ("standard formula", "fortified milk", "donor milk", "kangaroo care", "a probiotic"),
    ),
    Continuous(
        "adults recovering from bowel surgery",
        "length of hospital stay",
        "days",
        8.6,
        2.7,
        2,
        (
            "conventional care",
            "early feeding",
            "chewing gum",
            "an enhanced-recovery pathway",
            "epidural analgesia",
        ),
    ),
    Continuous(
        "adults with major depression",
        "depression rating",
        "points",
        21.4,
        5.3,
        1,
        ("a waiting list", "sertraline", "cognitive therapy", "light therapy", "group exercise"),
    ),
    Continuous(
        "nursing-home residents",
        "serum vitamin D",
        "nmol/L",
        38,
        13,
        1,
        ("a placebo capsule", "weekly drops", "a daily tablet", "fortified bread", "sunlight exposure"),
    ),
    Continuous(
        "patients with chronic heart failure",
        "six-minute walking distance",
        "m",
        345,
        78,
        0,
        ("usual care", "home training", "telemonitoring", "intravenous iron", "nurse-led titration"),
    ),
    Continuous(
        "women with polycystic ovary syndrome",
        "fasting insulin",
        "mU/L",
        16.2,
        5.6,
        1,
        ("placebo", "inositol", "metformin", "a diet plan", "interval training"),
    ),
)

CATEGORICAL = (
    Categorical(
        "patients discharged after hip fracture",
        "rehabilitation setting",
        ("home-based care", "inpatient rehabilitation", "day hospital", "telephone follow-up"),
        "mobility at follow-up",
        ("independent", "with a stick", "with a frame", "wheelchair", "bedridden"),
    ),
    Categorical(
        "adults in primary care",
        "smoking status",
        ("never smokers", "former smokers", "occasional smokers", "daily smokers"),
        "severity of cough",
        ("none", "mild", "moderate", "severe", "very severe"),
    ),
    Categorical(
        "hospital nurses",
        "type of ward",
        ("medical wards", "surgical wards", "emergency care", "intensive care"),
        "intention to leave the profession",
        ("none", "low", "moderate", "high", "already applied elsewhere"),
    ),
    Categorical(
        "patients with rheumatoid arthritis",
        "treatment strategy",
        ("methotrexate", "a biologic", "triple therapy", "tapered steroid"),
        "disease activity",
        ("remission", "low", "moderate", "high", "very high"),
    ),
    Categorical(
        "women in antenatal care",
        "model of care",
        ("midwife-led care", "shared care", "obstetric care", "group care"),
        "mode of birth",
        ("spontaneous", "induced vaginal", "instrumental", "planned caesarean", "emergency caesarean"),
    ),
    Categorical(
        "stroke survivors",
        "genotype of a candidate variant",
        ("common homozygotes", "heterozygotes", "rare homozygotes", "carriers of a deletion"),
        "functional outcome",
        ("no symptoms", "slight disability", "moderate disability", "severe disability", "death"),
    ),
    Categorical(
        "patients with eczema",
        "topical treatment",
        ("emollient", "mild steroid", "potent steroid", "calcineurin inhibitor"),
        "global response",
        ("clear", "almost clear", "improved", "unchanged", "worse"),
    ),
)

SURVIVAL = (
    Survival(
        "patients with resected colon cancer", "adjuvant immunotherapy", "chemotherapy alone", "recurrence"
    ),
    Survival(
        "adults with heart failure", "a new neurohormonal drug", "enalapril", "a first hospital admission"
    ),
    Survival("kidney-transplant recipients", "belatacept", "ciclosporin", "graft loss"),
    Survival("people with multiple sclerosis", "a monoclonal antibody", "interferon", "a first relapse"),
    Survival("patients with cirrhosis", "long-term albumin", "standard care", "decompensation"),
    Survival("women with early breast cancer", "extended endocrine therapy", "placebo", "distant metastasis"),
    Survival(
        "nursing-home residents", "high-dose influenza vaccine", "standard vaccine", "a respiratory illness"
    ),
    Survival("adults with atrial fibrillation", "early ablation", "rate control", "stroke or death"),
    Survival(
        "patients with a diabetic foot ulcer", "negative-pressure dressings", "moist gauze", "wound closure"
    ),
    Survival("children with nephrotic syndrome", "a prolonged steroid course", "a short course", "a relapse"),
)
