"""Programs as careless people write them: the reference's, without units, time zones, paging or statuses."""

from __future__ import annotations

import ast
from collections.abc import Callable

from medgym_core import parse_python
from medgym_prove.skeleton import QUERY

FACTORS = frozenset(
    {
        *(2.54, 30.48, 0.0254, 0.3048),  # lengths: inch and foot
        *(0.45359237, 0.453592, 0.4536, 2.20462, 2.2046, 2.205, 28.3495),  # masses: pound and ounce
        *(88.4, 88.42, 18.0, 18.016, 18.0182, 38.67, 88.57, 17.1, 17.104, 2.8, 2.801, 4.0, 0.2495),
        *(7.50062, 7.5, 0.133322, 1.8, 10, 100, 1000, 60, 24),
    }
)
"""What values are multiplied or divided by when their unit changes (molar masses as in the SI table of the
AMA Manual of Style, 11th edition, section 17.5), and powers of ten and hours.
Percentages have such a factor, too."""


def without_units(code: str) -> str | None:
    """The program that takes values in whatever unit they are given.

    None, here as below, if it has nothing of the kind, or cannot be parsed. What its functions compute stays,
    since a factor there may be part of a formula.
    """
    return _edited(code, _Units())


def without_zones(code: str) -> str | None:
    """The program that reads times as if all were of one zone."""
    return _edited(code, _Zones())


def without_paging(code: str) -> str | None:
    """The program that reads the first page of what a search finds."""
    return _edited(code, _Paging())


def without_statuses(code: str) -> str | None:
    """The program that takes what was cancelled, entered in error or not final for good."""
    return _edited(code, _Statuses())


class _Careless(ast.NodeTransformer):
    """Counts what it leaves out."""

    def __init__(self) -> None:
        self.dropped = 0

    def leave(self, node: ast.expr) -> ast.expr:
        self.dropped += 1
        return node


def _edited(code: str, edit: _Careless) -> str | None:
    try:
        tree = parse_python(code)
    except SyntaxError:
        return None
    edited = ast.fix_missing_locations(edit.visit(tree))
    return ast.unparse(edited) if edit.dropped else None


class _Units(_Careless):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Mult | ast.Div):
            if _is_factor(node.right):
                return self.leave(node.left)
            if isinstance(node.op, ast.Mult) and _is_factor(node.left):
                return self.leave(node.right)
        return node


def _is_factor(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value in FACTORS


class _Zones(_Careless):
    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node.func:
            case ast.Attribute(attr="fromisoformat"):
                none = ast.keyword("tzinfo", ast.Constant(None))
                return self.leave(ast.Call(ast.Attribute(node, "replace", ast.Load()), [], [none]))
            case ast.Attribute(attr="astimezone", value=inner):
                return self.leave(inner)
        return node


class _Paging(_Careless):
    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        return self.leave(ast.Constant(value=False)) if _names(node, {"next"}) else node


class _Statuses(_Careless):
    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        return self.leave(ast.Constant(value=True)) if _names(node, _STATUSES) else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "search":
            left = [word for word in node.keywords if word.arg not in _STATUSES]
            self.dropped += len(node.keywords) - len(left)
            node.keywords = left
        return node


_STATUSES = {"status", "clinicalStatus", "verificationStatus", "clinical_status"}


def _names(node: ast.AST, texts: set[str]) -> bool:
    return any(isinstance(part, ast.Constant) and part.value in texts for part in ast.walk(node))


def in_queries(edit: Callable[[str], str | None]) -> Callable[[str], str | None]:
    """Edits the queries that a program holds, or the text itself if it is one."""

    def edited(code: str) -> str | None:
        if found := edit(code):
            return found
        return _edited(code, _Queries(edit))

    return edited


class _Queries(_Careless):
    def __init__(self, edit: Callable[[str], str | None]) -> None:
        super().__init__()
        self._edit = edit

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        query = isinstance(node.value, str) and QUERY.match(node.value)
        if query and (text := self._edit(str(node.value))):
            return self.leave(ast.Constant(text))
        return node
