import pytest

from medgym_core import Unsound
from medgym_plugin_biocoder.published.definition import entry_of, fault, names_bound

CONTEXT = """\
import os
import random as rnd
LIMIT = 3
class A:
    size = 1
    def g(self): pass
def main(): pass
"""
TAKEN = names_bound(CONTEXT)
FUNCTION = "def f(x):\n    return x\n"


def test_names_of_the_program_are_those_it_defines():
    assert {"LIMIT", "A", "size", "g", "main"} == TAKEN
    assert names_bound("def (") == frozenset()


@pytest.mark.parametrize(
    "source",
    [
        FUNCTION,
        f"import os\nfrom math import *\nimport numpy.linalg\n{FUNCTION}",
        f"'''About.'''\nSHIFT: int = -3\nPAIRS = [(1, 'a')]\ndef helper(): return 1\n{FUNCTION}",
        "    @staticmethod\n    def f(x):\n        return x\n",
        "class Node:\n    id = 1\n" + FUNCTION,
    ],
)
def test_definitions_are_let_in(source):
    assert fault(source, "f", TAKEN) == ""


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("", "no_answer"),
        ("def other(): pass", "no_answer"),
        ("f = 3", "no_answer"),
        ("def f(:", "execution_failed"),
        ("\0", "execution_failed"),
        ("(" * 5000, "execution_failed"),
        (f"print('1')\n{FUNCTION}", "not_a_definition"),
        (f"{FUNCTION}import os\nos._exit(0)", "not_a_definition"),
        (f"if True:\n    x = 1\n{FUNCTION}", "not_a_definition"),
        (f"x = print(1)\n{FUNCTION}", "not_a_definition"),
        (f"random.seed = None\n{FUNCTION}", "not_a_definition"),
        (f"def main(): pass\n{FUNCTION}", "rebinds_a_name"),
        (f"LIMIT = 4\n{FUNCTION}", "rebinds_a_name"),
        (f"def g(self): pass\n{FUNCTION}", "rebinds_a_name"),
        (f"def print(*given): pass\n{FUNCTION}", "rebinds_a_name"),
        (f"from os import _exit as len\n{FUNCTION}", "rebinds_a_name"),
        (f"from os import _exit as main\n{FUNCTION}", "rebinds_a_name"),
    ],
)
def test_what_else_is_refused(source, reason):
    assert fault(source, "f", TAKEN) == reason


@pytest.mark.parametrize(
    ("golden", "signature", "reason"),
    [
        ("def f(:", "def f()", "no Python"),
        ("x = 1", "def f()", "defines no function"),
        ("def g(): pass", "def f()", "not that of the reference, g"),
    ],
)
def test_the_reference_is_the_function_of_the_signature(golden, signature, reason):
    with pytest.raises(Unsound, match=reason):
        entry_of(golden, signature)
    assert entry_of("@cached\ndef f(x, y=2): pass", "@cached\ndef f(x, y)") == "f"
