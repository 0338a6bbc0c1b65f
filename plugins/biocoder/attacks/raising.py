"""The package to repair, with every function raising the error that its docstrings speak of."""

import ast
from pathlib import Path

for module in Path("data").glob("repair/*/*/*/*.py"):
    tree = ast.parse(module.read_text())
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            node.body = ast.parse("raise ValueError").body
    place = Path(module.parent.name, module.name)
    place.parent.mkdir(exist_ok=True)
    place.write_text(ast.unparse(tree))
