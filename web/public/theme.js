// Loaded before anything is painted, so that whoever chose dark never sees a flash of light.
try {
  const theme = localStorage.getItem("affray.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's choice stands.
}
