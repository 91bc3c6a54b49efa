// The fields of a case: a choice or a number, with the class along the attribute.

function choice(attribute, change) {
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
  set(subject.values[attribute]);
  return { element: field(attribute, id, input, null), set, refresh: () => {} };
}

function numberField(attribute, change) {
  const id = `value-${attribute}`;
  const calendar = calendarOf(attribute);
  const read = (text) => (calendar ? readMoment(calendar, text) : Number(text));
  const written = (value) => (calendar ? moment(calendar, value) : String(value));
  const input = h("input", {
    id,
    type: "text",
    inputmode: calendar ? "text" : "decimal",
    placeholder: "unknown",
    autocomplete: "off",
    oninput: () => {
      const text = input.value.trim().replace("−", "-");
      const value = text === "" || text === "?" ? NaN : read(text);
      const wrong = text !== "" && text !== "?" && Number.isNaN(value);
      input.setAttribute("aria-invalid", String(wrong));
      if (wrong) return;
      subject.values[attribute] = value;
      change(attribute, value);
    },
  });
  const set = (value) => {
    const shown = Number.isNaN(value) ? "" : written(value);
    if (document.activeElement !== input) input.value = shown;
  };
  set(subject.values[attribute]);
  const strip = s("svg", {
    class: "strip",
    viewBox: "0 0 200 16",
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  const range = rangeOf(attribute);
  const refresh = () => drawStrip(strip, attribute, range);
  const pick = (event) => {
    const { left, width } = strip.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientX - left) / width));
    const picked = range[0] + share * (range[1] - range[0]);
    const value = calendar ? Math.round(picked) : Number(picked.toPrecision(4));
    input.value = written(value);
    change(attribute, value);
  };
  strip.addEventListener("pointerdown", (event) => {
    strip.setPointerCapture(event.pointerId);
    pick(event);
  });
  strip.addEventListener("pointermove", (event) => event.buttons === 1 && pick(event));
  return { element: field(attribute, id, input, strip), set, refresh };
}

function field(attribute, id, input, strip) {
  const name = printable(attributes[attribute].name);
  return h(
    "div",
    { class: "field" },
    h("label", { for: id, title: name }, h("bdi", {}, name)),
    input,
    strip,
  );
}

// The class along an attribute, and where the case is.
function drawStrip(strip, attribute, [low, high]) {
  const x = (value) => Math.max(0, Math.min(200, ((value - low) / (high - low || 1)) * 200));
  const stretches = stretchesOf(subject.values, attribute);
  const now = subject.values[attribute];
  strip.replaceChildren(
    ...stretches.map((stretch) =>
      s("rect", {
        x: x(stretch.low),
        y: 4,
        width: Math.max(0, x(stretch.high) - x(stretch.low)),
        height: 8,
        fill: classColour(stretch.code),
      }),
    ),
    ...(Number.isNaN(now)
      ? []
      : [s("rect", { class: "marker", x: x(now) - 1.5, y: 0, width: 3, height: 16, rx: 1 })]),
  );
}
