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

const ROOMY = { size: 13, small: 11.5, box: 42, pitch: 54, flow: 26, pad: 12, least: 76, lines: 2 };
const MIDDLE = {
  size: 12.5,
  small: 11,
  box: 37,
  pitch: 43,
  flow: 20,
  pad: 10,
  least: 76,
  lines: 2,
};
const DENSE = { size: 12, small: 11, box: 22, pitch: 27, flow: 14, pad: 9, least: 76 };
const PICTURED = { size: 12, small: 11, box: 98, pitch: 112, flow: 22, pad: 9, least: 156 };
const LEGIBLE = 1; // no drawing starts smaller than this: no text below 11 pixels

// A row for every end; a test in the middle of its branches. A column for every depth, as wide as
// its longest name; names share the width that there is.
function treeLayout(stageWidth, stageHeight) {
  const seen = visible();
  const ends = seen.filter((node) => isLeaf(node) || isClosed(node));
  const style =
    page.view === "histograms"
      ? PICTURED
      : [ROOMY, MIDDLE].find(({ pitch }) => ends.length * pitch <= stageHeight - 20) || DENSE;
  const depths = deepest(seen);
  const share = stageWidth / (depths + 1);
  const [boxSpace, edgeSpace] = [clamped(share * 0.56, 112, 320), clamped(share * 0.4, 60, 260)];
  const columns = Array.from({ length: depths + 1 }, () => ({
    box: style.least,
    edge: 0,
    wanted: 0, // what all names of the column would take beyond its box
    most: 0,
    x: 0,
  }));
  for (const node of seen) {
    const column = columns[node.depth - page.top.depth];
    const extra = isClosed(node) ? handleWidth(node) + 8 : 0;
    const whole = boxWidth(node, style);
    column.box = Math.max(column.box, Math.min(boxSpace, whole) + extra);
    column.wanted = Math.max(column.wanted, Math.min(320, whole) + extra);
    if (node !== page.top) {
      const label = textWidth(condition(node.parent, node.branch), style.small) + 14;
      column.edge = Math.max(column.edge, Math.min(edgeSpace, label));
      column.most = Math.max(column.most, node.parent.children.length); // many branches need wide bends
    }
  }
  placeColumns(columns, stageWidth);
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

// Put the columns beside each other; what is left of the width goes to names that are shortened.
function placeColumns(columns, stageWidth) {
  const bend = (column) => column.edge + 30 + Math.min(60, column.most * 3);
  const taken = columns.reduce((sum, column, i) => sum + column.box + (i ? bend(column) : 0), 0);
  const lacking = (column) => Math.max(0, column.wanted - column.box);
  const lacks = columns.reduce((sum, column) => sum + lacking(column), 0);
  const part = lacks > 0 ? clamped((stageWidth - 40 - taken) / lacks, 0, 1) : 0;
  columns.forEach((column, i) => {
    column.box += part * lacking(column);
    if (i > 0) column.x = columns[i - 1].x + columns[i - 1].box + bend(column);
  });
}

function clamped(value, least, most) {
  return Math.min(most, Math.max(least, value));
}

function boxWidth(node, style) {
  const name = isLeaf(node) ? className(classAt(node)) : attributeName(node);
  const first = textWidth(name, style.size, 600);
  const second = textWidth(counted(node), style.small);
  const both = style.lines === 2 ? Math.max(first, second) : first + 10 + second;
  return both + 2 * style.pad + 6 + (warned(node) ? 18 : 0);
}

// What is written below the name, or beside it: cases / errors, as everywhere in Cutpoint.
function counted(node) {
  const errors = isLeaf(node) ? errorsOf(node) : 0;
  return errors > 1e-6 ? `${amount(node.cases)} / ${amount(errors)}` : amount(node.cases);
}

function middle(node, places) {
  const first = places.get(node.children[0]);
  const last = places.get(node.children[node.children.length - 1]);
  return (first.y + last.y) / 2;
}

// ---- the outline: a row for every node --------------------------------------------------------------

function outlineLayout(stageWidth) {
  const seen = visible();
  const [pitch, high, indent] = narrow.matches ? [46, 42, 12] : [28, 24, 22];
  const width = Math.max(stageWidth - 40, deepest(seen) * indent + (narrow.matches ? 280 : 420));
  const places = new Map();
  seen.forEach((node, row) => {
    const x = (node.depth - page.top.depth) * indent;
    places.set(node, { node, x, y: row * pitch, w: width - x, h: high });
  });
  return { places, width, height: seen.length * pitch, chart: width - (narrow.matches ? 56 : 170) };
}
