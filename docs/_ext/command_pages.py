"""A page per command, made from its help, in ``docs/commands/``: written before Sphinx reads."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import typer.main

from cutpoint.cli.app import command_line


def setup(app: Any) -> dict[str, bool]:
    """Write the pages before Sphinx looks for its sources."""
    app.connect("builder-inited", lambda sphinx: write_pages(Path(sphinx.srcdir) / "commands"))
    return {"parallel_read_safe": True}


def write_pages(folder: Path) -> None:
    """Write a page per command and one that lists them."""
    folder.mkdir(exist_ok=True)
    commands: dict[str, Any] = typer.main.get_command(command_line()).commands  # type: ignore[attr-defined]
    listed = ["# Commands", "", "| command | what it does |", "|---|---|"]
    for name, command in commands.items():
        first = plain(command.help or "").splitlines()[0]
        listed.append(f"| [`cutpoint {name}`]({name}.md) | {first} |")
        replace(folder / f"{name}.md", page(name, command))
    pages = "\n".join(commands)
    listed += ["", "```{toctree}", ":hidden:", "", pages, "```", ""]
    replace(folder / "index.md", "\n".join(listed))


def page(name: str, command: Any) -> str:
    """Return what the help of a command says."""
    context = command.make_context(name, [], resilient_parsing=True)
    usage = " ".join(command.collect_usage_pieces(context))
    lines = [f"# cutpoint {name}", "", f"```text\ncutpoint {name} {usage}\n```", ""]
    lines += [plain(command.help or ""), ""]
    panels: dict[str, list[Any]] = {}
    for parameter in command.params:
        heading = getattr(parameter, "rich_help_panel", None)
        kind = "Arguments" if parameter.param_type_name == "argument" else "Options"
        panels.setdefault(heading or kind, []).append(parameter)
    for heading, parameters in panels.items():
        lines += [f"## {heading}", "", "| | |", "|---|---|"]
        lines += [row(parameter) for parameter in parameters]
        lines.append("")
    return "\n".join(lines)


def row(parameter: Any) -> str:
    """Return an argument or an option with its help as a row of a table."""
    names = ", ".join(f"`{name}`" for name in [*parameter.opts, *parameter.secondary_opts])
    is_flag = getattr(parameter, "is_flag", False)
    if parameter.param_type_name == "argument":
        names = f"`{parameter.metavar or parameter.name.upper()}`"
    elif not is_flag:
        names += f" {parameter.metavar or 'VALUE'}"
    text = plain(parameter.help or "").replace("\n", " ")
    if parameter.show_default and not is_flag and parameter.default is not None:
        text += f" Default: `{parameter.default}`."
    return f"| {names} | {text} |"


def plain(text: str) -> str:
    """Return a help text as Markdown: what is bold on the screen is code."""
    text = re.sub(r"\[bold\](.*?)\[/bold\]", r"`\1`", text, flags=re.DOTALL)
    return text.replace("<", "&lt;").replace("*", "\\*").replace("|", "\\|").strip()


def replace(path: Path, text: str) -> None:
    """Write a page if it has changed: Sphinx reads only what is new."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
