"""The page on biocoder's problems says what there is."""

from medgym_plugin_biocoder.problems import PROBLEMS
from medgym_plugin_biocoder.problems.held_out import HELD_OUT

from .pages import ROOT

PAGE = (ROOT / "plugins" / "biocoder" / "DETAILS.md").read_text()
HEAD = "| category | problem | function | parameters | cells | helper | source |\n" + "| --- " * 7 + "|\n"


def table() -> str:
    rows = []
    for problem in PROBLEMS.values():
        names = ", ".join(f"`{name}`" for name in vars(problem.cells[0]))
        cells = f"{len(problem.cells)} + {len(problem.beyond)}"
        helper = f"`{problem.helper.name}`" if problem.helper else ""
        row = (problem.category, problem.name, f"`{problem.entry}`", names, cells, helper, problem.source)
        rows.append("| " + " | ".join(row) + " |\n")
    return HEAD + "".join(rows)


def held_out() -> str:
    rows = [f"| {PROBLEMS[name].category} | {name} | {needs} |\n" for name, needs in HELD_OUT.items()]
    return "| category | problem | what it requires |\n" + "| --- " * 3 + "|\n" + "".join(rows)


def test_the_page_says_what_is_held_out_and_why() -> None:
    assert f"<!-- figures: held out -->\n{held_out()}<!-- /figures -->" in PAGE


def test_the_page_lists_every_problem() -> None:
    assert f"<!-- figures: problems -->\n{table()}<!-- /figures -->" in PAGE
