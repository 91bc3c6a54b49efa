// The share of each class.

// A bar per class, the heaviest first; a long tail is drawn together.
function shareBars(weights, total, { most = 8, marked = -1 } = {}) {
  const order = weights
    .map((weight, position) => [position, weight])
    .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const kept = order.length > most + 1 ? order.slice(0, most) : order;
  const rest = order.slice(kept.length).reduce((sum, [, weight]) => sum + weight, 0);
  const line = (name, weight, colour, strong) =>
    h(
      "div",
      { class: `share-line${strong ? " strong" : ""}` },
      h("span", { class: "swatch", "--colour": colour }),
      h("bdi", { class: "share-name", title: name }, name),
      h(
        "span",
        { class: "share-track" },
        h("span", {
          class: "share-fill",
          "--colour": colour,
          "--share": total > 0 ? weight / total : 0,
        }),
      ),
      h("span", { class: "share-figure" }, total === 1 ? percent(weight) : amount(weight)),
    );
  const lines = kept.map(([position, weight]) =>
    line(className(position), weight, classColour(position), position === marked),
  );
  if (order.length > kept.length)
    lines.push(line(`${order.length - kept.length} others`, rest, "#888888", false));
  return h("div", { class: "shares" }, lines);
}
