// Small charts of the panel: histograms.

const CHART = { width: 320, height: 150, left: 34, right: 8, top: 10, bottom: 24 };

// The values of the tested attribute at a node, by class, with the cuts of the test.
function histogram(node, table) {
  const found = reaching(table, node);
  const column = table.columns[node.attribute];
  const known = found.filter(
    ([row]) => branchFor(node, column[row]) >= 0 || (!Number.isNaN(column[row]) && !node.groups),
  );
  const unknown =
    found.reduce((sum, [, weight]) => sum + weight, 0) -
    known.reduce((sum, [, weight]) => sum + weight, 0);
  const drawing = node.groups
    ? valueBars(node, table, known, column)
    : numberBars(node, table, known, column);
  const note =
    unknown > 1e-9
      ? `${plural(unknown, "case")} with no known value ${unknown === 1 ? "is" : "are"} not drawn.`
      : "";
  return h(
    "figure",
    {},
    drawing,
    h(
      "figcaption",
      {},
      `${plural(known.length, table.name === "test" ? "test row" : "training row")} by class. ${note}`,
    ),
  );
}

function numberBars(node, table, found, column) {
  const cuts = node.cuts;
  let [low, high] = [Infinity, -Infinity];
  for (const [row] of found) {
    low = Math.min(low, column[row]);
    high = Math.max(high, column[row]);
  }
  for (const cut of cuts) [low, high] = [Math.min(low, cut), Math.max(high, cut)];
  if (!(low < high)) [low, high] = [low - 1, high + 1];
  const bins = 28;
  const step = (high - low) / bins;
  const sums = Array.from({ length: bins }, () => new Array(classes.length + 1).fill(0));
  for (const [row, weight] of found) {
    const bin = Math.min(bins - 1, Math.floor((column[row] - low) / step));
    sums[bin][classIndex(table, row)] += weight;
  }
  const { width, height, left, right, top, bottom } = CHART;
  const x = (value) => left + ((value - low) / (high - low)) * (width - left - right);
  const chart = frame(
    sums,
    `Histogram of ${attributeName(node)} by class, cut at ${cuts.map((cut) => figure(cut, node.attribute)).join(", ")}`,
  );
  sums.forEach((bin, i) =>
    chart.stack(
      bin,
      x(low + i * step) + 0.5,
      Math.max(1, x(low + (i + 1) * step) - x(low + i * step) - 1),
    ),
  );
  bandsOf(node).forEach(([from, to]) => {
    const [a, b] = [x(Math.max(low, from)), x(Math.min(high, to))];
    chart.svg.append(
      s("rect", {
        class: "band",
        x: a,
        y: top,
        width: Math.max(1, b - a),
        height: height - top - bottom,
      }),
    );
  });
  for (const cut of cuts) {
    chart.svg.append(
      s("line", { class: "cut", x1: x(cut), x2: x(cut), y1: top - 6, y2: height - bottom }),
    );
  }
  let free = left;
  for (const value of [low, ...cuts, high].sort((a, b) => a - b)) {
    const isCut = cuts.includes(value);
    const exact = isCut || calendarOf(node.attribute);
    const text = figure(exact ? value : Number(value.toPrecision(4)), node.attribute);
    const half = textWidth(text, 10.5) / 2;
    const at = clamped(x(value), left + half, width - right - half);
    if (at - half < free) continue;
    chart.svg.append(
      words(text, at, height - 8, 10.5, {
        class: isCut ? "tick cut-tick" : "tick",
        "text-anchor": "middle",
      }),
    );
    free = at + half + 6;
  }
  return chart.svg;
}

function valueBars(node, table, found, column) {
  const all = attributes[node.attribute].values;
  const sums = new Map();
  for (const [row, weight] of found) {
    const value = Math.trunc(column[row]);
    if (!sums.has(value)) sums.set(value, new Array(classes.length + 1).fill(0));
    sums.get(value)[classIndex(table, row)] += weight;
  }
  const order = node.groups
    .flatMap((group, branch) => group.map((value) => [value, branch]))
    .filter(([value]) => sums.has(value))
    .slice(0, 40);
  const { width, left, right, top, bottom, height } = CHART;
  const step = (width - left - right) / Math.max(1, order.length);
  const chart = frame(
    order.map(([value]) => sums.get(value)),
    `Values of ${attributeName(node)} by class`,
  );
  order.forEach(([value, branch], i) => {
    const at = left + i * step;
    const wide = Math.min(46, Math.max(2, step - 4));
    chart.stack(sums.get(value), at + (step - wide) / 2, wide);
    if (i && order[i - 1][1] !== branch)
      chart.svg.append(
        s("line", { class: "cut", x1: at, x2: at, y1: top - 6, y2: height - bottom }),
      );
    const label = shortened(printable(all[value]), step - 4, 10.5);
    if (label)
      chart.svg.append(
        words(label, at + step / 2, height - 8, 10.5, { class: "tick", "text-anchor": "middle" }),
      );
  });
  return chart.svg;
}

// A case whose class is not known counts beside the classes.
function classIndex(table, row) {
  const position = table.target ? table.target[row] : -1;
  return position < 0 ? classes.length : position;
}

// An empty chart with its axis, for stacks of these sums.
function frame(sums, label) {
  const { width, height, left, right, top, bottom } = CHART;
  const most = Math.max(1e-9, ...sums.map((bin) => bin.reduce((sum, weight) => sum + weight, 0)));
  const drawing = s(
    "svg",
    { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    s("line", {
      class: "axis",
      x1: left,
      x2: width - right,
      y1: height - bottom,
      y2: height - bottom,
    }),
    words(amount(most), left - 6, top + 8, 10.5, { class: "tick", "text-anchor": "end" }),
    words("0", left - 6, height - bottom, 10.5, { class: "tick", "text-anchor": "end" }),
  );
  const stack = (bin, x, wide) => {
    let at = height - bottom;
    bin.forEach((weight, position) => {
      if (!weight) return;
      const high = (weight / most) * (height - top - bottom);
      at -= high;
      drawing.append(
        s("rect", {
          x,
          y: at,
          width: wide,
          height: high,
          fill: position < classes.length ? classColour(position) : "#888888",
        }),
      );
    });
  };
  return { svg: drawing, stack };
}
