// What every page does: switch themes, copy Cypher, tell times in words of the reader's place.
const THEMES = ["system", "light", "dark"];
const WORDS = { system: "as the system", light: "light", dark: "dark" };

function showTheme(button, theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  button.querySelector("span").textContent = WORDS[theme];
  document.dispatchEvent(new Event("themechange"));
}

const button = document.getElementById("theme");
button.hidden = false;
showTheme(button, document.documentElement.dataset.theme ?? "system");
button.addEventListener("click", () => {
  const now = document.documentElement.dataset.theme ?? "system";
  const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
  showTheme(button, next);
  try { localStorage.setItem("theme", next); } catch { /* then it holds for this page */ }
});

if (navigator.clipboard) document.documentElement.classList.add("can-copy");
document.addEventListener("click", async (event) => {
  const copy = event.target.closest("button.copy");
  if (!copy) return;
  await navigator.clipboard.writeText(copy.parentElement.querySelector("code").textContent);
  copy.dataset.named ??= copy.textContent;
  copy.textContent = "Copied";
  setTimeout(() => { copy.textContent = copy.dataset.named; }, 1500);
});

for (const time of document.querySelectorAll("time[data-seconds]")) {
  const when = new Date(1000 * Number(time.dataset.seconds));
  time.dateTime = when.toISOString();
  time.textContent = when.toLocaleString();
}
