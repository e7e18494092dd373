"""Pages of the documentation from the docstrings of the packages fossato-games and fossato-verify.

Read from the sources, nothing is imported: what is public, with its signature and docstring, module by module.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: Page of the site, its title, its first paragraph, and the modules on it by their names in the package.
PAGES: dict[str, tuple[str, str, dict[str, str]]] = {
    "api-games.md": (
        "API of fossato-games",
        "Engines, bots, checks and logs of the three games. In the project the package is called `games`.",
        {
            f"fossato_games.{name}": f"games/{name.replace('.', '/')}.py"
            for name in (
                *("game_state", "registry", "runner", "record", "decision", "game", "findings", "chance", "rollouts"),
                *(
                    "text_transcript",
                    "step_transcript",
                    "dominion.kingdom",
                    "dominion.policy",
                    "dominion.bots",
                    "dominion.menus",
                ),
                *("dominion.logs.importing", "megalomania.bots", "era_of_kingdoms.bots"),
            )
        },
    ),
    "api-verify.md": (
        "API of fossato-verify",
        "Event files, draws and points. In the project the package is `tournament.regulation`.",
        {
            f"fossato_verify.{name}": f"tournament/regulation/{name.replace('.', '/')}.py"
            for name in (
                *("event_file.verify", "event_file.parse", "event_file.report", "draws", "beacon", "kingdom"),
                *("seating", "standings", "table_result", "points", "final", "refused"),
            )
        },
    ),
}
#: A paragraph of a docstring that lists something: its lines are indented below the heading.
_LIST = re.compile(r"^(Arguments|Attributes|Returns|Raises|Errors|Source|Yields|Raises on a call):\s*$")
Node = ast.FunctionDef | ast.ClassDef


def page(name: str) -> str:
    """Return the text of a page."""
    title, about, modules = PAGES[name]
    parts = [f"# {title}", about]
    for module, path in modules.items():
        parts += module_parts(module, (ROOT / path).read_text(encoding="utf-8"))
    return "\n\n".join(parts) + "\n"


def module_parts(name: str, source: str) -> Iterator[str]:
    """Yield the parts of a module: its docstring, then what is public in it."""
    tree = ast.parse(source)
    yield f"## {name}"
    yield from docstring_parts(tree)
    for node in public(tree.body):
        yield f"### {node.name}" if isinstance(node, ast.ClassDef) else f"### {node.name}()"
        yield f"```python\n{signature(node)}\n```"
        yield from docstring_parts(node)
        for method in public(node.body) if isinstance(node, ast.ClassDef) else ():
            if ast.get_docstring(method):
                yield f"#### {node.name}.{method.name}"
                yield f"```python\n{signature(method)}\n```"
                yield from docstring_parts(method)


def public(body: list[ast.stmt]) -> list[Node]:
    """Return the functions and classes of a body whose names do not begin with an underscore."""
    return [node for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")]


def signature(node: Node) -> str:
    """Return a definition's first lines without its body, with the annotations."""
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(ast.unparse(base) for base in node.bases)
        return f"class {node.name}({bases})" if bases else f"class {node.name}"
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    is_property = any(isinstance(each, ast.Name) and each.id == "property" for each in node.decorator_list)
    return f"{'property ' if is_property else 'def '}{node.name}({ast.unparse(node.args)}){returns}"


def _item(line: str) -> str:
    """Return a line of a list of arguments; one that is indented further belongs to the line before."""
    return f"    {line.strip()}" if line.startswith("        ") else f"- {line.strip()}"


def docstring_parts(node: ast.Module | Node) -> Iterator[str]:
    """Yield the paragraphs of a docstring; references are written as code, lists of arguments as lists."""
    for paragraph in (ast.get_docstring(node) or "").split("\n\n"):
        lines = [re.sub(r":\w+:`~?([^`]+)`", r"`\1`", line).replace("``", "`") for line in paragraph.splitlines()]
        if lines and _LIST.match(lines[0].strip()):
            yield f"**{lines[0].strip()}**"
            yield "\n".join(_item(line) for line in lines[1:])
        elif any(lines):
            yield "\n".join(line.replace("<", "&lt;") if "`" not in line else line for line in lines)
