// Light and dark: as the system has it, until the button is pressed.

function listenToTheme() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () =>
    (document.documentElement.dataset.theme || (dark.matches ? "dark" : "light")) === "dark";
  const show = () => (byId("theme").textContent = isDark() ? "☀" : "☾");
  byId("theme").addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    show();
  });
  dark.addEventListener("change", show);
  show();
}
