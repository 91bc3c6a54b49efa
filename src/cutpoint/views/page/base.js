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

function swatch(position) {
  return h("span", { class: "swatch", "--colour": classColour(position) });
}

// A text of a drawing; it keeps its reading direction to itself.
function words(text, x, y, size, attributes) {
  return s("text", { x, y, "font-size": size, ...attributes }, `\u2068${text}\u2069`);
}

// Okabe and Ito's colours, told apart by people who see fewer of them; then the same, darker and
// lighter. A class is always written as well: colour alone says nothing.
const HUES = [
  "#0072b2",
  "#e69f00",
  "#009e73",
  "#d55e00",
  "#56b4e9",
  "#cc79a7",
  "#8c7a00",
  "#7b61c4",
];

// Many classes: the frequent ones get the colours that differ most.
function classColour(position) {
  const rank = classes.length > HUES.length ? rankOf[position] : position;
  const hue = HUES[rank % HUES.length];
  const round = Math.floor(rank / HUES.length) % 3;
  return round === 0 ? hue : mixed(hue, round === 1 ? "#101010" : "#f0f0f0", 0.4);
}

function mixed(one, two, share) {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [one, two].map((colour) => parseInt(colour.slice(at, at + 2), 16));
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

const page = {
  view: "tree", // tree | outline | icicle | sunburst
  tab: "node", // node | case | rules | prune
  top: null, // the node at which the drawing starts
  selected: null,
  collapsed: new Set(),
  depth: 0, // the depth that was asked for last
  route: null, // the way of the case that is followed
  found: null, // the nodes that a search found
  items: new Map(), // the drawn element of each node
};

// Say something to those who listen rather than look.
function say(text) {
  byId("said").textContent = text;
}
