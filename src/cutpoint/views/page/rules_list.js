// The list of rules: what each asks, what it gives, what it covers, and which one gives the class.

// What each rule did on a table: how often it was the first to hold, and how often it was wrong.
function usedOn(table) {
  const used = new Map(rules.map((rule) => [rule, { cases: 0, wrong: 0 }]));
  for (let row = 0; row < table.count; row++) {
    if (table.target && table.target[row] < 0) continue;
    const rule = firstFor((attribute) => table.columns[attribute][row]);
    const entry = used.get(rule);
    const weight = weightOf(table, row);
    entry.cases += weight;
    if (table.target && table.target[row] !== rule.code) entry.wrong += weight;
  }
  return used;
}

const uses = tables.map((table) => [table, usedOn(table)]);
const items = new Map(); // the element of each rule

function ruleItem(rule) {
  const covered = rule.distribution.reduce((sum, count) => sum + count, 0);
  const wrong = covered - rule.distribution[rule.code];
  const facts = [
    rule.number
      ? `covers ${plural(covered, "case")}, ${amount(wrong)} wrong`
      : "where no rule holds",
    ...(rule.number ? [`expected accuracy ${percent(1 - rule.error)}`] : []),
    ...uses.map(([table, used]) => {
      const { cases, wrong: errors } = used.get(rule);
      return `gives ${plural(cases, `${table.name} case`)} their class, ${amount(errors)} wrong`;
    }),
  ];
  const item = h(
    "li",
    {
      class: `one-rule${rule.fires ? "" : " idle"}`,
      tabindex: -1,
      "data-rule": rule.number,
      onfocus: () => roam(item),
    },
    h(
      "div",
      {},
      h("span", { class: "number" }, rule.number ? `Rule ${rule.number}` : "Default"),
      " ",
      h("span", { class: "fired" }),
      rule.fires ? null : h("span", { class: "note" }, "expected to err too often: it never holds"),
    ),
    h(
      "ul",
      { class: "rule" },
      rule.asked.map((condition) => h("li", {}, conditionText(condition))),
    ),
    h(
      "div",
      { class: "then" },
      "→",
      swatch(rule.code),
      h("bdi", {}, className(rule.code)),
      h("span", { class: "muted" }, facts.join(" · ")),
    ),
  );
  items.set(rule, item);
  return item;
}

// Of all rules one is reached by Tab; the arrow keys go on from there.
function roam(item) {
  for (const other of items.values()) other.setAttribute("tabindex", other === item ? "0" : "-1");
}

function shownItems() {
  return [...byId("rules").children].filter((item) => !item.hidden);
}

function listenToArrows() {
  byId("rules").addEventListener("keydown", (event) => {
    const all = shownItems();
    const at = all.indexOf(document.activeElement);
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (to === undefined || !all[to]) return;
    event.preventDefault();
    all[to].focus();
  });
}

// Show the rules that hold every word of the query.
function search(query) {
  const words = wordsOf(query);
  let found = 0;
  for (const [rule, item] of items) {
    item.hidden = !holdsAll(rule.text, words);
    if (rule.number && !item.hidden) found++;
  }
  const total = plural(rules.length - 1, "rule");
  const text = words.length
    ? `${amount(found)} of ${total} found`
    : `${total}, asked in this order`;
  byId("rule-count").textContent = text;
  const shown = shownItems();
  if (shown.length && !shown.some((item) => item.getAttribute("tabindex") === "0")) roam(shown[0]);
  if (words.length) say(text);
}

// Mark the rule that gives the class of a case, and what holds in those before it.
function markRules(valueOf) {
  const first = firstFor(valueOf);
  let before = true;
  for (const [rule, item] of items) {
    const here = rule === first;
    item.setAttribute("aria-current", String(here));
    item.querySelector(".fired").textContent = here ? "gives the class of the case" : "";
    [...item.querySelectorAll(".rule li")].forEach((element, i) => {
      const told = holds(rule.asked[i], valueOf(rule.asked[i].attribute)) ? "holds" : "fails";
      element.className = before && rule.fires ? told : "";
      element.title = element.className && (told === "holds" ? "holds" : "does not hold");
    });
    if (here) before = false;
  }
  return first;
}
