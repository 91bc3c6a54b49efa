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
  const thick = Math.max(2, node.cases * scale);
  const [x0, y0] = [from.x + from.w, from.y + from.h / 2 + port(node, scale)];
  const [x1, y1] = [place.x - place.edge, place.y + place.h / 2];
  const bow = (x1 - x0) * 0.55;
  const d = `M${x0} ${y0}C${x0 + bow} ${y0} ${x1 - bow} ${y1} ${x1} ${y1}H${place.x}`;
  place.line = d;
  const label = shortened(condition(node.parent, node.branch), place.edge - 8, style.small);
  const parts = [
    s("path", { class: "flow", d, "stroke-width": thick, stroke: classColour(classAt(node)) }),
    words(label, x1 + (place.edge - 6) / 2 + 1, y1 - thick / 2 - 4, style.small, {
      class: "asks",
      "text-anchor": "middle",
    }),
  ];
  const unknown = unknownAt[node.parent.id] * unknownShares(node.parent)[node.branch];
  if (unknown > 1e-9) {
    const under = Math.max(1.25, unknown * scale);
    const y = (at) => at + thick / 2 + under / 2 + 1;
    parts.push(
      s("path", {
        class: "unknown",
        d: `M${x0} ${y(y0)}C${x0 + bow} ${y(y0)} ${x1 - bow} ${y(y1)} ${x1} ${y(y1)}H${place.x}`,
        "stroke-width": under,
      }),
    );
  }
  return parts;
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
  const colour = classColour(classAt(node));
  const name = leaf ? className(classAt(node)) : attributeName(node);
  const count = counted(node);
  const room = w - 2 * style.pad - 4 - (closed ? 26 : 0);
  const roomy = style === ROOMY;
  const left = x + style.pad + (leaf ? 3 : 0);
  const group = item(node, {
    class: `node ${leaf ? "leaf" : "test"}${node.pruned ? " pruned" : ""}${node.cases > 0 ? "" : " empty"}`,
  });
  if (closed)
    group.append(s("rect", { class: "behind", x: x + 4, y: y + 4, width: w, height: high, rx: 7 }));
  group.append(s("rect", { class: "card", x, y, width: w, height: high, rx: 7 }));
  if (leaf)
    group.append(s("rect", { class: "tint", x, y, width: w, height: high, rx: 7, fill: colour }));
  group.append(...shade(node, { x, y, width: w, height: high, rx: 7 }));
  const beside = textWidth(count, style.small) + 10;
  group.append(
    words(
      shortened(name, roomy ? room : room - beside, style.size, 600),
      left,
      roomy ? y + 17 : y + 13.5,
      style.size,
      { class: "name" },
    ),
    roomy
      ? words(count, left, y + 31, style.small, { class: "count" })
      : words(count, x + w - style.pad - (closed ? 26 : 0), y + 13.5, style.small, {
          class: "count",
          "text-anchor": "end",
        }),
    bar(
      node,
      x + (roomy ? 8 : 6),
      y + high - (roomy ? 6 : 4.5),
      w - (roomy ? 16 : 12),
      roomy ? 3 : 2,
    ),
  );
  if (leaf)
    group.append(
      s("rect", { class: "stripe", x, y: y + 4, width: 4, height: high - 8, rx: 2, fill: colour }),
    );
  if (!leaf) group.append(handle(node, x + w - (closed ? 15 : 0), y + high / 2, closed));
  return group;
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

// The button that opens and closes a node; a closed one says how many nodes it hides.
function handle(node, x, y, closed) {
  const hidden = closed ? below(node).length - 1 : 0;
  const text = closed ? `+${hidden > 999 ? "…" : hidden}` : "−";
  const wide = closed ? Math.max(22, textWidth(text, 10, 600) + 8) : 14;
  return s(
    "g",
    { class: `handle${closed ? " closed" : ""}`, "data-toggle": node.id, "data-open": !closed },
    s("rect", { x: x - wide / 2, y: y - 7, width: wide, height: 14, rx: 7 }),
    s("text", { x, y: y + 3.5, "text-anchor": "middle", "font-size": 10 }, text),
  );
}

// ---- outline ---------------------------------------------------------------------------------------

// A line per node, as a tree is printed: any number of nodes stays legible.
function drawOutline(width) {
  const layout = outlineLayout(width);
  const twigs = s("g", { "aria-hidden": "true" });
  const items = s("g", {});
  for (const place of layout.places.values()) {
    const { node, x, y, w, h: high } = place;
    if (node !== page.top) {
      const from = layout.places.get(node.parent);
      place.line = `M${from.x + 8} ${from.y + high}V${y + high / 2}H${x}`;
      twigs.append(s("path", { class: "twig", d: place.line }));
    }
    items.append(line(place, layout.chart));
  }
  return { ...layout, parts: [twigs, items] };
}

function line({ node, x, y, w, h: high }, chart) {
  const [asks, what] = said(node);
  const leaf = isLeaf(node);
  const group = item(node, {
    class: `node ${leaf ? "leaf" : "test"}${node.pruned ? " pruned" : ""}${node.cases > 0 ? "" : " empty"}`,
  });
  const left = x + (leaf ? 10 : 30);
  const room = chart - 90 - left;
  const first = shortened(asks, leaf ? room * 0.6 : room * 0.5, 12.5);
  const after = left + (first ? textWidth(first, 12.5) + 10 : 0);
  group.append(
    s("rect", { class: "card", x, y, width: w, height: high, rx: 5 }),
    ...shade(node, { x, y, width: w, height: high, rx: 5 }),
    words(first, left, y + 16, 12.5, { class: "count" }),
    words(shortened(what, chart - 84 - after, 12.5, 600), after, y + 16, 12.5, { class: "name" }),
    words(counted(node), chart - 10, y + 16, 11, { class: "count", "text-anchor": "end" }),
    bar(node, chart, y + high / 2 - 4, x + w - chart - 8, 8),
  );
  if (leaf)
    group.append(
      s("rect", {
        class: "stripe",
        x,
        y: y + 4,
        width: 4,
        height: high - 8,
        rx: 2,
        fill: classColour(classAt(node)),
      }),
    );
  else group.append(handle(node, x + 16, y + high / 2, isClosed(node)));
  return group;
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
    "aria-label": spoken(node),
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
