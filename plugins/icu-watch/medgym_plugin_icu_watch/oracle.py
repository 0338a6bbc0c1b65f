"""Gold, and the reference: the protocol played on the patient, one action a decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from medgym_core import ActionCall, Gold
from medgym_plugin_icu_watch import order, policy
from medgym_plugin_icu_watch.case import HOURS, Case, admit
from medgym_plugin_icu_watch.order import ANTIBIOTICS, ONCE, PANELS, ROW, STANDING, Values
from medgym_plugin_icu_watch.reward import Yardstick
from medgym_plugin_icu_watch.watch import begin

PROGRAM = """\
import json
import urllib.request as web

url = "{url}"


def send(path, value):
    return json.load(web.urlopen(web.Request(url + path, json.dumps(value).encode(), method="POST")))


send("/orders", {orders})
chart = send("/advance", {{"hours": {hours}}})
print(chart["hour"], chart["vitals"][-1])
print([result for result in chart["results"] if result["hour"] == chart["hour"]])
"""
"""One decision."""
LOOK = """\
import json
import urllib.request as web

chart = json.load(web.urlopen("{url}/chart"))
print(chart["patient"], chart["vitals"], chart["results"])
"""
"""The first action."""


def gold(case: Case, yardstick: Yardstick) -> Gold:
    """The hidden patient, and what nobody, blind orders and the protocol come to."""
    return Gold({"case": [*case], "yardstick": [*yardstick]})


def reference(case: Case, url: str) -> Sequence[ActionCall]:
    """A look at the chart, then each decision of the protocol; the last submits."""
    programs = [PROGRAM.format(url=url, orders=orders, hours=hours) for orders, hours in decisions(case)]
    calls = [ActionCall(name="code_execution", arguments={"code": LOOK.format(url=url)})]
    for place, code in enumerate(programs, start=1):
        last = place == len(programs)
        calls.append(ActionCall(name="code_execution", arguments={"code": code, "submit": last}))
    return calls


def decisions(case: Case) -> Iterator[tuple[dict[str, Any], int]]:
    """The protocol's decisions for a patient: what is ordered anew, and hours to go on."""
    watch = begin(admit([case]))
    standing = watch.bedside.standing[:, 0]
    _, (tape,) = policy.play(watch, policy.follow)
    looks = [*np.flatnonzero(tape.decided).tolist(), HOURS]
    for hour, following in pairwise(looks):
        yield changes(standing, tape.orders[hour]), following - hour
        standing = order.lasting(tape.orders[hour][:, None])[:, 0]


def changes(standing: Values, orders: Values) -> dict[str, Any]:
    """An hour's orders as JSON, without what stands already; both as (fields)."""
    said: dict[str, Any] = {
        field.name: round(float(orders[ROW[field.name]]), 4)
        for field in (*STANDING, *ONCE)
        if field.name not in ANTIBIOTICS and orders[ROW[field.name]] != standing[ROW[field.name]]
    }
    on = [name for name in ANTIBIOTICS if orders[ROW[name]] > 0]
    if on != [name for name in ANTIBIOTICS if standing[ROW[name]] > 0]:
        said["antibiotics"] = on
    if labs := [name for name in PANELS if orders[ROW[name]] > 0]:
        said["labs"] = labs
    return said
