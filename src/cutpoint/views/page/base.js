// Elements, colours and the state of the page.

const byId = (id) => document.getElementById(id);

// An HTML element. Text given as a child is text, never markup.
function h(tag, attributes, ...children) {
  return dressed(document.createElement(tag), attributes, children);
}

// An SVG element.
function s(tag, attributes, ...children) {
  return dressed(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function dressed(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) element.style.setProperty(name, value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

function button(text, act, attributes) {
  return h("button", { type: "button", onclick: act, ...attributes }, text);
}

// A button that reads as a part of the text.
function link(text, act, attributes) {
  return button(text, act, { class: "link", ...attributes });
}

// The keys of a page, to be unfolded.
function keyList(all) {
  const lines = all.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]);
  return h("details", {}, h("summary", {}, "Keys"), h("dl", { class: "keys" }, lines));
}

function swatch(position) {
  return h("span", { class: "swatch", "--colour": classColour(position) });
}

// A text of a drawing; it keeps its reading direction to itself.
function words(text, x, y, size, attributes) {
  return s("text", { x, y, "font-size": size, ...attributes }, `\u2068${text}\u2069`);
}

// What the page is told besides its model: names, colours, importances.
const about = JSON.parse(document.body.dataset.about);

// Colours are chosen where plots choose them too. A class is always written as well.
function classColour(position) {
  return about.colours[position];
}

const page = {
  view: "tree", // tree | outline | icicle | sunburst | histograms
  tab: "summary", // summary | node | case | table | rules | prune
  top: null, // the node at which the drawing starts
  selected: null,
  collapsed: new Set(),
  depth: 0, // the depth that was asked for last
  ownDepth: false, // whether a person chose it, or opened and closed nodes
  route: null, // the way of the case that is followed
  found: null, // the nodes that a search found
  items: new Map(), // the drawn element of each node
};

// Say something to those who listen rather than look.
function say(text) {
  byId("said").textContent = text;
}

// Whether the page is shown inside another, such as a notebook, and whether on a small screen.
const framed = window.parent !== window;
const narrow = window.matchMedia("(max-width: 860px)");

// Something that browsers forbid in some frames: storage, history.
function attempted(act) {
  try {
    return act();
  } catch {
    return null;
  }
}
