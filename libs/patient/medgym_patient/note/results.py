"""Laboratory results as notes lay them out: blocks, running text, columns, fishbones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from medgym_patient.note.draft import NOW, Voice, plain
from medgym_patient.note.fact import Fact
from medgym_patient.note.lexicon import names_of
from medgym_patient.note.moment import date_of, stamp
from medgym_patient.note.teller import Teller

COUNT = ("white_cells", "red_cells", "hemoglobin", "hematocrit", "mcv", "mch", "mchc", "rdw", "platelets")
CHEMISTRY = (
    "glucose",
    "urea_nitrogen",
    "creatinine",
    "sodium",
    "potassium",
    "chloride",
    "bicarbonate",
    "anion_gap",
)
PANELS: tuple[tuple[str, ...], ...] = (
    COUNT,
    ("neutrophils", "bands", "lymphocytes", "monocytes", "eosinophils", "basophils"),
    ("pt", "ptt", "inr", "fibrinogen", "d_dimer"),
    CHEMISTRY,
    ("alt", "ast", "lactate_dehydrogenase", "creatine_kinase", "alkaline_phosphatase", "bilirubin_total"),
    ("lipase", "amylase"),
    ("creatine_kinase_mb", "troponin_t", "natriuretic_peptide"),
    ("albumin", "calcium", "phosphate", "magnesium"),
    ("iron", "iron_binding_capacity", "ferritin", "transferrin", "vitamin_b12", "folate", "haptoglobin"),
    ("cholesterol", "triglycerides", "hdl_cholesterol", "ldl_cholesterol", "hemoglobin_a1c"),
    ("tsh", "free_t4", "cortisol"),
    ("vancomycin", "digoxin", "phenytoin", "acetaminophen", "ethanol", "ammonia", "osmolality"),
)  # fmt: skip
"""Labs of blood that a block sets on one line."""
GAS = ("po2", "pco2", "ph", "total_co2", "base_excess", "lactate", "ionized_calcium", "oxygen_saturation")
BRIEF = ("sodium", "potassium", "chloride", "bicarbonate", "urea_nitrogen", "creatinine", "glucose")
_SHOWN = frozenset(name for panel in (*PANELS, GAS) for name in panel)
_JOTTED: tuple[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]], ...] = (
    (
        ("CBC: ", "CBC ", ""),
        ("{0}>{1}/{2}<{3}", "{0} > {1} < {3} (hgb/plt), crit {2}", "{0}/{1}/{2}/{3}"),
        ("white_cells", "hemoglobin", "hematocrit", "platelets"),
    ),
    (
        ("Chem 7: ", "lytes ", "SMA7: "),
        ("{0}/{1}|{2}/{3}|{4}/{5}<{6}", "{0}, {1}, {2}, {3}, {4}, {5}, {6}", "{0}|{2}|{4}<{6} {1}|{3}|{5}"),
        ("sodium", "potassium", "chloride", "bicarbonate", "urea_nitrogen", "creatinine", "glucose"),
    ),
    (("LFTs ", "LFTs: "), ("{0}/{1}, {2}", "{0}/{1} bili {2}"), ("ast", "alt", "bilirubin_total")),
    (("ABG: ", "gas ", "ABG "), ("{0}/{1}/{2}",), ("ph", "pco2", "po2")),
)
"""Leads, figures and the labs whose values fill them."""
_FISHBONE = "{sodium}|{chloride}|{urea_nitrogen}/\n{potassium}|{bicarbonate}|{creatinine}\\ {glucose}"


def readable(draws: Mapping[float, Sequence[Fact]], least: int) -> list[tuple[float, list[Fact]]]:
    """The draws with at least so many results that blocks show, and these, by time."""
    kept = ((minute, [fact for fact in drawn if fact.concept in _SHOWN]) for minute, drawn in draws.items())
    return [(minute, drawn) for minute, drawn in kept if len(drawn) >= least]


def block(teller: Teller, minute: float, drawn: Sequence[Fact], most: int = 99, voice: Voice = NOW) -> str:
    """All results of one draw: a line each panel, which begins with the time."""
    known = {fact.concept: fact for fact in drawn}
    lines: list[str] = []
    for panel in (*PANELS, GAS):
        found = [known[name] for name in panel if name in known]
        if found and len(lines) < most:
            fluid = "TYPE-ART" if panel is GAS else "BLOOD"
            results = " ".join(teller.block(fact, voice) for fact in found)
            lines.append(f"{stamp(teller.rng, teller.case, minute)} {fluid} {results}")
    return "\n".join(lines)


def compact(teller: Teller, minute: float, drawn: Sequence[Fact]) -> str:
    """Count and chemistry of a draw as clinicians jot them, by place alone; empty if neither is whole."""
    known = {fact.concept: fact for fact in drawn}
    said = []
    for lead, figure, concepts in _JOTTED:
        if known.keys() >= set(concepts):
            values = [teller.bare(known[name], names_of("lab", name).short[0]) for name in concepts]
            said.append(teller.rng.choice(lead) + teller.rng.choice(figure).format(*values))
    teller.rng.shuffle(said)
    when = f"{stamp(teller.rng, teller.case, minute)} " if said else ""
    return when + teller.rng.choice((" ", "; ", " // ")).join(said)


def inline(teller: Teller, drawn: Sequence[Fact], wanted: Iterable[str], voice: Voice = NOW) -> str:
    """Some results of one draw in running text; empty if there are none of those wanted."""
    known = {fact.concept: fact for fact in drawn}
    found = [known[name] for name in wanted if name in known]
    return teller.rng.choice((", ", ", ", " ", "; ")).join(teller.mention(fact, voice) for fact in found)


def fishbone(teller: Teller, drawn: Sequence[Fact]) -> str:
    """The chemistry of a draw in the figure in which clinicians draw it; empty if it is not whole."""
    known = {fact.concept: fact for fact in drawn}
    if not known.keys() >= set(BRIEF):
        return ""
    values = {name: teller.bare(known[name], names_of("lab", name).short[0]) for name in BRIEF}
    return _FISHBONE.format(**values)


def columns(teller: Teller, draws: Sequence[tuple[float, Sequence[Fact]]], wanted: Sequence[str]) -> str:
    """Results as a table: a line each lab, a column each draw, oldest first."""
    known = [{fact.concept: fact for fact in drawn} for _, drawn in draws]
    dates = "  ".join(date_of(teller.rng, teller.case, minute) for minute, _ in draws)
    lines = [f"{'':<12}{dates}"]
    for lab in wanted:
        found = [one[lab] for one in known if lab in one]
        if len(found) == len(known):
            name = found[0].names[0] if found[0].names else names_of("lab", lab).block
            cells = [
                teller.bare(found[0], name, f"{name:<12}"),
                *(teller.bare(one, name) for one in found[1:]),
            ]
            lines.append("".join(cell + " " * max(13 - len(plain(cell)), 2) for cell in cells).rstrip())
    return "\n".join(lines) if len(lines) > 2 else ""


def series(teller: Teller, facts: Sequence[Fact]) -> str:
    """One lab over time: a name and values with arrows or commas between."""
    name = teller.name(facts[0])
    arrow = teller.rng.choice((" -> ", " --> ", "->", ", then "))
    first = teller.bare(facts[0], name, f"{name} ")
    return arrow.join([first, *(teller.bare(fact, name) for fact in facts[1:])])
