"""What a question states, as text for the voices: as usual, and the same numbers in other notations."""

from __future__ import annotations

from collections.abc import Sequence

from medgym_plugin_npowerai.design import ChiSquare, CoxTwoGroups, OneWayAnova, Problem
from medgym_plugin_npowerai.notation import bare, odds, spoken, trimmed, words
from medgym_plugin_npowerai.scenario import Categorical, Continuous
from medgym_plugin_npowerai.wording import Scenario, facts, listed, percent


def stated(problem: Problem, scenario: Scenario, baseline: float) -> dict[str, str]:
    """Everything a voice may name; arguments are those of :func:`medgym_plugin_npowerai.wording.render`."""
    texts = facts(problem, scenario, baseline) | _errors(problem)
    match problem.design, scenario:
        case OneWayAnova() as design, Continuous():
            means = [trimmed(f"{mean:.{scenario.places}f}") for mean in design.means]
            texts |= _means(scenario.arms[: len(means)], means)
        case ChiSquare() as design, Categorical():
            texts |= _table(design, scenario)
        case CoxTwoGroups() as design, _:
            texts |= _hazards(design)
    return texts


def _errors(problem: Problem) -> dict[str, str]:
    """Alpha, and what else is given of power and size."""
    alpha = problem.design.alpha
    texts = {
        "alpha": f"{alpha:g}",
        "alpha_bare": bare(f"{alpha:g}"),
        "alpha_percent": percent(alpha),
        "alpha_spoken": spoken(f"{alpha:g}"),
        "alpha_odds": odds(alpha),
    }
    if problem.power is not None:
        beta = f"{round(1 - problem.power, 6):g}"
        texts |= {"power_bare": bare(f"{problem.power:g}"), "power_percent": percent(problem.power)}
        texts |= {"power_words": words(round(100 * problem.power)), "power_odds": odds(problem.power)}
        texts |= {"beta_bare": bare(beta), "beta_percent": percent(float(beta))}
    if problem.size is not None:
        texts |= {"size": str(problem.size), "size_words": words(problem.size)}
    return texts


def _means(arms: Sequence[str], means: Sequence[str]) -> dict[str, str]:
    """Each arm with its mean."""
    named = [f"{arm} {mean}" for arm, mean in zip(arms, means, strict=True)]
    return {
        "arm_means": ", ".join(named),
        "arm_means_reversed": ", ".join(reversed(named)),
        "means_with_arms": listed([f"{mean} with {arm}" for arm, mean in zip(arms, means, strict=True)]),
    }


def _table(design: ChiSquare, scenario: Categorical) -> dict[str, str]:
    """The distributions by group, or level by level."""
    groups = scenario.groups[: len(design.rows)]
    levels = scenario.levels[: len(design.rows[0])]
    rows = [[percent(share) for share in row] for row in design.rows]
    columns = list(zip(*rows, strict=True))
    by_group = list(zip(groups, rows, strict=True))
    worded = [
        (g, listed([f"{n} % {level}" for n, level in zip(row, levels, strict=True)])) for g, row in by_group
    ]
    hundred = [
        (g, listed([f"{n} {level}" for n, level in zip(row, levels, strict=True)])) for g, row in by_group
    ]
    decimals = [" ".join(bare(f"{share:.2f}") for share in row) for row in design.rows]
    return {
        "levels_slashed": "/".join(levels),
        "groups_slashed": "/".join(groups),
        "rows_slashed": "; ".join(f"{group} {'/'.join(row)}" for group, row in by_group),
        "rows_decimal": "; ".join(f"{g} {row}" for g, row in zip(groups, decimals, strict=True)),
        "rows_worded": "; ".join(f"{row} in {group}" for group, row in worded),
        "rows_hundred": "; ".join(f"for {group}, {row}" for group, row in hundred),
        "columns_slashed": " ".join(
            f"{level} {'/'.join(c)}" for level, c in zip(levels, columns, strict=True)
        ),
        "columns_percent": "; ".join(
            f"{level}, {listed(column)}" for level, column in zip(levels, columns, strict=True)
        ),
        "columns_worded": "; ".join(
            f"{level}, {listed([words(int(n)) for n in column])} percent"
            for level, column in zip(levels, columns, strict=True)
        ),
    }


def _hazards(design: CoxTwoGroups) -> dict[str, str]:
    """The hazard ratio and the probabilities of the event."""
    chances = {"experimental": design.event_experimental, "control": design.event_control}
    texts = {"hazard_bare": bare(f"{design.hazard_ratio:.2f}")}
    texts |= {"hazard_spoken": spoken(f"{design.hazard_ratio:.2f}")}
    for group, chance in chances.items():
        texts |= {f"event_{group}_bare": bare(f"{chance:.2f}")}
        texts |= {f"percent_{group}_words": words(round(100 * chance))}
    return texts
