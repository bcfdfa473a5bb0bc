// Rows are sent, to be audited or checked, and their run is opened.
import { asked, problem } from "./ask.js";

const form = document.getElementById("upload");
const status = document.getElementById("status");

function showKind() {
  const kind = new FormData(form).get("kind");
  for (const part of form.querySelectorAll("[data-kind]")) part.hidden = part.dataset.kind !== kind;
}

function request() {
  const said = new FormData(form);
  const kind = said.get("kind");
  const settings = ["world", "method"].map((name) => [name, said.get(name)]).filter(([, value]) => value);
  const body = new FormData();
  body.set("kind", kind);
  body.set("file", said.get("file"));
  body.set("kg", said.get(kind === "check" ? "beside" : "kg") ?? "");
  if (kind === "audit") body.set("settings", JSON.stringify(Object.fromEntries(settings)));
  else for (const file of said.getAll("documents")) if (file.name) body.append("documents", file);
  return { method: "POST", body };
}

form.addEventListener("change", (event) => { if (event.target.name === "kind") showKind(); });
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button[type=submit]");
  button.disabled = true;
  status.textContent = "Sending…";
  try {
    const run = await (await asked("/v1/jobs", request())).json();
    location.assign(`/runs/${run.id}`);
  } catch (error) {
    status.replaceChildren(problem(error));
    button.disabled = false;
  }
});
showKind();
