"""Words that clinicians say instead of those that templates use.

Abbreviations are those of ward notes (Medical Abbreviations, StatPearls; MeDal, Wen et al. 2020, arXiv
2012.13978), brand names those of the United States (RxNorm's "has tradename").
"""

from __future__ import annotations

import re
from collections.abc import Mapping

ABBREVIATIONS: Mapping[str, str] = {
    "intensive care unit": "ICU",
    "systolic blood pressure": "SBP",
    "diastolic blood pressure": "DBP",
    "respiratory rate": "RR",
    "oxygen saturation": "SpO2",
    "microbiology tests": "micros",
    "microbiology test": "micro",
    "hospital visits": "hosp adms",
    "hospital visit": "hosp adm",
    "hospital": "hosp",
    "heart rate": "HR",
    "lab tests": "labs",
    "lab test": "lab",
    "second-to-last": "next-to-last",
    "patients": "pts",
    "patient": "pt",
    "diagnoses": "dxs",
    "diagnosis": "dx",
    "diagnosed": "dx'd",
    "prescriptions": "rxs",
    "prescription": "rx",
    "prescribed": "rx'd",
    "procedures": "procs",
    "procedure": "proc",
    "treatments": "txs",
    "treatment": "tx",
    "admissions": "adms",
    "admission": "adm",
    "admitted": "adm'd",
    "discharged": "d/c'd",
    "discharge": "d/c",
    "temperature": "temp",
    "weight": "wt",
    "height": "ht",
    "maximum": "max",
    "minimum": "min",
    "average": "avg",
    "number": "no.",
    "specimens": "specs",
    "specimen": "spec",
    "months": "mos",
    "month": "mo",
    "years": "yrs",
    "year": "yr",
    "before": "prior to",
    "first": "1st",
    "second": "2nd",
    "three": "3",
    "four": "4",
    "five": "5",
    "without": "w/o",
    "with": "w/",
    "and": "&",
}
"""Words to what notes write for them; longer phrases come first."""
BRANDS: Mapping[str, str] = {
    "acetaminophen": "Tylenol",
    "acetazolamide": "Diamox",
    "albuterol": "Ventolin",
    "allopurinol": "Zyloprim",
    "alteplase": "Activase",
    "amiodarone": "Pacerone",
    "amlodipine": "Norvasc",
    "atenolol": "Tenormin",
    "atorvastatin": "Lipitor",
    "azithromycin": "Zithromax",
    "bisacodyl": "Dulcolax",
    "captopril": "Capoten",
    "carvedilol": "Coreg",
    "ceftriaxone": "Rocephin",
    "ciprofloxacin": "Cipro",
    "citalopram": "Celexa",
    "clonidine": "Catapres",
    "clopidogrel": "Plavix",
    "diazepam": "Valium",
    "diltiazem": "Cardizem",
    "donepezil": "Aricept",
    "enalapril": "Vasotec",
    "enoxaparin": "Lovenox",
    "escitalopram": "Lexapro",
    "etomidate": "Amidate",
    "famotidine": "Pepcid",
    "fentanyl": "Sublimaze",
    "fluconazole": "Diflucan",
    "fluoxetine": "Prozac",
    "furosemide": "Lasix",
    "gabapentin": "Neurontin",
    "haloperidol": "Haldol",
    "hydralazine": "Apresoline",
    "hydromorphone": "Dilaudid",
    "labetalol": "Trandate",
    "lansoprazole": "Prevacid",
    "levetiracetam": "Keppra",
    "levofloxacin": "Levaquin",
    "levothyroxine": "Synthroid",
    "linezolid": "Zyvox",
    "lisinopril": "Zestril",
    "loperamide": "Imodium",
    "lorazepam": "Ativan",
    "losartan": "Cozaar",
    "memantine": "Namenda",
    "meropenem": "Merrem",
    "metformin": "Glucophage",
    "metoclopramide": "Reglan",
    "metoprolol": "Lopressor",
    "metronidazole": "Flagyl",
    "midazolam": "Versed",
    "nadolol": "Corgard",
    "norepinephrine": "Levophed",
    "omeprazole": "Prilosec",
    "ondansetron": "Zofran",
    "pantoprazole": "Protonix",
    "pioglitazone": "Actos",
    "pravastatin": "Pravachol",
    "propofol": "Diprivan",
    "quetiapine": "Seroquel",
    "ranitidine": "Zantac",
    "rosuvastatin": "Crestor",
    "sertraline": "Zoloft",
    "simethicone": "Mylicon",
    "simvastatin": "Zocor",
    "sotalol": "Betapace",
    "spironolactone": "Aldactone",
    "tamsulosin": "Flomax",
    "torsemide": "Demadex",
    "tramadol": "Ultram",
    "valsartan": "Diovan",
    "vancomycin": "Vancocin",
    "warfarin": "Coumadin",
    "zolpidem": "Ambien",
}
"""Generic name to the brand name by which it is known."""
MEASURES: Mapping[str, str] = {
    "albumin": "alb",
    "bicarbonate": "HCO3",
    "chloride": "Cl",
    "creatinine": "cr",
    "heart rate": "HR",
    "hematocrit": "hct",
    "hemoglobin": "hgb",
    "lactate": "lac",
    "magnesium": "Mg",
    "phosphate": "phos",
    "platelet count": "plt ct",
    "potassium": "K",
    "respiratory rate": "RR",
    "sodium": "Na",
    "total bilirubin": "t bili",
    "troponin t": "trop t",
    "urea nitrogen": "BUN",
    "white blood cells": "WBC",
    "wbc x 1000": "WBC",
    "hgb": "hemoglobin",
    "hct": "hematocrit",
    "bun": "urea nitrogen",
}
"""A lab test or vital sign, as databases call it, to what is said for it."""
_SHORTENED = re.compile(rf"(?<![\w'/-])({'|'.join(map(re.escape, ABBREVIATIONS))})(?![\w'/-])", re.IGNORECASE)
_GENERIC = re.compile(rf"^({'|'.join(BRANDS)})(?=$| \d)", re.IGNORECASE)


def abbreviated(text: str) -> str:
    """``text`` as notes write it."""
    return _SHORTENED.sub(lambda found: ABBREVIATIONS[found[1].lower()], text)


def branded(name: str) -> str:
    """A drug by its brand name; any other name, and a drug named with its salt, as it is."""
    return _GENERIC.sub(lambda found: BRANDS[found[1].lower()], name)


def measured(name: str) -> str:
    """A lab test or vital sign by what is said for it; any other name as it is."""
    return MEASURES.get(name.lower(), name)
