// Fingers: two of them scale the drawing, and on a small screen the details are a sheet.

const fingers = new Map(); // by pointer: where it is
let spread = 0; // between two fingers

function pinching() {
  return fingers.size > 1;
}

function listenToFingers() {
  const stage = byId("stage");
  stage.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (pinching()) spread = fingerSpread();
  });
  window.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const before = fingerMiddle();
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (!pinching()) return;
    const [box, now, wide] = [stage.getBoundingClientRect(), fingerMiddle(), fingerSpread()];
    camera.x += now[0] - before[0];
    camera.y += now[1] - before[1];
    if (spread > 0) zoom(wide / spread, now[0] - box.left, now[1] - box.top);
    spread = wide;
  });
  for (const name of ["pointerup", "pointercancel"])
    window.addEventListener(name, (event) => fingers.delete(event.pointerId));
}

function fingerMiddle() {
  const all = [...fingers.values()];
  return [0, 1].map((axis) => all.reduce((sum, at) => sum + at[axis], 0) / all.length);
}

function fingerSpread() {
  const [one, two] = [...fingers.values()];
  return Math.hypot(one[0] - two[0], one[1] - two[1]);
}

// ---- the sheet ---------------------------------------------------------------------------------------

function openSheet(open = true) {
  byId("panel").classList.toggle("open", open);
  if (narrow.matches) byId("grip").setAttribute("aria-expanded", String(open));
}

function listenToSheet() {
  byId("grip").addEventListener("click", () =>
    openSheet(!byId("panel").classList.contains("open")),
  );
}
