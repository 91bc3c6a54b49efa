// The stage: what is drawn is shown here, moved and scaled; nodes are selected, opened and closed.

const svg = s("svg", { id: "drawing", "aria-label": "Decision tree" });
const scene = s("g", {
  role: "tree",
  "aria-label": "Decision tree",
  "aria-orientation": "horizontal",
});
const camera = { x: 20, y: 20, k: 1 };
let drawn = { places: new Map(), width: 0, height: 0 };

let size = [800, 500]; // of the stage
const DRAWINGS = {
  tree: drawTree,
  outline: drawOutline,
  icicle: drawIcicle,
  sunburst: drawSunburst,
  histograms: drawTree,
};

// Looked up before anything is drawn: afterwards the browser would lay everything out to answer.
function measureStage() {
  const { width, height } = byId("stage").getBoundingClientRect();
  if (width && height) size = [width, height];
}

function aim() {
  if (svg.hasAttribute("viewBox")) return; // on paper: see paper.js
  scene.setAttribute("transform", `translate(${camera.x} ${camera.y}) scale(${camera.k})`);
}

// Draw everything anew; what is said about a node stays where it was on the screen.
function redraw(anchor = null) {
  const before = anchor && drawn.places.get(anchor);
  const held = page.items.size > 0 && scene.contains(document.activeElement);
  measureStage();
  page.items.clear();
  drawn = DRAWINGS[page.view](...size);
  nameItems();
  scene.replaceChildren(...drawn.parts, s("g", { class: "overlay", "aria-hidden": "true" }));
  const after = before && drawn.places.get(anchor);
  if (after && after.w !== undefined) {
    camera.x += (before.x - after.x) * camera.k;
    camera.y += (before.y - after.y) * camera.k;
  }
  if (!page.items.has(page.selected)) page.selected = nearestShown(page.selected);
  aim();
  mark();
  if (held) page.items.get(page.selected).focus({ preventScroll: true });
  byId("depth").textContent = shownDepth();
  showCrumbs();
}

function nearestShown(node) {
  for (let at = node; at; at = at.parent) if (page.items.has(at)) return at;
  return page.top;
}

function shownDepth() {
  let most = 0;
  for (const node of page.items.keys()) most = Math.max(most, node.depth - page.top.depth);
  const all = depthOf(page.top);
  return most === all ? `${all}` : `${most} of ${all}`;
}

// Show what is selected, found and followed, without drawing anew.
function mark() {
  const reached = page.route && page.route.reached;
  for (const [node, element] of page.items) {
    element.classList.toggle("selected", node === page.selected);
    element.classList.toggle("found", Boolean(page.found && page.found.has(node)));
    element.classList.toggle(
      "aside",
      Boolean(page.found && !page.found.has(node)) || Boolean(reached && !reached.has(node)),
    );
    element.classList.toggle("on-way", Boolean(reached && reached.has(node)));
    element.setAttribute("aria-selected", String(node === page.selected));
    element.setAttribute("tabindex", node === page.selected ? "0" : "-1");
  }
  scene.classList.toggle("following", Boolean(reached || page.found));
  scene.lastChild.replaceChildren(...(reached ? way(reached) : []));
}

// The way of a case: a strong line, broken where only a part of the case goes.
function way(reached) {
  const parts = [];
  for (const [node, weight] of reached) {
    const place = drawn.places.get(node);
    if (!place || !place.line) continue;
    parts.push(s("path", { class: weight < 1 ? "way part" : "way", d: place.line }));
    if (weight < 1) {
      const text = percent(weight);
      const wide = textWidth(text, 11, 600) + 10;
      const [x, y] = [place.x + place.w - wide - 4, place.y - 11];
      parts.push(
        s("rect", { class: "share", x, y, width: wide, height: 15, rx: 7.5 }),
        words(text, x + wide / 2, y + 11.5, 11, { class: "share", "text-anchor": "middle" }),
      );
    }
  }
  return parts;
}

// ---- selecting, opening and closing -----------------------------------------------------------------

function select(node, { focus = false, into = false } = {}) {
  if (into) reveal(node);
  page.selected = node;
  mark();
  const element = page.items.get(node);
  if (focus && element) element.focus({ preventScroll: true });
  if (focus || into) bringIntoView(node);
  writeAddress();
  if (page.tab === "summary" && (focus || into)) setTab("node");
  else if (page.tab === "node" || page.tab === "table") showPanel();
}

// Open all that hides a node.
function reveal(node) {
  const way = above(node);
  let changed = false;
  if (!way.includes(page.top)) [page.top, changed] = [root, true];
  for (const at of way.slice(0, -1)) changed = page.collapsed.delete(at.id) || changed;
  if (changed) page.ownDepth = true;
  if (changed || !page.items.has(node)) redraw();
}

function toggle(node) {
  if (isLeaf(node)) return;
  page.ownDepth = true;
  if (!page.collapsed.delete(node.id)) page.collapsed.add(node.id);
  redraw(node);
  say(
    `${attributeName(node)} ${isClosed(node) ? "closed" : "opened"}, ${page.items.size} nodes shown`,
  );
}

// Close every node at a depth, counted from the top; open those above.
function closeBelow(depth) {
  page.collapsed.clear();
  for (const node of below(page.top))
    if (!isLeaf(node) && node.depth - page.top.depth >= depth) page.collapsed.add(node.id);
}

const MOST_DRAWN = 2500; // nodes: with more, a browser is no longer quick
const MOST_PICTURED = 400; // with a histogram each

function showDepth(depth) {
  page.ownDepth = true;
  page.depth = clamped(depth, 0, drawableDepth());
  closeBelow(page.depth);
  redraw();
  settle();
  const limit = depth > page.depth ? "; open the others one by one" : "";
  say(`${page.items.size} nodes shown${limit}`);
}

// The depth down to which all nodes can be drawn at once.
function drawableDepth() {
  const counts = new Array(depthOf(page.top) + 1).fill(0);
  const most = page.view === "histograms" ? MOST_PICTURED : MOST_DRAWN;
  for (const node of below(page.top)) counts[node.depth - page.top.depth]++;
  let [depth, total] = [0, counts[0]];
  while (depth + 1 < counts.length && total + counts[depth + 1] <= most) {
    depth++;
    total += counts[depth];
  }
  return depth;
}

function focusOn(node) {
  page.ownDepth = true;
  page.top = node;
  page.collapsed.delete(node.id);
  page.selected = node;
  redraw();
  settle();
  showPanel();
}

function showCrumbs() {
  const crumbs = byId("crumbs");
  crumbs.hidden = page.top === root;
  if (page.top === root) return;
  const parts = above(page.top).map((node, i, all) => {
    const text = node === root ? "Whole tree" : sentence(node.parent, node.branch);
    return i === all.length - 1 ? h("strong", {}, text) : link(text, () => focusOn(node));
  });
  crumbs.replaceChildren(...parts.flatMap((part, i) => (i ? [" › ", part] : [part])));
}
