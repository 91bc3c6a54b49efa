// The stage: what is drawn is drawn here, moved and scaled; nodes are reached by mouse and keys.

const svg = s("svg", { id: "drawing", "aria-label": "Decision tree" });
const scene = s("g", { role: "tree", "aria-label": "Decision tree", "aria-orientation": "horizontal" });
const camera = { x: 20, y: 20, k: 1 };
let drawn = { places: new Map(), width: 0, height: 0 };

function stageSize() {
  const { width, height } = byId("stage").getBoundingClientRect();
  return [width || 800, height || 500];
}

function aim() {
  if (svg.hasAttribute("viewBox")) return; // on paper: see save.js
  scene.setAttribute("transform", `translate(${camera.x} ${camera.y}) scale(${camera.k})`);
}

// Draw everything anew; what is said about a node stays where it was on the screen.
function redraw(anchor = null) {
  const before = anchor && drawn.places.get(anchor);
  const held = page.items.size > 0 && scene.contains(document.activeElement);
  page.items.clear();
  const draw = { tree: drawTree, outline: drawOutline, icicle: drawIcicle, sunburst: drawSunburst }[page.view];
  drawn = draw(...stageSize());
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
    element.classList.toggle("aside", Boolean(page.found && !page.found.has(node)) || Boolean(reached && !reached.has(node)));
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
      const wide = textWidth(text, 10.5, 600) + 10;
      const [x, y] = [place.x + place.w - wide - 4, place.y - 11];
      parts.push(
        s("rect", { class: "share", x, y, width: wide, height: 15, rx: 7.5 }),
        s("text", { class: "share", x: x + wide / 2, y: y + 11, "text-anchor": "middle", "font-size": 10.5 }, text),
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
  if (page.tab === "node") showPanel();
}

// Open all that hides a node.
function reveal(node) {
  const way = above(node);
  let changed = false;
  if (!way.includes(page.top)) [page.top, changed] = [root, true];
  for (const at of way.slice(0, -1)) changed = page.collapsed.delete(at.id) || changed;
  if (changed || !page.items.has(node)) redraw();
}

function toggle(node) {
  if (isLeaf(node)) return;
  if (!page.collapsed.delete(node.id)) page.collapsed.add(node.id);
  redraw(node);
  say(`${attributeName(node)} ${isClosed(node) ? "closed" : "opened"}, ${page.items.size} nodes shown`);
}

// Close every node at a depth, counted from the top; open those above.
function closeBelow(depth) {
  page.collapsed.clear();
  for (const node of below(page.top)) if (!isLeaf(node) && node.depth - page.top.depth >= depth) page.collapsed.add(node.id);
}

function showDepth(depth) {
  page.depth = Math.max(0, Math.min(depth, depthOf(page.top)));
  closeBelow(page.depth);
  redraw();
  settle();
  say(`${page.items.size} nodes shown`);
}

function focusOn(node) {
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
    return i === all.length - 1 ? h("strong", {}, text) : h("button", { type: "button", class: "link", onclick: () => focusOn(node) }, text);
  });
  crumbs.replaceChildren(...parts.flatMap((part, i) => (i ? [" › ", part] : [part])));
}

// ---- moving and scaling -----------------------------------------------------------------------------

function zoom(factor, x = stageSize()[0] / 2, y = stageSize()[1] / 2) {
  const k = Math.max(0.02, Math.min(6, camera.k * factor));
  camera.x = x - ((x - camera.x) * k) / camera.k;
  camera.y = y - ((y - camera.y) * k) / camera.k;
  camera.k = k;
  aim();
}

// Show everything that can be shown without its names becoming illegible.
function settle() {
  fit({ tree: LEGIBLE, outline: 1 }[page.view] || 0);
}

// Show everything; never so large that it looks silly.
function fit(least = 0) {
  const [width, height] = stageSize();
  const margin = 18;
  const k = Math.min((width - 2 * margin) / drawn.width, (height - 2 * margin) / drawn.height, 1.25);
  camera.k = Math.max(k, least, 0.02);
  camera.x = Math.max(margin, (width - drawn.width * camera.k) / 2);
  camera.y = drawn.height * camera.k <= height - 2 * margin ? (height - drawn.height * camera.k) / 2 : margin;
  if (camera.k > k) {
    const place = drawn.places.get(page.top);
    camera.x = margin;
    camera.y = page.view === "tree" ? height / 2 - (place.y + place.h / 2) * camera.k : margin;
  }
  aim();
}

function bringIntoView(node) {
  const place = drawn.places.get(node);
  if (!place || place.w === undefined) return;
  const [width, height] = stageSize();
  const [x, y] = [camera.x + place.x * camera.k, camera.y + place.y * camera.k];
  const [w, high] = [place.w * camera.k, place.h * camera.k];
  if (x < 10) camera.x += 10 - x;
  else if (x + w > width - 20) camera.x -= x + w - width + 20;
  if (y < 20) camera.y += 20 - y;
  else if (y + high > height - 20) camera.y -= y + high - height + 20;
  aim();
}

function nodeAt(target) {
  const element = target.closest ? target.closest("[data-node]") : null;
  return element ? nodes[Number(element.dataset.node)] : null;
}

function listenToMouse() {
  const stage = byId("stage");
  let from = null;
  let moved = false;
  stage.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY, at: { ...camera } };
    moved = false;
  });
  window.addEventListener("pointermove", (event) => {
    if (!from) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!moved && Math.hypot(dx, dy) < 4) return;
    moved = true;
    stage.classList.add("moving");
    [camera.x, camera.y] = [from.at.x + dx, from.at.y + dy];
    aim();
  });
  window.addEventListener("pointerup", () => {
    from = null;
    stage.classList.remove("moving");
  });
  stage.addEventListener("click", (event) => {
    if (moved) return;
    const node = nodeAt(event.target);
    if (!node) return;
    if (event.target.closest("[data-toggle]")) toggle(node);
    else {
      page.tab = "node";
      select(node, { focus: true });
    }
  });
  stage.addEventListener("dblclick", (event) => {
    const node = nodeAt(event.target);
    if (node && !isLeaf(node) && !event.target.closest("[data-toggle]")) focusOn(node);
  });
  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const box = stage.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey) {
        zoom(Math.exp(-event.deltaY * 0.0025), event.clientX - box.left, event.clientY - box.top);
        return;
      }
      const step = event.deltaMode === 1 ? 18 : 1;
      camera.x -= (event.shiftKey && !event.deltaX ? event.deltaY : event.deltaX) * step;
      camera.y -= (event.shiftKey && !event.deltaX ? 0 : event.deltaY) * step;
      aim();
    },
    { passive: false },
  );
  stage.addEventListener("pointerover", (event) => showTip(nodeAt(event.target), event));
  stage.addEventListener("pointerleave", () => showTip(null));
}

// The keys of a tree: right opens or goes in, left closes or goes out.
function listenToKeys() {
  scene.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const node = page.selected;
    const shown = visible();
    const at = shown.indexOf(node);
    const go = (other) => other && select(other, { focus: true });
    const actions = {
      ArrowDown: () => go(shown[at + 1]),
      ArrowUp: () => go(shown[at - 1]),
      ArrowRight: () => (isClosed(node) ? toggle(node) : isLeaf(node) ? null : go(node.children[0])),
      ArrowLeft: () => (!isLeaf(node) && !isClosed(node) && node !== page.top ? toggle(node) : node !== page.top && go(node.parent)),
      Home: () => go(shown[0]),
      End: () => go(shown[shown.length - 1]),
      Enter: () => toggle(node),
      " ": () => toggle(node),
      "*": () => showDepth(depthOf(page.top)),
      f: () => focusOn(node === page.top ? root : node),
      Delete: () => prune(node),
      "+": () => zoom(1.25),
      "-": () => zoom(0.8),
      0: () => fit(),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function showTip(node, event) {
  const tip = byId("tip");
  tip.hidden = !node || page.items.size === 0;
  if (tip.hidden) return;
  const best = classAt(node);
  tip.replaceChildren(
    h("strong", {}, h("bdi", {}, isLeaf(node) ? className(best) : `${attributeName(node)}?`)),
    ...(node.parent ? [h("div", {}, sentence(node.parent, node.branch))] : []),
    h("div", { class: "muted" }, `${plural(node.cases, "case")}, ${percent(shareOf(node, best))} ${className(best)}`),
  );
  const [x, y] = [Math.min(event.clientX + 14, window.innerWidth - 290), event.clientY + 16];
  tip.style.left = `${x}px`;
  tip.style.top = `${Math.min(y, window.innerHeight - 90)}px`;
}
