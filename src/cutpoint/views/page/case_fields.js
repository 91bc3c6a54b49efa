// The fields of a case: a choice or a number, empty if it is unknown.

// A field {element, set}; `change(attribute, value)` is called as a value is chosen or typed.
function fieldOf(attribute, value, change, below = null) {
  return attributes[attribute].values
    ? choice(attribute, value, change)
    : numberField(attribute, value, change, below);
}

function choice(attribute, start, change) {
  const names = attributes[attribute].values;
  const id = `value-${attribute}`;
  const code = (value) => (value >= 0 && value < names.length ? Math.trunc(value) : -1);
  const input = h(
    "select",
    { id, onchange: () => change(attribute, input.value === "-1" ? NaN : Number(input.value)) },
    h("option", { value: -1 }, "unknown or new"),
    names.map((label, value) => h("option", { value }, printable(label))),
  );
  const set = (value) => (input.value = String(code(value)));
  set(start);
  return { element: field(attribute, id, input, null), set };
}

function numberField(attribute, start, change, below) {
  const id = `value-${attribute}`;
  const calendar = calendarOf(attribute);
  const input = h("input", {
    id,
    type: "text",
    inputmode: calendar ? "text" : "decimal",
    placeholder: "unknown",
    autocomplete: "off",
    oninput: () => {
      const value = readNumber(input.value, attribute);
      input.setAttribute("aria-invalid", String(value === null));
      if (value !== null) change(attribute, value);
    },
  });
  const set = (value) => {
    if (document.activeElement === input) return;
    input.value = writtenNumber(value, attribute);
    input.setAttribute("aria-invalid", "false");
  };
  set(start);
  return { element: field(attribute, id, input, below), set };
}

// A number or date as it is typed: NaN if it is left unknown, null if it is none.
function readNumber(typed, attribute) {
  const text = typed.trim().replace("−", "-");
  if (text === "" || text === "?") return NaN;
  const calendar = calendarOf(attribute);
  const value = calendar ? readMoment(calendar, text) : Number(text);
  return Number.isNaN(value) ? null : value;
}

function writtenNumber(value, attribute) {
  const calendar = calendarOf(attribute);
  if (Number.isNaN(value)) return "";
  return calendar ? moment(calendar, value) : String(value);
}

function field(attribute, id, input, below) {
  const name = printable(attributes[attribute].name);
  return h(
    "div",
    { class: "field" },
    h("label", { for: id, title: name }, h("bdi", {}, name)),
    input,
    below,
  );
}
