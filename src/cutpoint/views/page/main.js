// The page starts here.

const PANELS = {
  summary: ["Summary", summaryPanel],
  node: ["Node", nodePanel],
  case: ["Case", casePanel],
  table: ["Table", tablePanel],
  rules: ["Rules", rulesPanel],
  prune: ["Prune", prunePanel],
};
const VIEWS = {
  tree: "Tree",
  outline: "Outline",
  icicle: "Icicle",
  sunburst: "Sunburst",
  histograms: "Histograms",
};

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
  if (page.tab === "case" && name !== "case") letGo();
  page.tab = name;
  showPanel();
  writeAddress();
}

function setView(name) {
  page.view = name;
  for (const button of byId("views").children) {
    const chosen = button.dataset.view === name;
    button.setAttribute("aria-checked", String(chosen));
    button.setAttribute("tabindex", chosen ? "0" : "-1");
  }
  if (!page.ownDepth) closeBelow((page.depth = firstDepth()));
  if (page.depth > drawableDepth()) closeBelow((page.depth = drawableDepth()));
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
    ...(about.learner ? [printable(about.learner)] : []),
    ...(costs ? ["decides by the costs of errors"] : []),
    ...tables
      .filter((table) => table.rows)
      .map(
        (table) => `a sample of ${amount(table.count)} of ${amount(table.of)} ${table.name} cases`,
      ),
  ];
  const title = about.title === null ? "A decision tree" : printable(about.title);
  byId("title").replaceChildren(h("bdi", {}, title));
  byId("facts").textContent = facts.join(" · ");
}

// What the cases say at every node; after the first picture, as many cases take a while.
function showEvidence() {
  if (!tables.length) return;
  tables.forEach(measure);
  redraw();
  showLegend();
  if (page.tab === "node" || page.tab === "summary") showPanel();
}

function showLegend() {
  const parts = classKeys();
  const key = (sign, text) => parts.push(h("span", { class: "key sign" }, sign, text));
  key(h("strong", {}, "12 / 3.4"), estimated ? "cases / errors to expect" : "cases / errors");
  if (nodes.some((node) => unknownAt(node) > 1e-9))
    key(h("span", { class: "dashes" }), "cases with an unknown value");
  if (nodes.some((node) => shakiness(node) > 0))
    key(h("span", { class: "shakes" }), "few resamples do the same");
  if (below(root).some(warned))
    key(h("span", { class: "bang" }, "!"), "errs clearly more often on test cases");
  byId("legend").replaceChildren(...parts);
}

// The depth to begin with: as deep as stays legible.
function firstDepth() {
  const all = depthOf(root);
  const [width, height] = size;
  const fits = (depth) => {
    closeBelow(depth);
    const layout = treeLayout(width, height);
    return layout.width <= width && layout.height <= height;
  };
  let depth = Math.min(2, all);
  while (depth < all && fits(depth + 1)) depth++;
  return depth;
}

function makeTabs() {
  const tabs = Object.entries(PANELS).map(([name, [title]]) =>
    button(title, () => openSheet(setTab(name) ?? true), {
      role: "tab",
      id: `tab-${name}`,
      "aria-controls": "body",
    }),
  );
  byId("tabs").append(...tabs);
  const views = Object.entries(VIEWS).map(([name, title]) =>
    button(title, () => setView(name), { role: "radio", "data-view": name }),
  );
  byId("views").append(...views);
  arrows(byId("tabs"), (tab) => tab.click());
  arrows(byId("views"), (view) => view.click());
}

function listenToButtons() {
  const click = (id, act) => byId(id).addEventListener("click", act);
  click("shallower", () => showDepth(Math.min(page.depth, depthOf(page.top)) - 1));
  click("deeper", () => showDepth(page.depth + 1));
  click("all", () => showDepth(depthOf(page.top)));
  click("smaller", () => zoom(0.8));
  click("larger", () => zoom(1.25));
  click("fit", showAll);
  click("svg", saveDrawing);
  click("print", () => window.print());
  byId("search").addEventListener("input", (event) => search(event.target.value));
}

// Keys that mean the same wherever one is.
function listenToShortcuts() {
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea");
    const command = event.ctrlKey || event.metaKey;
    if (event.key === "Escape") escape();
    else if (typing) return;
    else if (event.key === "/") {
      event.preventDefault();
      byId("search").focus();
    } else if (
      command &&
      (event.key === "y" || (event.key.toLowerCase() === "z" && event.shiftKey))
    ) {
      event.preventDefault();
      redoPrune();
    } else if (command && event.key === "z") undoPrune();
  });
}

// Let go of the case that is followed, else of what was searched, else close the sheet.
function escape() {
  if (page.tab === "case") setTab("node");
  else if (page.found) {
    byId("search").value = "";
    page.found = null;
    mark();
    showPanel();
  } else openSheet(false);
}

// Draw anew as the stage changes its size.
function listenToSize() {
  let waiting = 0;
  let [width] = size;
  new ResizeObserver(() => {
    cancelAnimationFrame(waiting);
    if (svg.hasAttribute("viewBox")) return; // on paper: see paper.js
    waiting = requestAnimationFrame(() => {
      redraw();
      if (Math.abs(size[0] - width) > 40) settle();
      [width] = size;
    });
  }).observe(byId("stage"));
}

function start() {
  page.top = page.selected = root;
  byId("stage").append(svg);
  svg.append(scene);
  restoreEdits();
  makeTabs();
  listenToTheme();
  for (const listen of [listenToButtons, listenToShortcuts, listenToMouse, listenToFingers])
    listen();
  for (const listen of [listenToSheet, listenToKeys, listenToPrinter, guardEdits]) listen();
  showFacts();
  showLegend();
  measureStage();
  setView(narrow.matches ? "outline" : "tree");
  showPanel();
  readAddress();
  window.addEventListener("hashchange", readAddress);
  setTimeout(showEvidence);
  listenToSize();
  // For scripts and tests: what the tree says of rows of values in the order of the attributes.
  window.cutpoint = {
    predict: (row) => predict((attribute) => row[attribute] ?? NaN),
    softShares: (row) => sharesOver(softEnds((attribute) => row[attribute] ?? NaN)),
    editedModel,
    nodes: () => below(root).length,
  };
}

start();
