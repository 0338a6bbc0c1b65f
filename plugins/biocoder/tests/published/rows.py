"""Rows in both published forms, around small programs of our own."""

import json

GOLDEN = """\
def share_gc(sequence):
    counted = [base for base in sequence if base in "GC"]
    return len(counted) / len(sequence)
"""
CONTEXT = """\
import random

<<insert solution here>>

def main():
    random.seed({seed})
    sequence = "".join(random.choice("ACGT") for _ in range(90))
    print("share of G and C:", share_gc(sequence))

if __name__ == "__main__":
    main()
"""
METHOD = """\
def weigh(self, sequence):
    total = 0
    for base in sequence:
        total += self.masses[base]

    return total
"""
METHOD_CONTEXT = """\
import random
import sys

class Scale:
    def __init__(self, masses):
        self.masses = masses

    <<insert solution here>>

    def name(self):
        return "scale"

def main():
    random.seed({seed})
    scale = Scale(dict(zip("ACGT", (331.2, 307.2, 347.2, 322.2))))
    print("warning of", __file__, random.random(), file=sys.stderr)
    print(scale.name(), scale.weigh("".join(random.choice("ACGT") for _ in range(12))))

main()
"""
DRAWN, FROZEN = "<|int;range=0,100|>", "42"


def hugging(golden=GOLDEN, context=CONTEXT, seed=DRAWN, **fields):
    """A row with fuzz markers."""
    return {
        "test_case_id": "0" * 64,
        "language": "Python",
        "repository": "example/none",
        "signature": golden.partition("\n")[0].rstrip(":"),
        "promptSummaryOnly": "Write what is asked.",
        "contextCode": context.replace("{seed}", seed),
        "goldenCode": golden,
    } | fields


def frozen(golden=GOLDEN, context=CONTEXT, seed=FROZEN, **fields):
    """A row whose markers are literals."""
    text = context.replace("{seed}", seed)
    return {
        "idx": "1" * 64,
        "problem": "This is in python\nWrite what is asked.",
        "solution": golden,
        "context": text,
        "signature": golden.partition("\n")[0].rstrip(":"),
        "code": text.replace("<<insert solution here>>", f"\n{golden}\n"),
    } | fields


def write_array(path, rows):
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


def write_lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


JAVA = hugging(language="Java", test_case_id="2" * 64, goldenCode="int f() { return 1; }")
