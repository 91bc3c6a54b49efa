// The tree as rules, one for every leaf, and the search among them.

const MOST_RULES = 300;

function ruleText(leaf) {
  return `${ruleOf(leaf)
    .map((part) => part.text)
    .join(" and ")} ${className(classAt(leaf))}`;
}

// Leaves whose rule holds every word that was typed; words between quotes belong together.
function matching(query) {
  const wanted = wordsOf(query);
  return leavesOf(root).filter((leaf) => holdsAll(ruleText(leaf), wanted));
}

function search(query) {
  const found = query.trim() ? matching(query) : null;
  page.found = found && new Set(found.flatMap(above));
  mark();
  if (page.tab !== "rules") setTab("rules");
  else showPanel();
  say(found ? `${plural(found.length, "rule")} found` : "");
}

function rulesPanel() {
  const query = byId("search").value;
  const found = query.trim() ? matching(query) : leavesOf(root);
  const order = [...found].sort((a, b) => b.cases - a.cases);
  return [
    h(
      "p",
      { class: "kicker", id: "rule-count" },
      query.trim()
        ? `${amount(found.length)} of ${plural(leavesOf(root).length, "rule")} found`
        : plural(found.length, "rule"),
    ),
    h("ol", { class: "rules" }, order.slice(0, MOST_RULES).map(ruleItem)),
    order.length > MOST_RULES
      ? h(
          "p",
          { class: "note" },
          `The ${MOST_RULES} rules with the most cases are listed; search for the others.`,
        )
      : null,
  ];
}

function ruleItem(leaf) {
  const best = classAt(leaf);
  const parts = ruleOf(leaf);
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "rule-item", onclick: () => select(leaf, { into: true }) },
      h(
        "span",
        { class: "if" },
        parts.length
          ? parts.flatMap((part, i) => [i ? h("em", {}, " and ") : null, part.text])
          : "every case",
      ),
      h(
        "span",
        { class: "then" },
        swatch(best),
        h("bdi", {}, className(best)),
        h(
          "span",
          { class: "muted" },
          ` ${plural(leaf.cases, "case")}, ${percent(shareOf(leaf, best))}`,
        ),
      ),
    ),
  );
}
