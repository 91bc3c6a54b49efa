// Where each node is drawn. Every layout gives places {node, x, y, w, h, ...} in its own units.

// The nodes that are to be seen: those below the top, down to the ones that are closed.
function visible() {
  return below(page.top, page.collapsed);
}

// The greatest depth among nodes, counted from the top of the drawing.
function deepest(seen) {
  return seen.reduce((most, node) => Math.max(most, node.depth), 0) - page.top.depth;
}

function isClosed(node) {
  return !isLeaf(node) && page.collapsed.has(node.id);
}

// ---- the tree, from left to right -----------------------------------------------------------------

const ROOMY = { size: 13, small: 11, box: 42, pitch: 54, flow: 26, pad: 12 };
const DENSE = { size: 12, small: 10.5, box: 21, pitch: 26, flow: 14, pad: 9 };
const LEGIBLE = 0.75; // no drawing starts smaller than this

// A row for every end; a test in the middle of its branches. A column for every depth, as wide as
// its longest name; names share the width that there is.
function treeLayout(stageWidth, stageHeight) {
  const first = treeColumns(stageWidth);
  const scale = clamped(stageHeight / first.height, LEGIBLE, 1);
  return scale < 1 ? treeColumns(stageWidth / scale) : first; // a tall tree is drawn smaller: wider
}

function treeColumns(stageWidth) {
  const seen = visible();
  const ends = seen.filter((node) => isLeaf(node) || isClosed(node));
  const style = ends.length > 24 ? DENSE : ROOMY;
  const depths = deepest(seen);
  const share = stageWidth / (depths + 1);
  const [boxRoom, edgeRoom] = [clamped(share * 0.62, 176, 320), clamped(share * 0.5, 84, 260)];
  const columns = Array.from({ length: depths + 1 }, () => ({ box: 76, edge: 0, most: 0, x: 0 }));
  for (const node of seen) {
    const column = columns[node.depth - page.top.depth];
    const extra = isClosed(node) ? 30 : 0;
    column.box = Math.max(column.box, Math.min(boxRoom, boxWidth(node, style)) + extra);
    if (node !== page.top) {
      const label = textWidth(condition(node.parent, node.branch), style.small) + 14;
      column.edge = Math.max(column.edge, Math.min(edgeRoom, label));
      column.most = Math.max(column.most, node.parent.children.length); // many branches need wide bends
    }
  }
  for (let i = 1; i < columns.length; i++) {
    columns[i].x =
      columns[i - 1].x +
      columns[i - 1].box +
      columns[i].edge +
      34 +
      Math.min(60, columns[i].most * 3);
  }
  const places = new Map();
  let row = 0;
  for (let i = seen.length - 1; i >= 0; i--) {
    const node = seen[i]; // from the last to the first: children before parents
    const column = columns[node.depth - page.top.depth];
    const y =
      isLeaf(node) || isClosed(node)
        ? (ends.length - 1 - row++) * style.pitch
        : middle(node, places);
    places.set(node, { node, x: column.x, y, w: column.box, h: style.box, edge: column.edge });
  }
  const last = columns[columns.length - 1];
  return {
    places,
    style,
    width: last.x + last.box,
    height: Math.max(0, ends.length - 1) * style.pitch + style.box,
  };
}

function clamped(value, least, most) {
  return Math.min(most, Math.max(least, value));
}

function boxWidth(node, style) {
  const name = isLeaf(node) ? className(classAt(node)) : attributeName(node);
  const first = textWidth(name, style.size, 600);
  const second = textWidth(counted(node), style.small);
  const both = style === ROOMY ? Math.max(first, second) : first + 10 + second;
  return both + 2 * style.pad + 6;
}

// What is written below the name, or beside it.
function counted(node) {
  const wrong = wrongAt(node);
  return isLeaf(node) && wrong > 1e-6
    ? `${amount(node.cases)} / ${amount(wrong)}`
    : amount(node.cases);
}

function middle(node, places) {
  const first = places.get(node.children[0]);
  const last = places.get(node.children[node.children.length - 1]);
  return (first.y + last.y) / 2;
}

// ---- the outline: a row for every node --------------------------------------------------------------

function outlineLayout(stageWidth) {
  const seen = visible();
  const [pitch, high, indent] = [28, 24, 22];
  const width = Math.max(stageWidth - 40, deepest(seen) * indent + 420);
  const places = new Map();
  seen.forEach((node, row) => {
    const x = (node.depth - page.top.depth) * indent;
    places.set(node, { node, x, y: row * pitch, w: width - x, h: high });
  });
  return { places, width, height: seen.length * pitch, chart: width - 170 };
}

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
  const step = Math.max(108, (stageWidth - 40) / (depths + 1));
  const scale = Math.min(1, (stageWidth - 40) / ((depths + 1) * step)); // it will be drawn so small
  const height = Math.max(360, stageHeight - 40) / scale;
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
    34,
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
