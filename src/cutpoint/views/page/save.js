// The drawing and the model as files, named after the model.

function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
  say(`${name} saved`);
}

function saveModel() {
  download(`${about.name}${edits.length ? "-pruned" : ""}.json`, editedModel(), "application/json");
}

function saveDrawing() {
  download(`${about.name}-${page.view}.svg`, inLight(drawingText), "image/svg+xml");
}

const KEPT = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "opacity",
  "font-weight",
  "font-size",
  "paint-order",
  "stroke-linejoin",
  "stroke-linecap",
];

// The whole drawing with its colours written out, for programs that know no style sheet.
function drawingText() {
  const margin = 16;
  const copy = scene.cloneNode(true);
  const [from, to] = [scene, copy].map((top) => [...top.querySelectorAll("*")]);
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of KEPT) to[i].setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "tabindex", "data-node", "data-toggle"])
      to[i].removeAttribute(name);
  });
  copy.removeAttribute("transform");
  copy.querySelectorAll("[data-open]").forEach((handle) => handle.remove()); // nothing to press
  const legend = legendFor(Math.max(drawn.width, 360));
  const [width, top] = [Math.max(drawn.width, 360) + 2 * margin, 44 + margin];
  const height = drawn.height + legend.height + top + 2 * margin;
  const whole = s("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `${-margin} ${-top} ${width} ${height}`,
    width,
    height,
    "font-family": FONT,
  });
  const { backgroundColor } = getComputedStyle(byId("stage"));
  const ink = getComputedStyle(document.body).color;
  legend.element.setAttribute("transform", `translate(0 ${drawn.height + 2 * margin})`);
  legend.element.setAttribute("fill", ink);
  whole.append(
    s("title", {}, document.title),
    s("rect", { x: -margin, y: -top, width, height, fill: backgroundColor }),
    words(shortened(byId("title").textContent, width - 2 * margin, 17, 600), 0, 22 - top, 17, {
      "font-weight": 600,
      fill: ink,
    }),
    words(shortened(byId("facts").textContent, width - 2 * margin, 11.5), 0, 40 - top, 11.5, {
      fill: ink,
    }),
    copy,
    legend.element,
  );
  return new XMLSerializer().serializeToString(whole);
}

// The colours of the classes, in lines of a width.
function legendFor(width) {
  const group = s("g", { "data-legend": true });
  let [x, y] = [0, 0];
  for (const position of about.legend) {
    const name = shortened(className(position), 200, 12);
    const wide = textWidth(name, 12) + 38;
    if (x > 0 && x + wide > width) [x, y] = [0, y + 20];
    group.append(
      s("rect", { x, y: y - 9, width: 10, height: 10, rx: 3, fill: classColour(position) }),
      words(name, x + 16, y, 12),
    );
    x += wide;
  }
  return { element: group, height: y + 20 };
}
