// Before the first paint, so that a theme chosen in src/shell/theme.ts does not flash.
try {
  const theme = localStorage.getItem("trovella-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the theme is the system's.
}
