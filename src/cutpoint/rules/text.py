"""Rules as text, in C4.5's manner, and for people with what each covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutpoint.tree.names import printable

if TYPE_CHECKING:
    from cutpoint.rules.ruleset import Rule, Ruleset

C45_DIGITS = 6


def to_text(ruleset: Ruleset) -> str:
    """Return the rules in order, each with its expected accuracy and the cases it covers."""
    blocks = []
    for rule in ruleset.rules:
        lines = [f"Rule {rule.number}: (covers {rule.covered}, wrong {rule.wrong})"]
        lines += [f"    {condition.describe()}" for condition in rule.conditions]
        lines.append(f"    ->  {_verdict(ruleset, rule)}")
        blocks.append("\n".join(lines))
    blocks.append(f"Default class: {printable(ruleset.classes[ruleset.default])}")
    return "\n\n".join(blocks)


def c45_text(ruleset: Ruleset) -> str:
    """Return the rules as C4.5 prints them."""
    blocks = []
    for rule in ruleset.rules:
        lines = [f"Rule {rule.number}:"]
        lines += [f"    \t{condition.describe(C45_DIGITS)}" for condition in rule.conditions]
        lines.append(f"\t->  {_verdict(ruleset, rule)}")
        blocks.append("\n".join(lines))
    blocks.append(f"Default class: {printable(ruleset.classes[ruleset.default])}")
    return "\n\n".join(blocks)


def _verdict(ruleset: Ruleset, rule: Rule) -> str:
    return f"class {printable(ruleset.classes[rule.label])}  [{100 * (1 - rule.error):.1f}%]"
