// How nodes are reached: by mouse and by keys.

function nodeAt(target) {
  const element = target.closest ? target.closest("[data-node]") : null;
  return element ? nodes[Number(element.dataset.node)] : null;
}

function listenToMouse() {
  const stage = byId("stage");
  let from = null;
  let moved = false;
  stage.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    from = { x: event.clientX, y: event.clientY, at: { ...camera } };
    moved = false;
  });
  window.addEventListener("pointermove", (event) => {
    if (!from || !event.isPrimary || pinching()) return;
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
      if (page.tab !== "table") setTab("node");
      select(node, { focus: true });
      openSheet();
    }
  });
  stage.addEventListener("dblclick", (event) => {
    const node = nodeAt(event.target);
    if (node && !isLeaf(node) && !event.target.closest("[data-toggle]")) focusOn(node);
  });
  stage.addEventListener(
    "wheel",
    (event) => {
      // In a notebook the wheel alone scrolls the notebook.
      if (framed && !event.ctrlKey && !event.metaKey) return;
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
      ArrowRight: () =>
        isClosed(node) ? toggle(node) : isLeaf(node) ? null : go(node.children[0]),
      ArrowLeft: () =>
        !isLeaf(node) && !isClosed(node) && node !== page.top
          ? toggle(node)
          : node !== page.top && go(node.parent),
      Home: () => go(shown[0]),
      End: () => go(shown[shown.length - 1]),
      Enter: () => toggle(node),
      " ": () => toggle(node),
      "*": () => showDepth(depthOf(page.top)),
      f: () => focusOn(node === page.top ? root : node),
      Delete: () => prune(node),
      "+": () => zoom(1.25),
      "-": () => zoom(0.8),
      0: () => showAll(),
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
    h(
      "div",
      { class: "muted" },
      `${plural(node.cases, "case")}, ${percent(shareOf(node, best))} ${className(best)}`,
    ),
    ...(errorsAt(node, "test")
      ? [h("div", { class: holdsNot(node) ? "holds-not" : "muted" }, `wrong: ${ratesText(node)}`)]
      : []),
  );
  const [x, y] = [Math.min(event.clientX + 14, window.innerWidth - 290), event.clientY + 16];
  tip.style.left = `${x}px`;
  tip.style.top = `${Math.min(y, window.innerHeight - 90)}px`;
}
