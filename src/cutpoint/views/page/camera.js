// Moving and scaling what is on the stage.

function zoom(factor, x = size[0] / 2, y = size[1] / 2) {
  const k = Math.max(0.02, Math.min(6, camera.k * factor));
  camera.x = x - ((x - camera.x) * k) / camera.k;
  camera.y = y - ((y - camera.y) * k) / camera.k;
  camera.k = k;
  aim();
}

// Show everything that can be shown without its names becoming illegible.
function settle() {
  fit(LEGIBLE);
}

const LEAST_SCALE = 0.45; // letters of a smaller drawing are below 5 pixels

// Show everything: a drawing that would be too small becomes an icicle, which has its place for any tree.
function showAll() {
  if (!["icicle", "sunburst"].includes(page.view) && scaleToFit() < LEAST_SCALE) {
    setView("icicle");
    showDepth(depthOf(page.top));
    say("The tree is too large to be read at once: it is drawn as an icicle");
  } else fit();
}

const MARGIN = 18;

function scaleToFit() {
  const [width, height] = size;
  return Math.min((width - 2 * MARGIN) / drawn.width, (height - 2 * MARGIN) / drawn.height, 1.1);
}

// Show everything, but no smaller than that; never so large that it looks silly.
function fit(least = 0) {
  const [width, height] = size;
  const [k, margin] = [scaleToFit(), MARGIN];
  camera.k = Math.max(k, least, 0.02);
  camera.x = Math.max(margin, (width - drawn.width * camera.k) / 2);
  camera.y =
    drawn.height * camera.k <= height - 2 * margin
      ? (height - drawn.height * camera.k) / 2
      : margin;
  if (camera.k > k) {
    const place = drawn.places.get(page.top);
    camera.x = margin;
    const middle = place.w === undefined ? place.y : place.y + place.h / 2;
    camera.y = page.view === "outline" ? margin : height / 2 - middle * camera.k;
    if (place.w === undefined) camera.x = width / 2 - place.x * camera.k;
  }
  aim();
}

function bringIntoView(node) {
  const place = drawn.places.get(node);
  if (!place || place.w === undefined) return;
  const [width, height] = size;
  const [x, y] = [camera.x + place.x * camera.k, camera.y + place.y * camera.k];
  const [w, high] = [place.w * camera.k, place.h * camera.k];
  if (x < 10) camera.x += 10 - x;
  else if (x + w > width - 20) camera.x -= x + w - width + 20;
  if (y < 20) camera.y += 20 - y;
  else if (y + high > height - 20) camera.y -= y + high - height + 20;
  aim();
}
