"""Rows of the published shape: numbers and keywords as there, the text our own."""

import pytest

from medgym_plugin_npowerai.power import answer
from medgym_plugin_npowerai.published import read

TAIL = "at the significance level of 0.05?"
ONE = "The cohort is thought to average 112.4 with a standard deviation of 7.3. "
TWO = (
    "Drug A (Group 1) or drug B (Group 2) for 6 weeks. The average difference between the two should be "
    "{difference} mg/dl; the standard deviation for drug A to be 15 and the standard deviation for drug B to "
    "be 17. "
)
PAIRED = (
    "In those aged 60 or above the pill lowers lipids {difference} units with a standard deviation of 38. "
)
ANOVA = "The means of the schools will be 614, 621, 614, and 617, and the standard deviation is put at 80. "
CHI = (
    "Shares will be 0.1989, 0.6329, 0.1281, 0.0323, and 0.0078 in one sex, and will be 0.0636, 0.7654, "
    "0.1368, 0.0241, and 0.0101 in the other. "
)
COX = (
    "About 50% of eyes fail. The probabilities of loss in groups E and C are 0.3707 and 0.4890. "
    "The hazard ratio for group E compared with group C is assumed to be {ratio}. "
)


@pytest.mark.parametrize(
    ("test", "target", "text", "expected"),
    [
        ("one_sample_t", "size", ONE + "A two-sided difference from 120 with a power of 90%, " + TAIL, 12),
        ("two_sample_t", "size", TWO.format(difference=10.0) + "80% power, two-sided test " + TAIL, 42),
        ("two_sample_t", "size", TWO.format(difference=17.4) + "80% power, two-sided test " + TAIL, 15),
        (
            "paired_t",
            "size",
            PAIRED.format(difference=16.7) + "80% of power, lower one-sided test " + TAIL,
            34,
        ),
        ("one_way_anova", "size", ANOVA + "How many in each group for 80% of power " + TAIL, 2116),
        ("chi_square", "size", CHI + "How many in total for 80% of power " + TAIL, 284),
        ("cox_two_groups", "size", COX.format(ratio=0.8) + "80% power for a two-sided test " + TAIL, 740),
    ],
)
def test_sizes(test, target, text, expected):
    assert answer(read(test, target, text).problem) == expected


@pytest.mark.parametrize(
    ("test", "text", "expected"),
    [
        ("one_sample_t", ONE + "She recruited 37 participants; not equal, difference from 120, " + TAIL, 1.0),
        ("two_sample_t", "She has 42 patients. " + TWO.format(difference=17.3), 0.998286791747544),
        (
            "paired_t",
            PAIRED.format(difference=16.9)
            + "A correlation coefficient of 0.5; a random sample of 53 adults "
            + TAIL,
            0.939466621050,
        ),
        ("one_way_anova", ANOVA + "They use a group of 13 students " + TAIL, 0.05364),
        ("chi_square", "A random sample of 13,069 college students. " + CHI + TAIL, 1.0),
        (
            "cox_two_groups",
            "Two groups, having 294 person. " + COX.format(ratio=0.7) + "two-sided " + TAIL,
            0.801110746829,
        ),
    ],
)
def test_powers(test, text, expected):
    assert answer(read(test, "power", text).problem) == pytest.approx(expected, rel=0.01)


def test_what_a_text_leaves_open_is_handed_on():
    reading = read("two_sample_t", "power", "She has 42 patients. " + TWO.format(difference=17.3))
    said = " ".join(reading.assumptions)
    for clause in ("significance level is 0.05", "two-sided", "42 participants in each group", "pooled"):
        assert clause in said


def test_what_a_text_says_is_not_assumed():
    text = ONE + "A two-sided difference from 120 with a power of 90%, " + TAIL
    assert read("one_sample_t", "size", text).assumptions == ()


@pytest.mark.parametrize(
    ("test", "target", "text", "reason"),
    [
        ("one_sample_t", "size", "No number at all.", "no mean and standard deviation"),
        ("one_way_anova", "size", "The standard deviation is 80.", "no group means"),
        ("chi_square", "power", CHI, "no sample size"),
        ("cox_two_groups", "size", COX.format(ratio=1.0) + "80% power, two-sided", "no effect"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(test, target, text, reason):
    with pytest.raises(ValueError, match=reason):
        read(test, target, text)
