// A strip below a number: the class along the attribute, and where the case is. It can be dragged.

function stripOf(attribute, change) {
  const strip = s("svg", {
    class: "strip",
    viewBox: "0 0 200 16",
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  const range = rangeOf(attribute);
  const pick = (event) => {
    const { left, width } = strip.getBoundingClientRect();
    const share = clamped((event.clientX - left) / width, 0, 1);
    const picked = range[0] + share * (range[1] - range[0]);
    const exact = calendarOf(attribute) ? Math.round(picked) : Number(picked.toPrecision(4));
    change(attribute, exact);
  };
  strip.addEventListener("pointerdown", (event) => {
    strip.setPointerCapture(event.pointerId);
    pick(event);
  });
  strip.addEventListener("pointermove", (event) => event.buttons === 1 && pick(event));
  return { element: strip, refresh: () => drawStrip(strip, attribute, range) };
}

function drawStrip(strip, attribute, [low, high]) {
  const x = (value) => clamped(((value - low) / (high - low || 1)) * 200, 0, 200);
  const now = subject.values[attribute];
  strip.replaceChildren(
    ...stretchesOf(subject.values, attribute).map((stretch) =>
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
