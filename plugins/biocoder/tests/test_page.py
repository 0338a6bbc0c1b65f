"""The page on the problems says what there is."""

from pathlib import Path

from medgym_plugin_biocoder.problems import PROBLEMS
from medgym_plugin_biocoder.problems.held_out import HELD_OUT

PAGE = Path(__file__).parents[3] / "docs" / "biocoder.md"
HEAD = "| category | problem | function | parameters | cells | helper | source |\n" + "| --- " * 7 + "|\n"


def table():
    rows = []
    for problem in PROBLEMS.values():
        names = ", ".join(f"`{name}`" for name in vars(problem.cells[0]))
        cells = f"{len(problem.cells)} + {len(problem.beyond)}"
        helper = f"`{problem.helper.name}`" if problem.helper else ""
        row = (problem.category, problem.name, f"`{problem.entry}`", names, cells, helper, problem.source)
        rows.append("| " + " | ".join(row) + " |\n")
    return HEAD + "".join(rows)


def held_out():
    rows = [f"| {PROBLEMS[name].category} | {name} | {needs} |\n" for name, needs in HELD_OUT.items()]
    return "| category | problem | what it requires |\n" + "| --- " * 3 + "|\n" + "".join(rows)


def test_the_page_says_what_is_held_out_and_why():
    assert f"<!-- figures: held out -->\n{held_out()}<!-- /figures -->" in PAGE.read_text()


def test_the_page_lists_every_problem():
    assert f"<!-- figures: problems -->\n{table()}<!-- /figures -->" in PAGE.read_text()
