// ---- icicle and sunburst: extent by cases ----------------------------------------------------------

// Each node's stretch [from, to] of the unit interval, by the cases at it.
function stretches() {
  const stretch = new Map([[page.top, [0, 1]]]);
  for (const node of visible()) {
    if (isLeaf(node) || isClosed(node)) continue;
    const [from, to] = stretch.get(node);
    const total = node.children.reduce((sum, child) => sum + child.cases, 0);
    let at = from;
    for (const child of node.children) {
      const share = total > 0 ? child.cases / total : 1 / node.children.length;
      const end = at + (to - from) * share;
      stretch.set(child, [at, end]);
      at = end;
    }
  }
  return stretch;
}

function icicleLayout(stageWidth, stageHeight) {
  const stretch = stretches();
  const depths = deepest([...stretch.keys()]);
  const step = Math.max(14, (stageWidth - 40) / (depths + 1)); // never scaled: text stays legible
  const height = Math.max(360, stageHeight - 40);
  const places = new Map();
  for (const [node, [from, to]] of stretch) {
    const at = node.depth - page.top.depth;
    places.set(node, {
      node,
      x: at * step,
      y: from * height,
      w: step - 1,
      h: Math.max(0.4, (to - from) * height),
    });
  }
  return { places, width: (depths + 1) * step, height };
}

function sunburstLayout(stageWidth, stageHeight) {
  const stretch = stretches();
  const depths = deepest([...stretch.keys()]);
  const hub = 58;
  const ring = Math.max(
    12,
    (Math.min(stageWidth, stageHeight) / 2 - 24 - hub) / Math.max(1, depths),
  );
  const radius = hub + depths * ring;
  const places = new Map();
  for (const [node, [from, to]] of stretch) {
    const at = node.depth - page.top.depth;
    places.set(node, {
      node,
      inner: at === 0 ? 0 : hub + (at - 1) * ring,
      outer: at === 0 ? hub : hub + at * ring - 1,
      from: from * 2 * Math.PI,
      to: to * 2 * Math.PI,
      x: radius,
      y: radius,
    });
  }
  return { places, width: 2 * radius, height: 2 * radius, radius };
}
