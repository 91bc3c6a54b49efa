// Light and dark: as the system has it, until the button is pressed.

const theme = document.documentElement.dataset;

function listenToTheme() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  const show = () => {
    theme.theme = chosen || (dark.matches ? "dark" : "light");
    byId("theme").textContent = theme.theme === "dark" ? "☀" : "☾";
  };
  byId("theme").addEventListener("click", () => {
    chosen = theme.theme === "dark" ? "light" : "dark";
    show();
  });
  dark.addEventListener("change", show);
  show();
}

// Do something while the page is light: what goes to paper or to a file.
function inLight(act) {
  const before = theme.theme;
  theme.theme = "light";
  const result = act();
  theme.theme = before;
  return result;
}
