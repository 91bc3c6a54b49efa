// What would change the class of a case: one value at a time, all others as they are.

// The smallest number above another, in the arithmetic of the tree.
function justAbove(value) {
  const [real, whole] = single
    ? [new Float32Array([value]), Int32Array]
    : [new Float64Array([value]), BigInt64Array];
  if (real[0] === 0) return single ? 2 ** -149 : Number.MIN_VALUE;
  const bits = new whole(real.buffer);
  if (real[0] > 0) bits[0]++;
  else bits[0]--;
  return real[0];
}

function withValue(values, attribute, value) {
  return predict((asked) => (asked === attribute ? value : values[asked]));
}

// The class along a numeric attribute: stretches (low, high] between the cuts of the tree.
function stretchesOf(values, attribute) {
  const cuts = cutsOf(attribute);
  const found = [];
  for (let i = 0; i <= cuts.length; i++) {
    const inside = i < cuts.length ? cuts[i] : justAbove(cuts[cuts.length - 1] ?? 0);
    const { code } = withValue(values, attribute, inside);
    const low = i ? cuts[i - 1] : -Infinity;
    const high = i < cuts.length ? cuts[i] : Infinity;
    const last = found[found.length - 1];
    if (last && last.code === code) last.high = high;
    else found.push({ low, high, code });
  }
  return found;
}

// For each attribute, the nearest value that gives another class.
function flipsOf(values, code) {
  return testedAttributes().flatMap((attribute) => {
    const names = attributes[attribute].values;
    return names
      ? valueFlips(values, attribute, names, code)
      : numberFlips(values, attribute, code);
  });
}

function numberFlips(values, attribute, code) {
  const now = rounded(values[attribute]);
  if (Number.isNaN(now)) return [];
  const name = isolated(attributes[attribute].name);
  return stretchesOf(values, attribute)
    .filter((stretch) => stretch.code !== code)
    .map((stretch) => {
      const up = stretch.low >= now;
      const cut = atMost(attribute, up ? stretch.low : stretch.high);
      const value = up ? firstAbove(attribute, cut) : cut;
      const [low, high] = rangeOf(attribute);
      const far = Math.abs(cut - now);
      return {
        attribute,
        value,
        code: stretch.code,
        far: far / (high - low || 1),
        text: `${name} ${up ? "above" : "at most"} ${figure(cut, attribute)} (${changeText(cut - now, up, attribute)})`,
      };
    })
    .sort((a, b) => a.far - b.far)
    .slice(0, 1);
}

function changeText(change, up, attribute) {
  if (change === 0) return "it is on the cut";
  return `${up ? "more than " : ""}${difference(change, attribute)}`;
}

function valueFlips(values, attribute, names, code) {
  const name = isolated(attributes[attribute].name);
  return names
    .map((label, value) => ({ attribute, value, far: 0.5, text: `${name} = ${isolated(label)}` }))
    .filter(({ value }) => value !== values[attribute])
    .map((flip) => ({ ...flip, code: withValue(values, attribute, flip.value).code }))
    .filter((flip) => flip.code !== code)
    .slice(0, 3);
}

// How far a value is from the cuts of a test: from those on both sides of it.
function marginText(node, value) {
  if (!node.cuts || Number.isNaN(value)) return "";
  const cuts = node.cuts.map((cut) => atMost(node.attribute, cut));
  const under = cuts.filter((cut) => value > cut).slice(-1);
  const over = cuts.filter((cut) => value <= cut).slice(0, 1);
  const distance = (gap) => difference(gap, node.attribute).slice(1);
  const shown = (cut) => figure(cut, node.attribute);
  return [
    ...under.map((cut) => `${distance(value - cut)} above the cut ${shown(cut)}`),
    ...over.map((cut) =>
      value === cut
        ? `on the cut ${shown(cut)}`
        : `${distance(cut - value)} below the cut ${shown(cut)}`,
    ),
  ].join(", ");
}
