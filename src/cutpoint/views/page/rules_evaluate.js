// What rules say of a case: the first that holds gives the class. Also exported alone: see
// cutpoint/export/javascript.py.

// Whether a value, a number or the position of a nominal one, satisfies a condition.
function holds({ low, high, codes, never }, value) {
  if (never || Number.isNaN(value)) return false;
  if (codes !== null) return codes.includes(value);
  const number = single ? Math.fround(value) : value;
  if (single && number === -999) return false;
  return (low === null || number > low) && (high === null || number <= high);
}

// The first rule that holds; the last is the default.
function firstFor(valueOf) {
  return rules.find(
    (rule) =>
      rule.fires &&
      rule.conditions.every((condition) => holds(condition, valueOf(condition.attribute))),
  );
}
