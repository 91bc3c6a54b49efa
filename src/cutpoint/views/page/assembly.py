"""How a page is joined from its parts: its own HTML, CSS and JavaScript, and the data in it.

The parts lie beside this file. What comes from a model or a table is embedded as JSON that cannot
end the element it is in; the page writes it as text, never as HTML. The page's policy lets it run
its own script alone and forbids any request.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

_POLICY = (
    "default-src 'none'; script-src '{script}'; style-src '{style}'; base-uri 'none'; "
    "form-action 'none'"
)


@dataclass(frozen=True)
class Layout:
    """The files that a kind of page is made of.

    Attributes
    ----------
    main : str
        The HTML of what differs from page to page; ``frame.html`` is around it, with a place
        between ``%%`` for each part.
    styles, scripts : tuple of str
        In the order in which they are joined: a script uses only what comes before it when it is
        read.
    """

    main: str
    styles: tuple[str, ...]
    scripts: tuple[str, ...]

    def page(self, title: str, model: str, cases: Mapping[str, Any], facts: str) -> str:
        """Return a page.

        Parameters
        ----------
        title : str
        model : str
            JSON.
        cases : mapping
            What is embedded of each table.
        facts : str
            JSON: see ``facts.py``.
        """
        style, script = "".join(map(_asset, self.styles)), _script(self.scripts)
        parts = {
            "policy": _POLICY.format(script=_hash(script), style=_hash(style)),
            "title": html.escape(title),
            "style": style,
            "model": inert(model),
            "cases": inert(json.dumps(cases, separators=(",", ":"), allow_nan=False)),
            "facts": html.escape(facts),
            "main": _asset(self.main),
            "script": script,
        }
        pieces = _asset("frame.html").split("%%")  # text, name, text, name, ..., text
        pieces[1::2] = [parts[name] for name in pieces[1::2]]
        return "".join(pieces)


def inert(text: str) -> str:
    r"""Return JSON in ASCII that is safe inside a script element, and still the same JSON.

    Examples
    --------
    >>> inert('["</script>"]')
    '["\\u003c/script\\u003e"]'
    """
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


@cache
def _asset(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


@cache
def _script(names: tuple[str, ...]) -> str:
    """Return all scripts in one function, so that their names are nobody else's."""
    return '(() => {\n"use strict";\n' + "\n".join(map(_asset, names)) + "})();\n"


def _hash(text: str) -> str:
    """Return the name of a text in a policy."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode()
