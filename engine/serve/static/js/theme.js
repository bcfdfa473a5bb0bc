// Before anything is drawn: the theme that was chosen here, else the system's.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch { /* nothing is kept where storage is forbidden */ }
