"""Model files with something wrong in them, as strategies for Hypothesis."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import strategies as st

ODD = [None, True, -1, 0, 1, 2, 3, 10**30, -0.5, 1e308, "", "x", [], {}, [[]], [0, 1], [0, 0]]
"""Values that are mostly not what stands in a place."""
PIECES = ["", "0", "9" * 30, "-", "e999", "[", "]", "{", '"', ",", "null"]


@st.composite
def with_values_swapped(draw: Any, text: str, *more: Any) -> str:
    """Draw a JSON text with up to three values replaced, deleted or copied."""
    fields = json.loads(text)
    for _ in range(draw(st.integers(1, 3))):
        _damage(draw, fields, [*ODD, *more])
    return json.dumps(fields)


def _damage(draw: Any, place: Any, odd: list[Any]) -> None:
    """Change one value somewhere below a place."""
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = draw(st.sampled_from(keys))
        below = place[key]
        if not (isinstance(below, dict | list) and below and draw(st.integers(0, 4))):
            break
        place = below
    action = draw(st.sampled_from(["replace", "delete", "copy"]))
    if action == "delete":
        del place[key]
    elif action == "copy" and isinstance(place, list):
        place.append(copy.deepcopy(place[key]))
    else:
        place[key] = copy.deepcopy(draw(st.sampled_from(odd)))


@st.composite
def with_characters_changed(draw: Any, text: str) -> str:
    """Draw a text of which up to three stretches are replaced."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        stop = min(len(text), start + draw(st.sampled_from([0, 1, 1, 2, 20, 10_000])))
        piece = draw(st.sampled_from(PIECES) | st.text(max_size=3))
        text = text[:start] + piece + text[stop:]
    return text
