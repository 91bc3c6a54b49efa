// What resamples of the training cases say of the tree, if its stability was computed.

// The band of each cut of a node, [low, high], if the model's stability was computed.
function bandsOf(node) {
  const known = model.report.stability?.bands?.[node.id];
  return Array.isArray(known)
    ? known.filter((band) => Array.isArray(band) && band.every(Number.isFinite))
    : [];
}

// What resamples have at the place of a node, if the model's stability was computed.
function resampled(node) {
  return model.report.stability?.nodes?.[node.id] ?? null;
}

// How shaky a node is, from 0 to 1: the share of the resamples that do otherwise there; null if
// that is not known.
function shakiness(node) {
  const known = resampled(node);
  if (!known || node.pruned) return null;
  return known.reached > 0 ? 1 - known.chosen : 1;
}

// What resamples say of a test, in sentences.
function sureness(node) {
  const known = resampled(node);
  if (!known) return [];
  const all = model.report.stability.resamples;
  if (!(known.reached > 0)) return ["No resample reaches this place."];
  let who = "resamples";
  if (known.reached === 1) who = "the one resample that reaches it";
  else if (known.reached < all) who = `the ${known.reached} resamples that reach it`;
  const leaf = node.attribute < 0;
  const lines = [`${leaf ? "A leaf in" : "Chosen by"} ${percent(known.chosen)} of ${who}.`];
  const others = known.others.map(([name, share]) => `${isolated(name)} ${percent(share)}`);
  if (known.leaf > 0) others.push(`a leaf ${percent(known.leaf)}`);
  if (others.length) lines.push(`Others: ${others.slice(0, 6).join(", ")}.`);
  return lines;
}

// How far a value is from the nearest cut in standard deviations of that cut, and which share of
// the resamples send it the same way.
function marginInDeviations(node, value, branch) {
  const known = resampled(node);
  if (!known || !(known.reached > 0)) return [];
  const parts = [];
  if (node.cuts && known.sd) {
    const gaps = node.cuts.map((cut) => Math.abs(value - cut));
    const nearest = gaps.indexOf(Math.min(...gaps));
    parts.push(
      known.sd[nearest] > 0
        ? `${(gaps[nearest] / known.sd[nearest]).toFixed(1)} standard deviations of the cut`
        : "a cut that never moves",
    );
  }
  let agree = null;
  if (known.cuts) {
    const below = (cuts) => cuts.filter((cut) => value > cut).length;
    agree = known.cuts.filter((cuts) => below(cuts) === below(node.cuts)).length;
  } else if (node.groups) agree = resampled(node.children[branch])?.reached ?? null;
  if (agree !== null) parts.push(`${percent(agree / known.reached)} of resamples agree`);
  return parts;
}
