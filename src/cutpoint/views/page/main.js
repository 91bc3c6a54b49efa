// The page starts here.

const PANELS = {
  node: ["Node", nodePanel],
  case: ["Case", casePanel],
  rules: ["Rules", rulesPanel],
  prune: ["Prune", prunePanel],
};
const VIEWS = { tree: "Tree", outline: "Outline", icicle: "Icicle", sunburst: "Sunburst" };

function showPanel() {
  const body = byId("body");
  const scrolled = body.dataset.tab === page.tab ? body.scrollTop : 0;
  body.replaceChildren(...PANELS[page.tab][1]().flat().filter(Boolean));
  body.dataset.tab = page.tab;
  body.setAttribute("aria-labelledby", `tab-${page.tab}`);
  body.scrollTop = page.tab === "node" ? 0 : scrolled;
  for (const tab of byId("tabs").children) {
    const chosen = tab.id === `tab-${page.tab}`;
    tab.setAttribute("aria-selected", String(chosen));
    tab.setAttribute("tabindex", chosen ? "0" : "-1");
  }
}

function setTab(name) {
  page.tab = name;
  showPanel();
}

function setView(name) {
  page.view = name;
  for (const button of byId("views").children) {
    const chosen = button.dataset.view === name;
    button.setAttribute("aria-checked", String(chosen));
    button.setAttribute("tabindex", chosen ? "0" : "-1");
  }
  redraw();
  settle();
}

// Arrow keys move among tabs and among drawings.
function arrows(list, choose) {
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...list.children];
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    choose(next);
    next.focus();
  });
}

function showFacts() {
  const all = below(root);
  const facts = [
    plural(all.length, "node"),
    leavesText(all.filter(isLeaf).length),
    `depth ${depthOf(root)}`,
    plural(root.cases, "training case"),
    printable(model.learner),
    ...(costs ? ["decides by the costs of errors"] : []),
    ...tables
      .filter((table) => table.rows)
      .map(
        (table) => `a sample of ${amount(table.count)} of ${amount(table.of)} ${table.name} cases`,
      ),
  ];
  byId("title").replaceChildren(h("bdi", {}, printable(model.target)));
  byId("facts").textContent = facts.join(" · ");
}

function showUnknown() {
  weighUnknown();
  if (!unknownAt.some((weight) => weight > 1e-9)) return;
  redraw();
  showLegend();
  if (page.tab === "node") showPanel();
}

function showLegend() {
  const most = 12;
  const shown = byFrequency.length > most + 1 ? byFrequency.slice(0, most) : byFrequency;
  const parts = shown.map((position) =>
    h(
      "span",
      { class: "key", title: className(position) },
      swatch(position),
      h("bdi", {}, className(position)),
    ),
  );
  if (shown.length < classes.length)
    parts.push(h("span", { class: "muted" }, `and ${classes.length - shown.length} more classes`));
  if (unknownAt.some((weight) => weight > 1e-9))
    parts.push(
      h("span", { class: "key" }, h("span", { class: "dashes" }), "cases with an unknown value"),
    );
  if (nodes.some((node) => shakiness(node) > 0))
    parts.push(
      h("span", { class: "key" }, h("span", { class: "shakes" }), "few resamples do the same"),
    );
  byId("legend").replaceChildren(...parts);
}

// The depth to begin with: as deep as stays legible.
function firstDepth() {
  const all = depthOf(root);
  const [width, height] = size;
  const fits = (depth) => {
    closeBelow(depth);
    const layout = treeLayout(width, height);
    return layout.width * LEGIBLE <= width && layout.height * LEGIBLE <= height;
  };
  let depth = Math.min(2, all);
  while (depth < all && fits(depth + 1)) depth++;
  return depth;
}

function start() {
  page.top = page.selected = root;
  byId("stage").append(svg);
  svg.append(scene);
  byId("tabs").append(
    ...Object.entries(PANELS).map(([name, [title]]) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": "body",
          onclick: () => setTab(name),
        },
        title,
      ),
    ),
  );
  byId("views").append(
    ...Object.entries(VIEWS).map(([name, title]) =>
      h(
        "button",
        { type: "button", role: "radio", "data-view": name, onclick: () => setView(name) },
        title,
      ),
    ),
  );
  arrows(byId("tabs"), (tab) => tab.click());
  arrows(byId("views"), (button) => button.click());
  const click = (id, act) => byId(id).addEventListener("click", act);
  click("shallower", () => showDepth(Math.min(page.depth, depthOf(page.top)) - 1));
  click("deeper", () => showDepth(page.depth + 1));
  click("all", () => showDepth(depthOf(page.top)));
  click("smaller", () => zoom(0.8));
  click("larger", () => zoom(1.25));
  click("fit", () => fit());
  click("svg", saveDrawing);
  click("print", () => window.print());
  byId("search").addEventListener("input", (event) => search(event.target.value));
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, select, textarea")) {
      event.preventDefault();
      byId("search").focus();
    } else if (
      event.key === "z" &&
      (event.ctrlKey || event.metaKey) &&
      !event.target.closest("input")
    )
      undoPrune();
  });
  listenToMouse();
  listenToKeys();
  listenToPrinter();
  listenToTheme();
  showFacts();
  showLegend();
  measureStage();
  page.depth = firstDepth();
  closeBelow(page.depth);
  setView("tree");
  setTab("node");
  setTimeout(showUnknown); // after the first picture: many cases take a while
  let waiting = 0;
  let [width] = size;
  new ResizeObserver(() => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => {
      redraw();
      if (Math.abs(size[0] - width) > 40) settle();
      [width] = size;
    });
  }).observe(byId("stage"));
  // For scripts and tests: what the tree says of rows of values in the order of the attributes.
  window.cutpoint = {
    predict: (row) => predict((attribute) => row[attribute] ?? NaN),
    editedModel,
    nodes: () => below(root).length,
  };
}

start();
