// What the colours and signs of the page mean.

function classKeys() {
  const parts = about.legend.map((position) =>
    h(
      "span",
      { class: "key", title: className(position) },
      swatch(position),
      h("bdi", {}, className(position)),
    ),
  );
  const others = classes.length - about.legend.length;
  if (others) parts.push(h("span", { class: "muted" }, `and ${others} more classes`));
  return parts;
}
