"""DIAGNOSES_ICD and PROCEDURES_ICD: what admissions are billed for.

The patient model codes by concept. A concept may be written as one of several ICD-9-CM codes (``as_*.csv``),
one for a person, and signs, complications and causes that go with it are coded beside it (``also_*.csv``), as
are the lines, scans and transfusions that usually go with a diagnosis (``also_procedure_of_diagnosis.csv``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.mimic3.synthetic.vocabulary import alternatives, companions, terms
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.sampling import Indices, first_of_each
from medgym_ehr.synthetic.text import Texts, words
from medgym_patient.concept import table
from medgym_patient.key import Floats
from medgym_patient.record import Codes

MOST = 39
"""Codes of an admission, as in MIMIC-III."""


@dataclass(frozen=True)
class Coded:
    """Codes in the making; all arrays have one entry each."""

    stay: Indices
    place: Floats
    """In the order of an admission's codes."""
    code: Texts


def diagnosis_rows(part: Part) -> Rows:
    """DIAGNOSES_ICD of a part."""
    return _rows(part, _coded(part, part.records.diagnoses, "diagnosis"))


def procedure_rows(part: Part) -> Rows:
    """PROCEDURES_ICD of a part."""
    found = _coded(part, part.records.procedures, "procedure")
    usual = _beside(part, part.records.diagnoses, "procedure_of_diagnosis", "diagnosis")
    later = Coded(usual.stay, usual.place + MOST, usual.code)
    return _rows(part, _joined(found, later))


def _coded(part: Part, codes: Codes, kind: str) -> Coded:
    """The concepts, each by one of its codes, and what is right after them."""
    own, others = np.array(table(kind).texts("icd9"), dtype=object), terms(f"as_{kind}").texts("term")
    luck = part.luck.of(kind).at(part.stays.person[codes.stay]).of(codes.concept)
    picked = alternatives(kind, kind).pick(codes.concept, luck.uniform("code"))
    code = np.where(picked < 0, own[codes.concept], others[picked])
    return _joined(Coded(codes.stay, codes.rank.astype(np.float64), code), _beside(part, codes, kind, kind))


def _beside(part: Part, codes: Codes, name: str, kind: str) -> Coded:
    luck = part.luck.of(name).at(part.stays.person[codes.stay]).of(codes.concept)
    owner, row = companions(name, kind).draw(codes.concept, luck)
    return Coded(codes.stay[owner], codes.rank[owner] + 0.5, terms(f"also_{name}").texts("term")[row])


def _joined(one: Coded, other: Coded) -> Coded:
    return Coded(
        np.concatenate([one.stay, other.stay]),
        np.concatenate([one.place, other.place]),
        np.concatenate([one.code, other.code]),
    )


def _rows(part: Part, coded: Coded) -> Rows:
    """Each code at most once an admission."""
    texts, code = np.unique(coded.code.astype(str), return_inverse=True)
    order = np.lexsort((code, coded.place, coded.stay))
    stay, code = coded.stay[order], code[order]
    kept = first_of_each(stay, code)
    stay, code = stay[kept], code[kept]
    number = np.arange(len(stay)) - np.searchsorted(stay, stay) + 1
    few = number <= MOST
    stay, code, number = stay[few], code[few], number[few]
    columns = {**part.named(stay), "SEQ_NUM": number, "ICD9_CODE": words(texts.astype(object), code)}
    return Rows(part.stays.person[stay], columns)
