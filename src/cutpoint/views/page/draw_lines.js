// The outline: a line per node, as a tree is printed, so that any number of nodes stays legible.

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
  const group = frameOf({ node, x, y, w, h: high }, 5);
  const [badge, reach] = [handleWidth(node), narrow.matches ? 44 : 30];
  const left = x + (leaf ? 10 : Math.max(reach, badge + 14));
  const counts = textWidth(counted(node), 11.5) + (warned(node) ? 34 : 18);
  const space = chart - counts - left;
  const text = y + high / 2 + 4;
  const first = shortened(asks, leaf ? space * 0.6 : space * 0.5, 12.5);
  const after = left + (first ? textWidth(first, 12.5) + 10 : 0);
  group.append(
    words(first, left, text, 12.5, { class: "count" }),
    words(shortened(what, chart - counts - after, 12.5, 600), after, text, 12.5, { class: "name" }),
    words(counted(node), chart - 10, text, 11.5, { class: "count", "text-anchor": "end" }),
    ...warning(node, chart - counts + 8, y + high / 2),
    bar(node, chart, y + high / 2 - 4, x + w - chart - 8, 8),
  );
  if (!leaf)
    group.append(handle(node, x + Math.max(narrow.matches ? 22 : 16, badge / 2 + 6), y + high / 2));
  return group;
}
