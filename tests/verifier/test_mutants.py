"""Each mutant of the comparison code must be noticed by the example table or the checks below.

A mutant is a replacement in the source of one module. The modules that depend on it are executed anew on top.
"""

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

from medgym_core.errors import DataError
from medgym_core.verifier.fault import Refused

PACKAGE = "medgym_core.verifier"
HOMES = {"nesting": "medgym_core.boundary"}
CHAIN = (
    "nesting",
    "parse",
    "canonical",
    "table",
    "rounding",
    "form",
    "matching",
    "compare",
    "metric",
    "calibration",
)

MUTANTS = {
    # reading
    "no_size_cap": ("parse", "if len(raw) > max_bytes:", "if False:"),
    "no_depth_cap": ("nesting", "if depth > most:", "if depth > 10 * most:"),
    "depth_off_by_one": ("nesting", "if depth > most:", "if depth >= most:"),
    "depth_counts_strings": ("nesting", '"(?:[^"\\\\]++|\\\\.)*+(?:"|\\\\?\\Z)|', ""),
    "duplicate_keys_pass": ("parse", "if len(mapping) != len(pairs):", "if False:"),
    "nan_passes": (
        "parse",
        "raise Refused(Fault.BAD_NUMBER)\n\n\ndef _object",
        "return Decimal(1)\n\n\ndef _object",
    ),
    "infinity_passes": ("parse", "underflown or math.isinf(magnitude)", "underflown"),
    "underflow_passes": ("parse", "underflown or math.isinf(magnitude)", "math.isinf(magnitude)"),
    "zero_underflows": ("parse", "return Decimal(text) if magnitude else Decimal(0)", "return Decimal(text)"),
    "endless_integers": ("parse", "-> int:\n    if len(text) > MAX_DIGITS:", "-> int:\n    if False:"),
    "endless_fractions": (
        "parse",
        "-> Decimal:\n    if len(text) > MAX_DIGITS:",
        "-> Decimal:\n    if False:",
    ),
    "surrogates_pass": ("parse", 'if "\\\\u" in decoded:', "if False:"),
    "surrogate_keys_pass": ("parse", "_check_strings(key)", "pass"),
    "binary_fractions": ("parse", "return Decimal(text) if", "return Decimal(float(text)) if"),
    "binary_gold": ("parse", "return Decimal(repr(float(value)))", "return Decimal(value)"),
    # kinds
    "null_passes_everywhere": ("form", "if kind.nullable:", "if True:"),
    "null_never_passes": ("form", "if kind.nullable:", "if False:"),
    "null_loses_its_place": ("form", "return Form((None,))", "return Form(())"),
    "boolean_is_a_number": (
        "form",
        "if isinstance(value, bool) or not isinstance(value, int | Decimal):",
        "if not isinstance(value, int | Decimal):",
    ),
    "boolean_is_an_integer": (
        "form",
        "if isinstance(value, bool) or not isinstance(value, int):",
        "if not isinstance(value, int):",
    ),
    "string_is_a_number": (
        "form",
        "not isinstance(value, int | Decimal):",
        "not isinstance(value, int | Decimal | str):",
    ),
    "every_number_is_a_boolean": ("form", " and value in (0, 1)", ""),
    "ones_are_no_booleans": ("form", "isinstance(value, int | Decimal) and", "isinstance(value, bool) and"),
    "exact_numbers_may_be_rounded": ("form", "if kind.exact:", "if False:"),
    "no_number_may_be_rounded": ("form", "if kind.exact:", "if True:"),
    "minimum_is_exclusive": ("form", "number < decimal(kind.minimum)", "number <= decimal(kind.minimum)"),
    "minimum_ignored": ("form", "if kind.minimum is not None and", "if False and"),
    "minimum_is_binary": ("form", "number < decimal(kind.minimum)", "number < Decimal(kind.minimum)"),
    "maximum_ignored": ("form", "if kind.maximum is not None and", "if False and"),
    "maximum_is_exclusive": ("form", "number > decimal(kind.maximum)", "number >= decimal(kind.maximum)"),
    "absolute_ignored": ("form", "max(decimal(kind.abs_tol), ", "max(Decimal(0), "),
    "relative_ignored": ("form", "decimal(kind.rel_tol) * abs(number)", "Decimal(0)"),
    "relative_without_magnitude": (
        "form",
        "decimal(kind.rel_tol) * abs(number)",
        "decimal(kind.rel_tol) * number",
    ),
    "tolerances_add": (
        "form",
        "max(decimal(kind.abs_tol), decimal(kind.rel_tol) * abs(number))",
        "decimal(kind.abs_tol) + decimal(kind.rel_tol) * abs(number)",
    ),
    "smaller_tolerance": ("form", "max(decimal(kind.abs_tol), ", "min(decimal(kind.abs_tol), "),
    "floats_are_cut_to_integers": ("form", " and value == value.to_integral_value()", ""),
    "integral_float_always": ("form", " and kind.integral_float", ""),
    "case_matters": ("form", "plain.casefold()", "plain"),
    "case_is_only_lowered": ("form", "plain.casefold()", "plain.lower()"),
    "case_never_matters": ("form", "if casefold else plain", "if True else plain"),
    "no_unicode_form": ("form", 'unicodedata.normalize("NFKC", text).split()', "text.split()"),
    "blanks_are_dropped": ("form", '" ".join(unicodedata', '"".join(unicodedata'),
    "choices_are_open": ("form", "if text not in _options(kind.options):", "if False:"),
    "dates_with_any_time": ("form", "[T ]00:00(?::00(?:\\.0+)?)?", "[T ][0-9:.]+"),
    "dates_match_at_the_start": ("form", "_DATE.fullmatch(", "_DATE.match("),
    "times_in_any_form": ("form", "if _DATETIME.fullmatch(text) is None:", "if False:"),
    "zone_ignored": ("form", "if (moment.tzinfo is not None) != kind.zoned:", "if False:"),
    "zone_always_refused": ("form", "(moment.tzinfo is not None) != kind.zoned", "moment.tzinfo"),
    "tolerance_in_microseconds": (
        "form",
        "decimal(kind.tolerance_s) * 1_000_000",
        "decimal(kind.tolerance_s)",
    ),
    "lists_of_any_length": (
        "form",
        "return _joined((len(value),), [form(kind.items",
        "return _joined((), [form(kind.items",
    ),
    "list_items_regroup": (
        "form",
        "return _joined((len(value),), [form(kind.items",
        "return _joined((0,), [form(kind.items",
    ),
    "keys_of_any_set": (
        "form",
        "if value.keys() != kind.fields.keys():",
        "if not value.keys() >= kind.fields.keys():",
    ),
    "order_always_matters": ("form", "if kind.ordered:", "if True:"),
    "order_never_matters": ("form", "if kind.ordered:", "if False:"),
    # tables
    "objects_with_other_keys": ("table", "or any(row.keys() != objects[0].keys() for row in objects)", ""),
    "rows_of_any_width": (
        "table",
        "len(row) != width for row in result.rows",
        "False for row in result.rows",
    ),
    "values_are_no_column": ("table", "if width == 1 and isinstance", "if False and isinstance"),
    "rows_do_not_stand_for_themselves": (
        "table",
        "result = _result(value) or _result([value])\n    if result is None:",
        "result = _result(value)\n    if result is None:",
    ),
    "scalars_in_no_row": (
        "table",
        "result = _result(value) or _result([value])\n    if result is None or",
        "result = _result(value)\n    if result is None or",
    ),
    "index_is_never_left_out": ("table", "if result.labels and result.names", "if False and result.names"),
    "index_is_always_left_out": ("table", " and len(result.names) - result.labels == width", ""),
    "columns_lose_their_index": ("table", "[row[self.labels :] for", "[row for"),
    "series_are_no_records": ("table", "if result.labels == 1 and", "if False and"),
    "records_lose_their_index": ("table", "if sorted(result.names or ()) !=", "if True or () !="),
    "fields_are_not_read": ("table", "return value if kind is None else read(kind, value)", "return value"),
    "lists_are_not_read": ("table", "return _list(kind.items, value)", "return value"),
    "lists_of_lists_are_flat": ("table", " and not nested and", " and"),
    "first_of_many_cells": ("table", "any(len(row) != 1 for row in self.rows)", "False"),
    "scalars_are_not_read": ("table", "return _scalar(value)", "return value"),
    "names_ignored": ("table", "if by_name else", "if False else"),
    "names_with_case": ("table", "[name.casefold() for name in names or ()]", "list(names or ())"),
    "results_with_more_keys": ("table", ' <= {"columns", "rows", "index"}', ""),
    "first_of_many_columns": ("table", "len(self.names) != 1)", "False)"),
    "first_of_many_rows": ("table", "if len(column) > 1:", "if False:"),
    "first_of_many_records": ("table", "if len(result.rows) > 1:", "if False:"),
    # rounding
    "one_decimal_is_enough": ("rounding", "DECIMALS = 2", "DECIMALS = 1"),
    "three_decimals_are_needed": ("rounding", "DECIMALS = 2", "DECIMALS = 3"),
    "two_digits_are_enough": ("rounding", "SIGNIFICANT = 3", "SIGNIFICANT = 2"),
    "four_digits_are_needed": ("rounding", "SIGNIFICANT = 3", "SIGNIFICANT = 4"),
    "whole_numbers_are_rounded": ("rounding", "if not isinstance(number, Decimal) or not", "if not"),
    "a_whole_unit": ("rounding", "Decimal(5).scaleb", "Decimal(10).scaleb"),
    "no_noise": ("rounding", " * _NOISE", ""),
    "no_single_precision": ("rounding", "if _is_single(number) else half", "if False else half"),
    "everything_is_single": ("rounding", "if _is_single(number) else half", "if True else half"),
    "large_singles_lose_units": (
        "rounding",
        "min(_half_of_single(number), _LARGEST_LOSS)",
        "_half_of_single(number)",
    ),
    "trailing_zeros_count": ("rounding", "number.normalize().as_tuple()", "number.as_tuple()"),
    # equality
    "tolerance_is_exclusive": (
        "matching",
        "abs(answer.value - gold.value) <= max(",
        "abs(answer.value - gold.value) < max(",
    ),
    "tolerance_is_one_sided": (
        "matching",
        "abs(answer.value - gold.value) <=",
        "answer.value - gold.value <=",
    ),
    "tolerance_of_the_answer": (
        "matching",
        "max(gold.reach, answer.grain)",
        "max(answer.reach, answer.grain)",
    ),
    "grain_of_gold": ("matching", "max(gold.reach, answer.grain)", "max(gold.reach, gold.grain)"),
    "grain_ignored_in_bags": ("matching", "max(reach, coarsest)", "reach"),
    "rounded_answers_on_one_line": (
        "matching",
        "if max(answer.points[0].grain for answer in answers) >",
        "if 0 >",
    ),
    "points_ignored": ("matching", "all(_near(a, g) for", "all(True for"),
    "keys_ignored": ("matching", "answer.key == gold.key", "True"),
    "bags_ignored": ("matching", "all(self._same_bag(a, g)", "all(True"),
    "any_point_suffices": ("matching", "all(_near(a, g) for", "any(_near(a, g) for"),
    "groups_of_any_size": ("matching", "if len(answers) != len(golds):", "if False:"),
    "one_group_suffices": ("matching", "and all(self._same_group", "and any(self._same_group"),
    "sorted_pairs_decide_always": ("matching", "len(golds) == 1 or _on_one_line(answers, golds)", "True"),
    "every_line_is_monotone": (
        "matching",
        "return all(low <= next_low and high <= next_high",
        "return all(True",
    ),
    "answers_are_used_twice": ("matching", "spare[path[0][1]] -= amount", "pass"),
    "multiplicities_ignored": ("matching", "            while need:", "            if need:"),
    "no_second_thoughts": ("matching", "queue.append(holder)", "pass"),
    "everything_is_right": ("compare", "if Matcher().same(given, gold):", "if True:"),
    "everything_is_wrong": ("compare", "if Matcher().same(given, gold):", "if False:"),
    "rounded_arithmetic": ("compare", "Context(prec=3_000)", "Context(prec=6)"),
    "record_keys_all_right": ("compare", "float(name in given and ", "float(name in given or "),
    # values of no kind
    "true_equals_one": ("canonical", "if isinstance(value, bool) or not", "if not"),
    "bags_are_sets": ("canonical", "frozenset(counts.items())", "frozenset(counts)"),
    "all_lists_are_bags": ("canonical", 'return "list", tuple(', 'return "list", frozenset('),
    "key_names_ignored": ("canonical", "else (key, canonical(", "else (0, canonical("),
    # metrics
    "ties_count_for_nothing": (
        "metric",
        "ranks[index] = before + (len(members) + 1) / 2",
        "ranks[index] = before + 1",
    ),
    "precision_before_the_step": ("metric", "* now / stop for", "* before / stop for"),
    "f1_counts_negatives": ("metric", "p == label == 1", "p == label"),
    "brier_is_absolute": ("metric", "(p - label) ** 2", "abs(p - label)"),
    "reward_above_one": ("calibration", "min(1.0, max(", "max(0.0, max("),
    "reward_below_zero": ("calibration", "max(0.0, (value", "max(-9.0, (value"),
    "constants_are_rewarded": ("calibration", ', "a constant": measure.constant(labels)', ""),
    "columns_are_rewarded": ("calibration", "if columns := tuple(columns):", "if False:"),
    "columns_have_one_direction": (
        "calibration",
        "(column, [-cell for cell in column])",
        "(column,)",
    ),
    "chance_is_a_success": ("calibration", "max(LEAST_SUCCESS, 1 -", "max(0.0, 1 -"),
    "errors_are_ignored": ("calibration", "1 - self.error", "1 - 0 * self.error"),
    "chance_is_typical": (
        "calibration",
        "math.ceil(0.999 * (permutations + 1))",
        "math.ceil(0.5 * (permutations + 1))",
    ),
    "weak_baselines_pass": ("calibration", "if not measure.better(value, least):", "if False:"),
}


@pytest.fixture
def rebuilt(monkeypatch):
    """Executes the comparison modules anew, one of them with a replacement in its source."""

    def build(name: str = "", old: str = "", new: str = "") -> dict[str, ModuleType]:
        modules = {}
        for link in CHAIN:
            path = f"{HOMES.get(link, PACKAGE)}.{link}"
            original = importlib.import_module(path)
            source = Path(original.__file__).read_text()
            if link == name:
                assert source.count(old) == 1, f"{old!r} occurs {source.count(old)} times in {link}.py"
                source = source.replace(old, new)
            modules[link] = ModuleType(path)
            modules[link].__file__ = original.__file__
            monkeypatch.setitem(sys.modules, path, modules[link])
            exec(compile(source, original.__file__, "exec"), modules[link].__dict__)
        return modules

    return build


def noticed(modules, examples):
    """Whether any example or check fails, or raises, with these modules."""
    try:
        return not all(judged(modules, example) == example.reason for example in examples) or not checks(
            modules
        )
    except Exception:  # a mutant may break in any way, and breaking is being noticed
        return True


def judged(modules, example):
    try:
        answer = modules["parse"].parse(example.answer)
        answer = modules["table"].read(example.kind, answer)
    except Refused as refusal:
        return refusal.fault
    return modules["compare"].compare(example.kind, answer, modules["parse"].exact(example.gold)).reason


def checks(modules):
    """What the example table does not reach: values of no kind, metrics and rewards."""
    canonical, metrics = modules["canonical"].canonical, modules["metric"].METRICS
    calibrate, calibration = modules["calibration"].calibrate, modules["calibration"].Calibration
    labels, scores = [0, 1] * 10, [0.1, 0.7] * 9 + [0.7, 0.7]
    rare, weak = [1, *[0] * 19], [0.1, 0.7] * 8 + [0.7] * 4
    down = [-cell for cell in weak]
    return (
        refuses(calibrate, labels, [[0.5] * 20], "auroc", 0, 20)
        and canonical(True) != canonical(1)
        and canonical([1, 2]) != canonical([2, 1])
        and canonical({"a": 1}) != canonical({"b": 1})
        and canonical({"a": [1, 2, 2]}, ["a"]) == canonical({"a": [2, 1, 2]}, ["a"])
        and canonical({"a": [1, 2, 2]}, ["a"]) != canonical({"a": [1, 1, 2]}, ["a"])
        and metrics["auroc"](labels, [scores]) == 0.95
        and round(metrics["auprc"](labels, [scores]), 9) == round(10 / 11, 9)
        and metrics["f1"]([0, 1, 1], [[0, 1, 0]]) == 2 / 3
        and metrics["brier"]([0, 1], [[0.5, 0.5]]) == 0.25
        and calibrate(rare, [rare], "accuracy", 0, 20).chance == 0.95
        and calibrate(labels, [scores], "auroc", 0, 200).chance > 0.7
        and [calibrate(labels, [scores], "auroc", 0, 20, [way]).chance for way in (weak, down)] == [0.9] * 2
        and [calibration(chance=0.5, baseline=0.75, error=e).success for e in (0.05, 9)] == [0.8, 0.5]
        and [calibration(chance=0.5, baseline=0.75).reward(m) for m in (0, 0.625, 1)] == [0, 0.5, 1]
    )


def refuses(function, *arguments):
    try:
        function(*arguments)
    except DataError:
        return True
    return False


def test_the_code_as_it_is_passes(rebuilt, examples):
    assert not noticed(rebuilt(), examples)


@pytest.mark.parametrize("name", MUTANTS)
def test_mutant_is_noticed(rebuilt, examples, name):
    assert noticed(rebuilt(*MUTANTS[name]), examples)
