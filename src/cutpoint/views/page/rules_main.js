// The page of rules starts here.

function showFacts() {
  const facts = [
    plural(rules.length - 1, "rule"),
    plural(
      rules.reduce((sum, rule) => sum + rule.conditions.length, 0),
      "condition",
    ),
    ...(about.learner ? [printable(about.learner)] : []),
    ...uses.map(([table, used]) => {
      const wrong = [...used.values()].reduce((sum, entry) => sum + entry.wrong, 0);
      const all = [...used.values()].reduce((sum, entry) => sum + entry.cases, 0);
      const sample = table.rows ? `, a sample of ${amount(table.of)}` : "";
      return `${amount(wrong)} of ${plural(all, `${table.name} case`)} wrong${sample}`;
    }),
  ];
  byId("title").replaceChildren(
    h("bdi", {}, about.title === null ? "Rules" : printable(about.title)),
  );
  byId("facts").textContent = facts.join(" · ");
}

function start() {
  byId("rules").append(...rules.map(ruleItem));
  roam(items.get(rules[0]));
  byId("search").addEventListener("input", (event) => search(event.target.value));
  byId("print").addEventListener("click", () => window.print());
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, select, textarea")) {
      event.preventDefault();
      byId("search").focus();
    }
  });
  listenToArrows();
  listenToTheme();
  showFacts();
  byId("legend").replaceChildren(...classKeys());
  search("");
  take(tables[0] || null, 0);
  // For scripts and tests: what the rules say of rows of values in the order of the attributes.
  window.cutpoint = {
    predict: (row) => {
      const rule = firstFor((attribute) => row[attribute] ?? NaN);
      return { code: rule.code, rule: rule.number, shares: rule.shares };
    },
  };
}

start();
