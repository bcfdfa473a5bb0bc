// Rows are sent, and their run is opened.
import { asked, problem } from "./ask.js";

const form = document.getElementById("upload");
const status = document.getElementById("status");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button[type=submit]");
  const said = new FormData(form);
  const settings = Object.fromEntries(["world", "method"].map((name) => [name, said.get(name)]).filter(([, value]) => value));
  const body = new FormData();
  body.set("file", said.get("file"));
  body.set("kg", said.get("kg"));
  body.set("settings", JSON.stringify(settings));
  button.disabled = true;
  status.textContent = "Sending…";
  try {
    const run = await (await asked("/v1/jobs", { method: "POST", body })).json();
    location.assign(`/runs/${run.id}`);
  } catch (error) {
    status.replaceChildren(problem(error));
    button.disabled = false;
  }
});
