// On paper: the drawing if it can be read there, else the tree as an outline over several sheets.

const SHEET = [690, 900]; // pixels of a sheet that every paper has
const LEAST_PRINTED = 8; // pixels, 6 points
const MOST_LEAVES = 40; // no sheet is wide enough for more side by side, however few are open now

function listenToPrinter() {
  let before = null;
  window.addEventListener("beforeprint", () => {
    before = theme.theme;
    theme.theme = "light";
    const [upright, across] = [fitOn(SHEET), fitOn([...SHEET].reverse())];
    const scale = Math.max(upright, across);
    const side = DRAWINGS[page.view] === drawTree && leavesOf(page.top).length > MOST_LEAVES;
    const outline = side || 11 * scale < LEAST_PRINTED;
    document.body.classList.toggle("as-outline", outline);
    document.body.classList.toggle("across", !outline && across > upright);
    byId("facts").after(printedHead());
    byId("paper").replaceChildren(...(outline ? [printedOutline()] : []));
    svg.setAttribute("viewBox", `-10 -20 ${drawn.width + 20} ${drawn.height + 40}`);
    scene.removeAttribute("transform");
  });
  window.addEventListener("afterprint", () => {
    theme.theme = before;
    svg.removeAttribute("viewBox");
    byId("printed").remove();
    byId("paper").replaceChildren();
    aim();
  });
}

function fitOn([width, height]) {
  return Math.min(width / (drawn.width + 20), height / (drawn.height + 40), 1);
}

// When it was printed, and how often the tree errs.
function printedHead() {
  const errors = rates().map(([name, rate, ends]) => {
    const between = ends ? ` (95% ${percent(ends[0])} – ${percent(ends[1])})` : "";
    return `${name} ${percent(rate)}${between}`;
  });
  const date = new Date().toISOString().slice(0, 10);
  const text = `${date}. Errors: ${errors.join(", ")}. In a leaf: ${slashMeaning()}.`;
  return h("p", { class: "note", id: "printed" }, text);
}

// A line for every node of what is shown; those that are closed are opened.
function printedOutline() {
  const lines = below(page.top).map((node) => {
    const [asks, what] = said(node);
    return h(
      "div",
      { "--depth": Math.min(40, node.depth - page.top.depth) },
      asks ? `${asks}: ` : "",
      h(isLeaf(node) ? "strong" : "span", {}, h("bdi", {}, what)),
      ` (${counted(node)})`,
    );
  });
  return h("div", { class: "printed" }, lines);
}
