// A run is watched while it goes on; its verdicts are filtered and opened.
import { asked, fragment, problem } from "./ask.js";
import { drawVerdicts } from "./drawing.js";

const section = (id) => document.getElementById(id);
const run = section("run").dataset.run;
const rows = section("rows");
const status = section("status");
const dialog = section("opened");
const SECONDS_BETWEEN_LISTS = 2;
let offset = 0;
let listed = 0;

async function showRows() {
  const where = new URLSearchParams([...new FormData(section("filter")), ["offset", offset]].filter(([, value]) => value !== ""));
  try {
    rows.replaceChildren(...await fragment(`/page/runs/${run}/rows?${where}`));
    status.textContent = section("total").textContent;
  } catch (error) {
    rows.replaceChildren(problem(error));
  }
}

async function showFacets() {
  const chosen = Object.fromEntries(new FormData(section("filter")));
  const focused = document.activeElement?.name;
  section("facets").replaceChildren(...await fragment(`/page/runs/${run}/facets`));
  for (const [name, value] of Object.entries(chosen)) {
    const field = section("filter").elements[name];
    if (field) field.value = value;
  }
  if (focused) section("filter").elements[focused]?.focus();
}

async function list() {
  listed = Date.now();
  await showFacets();
  await showRows();
}

function told(event) {
  const now = JSON.parse(event.data);
  section("progress").value = now.judged;
  const far = `${now.judged.toLocaleString()} of ${now.rows.toLocaleString()} rows`;
  section("state").textContent = now.reason ? `${now.state}: ${now.reason}` : `${now.state}, ${far}`;
  const finished = now.state === "done" || now.state === "failed";
  if (finished) events.close();
  if (finished || Date.now() - listed > 1000 * SECONDS_BETWEEN_LISTS) list();
}

async function open(line) {
  try {
    section("verdict").replaceChildren(...await fragment(`/page/runs/${run}/verdicts/${line}`));
  } catch (error) {
    section("verdict").replaceChildren(problem(error));
  }
  if (!dialog.open) dialog.showModal();
  drawVerdicts(section("verdict"));
  history.replaceState({}, "", `#${line}`);
}

const events = new EventSource(`/v1/jobs/${run}/events`);
events.addEventListener("progress", told);

section("filter").addEventListener("submit", (event) => event.preventDefault());
section("filter").addEventListener("input", () => { offset = 0; showRows(); });
rows.addEventListener("click", (event) => {
  const chosen = event.target.closest("[data-line], [data-offset]");
  if (chosen?.dataset.line) open(chosen.dataset.line);
  else if (chosen) { offset = Number(chosen.dataset.offset); showRows(); }
});
section("close").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => history.replaceState({}, "", location.pathname));
section("remove").addEventListener("click", async () => {
  if (!confirm("Remove this run, with its rows and verdicts?")) return;
  events.close();
  await asked(`/v1/jobs/${run}`, { method: "DELETE" });
  location.assign("/runs");
});
if (/^#\d+$/.test(location.hash)) open(location.hash.slice(1));
