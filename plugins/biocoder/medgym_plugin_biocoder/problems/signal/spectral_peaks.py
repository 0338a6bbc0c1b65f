"""Peaks of a spectrum by height, prominence and distance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from random import Random

from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.signal import spectral_peaks_solution
from medgym_plugin_biocoder.problems.signal.spectral_peaks_solution import PROMINENCE


@dataclass(frozen=True)
class Parameters:
    """What a peak is."""

    height: int
    """Least intensity."""
    prominence: int
    """Least prominence."""
    distance: int
    """Least distance of two peaks, points."""
    plateau: str
    """Which point stands for a flat peak: the left one or the middle one."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    flat = (
        "its first point"
        if p.plateau == "left"
        else "its middle point, the left one of two middle points if their number is even"
    )
    return [
        say(
            "signal is a list of intensities, places are counted from 0.",
            "The argument is a list of intensities at equal steps; their places count from 0.",
        ),
        "A peak is a run of one or more equal intensities with a lower intensity right before it and a "
        f"lower one right after it; a run at either end of the list is none. Its place is {flat}.",
        say(
            f"Peaks with an intensity below {p.height} are dropped; exactly {p.height} is enough.",
            f"Only peaks of at least the intensity {p.height} count.",
        ),
        "On each side of a peak, go away from it up to the end of the list or to just before the first "
        "intensity that is higher than the peak, and take the lowest intensity on the way (the peak's own "
        "if there is no way to go). The prominence is the peak's intensity minus the larger of these two. "
        f"Peaks with a prominence of less than {p.prominence} are dropped.",
        "Of what is left, peaks are taken in order of falling intensity, the one further left first if "
        f"equal. A peak is dropped if its place is less than {p.distance} away from the place of one that "
        "was taken.",
        "Returned is the list of the places of the peaks taken, in rising order.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    h, m, d = p.height, p.prominence, p.distance
    return {
        "no signal": ([],),
        "one point": ([h + m],),
        "flat": ([h, h, h, h],),
        "rising": (list(range(h + m + 3)),),
        "highest at both ends": ([h + 9, 0, h, 0, h + 9],),
        "exactly high enough": ([0, h, 0, h - 1, 0],),
        "exactly prominent enough": ([0, h + 9, h + 9 - m, h + 9, 0, h + 9, h + 10 - m, h + 9, 0],),
        "behind a higher peak": ([0, h + 20, h + 4, h + 4 + m, h + 3, h + 4 + m, h + 5, h + 30, 0],),
        "flat peaks": ([0, h + m, h + m, 0, 0, 0, 0, 0, 0, h + m, h + m, h + m, h + m, 0, h, h],),
        "just far enough": ([0, h + m, *[0] * (d - 1), h + m + 1, *[0] * d, h + m, 0],),
        "one too near": ([0, h + m + 2, *[0] * max(d - 2, 1), h + m + 4, *[0] * max(d - 2, 1), h + m, 0, 0],),
        "equal and too near": ([0, h + m, 0, h + m, 0, h + m, 0, h + m, 0],),
        "dropped by a dropped one": ([0, h + m, *[0] * (d - 1), h + m + 1, 0, h + m + 3, 0],),
        "shoulder": ([0, h + m, h + m, h + m + 3, h + m, h + m, 0],),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Four to 14 hills, some of them flat, about the height, with valleys about as deep as the prominence."""
    top, signal = p.height + 1, [rng.randint(0, p.height)]
    for _ in range(rng.randint(4, 14)):
        top = max(
            1, rng.choice((top, top + 1, top - 1, p.height, p.height + rng.randint(-1, 4 * p.prominence)))
        )
        depth = rng.choice((p.prominence, p.prominence - 1, p.prominence + 1, top, top - 1))
        signal += [top] * rng.choice((1, 1, 2, 3, 4))
        signal += [max(0, top - depth)] * rng.choice((1, 1, 2, p.distance))
        if rng.random() < 0.3:
            signal += [top - 1] * rng.randint(1, 2)
    return (signal,)


def peaks_are_apart(entry: Entry, args: Args, p: Parameters) -> bool:
    """Peaks are high enough, apart and in order."""
    (signal,) = args
    places = entry(signal)
    return all(b - a >= p.distance for a, b in pairwise(places)) and all(
        signal[place] >= p.height for place in places
    )


def low_points_at_the_ends(entry: Entry, args: Args, p: Parameters) -> bool:
    """A zero before and after adds at most the runs at the ends to those peaks that were there."""
    (signal,) = args
    again = entry([0, 0, *signal, 0])
    return isinstance(again, list) and entry([-1, -1, 0, 0, *signal, 0, -1]) == [place + 2 for place in again]


def remainder(signal: list[float], left: int, right: int) -> float:
    """A measure by which every other height stands out."""
    return signal[left] % (2 * PROMINENCE)


PROBLEM = Problem(
    name="spectral-peaks",
    category="signal",
    source="Du P, Kibbe WA, Lin SM 2006; topographic prominence as in Llobera M 2001",
    solution=spectral_peaks_solution,
    entry="peaks",
    cells=[Parameters(*values) for values in product((4, 8, 12), (2, 4), (1, 3, 5), ("left", "middle"))],
    beyond=[Parameters(20, 6, 8, "middle"), Parameters(3, 1, 2, "left"), Parameters(10, 7, 4, "middle")],
    wordings=(
        "{entry}(signal) picks the peaks of a mass spectrum.",
        "{entry}(signal) finds the places of the peaks of a spectrum or chromatogram.",
        "{entry}(signal) tells where a signal has peaks that stand out.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"peaks are apart": peaks_are_apart, "low points at the ends": low_points_at_the_ends},
    returns=None,
    holder=Holder("Spectrum", "Intensities of one spectrum."),
    helper=Helper("prominence", remainder),
)
