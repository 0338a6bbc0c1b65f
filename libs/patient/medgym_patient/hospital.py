"""Whole patients of a site, streamed in batches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import numpy as np

from medgym_patient.coding import code_diagnoses
from medgym_patient.group import group
from medgym_patient.microbiology import culture, first_antibiotic
from medgym_patient.order import write_orders
from medgym_patient.person import People, draw_people
from medgym_patient.procedure import code_procedures
from medgym_patient.record import Records, Stays
from medgym_patient.site import Site
from medgym_patient.surveillance import joined, watch
from medgym_patient.ward import MOST, Ward

BATCH = 5000
"""People simulated at once; what each is does not depend on it."""


def simulate(
    seed: int, size: int, site: str = "teaching", batch: int = BATCH, most: int = MOST
) -> Iterator[Records]:
    """Patients 0 to ``size`` of a seed at a site, as batches of whole patients.

    The same seed and site give the same bytes for each person, however large ``size`` and ``batch`` are.

    Args:
        seed: Any integer from 0.
        size: How many people.
        site: Name of a profile; an unknown one is a ValueError.
        batch: How many are simulated at once; memory grows with it.
        most: Stays of each person; earlier stays do not depend on it.
    """
    profile = Site.named(site)
    for first in range(0, size, batch):
        yield admit(seed, first, min(batch, size - first), profile, most)


def admit(seed: int, first: int, size: int, site: Site, most: int = MOST) -> Records:
    """People ``first`` to ``first + size`` of a seed with their stays, at most so many each."""
    people = draw_people(seed, first, size, site)
    ward = Ward(people, site, most)
    stays = ward.run()
    recorder, latent = ward.recorder, ward.latent
    labs, doses, settings = recorder.labs(stays.minutes, latent.key), recorder.doses(), recorder.settings()
    vitals, units = recorder.vitals(), recorder.units(stays.minutes)
    starts = recorder.columns("antibiotics")
    treated = np.isfinite(first_antibiotic(starts, len(stays.age)))
    groups = group(people, latent, stays, labs, doses, settings, treated)
    cultures = culture(latent, stays, starts, groups)
    orders = write_orders(people, latent, stays, doses, starts, groups, site)
    sessions = recorder.columns("sessions")
    procedures = code_procedures(people, latent, stays, doses, settings, sessions, groups, site)
    diagnoses = code_diagnoses(people, latent, stays, doses, settings, cultures, groups, site)
    tables: dict[str, Any] = {
        "units": units,
        "vitals": vitals,
        "labs": labs,
        "doses": doses,
        "orders": orders,
        "settings": settings,
        "cultures": joined(cultures, watch(latent, stays, groups)),
        "diagnoses": diagnoses,
        "procedures": procedures,
    }
    del labs, vitals, doses, orders, groups
    return _by_person(site, people, stays, tables)


def _by_person(site: Site, people: People, stays: Stays, tables: dict[str, Any]) -> Records:
    """Numbers stays by person and time; rows of every table follow, and each old one is let go."""
    order = np.lexsort((stays.ordinal, stays.person))
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    ordered = type(stays)(**{f.name: getattr(stays, f.name)[order] for f in fields(stays)})
    for name in list(tables):
        value = tables.pop(name)
        number = rank[value.stay]
        rows = np.argsort(number, kind="stable")
        columns = {f.name: getattr(value, f.name)[rows] for f in fields(value)}
        tables[name] = type(value)(**columns | {"stay": number[rows]})
    return Records(site=site.name, people=people, stays=ordered, **tables)
