// The drawing and the model as files.

function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
  say(`${name} saved`);
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
  const [width, height] = [drawn.width + 2 * margin, drawn.height + 2 * margin];
  const whole = s("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `${-margin} ${-margin} ${width} ${height}`,
    width,
    height,
    "font-family": FONT,
  });
  whole.append(
    s("title", {}, document.title),
    s("rect", {
      x: -margin,
      y: -margin,
      width,
      height,
      fill: getComputedStyle(byId("stage")).backgroundColor,
    }),
    copy,
  );
  return new XMLSerializer().serializeToString(whole);
}

function saveDrawing() {
  download("tree.svg", drawingText(), "image/svg+xml");
}

// On paper the whole drawing is fitted to the sheet.
function listenToPrinter() {
  window.addEventListener("beforeprint", () => {
    svg.setAttribute("viewBox", `-10 -20 ${drawn.width + 20} ${drawn.height + 40}`);
    scene.removeAttribute("transform");
  });
  window.addEventListener("afterprint", () => {
    svg.removeAttribute("viewBox");
    aim();
  });
}
