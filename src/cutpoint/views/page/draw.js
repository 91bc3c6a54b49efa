// The drawing: one group with the role of a tree, one item per node.

function drawTree(width, height) {
  const layout = treeLayout(width, height);
  const flows = s("g", { class: "flows", "aria-hidden": "true" });
  const items = s("g", {});
  for (const place of layout.places.values()) {
    if (place.node !== page.top) flows.append(...flow(place, layout));
    items.append(box(place, layout.style));
  }
  return { ...layout, parts: [flows, items] };
}

// The branch that leads to a node, as wide as its share of the cases, and what it asks.
function flow(place, layout) {
  const { node } = place;
  const { style } = layout;
  const from = layout.places.get(node.parent);
  const scale = style.flow / Math.max(page.top.cases, 1e-9);
  const thick = Math.max(1.5, node.cases * scale);
  const ends = {
    x0: from.x + from.w,
    y0: from.y + from.h / 2 + port(node, scale),
    x1: place.x - place.edge,
    y1: place.y + place.h / 2,
    x2: place.x,
  };
  place.line = bend(ends);
  const label = shortened(condition(node.parent, node.branch), place.edge - 8, style.small);
  const colour = classColour(classAt(node));
  const parts = [
    s("path", { class: "flow", d: ribbon(ends, thick), fill: colour, stroke: colour }),
    words(label, ends.x1 + (place.edge - 6) / 2 + 1, ends.y1 - thick / 2 - 4, style.small, {
      class: "asks",
      "text-anchor": "middle",
    }),
  ];
  const unknown = unknownAt(node.parent) * unknownShares(node.parent)[node.branch];
  if (unknown > 1e-9) {
    const under = Math.max(1.25, unknown * scale);
    const d = bend(ends, thick / 2 + under / 2 + 1);
    parts.push(s("path", { class: "unknown", d, "stroke-width": under }));
  }
  return parts;
}

// The line of a branch, so much lower: a bend, then straight under its label to the box.
function bend({ x0, y0, x1, y1, x2 }, lower = 0) {
  const bow = (x1 - x0) * 0.55;
  const [a, b] = [y0 + lower, y1 + lower];
  return `M${x0} ${a}C${x0 + bow} ${a} ${x1 - bow} ${b} ${x1} ${b}H${x2}`;
}

// The same as a band with edges: these are seen on any ground.
function ribbon(ends, thick) {
  const { x0, y0, x1, y1 } = ends;
  const bow = (x1 - x0) * 0.55;
  const [a, b] = [y0 + thick / 2, y1 + thick / 2];
  return `${bend(ends, -thick / 2)}V${b}H${x1}C${x1 - bow} ${b} ${x0 + bow} ${a} ${x0} ${a}`;
}

// Where on the side of its parent a branch leaves, so that flows lie beside each other.
function port(node, scale) {
  const widths = node.parent.children.map((child) => child.cases * scale);
  const total = widths.reduce((sum, width) => sum + width, 0);
  let at = -total / 2;
  for (let i = 0; i < node.branch; i++) at += widths[i];
  return at + widths[node.branch] / 2;
}

function box(place, style) {
  const { node, x, y, w, h: high } = place;
  const leaf = isLeaf(node);
  const closed = isClosed(node);
  const group = frameOf(place, 7);
  const name = leaf ? className(classAt(node)) : attributeName(node);
  const warns = warned(node) ? 18 : 0;
  const badge = closed ? handleWidth(node) + 4 : 0;
  const room = w - 2 * style.pad - 4 - badge - warns;
  const roomy = style.lines === 2;
  const left = x + style.pad + (leaf ? 3 : 0);
  const line = y + (style === ROOMY ? 17 : roomy ? 15.5 : 14.5);
  const full = counted(node);
  // Beside a name there may be no space for a count: the name comes first.
  const fits = textWidth(name, style.size, 600) + textWidth(full, style.small) + 10 <= room;
  const count = roomy || fits ? full : "";
  const beside = count ? textWidth(count, style.small) + 10 : 0;
  group.append(
    words(shortened(name, roomy ? room : room - beside, style.size, 600), left, line, style.size, {
      class: "name",
    }),
    roomy
      ? words(count, left, y + (style === ROOMY ? 31 : 29.5), style.small, { class: "count" })
      : words(count, x + w - style.pad - badge - warns, line, style.small, {
          class: "count",
          "text-anchor": "end",
        }),
    style === PICTURED
      ? picture(node, x + 8, y + 22, w - 16, high - 30)
      : bar(
          node,
          x + (roomy ? 8 : 6),
          y + high - (style === ROOMY ? 6 : 4.5),
          w - (roomy ? 16 : 12),
          roomy ? 3 : 2,
        ),
    ...warning(node, x + w - 13 - badge, roomy ? y + 13 : line - 4),
  );
  if (!leaf) group.append(handle(node, x + w - (closed ? badge / 2 + 2 : 0), y + high / 2));
  return group;
}

// The frame of a node: its edge, its tints, and a stripe in the colour of a leaf's class.
function frameOf({ node, x, y, w, h: high }, rx) {
  const leaf = isLeaf(node);
  const group = item(node, {
    class: `node ${leaf ? "leaf" : "test"}${node.pruned ? " pruned" : ""}${node.cases > 0 ? "" : " empty"}`,
  });
  const whole = { x, y, width: w, height: high, rx };
  const fill = classColour(classAt(node));
  if (isClosed(node)) group.append(s("rect", { class: "behind", ...whole, x: x + 4, y: y + 4 }));
  group.append(s("rect", { class: "card", ...whole }));
  if (leaf) group.append(s("rect", { class: "tint", fill, ...whole }));
  group.append(...shade(node, whole));
  if (leaf)
    group.append(
      s("rect", { class: "stripe", x, y: y + 4, width: 4, height: high - 8, rx: 2, fill }),
    );
  return group;
}

// The sign of a leaf that errs clearly more often on test cases.
function warning(node, x, y) {
  if (!warned(node)) return [];
  return [
    s("circle", { class: "warns", cx: x, cy: y, r: 7 }, s("title", {}, ratesText(node))),
    words("!", x, y + 4, 11, { class: "warning", "text-anchor": "middle" }),
  ];
}

// A tint, the stronger the fewer resamples do the same at a node: of a leaf its outline.
function shade(node, place) {
  const shaky = shakiness(node);
  if (!(shaky > 0)) return [];
  const strength = (isLeaf(node) ? shaky : 0.45 * shaky).toFixed(3);
  const how = isLeaf(node) ? { "stroke-opacity": strength } : { "fill-opacity": strength };
  return [s("rect", { class: "shaky", ...how, ...place })];
}

// The distribution of the classes at a node.
function bar(node, x, y, width, high) {
  const group = s("g", { class: "bar" });
  let at = x;
  node.distribution.forEach((weight, position) => {
    const wide = node.cases > 0 ? (width * weight) / node.cases : 0;
    if (wide > 0.3)
      group.append(s("rect", { x: at, y, width: wide, height: high, fill: classColour(position) }));
    at += wide;
  });
  return group;
}

// What the button says that opens and closes a node; of a closed one how many nodes it hides.
function handleText(node) {
  if (!isClosed(node)) return "−";
  const hidden = below(node).length - 1;
  return `+${hidden > 9999 ? `${Math.floor(hidden / 1000)}k` : hidden}`;
}

function handleWidth(node) {
  return isClosed(node) ? Math.max(22, textWidth(handleText(node), 11, 600) + 8) : 15;
}

function handle(node, x, y) {
  const closed = isClosed(node);
  const [text, wide] = [handleText(node), handleWidth(node)];
  return s(
    "g",
    {
      class: `handle${closed ? " closed" : ""}`,
      "data-toggle": node.id,
      "data-open": !closed,
      "aria-hidden": "true", // Enter does the same
    },
    s("rect", { x: x - wide / 2, y: y - 7.5, width: wide, height: 15, rx: 7.5 }),
    s("text", { x, y: y + 4, "text-anchor": "middle", "font-size": 11 }, text),
    // A finger needs more than what is seen.
    narrow.matches
      ? s("rect", { class: "reach", x: x - 20, y: y - 20, width: 40, height: 40 })
      : null,
  );
}

// ---- what all drawings share -----------------------------------------------------------------------

// What leads to a node, and what it is.
function said(node) {
  const asks = node === page.top ? "" : condition(node.parent, node.branch);
  return [asks, isLeaf(node) ? className(classAt(node)) : `${attributeName(node)}?`];
}

function item(node, attributes) {
  const siblings = node.parent ? node.parent.children.length : 1;
  const element = s("g", {
    role: "treeitem",
    "data-node": node.id,
    "aria-level": node.depth - page.top.depth + 1,
    "aria-setsize": siblings,
    "aria-posinset": node.parent ? node.branch + 1 : 1,
    "aria-expanded": isLeaf(node) ? null : String(!isClosed(node)),
    tabindex: "-1",
    ...attributes,
  });
  page.items.set(node, element);
  return element;
}

// What those who listen hear of each node: what is written, which may be shortened, then all of it.
function nameItems() {
  for (const [node, element] of page.items) {
    const written = element.textContent.trim() !== "";
    element.setAttribute(written ? "aria-description" : "aria-label", spoken(node));
  }
}
