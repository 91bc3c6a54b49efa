// The tree as questions, one at a time: what is asked, why, and what follows from the answers.

const answers = new Map(); // by attribute, in the order in which they were given; NaN is unknown

// The tree's answer as far as the questions have come, by soft thresholds if it has any, as
// "cutpoint consult" gives it.
//
// Where a question is open the case stands still: `waiting` are the tests that it stands before.
function standing() {
  const [ends, waiting] = [[], []];
  const reached = [[root, 1]];
  while (reached.length) {
    const [node, weight] = reached.pop();
    if (!isLeaf(node) && !answers.has(node.attribute)) {
      waiting.push(node);
      ends.push([node, weight]);
      continue;
    }
    const steps = isLeaf(node) ? [] : softOnward(node, answers.get(node.attribute), weight);
    if (!steps.length) ends.push([node, weight]);
    for (let i = steps.length - 1; i >= 0; i--) reached.push(steps[i]);
  }
  return { ends, waiting };
}

// The most questions that are still to come on any way from these tests.
function questionsLeft(waiting) {
  const left = (node, asked) => {
    if (isLeaf(node)) return 0;
    const own = asked.has(node.attribute) ? 0 : 1;
    const next = own ? new Set(asked).add(node.attribute) : asked;
    return own + Math.max(0, ...node.children.map((child) => left(child, next)));
  };
  const asked = new Set(answers.keys());
  return Math.max(0, ...waiting.map((node) => left(node, asked)));
}

function show(focus = true) {
  const { ends, waiting } = standing();
  const left = questionsLeft(waiting);
  byId("question").replaceChildren(
    ...(waiting.length ? questionParts(waiting[0], ends, left) : verdictParts(ends)).filter(
      Boolean,
    ),
  );
  byId("why").replaceChildren(...given());
  const done = answers.size / Math.max(1, answers.size + left);
  byId("progress").style.setProperty("--done", done);
  byId("progress").setAttribute("aria-valuenow", String(answers.size));
  byId("progress").setAttribute("aria-valuemax", String(answers.size + left));
  if (focus) byId("question").querySelector("h2").focus();
}

function answer(attribute, value) {
  answers.set(attribute, value);
  show();
}

// ---- a question ----------------------------------------------------------------------------------------

function questionParts(node, ends, left) {
  const { attribute } = node;
  const number = answers.size + 1;
  const calendar = calendarOf(attribute);
  const kind = attributes[attribute].values ? "" : calendar ? "a date, as 2024-03-17" : "a number";
  return [
    h(
      "p",
      { class: "kicker" },
      `Question ${number}, ${left > 1 ? `at most ${left - 1} more` : "the last"}`,
    ),
    h("h2", { tabindex: -1 }, h("bdi", {}, `${attributeName(node)}?`)),
    kind ? h("p", { class: "note" }, kind) : null,
    ...(attributes[attribute].values ? choices(node) : numberParts(node)),
    h(
      "div",
      { class: "actions" },
      button("I don’t know", () => answer(attribute, NaN), { id: "unknown" }),
      answers.size ? button("Back", back, { id: "back" }) : null,
    ),
    h("details", {}, h("summary", {}, "Why this question?"), ...reasons(node, ends)),
  ];
}

function choices(node) {
  const all = attributes[node.attribute].values;
  return [
    h(
      "div",
      { class: "answers" },
      all.map((label, code) =>
        button(h("bdi", {}, printable(label)), () => answer(node.attribute, code)),
      ),
    ),
  ];
}

function numberParts(node) {
  const { attribute } = node;
  const said = h("p", { class: "error", id: "wrong", role: "alert" });
  const input = h("input", {
    id: "number",
    type: "text",
    inputmode: calendarOf(attribute) ? "text" : "decimal",
    autocomplete: "off",
    "aria-label": attributeName(node),
    "aria-describedby": "wrong",
  });
  const next = () => {
    const value = readNumber(input.value, attribute);
    const wrong = value === null || Number.isNaN(value) || !Number.isFinite(value);
    input.setAttribute("aria-invalid", String(wrong));
    said.textContent = wrong
      ? `Type ${calendarOf(attribute) ? "a date, as 2024-03-17" : "a number"}, or choose “I don’t know”.`
      : "";
    if (!wrong) answer(attribute, value);
  };
  byId("question").onsubmit = (event) => {
    event.preventDefault();
    next();
  };
  return [input, said, h("button", { type: "submit", class: "primary", id: "next" }, "Next")];
}

// What is known so far, and what each answer would do.
function reasons(node, ends) {
  const lines = node.children
    .map((child, branch) => [child, sentence(node, branch)])
    .slice(0, 12)
    .map(([child, text]) => {
      const best = classAt(child);
      const what = `${percent(shareOf(child, best))} ${className(best)} among ${plural(child.cases, "case")}`;
      return h("p", { class: "note" }, `${text}: ${what}.`);
    });
  const code = decided(weigh(ends));
  return [
    h(
      "p",
      {},
      `So far: ${percent(sharesOver(ends)[code])} `,
      h("bdi", {}, className(code)),
      `. The answer divides the ${plural(node.cases, "case")} that were like this one:`,
    ),
    ...lines,
  ];
}

// ---- the end -------------------------------------------------------------------------------------------

function concluded(ends) {
  return { code: decided(weigh(ends)), shares: sharesOver(ends) };
}

function verdictParts(ends) {
  byId("question").onsubmit = (event) => event.preventDefault();
  const { code, shares } = concluded(ends);
  const total = ends.reduce((sum, [node, weight]) => sum + node.cases * weight, 0);
  return [
    h("p", { class: "kicker" }, h("bdi", {}, printable(model.target))),
    h(
      "h2",
      { tabindex: -1, id: "verdict" },
      swatch(code),
      h("bdi", { id: "predicted" }, className(code)),
    ),
    shareBars(shares, 1, { marked: code }),
    h("p", { class: "note" }, `From ${plural(total, "training case")} that were like this one.`),
    ...softNotes(),
    h("h3", {}, "Because"),
    h(
      "ul",
      { class: "plain", id: "because" },
      [...ends]
        .sort((a, b) => b[1] - a[1]) // as consult lists them
        .slice(0, 8)
        .map(([node, weight]) => because(node, weight)),
    ),
    ends.length > 8 ? h("p", { class: "note" }, `and ${ends.length - 8} more leaves`) : null,
    h(
      "div",
      { class: "actions" },
      answers.size ? button("Back", back, { id: "back" }) : null,
      button("Start again", () => show(answers.clear()), { id: "again" }),
    ),
  ];
}

// Which answers were so near a cut that both sides count.
function softNotes() {
  const near = [...answers].filter(([attribute, value]) =>
    nodes.some((node) => node.attribute === attribute && softText(node, value)),
  );
  if (!near.length) return [];
  const names = near.map(([attribute]) => isolated(attributes[attribute].name)).join(", ");
  const text = `Near a threshold, so that both sides count in part: ${names}.`;
  return [h("p", { class: "note", id: "soft" }, text)];
}

function because(leaf, weight) {
  const conditions = ruleOf(leaf).map((part) => part.text);
  const text = conditions.join(" and ") || "nothing is asked";
  const share = weight < 1 ? `${percent(weight)}: ` : "";
  return h("li", {}, `${share}${text} → `, h("strong", {}, h("bdi", {}, className(classAt(leaf)))));
}

// ---- what was answered -----------------------------------------------------------------------------------

function back() {
  const last = [...answers.keys()].pop();
  answers.delete(last);
  show();
}

// The answers so far; each can be changed, which asks again what came after it.
function given() {
  if (!answers.size) return [];
  const lines = [...answers].map(([attribute, value]) => {
    const { name, values } = attributes[attribute];
    const text = Number.isNaN(value)
      ? "unknown"
      : values
        ? printable(values[value])
        : figure(value, attribute);
    const change = () => {
      const all = [...answers.keys()];
      for (const later of all.slice(all.indexOf(attribute))) answers.delete(later);
      show();
    };
    return h(
      "li",
      {},
      h("span", {}, h("bdi", {}, printable(name)), ": ", h("strong", {}, h("bdi", {}, text))),
      button("Change", change, { "aria-label": `Change ${printable(name)}` }),
    );
  });
  return [h("h3", {}, "Your answers"), h("ol", {}, lines)];
}

function start() {
  const title = about.title === null ? "Questions" : printable(about.title);
  byId("title").replaceChildren(h("bdi", {}, title));
  byId("facts").textContent =
    `${plural(root.cases, "training case")} · ${leavesText(leavesOf(root).length)}`;
  listenToTheme();
  show(false);
  // For scripts and tests: what the tree says of rows of values in the order of the attributes.
  window.cutpoint = {
    predict: (row) => concluded(softEnds((attribute) => row[attribute] ?? NaN)),
  };
}

start();
