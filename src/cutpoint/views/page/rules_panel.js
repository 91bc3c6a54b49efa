// The tree as rules, one for every leaf, and the search among them.

const MOST_RULES = 300;

function ruleText(leaf) {
  return `${ruleOf(leaf)
    .map((part) => part.text)
    .join(" and ")} ${className(classAt(leaf))}`;
}

// Leaves whose rule satisfies every condition and holds every word that was typed.
function matching({ conditions, words }) {
  return leavesOf(root).filter(
    (leaf) =>
      holdsAll(ruleText(leaf), words) &&
      conditions.every((condition) => ruleOf(leaf).some((part) => partSatisfies(part, condition))),
  );
}

function search(query) {
  const found = query.trim() ? matching(parseQuery(query)) : null;
  page.found = found && new Set(found.flatMap(above));
  setTab("rules");
  mark();
  say(found ? `${plural(found.length, "rule")} found` : "");
}

const ruleFilter = newFilter();

function rulesPanel() {
  const results = h("div", {}, ruleResults());
  const again = () => results.replaceChildren(...ruleResults());
  return [
    h(
      "p",
      { class: "note" },
      "Search above for words, or for conditions such as ",
      h("q", {}, exampleCondition()),
      ".",
    ),
    h(
      "details",
      { class: "narrowing" },
      h("summary", {}, "Filter"),
      h("div", { class: "filters" }, filterFields(ruleFilter, "rules", again)),
    ),
    results,
  ];
}

function ruleResults() {
  const query = byId("search").value;
  const asked = parseQuery(query);
  const all = leavesOf(root);
  const found = (query.trim() ? matching(asked) : all).filter((leaf) =>
    passes(ruleFilter, leaf, shareOf(leaf, classAt(leaf)), classAt(leaf)),
  );
  const order = [...found].sort((a, b) => b.cases - a.cases);
  const limited = query.trim() || found.length < all.length;
  return [
    h(
      "p",
      { class: "kicker", id: "rule-count" },
      limited
        ? `${amount(found.length)} of ${plural(all.length, "rule")} found`
        : plural(found.length, "rule"),
    ),
    h(
      "ol",
      { class: "rules" },
      order.slice(0, MOST_RULES).map((leaf) => ruleItem(leaf, asked)),
    ),
    order.length > MOST_RULES
      ? h(
          "p",
          { class: "note" },
          `The ${MOST_RULES} rules with the most cases are listed; search for the others.`,
        )
      : null,
  ].filter(Boolean);
}

function exampleCondition() {
  const test = below(root).find((node) => !isLeaf(node));
  return test ? sentence(test, 0) : "x > 5";
}

function ruleItem(leaf, { conditions, words }) {
  const best = classAt(leaf);
  const text = (part) =>
    conditions.some((condition) => partSatisfies(part, condition))
      ? [h("mark", {}, part.text)]
      : marked(part.text, words);
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
          ? parts.flatMap((part, i) => [i ? h("em", {}, " and ") : null, ...text(part)])
          : "every case",
      ),
      h(
        "span",
        { class: "then" },
        swatch(best),
        h("bdi", {}, ...marked(className(best), words)),
        h(
          "span",
          { class: "muted" },
          ` ${plural(leaf.cases, "case")}, ${percent(shareOf(leaf, best))}`,
        ),
        errorsAt(leaf, "test")
          ? h(
              "span",
              { class: holdsNot(leaf) ? "holds-not" : "muted" },
              ` wrong: ${ratesText(leaf)}`,
            )
          : null,
      ),
    ),
  );
}
