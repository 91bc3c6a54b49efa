// The rules, and what they say of a case: the first that holds gives the class.

const model = JSON.parse(byId("model").textContent);
const attributes = model.attributes;
const classes = model.classes;
const single = model.arithmetic === "single";
const rules = [...model.rules, model.default];

function className(position) {
  return printable(classes[position]);
}

// Conditions as they are read: bounds of one attribute are drawn together.
for (const rule of rules) {
  rule.asked = [];
  const numeric = new Map();
  for (const condition of rule.conditions) {
    const before = numeric.get(condition.attribute);
    if (condition.codes === null && before) {
      if (condition.low !== null) before.low = Math.max(before.low ?? -Infinity, condition.low);
      if (condition.high !== null) before.high = Math.min(before.high ?? Infinity, condition.high);
      continue;
    }
    const asked = { ...condition };
    rule.asked.push(asked);
    if (condition.codes === null) numeric.set(condition.attribute, asked);
  }
  rule.text = `${rule.number ? `rule ${rule.number}` : "default"} ${rule.asked
    .map(conditionText)
    .join(" and ")} ${className(rule.code)}`;
}

function conditionText({ attribute, low, high, codes }) {
  const { name, values } = attributes[attribute];
  if (codes !== null) {
    const held = codes.map((code) => isolated(values[code]));
    return held.length === 1
      ? `${isolated(name)} = ${held[0]}`
      : `${isolated(name)} in {${held.join(", ")}}`;
  }
  if (low === null) return `${isolated(name)} ≤ ${figure(high, attribute)}`;
  if (high === null) return `${isolated(name)} > ${figure(low, attribute)}`;
  return `${figure(low, attribute)} < ${isolated(name)} ≤ ${figure(high, attribute)}`;
}
