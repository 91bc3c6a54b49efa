// Histograms of the tested attribute at a node, by class, with the cuts of the test.

const CHART = { width: 320, height: 150, left: 34, right: 8, top: 10, bottom: 24, size: 11 };
const BINS = 28;
const MOST_VALUES = 40;

// The histogram of a panel, with what it leaves out said below.
function histogram(node, table) {
  const found = valuesAt(node, table);
  const drawing = node.groups ? valueBars(node, found) : numberBars(node, found);
  const notes = [
    `${plural(found.known.length, table.name === "test" ? "test row" : "training row")} by class.`,
  ];
  if (drawing.note) notes.push(drawing.note);
  if (found.unknown > 1e-9)
    notes.push(
      `${plural(found.unknown, "case")} with no known value ${found.unknown === 1 ? "is" : "are"} not drawn.`,
    );
  return h("figure", {}, drawing.svg, h("figcaption", {}, notes.join(" ")));
}

// The known values at a node: [value, weight, class] of each row.
function valuesAt(node, table) {
  const column = table.columns[node.attribute];
  const known = [];
  let unknown = 0;
  for (const [row, weight] of reaching(table, node)) {
    const value = column[row];
    if (branchFor(node, value) >= 0) known.push([value, weight, classIndex(table, row)]);
    else unknown += weight;
  }
  return { known, unknown };
}

// A case whose class is not known counts beside the classes.
function classIndex(table, row) {
  const position = table.target ? table.target[row] : -1;
  return position < 0 ? classes.length : position;
}

// ---- numbers ---------------------------------------------------------------------------------------

// The bins of a numeric attribute: every cut is the edge of one, so none mixes two branches.
function binned(node, known) {
  let [low, high] = [Infinity, -Infinity];
  for (const [value] of known) [low, high] = [Math.min(low, value), Math.max(high, value)];
  for (const cut of node.cuts) [low, high] = [Math.min(low, cut), Math.max(high, cut)];
  if (!(low < high)) [low, high] = [low - 1, high + 1];
  const scale = scaleOf(node, known, low, high);
  const marks = [low, ...node.cuts.filter((cut) => cut > low && cut < high), high];
  const bins = [];
  const starts = []; // the first bin of each stretch between cuts
  for (let i = 0; i + 1 < marks.length; i++) {
    const [from, to] = [scale.share(marks[i]), scale.share(marks[i + 1])];
    const count = Math.max(1, Math.round(BINS * (to - from)));
    starts.push(bins.length);
    for (let b = 0; b < count; b++)
      bins.push({
        from: from + ((to - from) * b) / count,
        to: from + ((to - from) * (b + 1)) / count,
        sums: new Array(classes.length + 1).fill(0),
      });
  }
  starts.push(bins.length);
  for (const [value, weight, position] of known) {
    let stretch = 0;
    while (stretch + 2 < marks.length && rounded(value) > rounded(marks[stretch + 1])) stretch++;
    const [first, after] = [starts[stretch], starts[stretch + 1]];
    const [from, to] = [bins[first].from, bins[after - 1].to];
    const place = Math.floor(((scale.share(value) - from) / (to - from)) * (after - first));
    bins[first + clamped(place, 0, after - first - 1)].sums[position] += weight;
  }
  return { bins, low, high, scale };
}

// Where a value lies between the least and the greatest, from 0 to 1. If the middle half of the
// values would be drawn on less than a twelfth of the width, the scale is logarithmic: around zero,
// if there are values on both sides of it or on it, in units of a small distance from it.
function scaleOf(node, known, low, high) {
  const linear = { share: (value) => (value - low) / (high - low), name: "" };
  if (calendarOf(node.attribute) || known.length < 8) return linear;
  const sorted = known.map(([value]) => value).sort((a, b) => a - b);
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))];
  if (at(0.75) - at(0.25) > (high - low) / 12) return linear;
  const sizes = sorted
    .map(Math.abs)
    .filter((size) => size > 0)
    .sort((a, b) => a - b);
  const unit = sizes[Math.floor(sizes.length / 10)];
  if (!(unit > 0) || !(low > 0 ? high / low > 20 : high - low > 20 * unit)) return linear;
  const of = low > 0 ? Math.log : (value) => Math.sign(value) * Math.log1p(Math.abs(value) / unit);
  const [start, end] = [of(low), of(high)];
  return { share: (value) => (of(value) - start) / (end - start), name: "Logarithmic scale." };
}

function numberBars(node, { known }) {
  const { bins, low, high, scale } = binned(node, known);
  const cuts = node.cuts;
  const names = cuts.map((cut) => figure(cut, node.attribute));
  const chart = frame(
    bins.map((bin) => bin.sums),
    `Histogram of ${attributeName(node)} by class, cut at ${names.join(", ")}`,
  );
  const { left, right, top, bottom } = chart;
  const x = (share) => left + clamped(share, 0, 1) * (right - left);
  for (const bin of bins)
    chart.stack(bin.sums, x(bin.from) + 0.5, Math.max(1, x(bin.to) - x(bin.from) - 1));
  const bands = (pairs, name) =>
    pairs.forEach(([from, to]) => {
      const [a, b] = [
        x(scale.share(clamped(from, low, high))),
        x(scale.share(clamped(to, low, high))),
      ];
      const width = Math.max(1, b - a);
      chart.svg.append(s("rect", { class: name, x: a, y: top, width, height: bottom - top }));
    });
  bands(bandsOf(node), "band");
  bands(softBounds(node), "soft");
  for (const cut of cuts) {
    const at = x(scale.share(cut));
    chart.svg.append(s("line", { class: "cut", x1: at, x2: at, y1: top - 6, y2: bottom }));
  }
  chart.svg.append(...ticks(chart, node, low, high, (value) => x(scale.share(value))));
  return { svg: chart.svg, note: scale.name };
}

// The values below the axis: those of the cuts come first, then the ends where there is space.
function ticks(chart, node, low, high, x) {
  const taken = [];
  const parts = [];
  const write = (value, isCut) => {
    const exact = isCut || calendarOf(node.attribute);
    const text = figure(exact ? value : Number(value.toPrecision(4)), node.attribute);
    const half = textWidth(text, CHART.size, isCut ? 600 : 400) / 2;
    const at = clamped(
      x(value),
      chart.left + half,
      Math.max(chart.left + half, chart.right - half),
    );
    if (taken.some(([from, to]) => at + half + 3 > from && at - half - 3 < to)) return;
    taken.push([at - half, at + half]);
    parts.push(
      words(text, at, CHART.height - 8, CHART.size, {
        class: isCut ? "tick cut-tick" : "tick",
        "text-anchor": "middle",
      }),
    );
  };
  node.cuts.forEach((cut) => write(cut, true));
  for (const end of [low, high]) if (!node.cuts.includes(end)) write(end, false);
  return parts;
}

// ---- nominal values ----------------------------------------------------------------------------------

// The weight by value and class: of many values the most frequent, in the order of the branches.
function counts(node, known) {
  const sums = new Map();
  const rows = new Map();
  for (const [value, weight, position] of known) {
    const code = Math.trunc(value);
    if (!sums.has(code)) sums.set(code, new Array(classes.length + 1).fill(0));
    sums.get(code)[position] += weight;
    rows.set(code, (rows.get(code) || 0) + 1);
  }
  const heaviest = [...sums.keys()]
    .map((code) => [code, sums.get(code).reduce((sum, weight) => sum + weight, 0)])
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .map(([code]) => code);
  const shown = new Set(heaviest.slice(0, MOST_VALUES));
  const order = node.groups
    .flatMap((group, branch) => group.map((value) => [value, branch]))
    .filter(([value]) => shown.has(value))
    .sort((a, b) => a[1] - b[1]);
  const rest = heaviest.slice(MOST_VALUES);
  const others = rest.reduce((sum, code) => sum + rows.get(code), 0);
  const note = rest.length
    ? `The most frequent, and ${plural(rest.length, "more value")} (${plural(others, "row")}).`
    : "";
  return { order, sums, note };
}

function valueBars(node, { known }) {
  const all = attributes[node.attribute].values;
  const { order, sums, note } = counts(node, known);
  const chart = frame(
    order.map(([value]) => sums.get(value)),
    `Values of ${attributeName(node)} by class`,
  );
  const { left, right, top, bottom } = chart;
  const step = (right - left) / Math.max(1, order.length);
  order.forEach(([value, branch], i) => {
    const at = left + i * step;
    const wide = Math.min(46, Math.max(2, step - 4));
    chart.stack(sums.get(value), at + (step - wide) / 2, wide);
    if (i && order[i - 1][1] !== branch)
      chart.svg.append(s("line", { class: "cut", x1: at, x2: at, y1: top - 6, y2: bottom }));
    const label = shortened(printable(all[value]), step - 4, CHART.size);
    if (label)
      chart.svg.append(
        words(label, at + step / 2, CHART.height - 8, CHART.size, {
          class: "tick",
          "text-anchor": "middle",
        }),
      );
  });
  return { svg: chart.svg, note };
}

// ---- what both share -----------------------------------------------------------------------------------

// An empty chart with its axis, for stacks of these sums; its margin holds the longest number.
function frame(sums, label) {
  const { width, height, top, size } = CHART;
  const most = Math.max(1e-9, ...sums.map((bin) => bin.reduce((sum, weight) => sum + weight, 0)));
  const left = Math.max(CHART.left, textWidth(amount(most), size) + 12);
  const [right, bottom] = [width - CHART.right, height - CHART.bottom];
  const drawing = s(
    "svg",
    { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    s("line", { class: "axis", x1: left, x2: right, y1: bottom, y2: bottom }),
    words(amount(most), left - 6, top + 8, size, { class: "tick", "text-anchor": "end" }),
    words("0", left - 6, bottom, size, { class: "tick", "text-anchor": "end" }),
  );
  const stack = (bin, x, wide) =>
    stackInto(drawing, bin, { x, wide, bottom, high: (bottom - top) / most });
  return { svg: drawing, stack, left, right, top, bottom };
}

// The weights of the classes on top of each other.
function stackInto(drawing, weights, { x, wide, bottom, high }) {
  let at = bottom;
  weights.forEach((weight, position) => {
    if (!weight) return;
    at -= weight * high;
    const fill = position < classes.length ? classColour(position) : "#888888";
    drawing.append(s("rect", { x, y: at, width: wide, height: weight * high, fill }));
  });
}
