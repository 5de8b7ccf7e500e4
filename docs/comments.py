"""The comment behind a field is its docstring: `mask: np.ndarray  # (n, actions) int8, 1 where legal`."""

import ast
from typing import Any

import griffe


class Comments(griffe.Extension):
    """Reads the comments of fields that have no docstring."""

    def on_attribute_instance(self, *, node: Any, attr: griffe.Attribute, **_: Any) -> None:
        """Called for every attribute that was found."""
        if attr.docstring is None and isinstance(node, ast.AnnAssign) and attr.lineno is not None:
            _, mark, comment = attr.lines_collection[attr.filepath][attr.lineno - 1].partition("  # ")
            if mark:
                attr.docstring = griffe.Docstring(comment.strip(), parent=attr)
