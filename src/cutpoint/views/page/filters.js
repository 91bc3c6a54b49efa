// Filters by support, confidence and class, for rules and for cases.

// What is asked for: at least so many cases, at least such a share, this class; -1 is any.
function newFilter() {
  return { support: 0, confidence: 0, code: -1 };
}

// Whether a leaf passes: its cases, and the share and position of the class that it gives.
function passes(filter, leaf, share, code) {
  return (
    leaf.cases >= filter.support &&
    share >= filter.confidence - 1e-9 &&
    (filter.code < 0 || code === filter.code)
  );
}

function filterFields(filter, name, changed) {
  const number = (label, key, unit) => {
    const input = h("input", {
      type: "number",
      min: 0,
      id: `${name}-${key}`,
      placeholder: "any",
      value: filter[key] ? filter[key] * unit : "",
      oninput: () => {
        filter[key] = Math.max(0, Number(input.value) || 0) / unit;
        changed();
      },
    });
    return h("label", {}, label, input);
  };
  return [
    number("Cases in the leaf, at least", "support", 1),
    number("Share of the class, % at least", "confidence", 100),
    h(
      "label",
      {},
      "Class given",
      classChoice(`${name}-class`, filter.code, (code) => changed((filter.code = code))),
    ),
  ];
}

function classChoice(id, chosen, choose) {
  return h(
    "select",
    { id, onchange: (event) => choose(Number(event.target.value)) },
    h("option", { value: -1, selected: chosen < 0 }, "any"),
    classes.map((_, position) =>
      h("option", { value: position, selected: position === chosen }, className(position)),
    ),
  );
}
