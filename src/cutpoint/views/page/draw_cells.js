// Icicle and sunburst: a cell per node, its extent by cases.

function drawIcicle(width, height) {
  const layout = icicleLayout(width, height);
  const items = s("g", {});
  for (const place of layout.places.values()) {
    const { node, x, y, w, h: high } = place;
    const group = item(node, { class: "cell" });
    group.append(
      ground("rect", node, {
        x,
        y,
        width: w,
        height: Math.max(0.4, high - 0.6),
        rx: high > 12 ? 3 : 0,
        "stroke-width": high < 3 ? 0 : null, // edges alone would be seen
      }),
    );
    group.append(...cellShade("rect", node, { x, y, width: w, height: Math.max(0.4, high - 0.6) }));
    if (high >= 13 && w >= 30) {
      const [asks, what] = said(node);
      const two = high >= 34 && asks;
      const lines = two ? [asks, what] : [asks ? `${asks}: ${what}` : what];
      lines.forEach((line, i) => {
        const at = y + high / 2 + 4 + (two ? (i ? 7.5 : -7.5) : 0);
        const weight = !two || i ? 600 : 400;
        const text = shortened(line, w - 14, 11.5, weight);
        if (text.endsWith("…") && text.length < 5) return; // too little to be read
        group.append(words(text, x + 7, at, 11.5, { class: weight > 400 ? "name" : "count" }));
      });
    }
    items.append(group);
  }
  return { ...layout, parts: [items] };
}

function drawSunburst(width, height) {
  const layout = sunburstLayout(width, height);
  const items = s("g", {});
  for (const place of layout.places.values()) {
    const { node, inner, outer, from, to } = place;
    const group = item(node, { class: "cell" });
    group.append(
      ground("path", node, { d: sector(place) }),
      ...cellShade("path", node, { d: sector(place) }),
    );
    const [asks, what] = said(node);
    const middle = (from + to) / 2;
    const radius = (inner + outer) / 2;
    if (inner === 0) {
      group.append(
        words(shortened(what, 2 * outer - 16, 12, 600), place.x, place.y + 1, 12, {
          class: "name",
          "text-anchor": "middle",
        }),
        words(plural(node.cases, "case"), place.x, place.y + 16, 11, {
          class: "count",
          "text-anchor": "middle",
        }),
      );
    } else if ((to - from) * radius >= 13 && outer - inner >= 26) {
      const turn = (middle * 180) / Math.PI - 90;
      const flip = middle > Math.PI;
      const label = shortened(isLeaf(node) ? what : asks, outer - inner - 8, 11);
      const at = `translate(${place.x} ${place.y}) rotate(${turn}) translate(${radius} 0)${flip ? " rotate(180)" : ""}`;
      if (!label.endsWith("…") || label.length > 5)
        group.append(
          words(label, 0, 4, 11, { class: "around", transform: at, "text-anchor": "middle" }),
        );
    }
    items.append(group);
  }
  return { ...layout, parts: [items] };
}

function sector({ x, y, inner, outer, from, to }) {
  const whole = to - from > 2 * Math.PI - 1e-6;
  const end = whole ? to - 1e-4 : to;
  const point = (radius, angle) =>
    `${x + radius * Math.sin(angle)} ${y - radius * Math.cos(angle)}`;
  const large = end - from > Math.PI ? 1 : 0;
  if (inner === 0)
    return `M${x - outer} ${y}a${outer} ${outer} 0 1 1 ${2 * outer} 0a${outer} ${outer} 0 1 1 ${-2 * outer} 0Z`;
  return [
    `M${point(inner, from)}L${point(outer, from)}`,
    `A${outer} ${outer} 0 ${large} 1 ${point(outer, end)}L${point(inner, end)}`,
    `A${inner} ${inner} 0 ${large} 0 ${point(inner, from)}Z`,
  ].join("");
}

// A cell in the colour of its class, the stronger the purer it is.
function ground(tag, node, attributes) {
  const position = classAt(node);
  const purity = shareOf(node, position);
  const strength = isLeaf(node) ? 0.34 + 0.36 * purity : 0.1 + 0.24 * purity;
  return s(tag, {
    class: "ground",
    fill: classColour(position),
    "fill-opacity": strength.toFixed(3),
    ...attributes,
  });
}

// The tint of a cell, the stronger the fewer resamples do the same: as in the other drawings.
function cellShade(tag, node, attributes) {
  const shaky = shakiness(node);
  if (!(shaky > 0)) return [];
  return [s(tag, { class: "shaky", "fill-opacity": (0.45 * shaky).toFixed(3), ...attributes })];
}
