"""Which files each kind of page is made of."""

from __future__ import annotations

from cutpoint.views.page.assembly import Layout

_COMMON = ("base.js", "dates.js", "labels.js", "search.js", "theme.js")

TREE_PAGE = Layout(
    "tree.html",
    ("colours.css", "page.css", "drawing.css", "panel.css", "narrow.css", "paper.css"),
    (
        *_COMMON,
        "model.js",
        "evaluate.js",
        "tree.js",
        "route.js",
        "soft.js",
        "tables.js",
        "evidence.js",
        "resamples.js",
        "holding.js",
        "edit.js",
        "layout.js",
        "layout_cells.js",
        "draw.js",
        "draw_lines.js",
        "draw_cells.js",
        "histogram.js",
        "draw_histograms.js",
        "stage.js",
        "camera.js",
        "reach.js",
        "touch.js",
        "shares.js",
        "summary_panel.js",
        "node_panel.js",
        "what_if.js",
        "case_fields.js",
        "case_strip.js",
        "case_picker.js",
        "case_panel.js",
        "conditions.js",
        "filters.js",
        "table_panel.js",
        "rules_panel.js",
        "prune_panel.js",
        "save.js",
        "paper.js",
        "address.js",
        "legend.js",
        "main.js",
    ),
)
RULES_PAGE = Layout(
    "rules.html",
    ("colours.css", "page.css", "panel.css", "rules.css", "narrow.css", "paper.css"),
    (
        *_COMMON,
        "shares.js",
        "rules_model.js",
        "rules_evaluate.js",
        "tables.js",
        "rules_list.js",
        "case_fields.js",
        "case_picker.js",
        "rules_case.js",
        "legend.js",
        "rules_main.js",
    ),
)
ASK_PAGE = Layout(
    "ask.html",
    ("colours.css", "page.css", "panel.css", "ask.css"),
    (
        *_COMMON,
        "model.js",
        "evaluate.js",
        "tree.js",
        "route.js",
        "soft.js",
        "shares.js",
        "case_fields.js",
        "ask.js",
    ),
)
