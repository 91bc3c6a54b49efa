// The fifth drawing: each box shows the values that its test divides, or the classes of its leaf.

// What a box shows: a histogram with the cuts; of a leaf, or without cases, the shares of the classes.
function picture(node, x, y, width, high) {
  const group = s("g", { class: "inside", "aria-hidden": "true" });
  const table = pictureTable();
  const bottom = y + high;
  if (isLeaf(node) || !table) {
    group.append(bar(node, x, bottom - 10, width, 8), ...shareTexts(node, x, y, width));
    return group;
  }
  const { known } = valuesAt(node, table);
  const bars = node.groups ? valueStacks(node, known) : numberStacks(node, known);
  const most = Math.max(1e-9, ...bars.map(({ sums }) => sums.reduce((sum, one) => sum + one, 0)));
  group.append(s("line", { class: "axis", x1: x, x2: x + width, y1: bottom, y2: bottom }));
  for (const { sums, from, to } of bars)
    stackInto(group, sums, {
      x: x + from * width,
      wide: Math.max(0.8, (to - from) * width - 0.6),
      bottom,
      high: (high - 2) / most,
    });
  for (const { from, cut } of bars)
    if (cut) {
      const at = x + from * width;
      group.append(s("line", { class: "cut", x1: at, x2: at, y1: y - 2, y2: bottom }));
    }
  return group;
}

function pictureTable() {
  return training || tables[0] || null;
}

// Stacks with their places from 0 to 1; a cut is where the next branch begins.
function numberStacks(node, known) {
  const { bins, scale } = binned(node, known);
  const places = node.cuts.map(scale.share);
  return bins.map(({ sums, from, to }) => ({
    sums,
    from,
    to,
    cut: places.some((place) => Math.abs(place - from) < 1e-9),
  }));
}

function valueStacks(node, known) {
  const { order, sums } = counts(node, known);
  return order.map(([value, branch], i) => ({
    sums: sums.get(value),
    from: i / order.length,
    to: (i + 1) / order.length,
    cut: i > 0 && order[i - 1][1] !== branch,
  }));
}

// The heaviest classes of a node with their shares.
function shareTexts(node, x, y, width) {
  return node.distribution
    .map((weight, position) => [position, weight])
    .filter(([, weight]) => weight > 0)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 3)
    .map(([position], i) => {
      const text = `${percent(shareOf(node, position))} ${className(position)}`;
      return words(shortened(text, width, 11), x, y + 12 + 15 * i, 11, { class: "count" });
    });
}
