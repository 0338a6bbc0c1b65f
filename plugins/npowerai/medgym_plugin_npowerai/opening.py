"""The openings: setting, effect and test. Formulas that differ in the allocation alone share them."""

from __future__ import annotations

from collections.abc import Mapping

_OPENINGS: Mapping[str, tuple[str, ...]] = {
    "one_mean": (
        "In {people}, the published mean {measure} is {reference} {unit}. A single-arm study of {treated} "
        "expects a mean of {mean} {unit} with a standard deviation of {sd} {unit} and will compare it "
        "with the published figure by a one-sample t test.",
        "A quality audit asks whether {people} who receive {treated} differ in {measure} from the target "
        "value of {reference} {unit}. A shift of {shift} {unit} would matter; the standard deviation is "
        "{sd} {unit}, and a one-sample t test is planned.",
        "Registry data put the historical mean {measure} of {people} at {reference} {unit}. After "
        "{treated}, investigators anticipate a mean of {mean} {unit} (standard deviation {sd} {unit}). "
        "The analysis is a one-sample t test.",
        "In a biomarker substudy, {measure} of {people} on {treated} is tested against the null value "
        "{reference} {unit} with a one-sample t test. The study should detect a departure of {shift} "
        "{unit} from it, the standard deviation being {sd} {unit}.",
        "You are planning a one-sample t test. Population: {people}. Outcome: {measure}, in {unit}. Null "
        "mean: {reference}. Alternative mean under {treated}: {mean}. Standard deviation: {sd}.",
        "A reference value of {reference} {unit} for {measure} is in use for {people}. A nurse researcher "
        "believes that {treated} causes a shift of {shift} {unit} and assumes a standard deviation of "
        "{sd} {unit}. The test will be a one-sample t test.",
    ),
    "two_means": (
        "A parallel-group trial in {people} compares {treated} with {control} on {measure}. The expected "
        "means are {mean_treated} {unit} and {mean_control} {unit}, with a common standard deviation of "
        "{sd} {unit}; the analysis is a two-sample t test assuming equal variances.",
        "Investigators want to detect a mean difference of {difference} {unit} in {measure} between "
        "{treated} and {control} among {people}, with a two-sample t test assuming equal variances. Pilot "
        "standard deviations are {sd_treated} {unit} ({treated}) and {sd} {unit} ({control}); pool them "
        "as their root mean square.",
        "Researchers plan an independent two-sample t test of {measure} in {people}. They expect a mean "
        "of {mean_treated} {unit} with {treated} against {mean_control} {unit} with {control}; the "
        "variances are equal and the standard deviation of either group is {sd} {unit}.",
        "For a grant proposal on {people}: outcome {measure}, expected means {mean_treated} and "
        "{mean_control} {unit} under {treated} and {control}, standard deviations {sd_treated} and {sd} "
        "{unit} in the same order. Use a two-sample t test with equal variances, pooling the two standard "
        "deviations as the square root of their average variance.",
        "A clinically relevant mean difference in {measure} between {treated} and {control} is "
        "{difference} {unit}. Among {people}, a standard deviation of {sd} {unit} holds in both groups. A "
        "pooled-variance two-sample t test will be used.",
        "A dietitian and a statistician design a two-sample t test, equal variances assumed, for "
        "{people}. The two groups, {treated} and {control}, are supposed to show a mean difference of "
        "{difference} {unit} in {measure}. The standard deviations, {sd_treated} {unit} and {sd} {unit}, "
        "are to be combined as their root mean square.",
    ),
    "pairs": (
        "In {people}, {measure} is taken before and after {treated}. The mean change is expected to be "
        "{difference} {unit}, and the changes have a standard deviation of {sd} {unit}. A paired t test "
        "is planned.",
        "Each of {people} is measured twice, on {control} and on {treated}, and the two values of {measure} "
        "are compared by a paired t test. A mean difference of {difference} {unit} within a person is "
        "expected; the standard deviation of the differences is {sd} {unit}.",
        "In a crossover study, {people} receive {treated} and {control} in random order. The mean "
        "within-person difference in {measure} is taken as {difference} {unit} and the standard deviation "
        "of these differences as {sd} {unit}; the test is a paired t test, without period effects.",
        "To judge {treated}, a research nurse records {measure} of {people} at baseline and at follow-up. "
        "The individual changes have a standard deviation of {sd} {unit}, and a mean change of {difference} "
        "{unit} should not be missed by a paired t test.",
        "Design brief: paired t test; population {people}; outcome {measure}; intervention {treated}; "
        "mean difference within pairs {difference} {unit}; standard deviation of the within-pair "
        "differences {sd} {unit}.",
        "Pairs of {people}, matched at entry, receive {treated} (one of each pair) or {control} (the "
        "other), and {measure} is compared by a paired t test. Planning values: mean difference within "
        "pairs {difference} {unit}; standard deviation of these differences {sd} {unit}.",
    ),
    "correlated_pairs": (
        "A paired t test will compare {measure} of {people} before and after {treated}. The expected mean "
        "change is {difference} {unit}; at both times the standard deviation is {sd} {unit}, and the two "
        "measurements of a participant have a correlation of {correlation}.",
        "Investigators pair the baseline and follow-up {measure} of {people} given {treated}. Each "
        "measurement has a standard deviation of {sd} {unit}, the correlation between the two is "
        "{correlation}, and a mean change of {difference} {unit} should be found by a paired t test.",
        "Matched pairs of {people}, one of each pair on {treated} and one on {control}, are compared on "
        "{measure} by a paired t test. A mean difference of {difference} {unit} is expected. The standard "
        "deviation of a single value is {sd} {unit} and the correlation within pairs {correlation}.",
    ),
    "several_means": (
        "A trial in {people} has {groups} arms of equal size: {arms}. The expected means of {measure} are "
        "{means} {unit}, respectively, and the standard deviation within every arm is {sd} {unit}. The "
        "arms are compared by one-way ANOVA.",
        "One-way ANOVA will be used to compare {measure} between {groups} equally large groups of "
        "{people} ({arms}). Planning values: group means {slashed} {unit} in that order, common standard "
        "deviation {sd} {unit}.",
        "Investigators expect {measure} to average {means} {unit} in {people} under {arms}, respectively. "
        "They assume equal variances with a standard deviation of {sd} {unit}, recruit the same number "
        "into each of the {groups} groups and test the equality of all means with one-way ANOVA.",
        "Design brief: one-way ANOVA, balanced, {groups} groups ({arms}); population {people}; outcome "
        "{measure}; anticipated means {slashed} {unit}; within-group standard deviation {sd} {unit}.",
        "A nursing research unit randomises {people} equally to {arms}. From earlier work it takes mean "
        "{measure} to be {means} {unit} in these {groups} groups and the common standard deviation to be "
        "{sd} {unit}. The omnibus F test of a one-way ANOVA decides.",
        "Do {arms} differ in their effect on {measure} in {people}? The {groups} group means are supposed "
        "to be {slashed} {unit} and all groups to have a standard deviation of {sd} {unit}. Groups are of "
        "equal size; the analysis is one-way ANOVA.",
    ),
    "group_table": (
        "Among {people}, {outcome} is compared between {group_count} equally large groups by {factor}. "
        "The levels of the outcome are {level_names}; their expected distributions, in that order, are: "
        "{shares}. The analysis is a chi-square test of independence.",
        "Equally many {people} are recruited into {group_count} groups ({group_names}), and a chi-square "
        "test of independence asks whether {outcome} differs between them. Expected shares of "
        "{level_names}: {shares}.",
        "A chi-square test of independence will relate {factor} to {outcome} in {people}, with the same "
        "number recruited into each of {group_count} groups. Anticipated shares of {level_names}: "
        "{shares}.",
        "A grant application on {people} takes {outcome} to be distributed over {level_names} as follows, by "
        "{factor}: {shares}. All {group_count} groups are of the same size; a chi-square test of "
        "independence decides.",
        "Design brief: chi-square test of independence; population {people}; {group_count} groups of "
        "equal size ({group_names}); {level_count} outcome levels of {outcome} ({level_names}); "
        "distributions under the alternative: {shares}.",
        "Among {people}, {group_count} strata of equal size are sampled by {factor}, and the {outcome} of "
        "everybody is classified ({level_names}). The distributions planned with are {shares}; the "
        "analysis is a chi-square test of independence.",
    ),
    "joint_table": (
        "One random sample of {people} will be classified by {factor} ({group_names}) and by {outcome} "
        "({level_names}), and the two tested with a chi-square test of independence. The joint "
        "proportions expected, one row for each level of the first, are: {joint}.",
        "Investigators cross-classify a single sample of {people}. They expect these cell proportions of "
        "the whole table (rows: {factor}; columns: {level_names}): {joint}. Whether {outcome} depends on "
        "the row is decided by a chi-square test of independence.",
        "A survey of {people} looks for an association between {factor} and {outcome} by a chi-square "
        "test of independence. Cell probabilities under the alternative, which add up to one over the "
        "{group_count} rows ({group_names}) and {level_count} columns ({level_names}), are: {joint}.",
    ),
    "two_hazards": (
        "A randomised trial in {people} compares {experimental} (experimental group) with {control} "
        "(control group); the endpoint is the time to {event}. The hazard ratio, experimental over "
        "control, is assumed to be {hazard_ratio}. The probability of the event during the study is "
        "{event_experimental} in the experimental group and {event_control} in the control group. The "
        "analysis is a Cox proportional-hazards model of the group, planned with Freedman's formula.",
        "In a study of {people}, participants are followed for {event}. By the end of the study, "
        "{percent_control}% in the control group ({control}) and {percent_experimental}% in the "
        "experimental group ({experimental}) are expected to have had it, under proportional hazards with "
        "a hazard ratio (experimental over control) of {hazard_ratio}. Freedman's formula for the "
        "log-rank test is to be used.",
        "Use Freedman's formula for the two-group Cox proportional-hazards model. Population: {people}; "
        "endpoint: {event}; hazard ratio of {experimental} to {control}: {hazard_ratio}; event "
        "probability: {event_experimental} in the experimental group, {event_control} in the control "
        "group.",
        "Survival without {event} is compared between {experimental} (the experimental group) and "
        "{control} (the control group) in {people}, by a log-rank test planned with Freedman's formula. "
        "With {percent_experimental}% in the experimental group and {percent_control}% in the control "
        "group having the event, the hazard ratio of experimental to control is {hazard_ratio}.",
        "A steering committee plans a proportional-hazards comparison in {people}. It expects the event, "
        "{event}, with probability {event_control} in the control group ({control}) and "
        "{event_experimental} in the experimental group ({experimental}), and a hazard ratio of "
        "{hazard_ratio} for experimental against control. The planning formula is Freedman's.",
        "For a registry-based randomised study of {experimental} (experimental group) against {control} "
        "(control group) in {people}, a hazard ratio of {hazard_ratio} for {event} is postulated, "
        "experimental relative to control. Over the whole follow-up {percent_experimental}% in the "
        "experimental group and {percent_control}% in the control group will have the event. Plan the Cox "
        "proportional-hazards analysis with Freedman's formula.",
    ),
}

OPENINGS: Mapping[str, tuple[str, ...]] = {
    **_OPENINGS,
    "unequal_means": _OPENINGS["two_means"][::2],
    "unequal_hazards": _OPENINGS["two_hazards"],
}
"""Name of a formula to openings. Fields are filled by :func:`medgym_plugin_npowerai.wording.render`.

Odd ones of ``two_means`` state two standard deviations."""
