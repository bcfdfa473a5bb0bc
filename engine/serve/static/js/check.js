// An answer is checked against documents: what became of it stands below the form, and is told to screen readers.
import { fragment, problem } from "./ask.js";

const form = document.getElementById("check");
const result = document.getElementById("result");
const status = document.getElementById("status");

function request() {
  const said = new FormData(form);
  const files = said.getAll("files").filter((file) => file.name);
  if (!files.length) said.delete("files");
  if (!files.length && !said.get("texts").trim()) throw new Error("paste a document, or choose files");
  return { method: "POST", body: said };
}

async function check() {
  const button = form.querySelector("button[type=submit]");
  button.disabled = true;
  result.setAttribute("aria-busy", "true"); // what stands there is of the last one
  status.textContent = "Checking…";
  try {
    result.replaceChildren(...await fragment("/page/check", request()));
    result.hidden = false;
    const checked = result.querySelector(".checked");
    status.textContent = `Result: ${checked.dataset.said}`;
    checked.querySelector("h2").focus();
  } catch (error) {
    status.textContent = "";
    result.replaceChildren(problem(error));
    result.hidden = false;
  } finally {
    button.disabled = false;
    result.removeAttribute("aria-busy");
  }
}

form.addEventListener("submit", (event) => { event.preventDefault(); check(); });
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && form.reportValidity()) check();
});
