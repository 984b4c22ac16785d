// Light or dark: what was chosen here before, else what the system prefers.
(() => {
  const root = document.documentElement;
  let chosen = null;
  try { chosen = localStorage.getItem("mossa-theme"); } catch { /* private mode */ }
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme")?.addEventListener("click", () => {
      const dark = root.dataset.theme
        ? root.dataset.theme === "dark"
        : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = dark ? "light" : "dark";
      try { localStorage.setItem("mossa-theme", root.dataset.theme); } catch { /* private mode */ }
    });
    const here = location.pathname;
    for (const link of document.querySelectorAll(".top nav a")) {
      const path = new URL(link.href).pathname;
      if (here === path || (path === "/board" && here.startsWith("/game"))) {
        link.setAttribute("aria-current", "page");
      }
    }
  });
})();
