"""First-order mutants of a Python program: the same program, changed in one place."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Collection, Iterator

COMPARISONS = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "ceil": "floor", "floor": "ceil"}
Change = Callable[[ast.AST], ast.AST]
"""Changes a copy of one node."""
Named = Iterator[tuple[str, Change]]


def mutants(text: str, parameters: Collection[str]) -> Iterator[tuple[str, str]]:
    """Name and text of every mutant; assignments to ``parameters``, annotations and docstrings stay."""
    tree = ast.parse(text)
    kept = {id(node) for node in _fixed(tree, parameters)}
    seen = {ast.unparse(tree)}
    for number, node in enumerate(_order(tree)):
        for name, change in () if id(node) in kept else _changes(node):
            changed = ast.fix_missing_locations(_Changed(number, change).visit(copy.deepcopy(tree)))
            if (mutant := ast.unparse(changed)) not in seen:
                seen.add(mutant)
                yield (
                    f"line {getattr(node, 'lineno', 0)}: {name}: {ast.unparse(node).splitlines()[0]}",
                    mutant,
                )


def _fixed(tree: ast.AST, parameters: Collection[str]) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        whole: list[ast.AST | None] = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) if name in parameters:
                whole.append(node)
            case ast.Expr(value=ast.Constant()):
                whole.append(node)
        for one in whole:
            yield from ast.walk(one) if one else ()


def _changes(node: ast.AST) -> Named:
    """What may be changed at a node, by name."""
    for kinds, operator in _OPERATORS.items():
        if isinstance(node, kinds):
            yield from operator(node)


def _comparisons(node: ast.Compare) -> Named:
    for other in COMPARISONS.get(type(node.ops[0]), ()):
        yield f"comparison to {other.__name__}", _set("ops", [other(), *node.ops[1:]])


def _arithmetic(node: ast.BinOp | ast.AugAssign) -> Named:
    if other := OPERATORS.get(type(node.op)):
        yield f"operator to {other.__name__}", _set("op", other())


def _connectives(node: ast.BoolOp) -> Named:
    yield "and/or", _set("op", ast.Or() if isinstance(node.op, ast.And) else ast.And())


def _signs(node: ast.UnaryOp) -> Named:
    yield "unary operator removed", lambda it: it.operand  # type: ignore[attr-defined]


def _constants(node: ast.Constant) -> Named:
    if isinstance(node.value, bool):
        yield "boolean", _set("value", not node.value)
    elif isinstance(node.value, int | float):
        yield "constant + 1", _set("value", node.value + 1)
        yield "constant - 1", _set("value", node.value - 1)


def _bounds(node: ast.Slice) -> Named:
    for bound in ("lower", "upper"):
        if (value := getattr(node, bound)) is not None:
            yield f"{bound} bound", _set(bound, ast.BinOp(value, ast.Add(), ast.Constant(1)))


def _calls(node: ast.Call) -> Named:
    if isinstance(node.func, ast.Name) and node.func.id in CALLS:
        yield "call", _set("func", ast.Name(CALLS[node.func.id], ast.Load()))


def _conditions(node: ast.If | ast.IfExp) -> Named:
    for value in (True, False):
        yield f"condition {value}", _set("test", ast.Constant(value))


def _results(node: ast.Return) -> Named:
    yield "returns nothing", _set("value", ast.Constant(None))


def _jumps(node: ast.Break | ast.Continue) -> Named:
    other = ast.Continue() if isinstance(node, ast.Break) else ast.Break()
    yield "break/continue", lambda it: other


def _statements(node: ast.stmt) -> Named:
    yield "statement removed", lambda it: ast.Pass()


_OPERATORS: dict[type | tuple[type, ...], Callable[..., Named]] = {
    ast.Compare: _comparisons,
    (ast.BinOp, ast.AugAssign): _arithmetic,
    ast.BoolOp: _connectives,
    ast.UnaryOp: _signs,
    ast.Constant: _constants,
    ast.Slice: _bounds,
    ast.Call: _calls,
    (ast.If, ast.IfExp): _conditions,
    ast.Return: _results,
    (ast.Break, ast.Continue): _jumps,
    (ast.Assign, ast.AugAssign, ast.Expr, ast.Continue, ast.Break, ast.If, ast.For): _statements,
}


def _set(name: str, value: object) -> Change:
    def change(node: ast.AST) -> ast.AST:
        setattr(node, name, value)
        return node

    return change


class _Changed(ast.NodeTransformer):
    """Applies one change at the node that is visited as the given one."""

    def __init__(self, number: int, change: Change) -> None:
        self.number, self.change, self.seen = number, change, -1

    def visit(self, node: ast.AST) -> ast.AST:
        self.seen += 1
        if self.seen == self.number:
            return self.change(node)
        return self.generic_visit(node)


def _order(tree: ast.AST) -> list[ast.AST]:
    """Nodes in the order in which a transformer visits them."""
    nodes: list[ast.AST] = []

    class Listing(ast.NodeVisitor):
        def visit(self, node: ast.AST) -> None:
            nodes.append(node)
            self.generic_visit(node)

    Listing().visit(tree)
    return nodes
