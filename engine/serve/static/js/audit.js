// A text is audited: the verdict stands below the form, and is told to screen readers.
import { fragment, posted, problem } from "./ask.js";
import { drawVerdicts } from "./drawing.js";

const form = document.getElementById("audit");
const result = document.getElementById("result");
const status = document.getElementById("status");

function request() {
  const said = new FormData(form);
  const lines = said.get("gold_answers").split("\n").map((line) => line.trim()).filter(Boolean);
  const settings = Object.fromEntries(["world", "method"].map((name) => [name, said.get(name)]).filter(([, value]) => value));
  return {
    kg: said.get("kg"), text: said.get("text"), question: said.get("question"),
    topic: said.get("topic").trim() || null, gold_answers: lines, settings,
  };
}

async function audit() {
  const button = form.querySelector("button[type=submit]");
  button.disabled = true;
  result.setAttribute("aria-busy", "true"); // what stands there is of the last one
  status.textContent = "Auditing…";
  try {
    result.replaceChildren(...await fragment("/page/audit", posted(request())));
    result.hidden = false;
    drawVerdicts(result);
    const verdict = result.querySelector(".verdict");
    status.textContent = `Verdict: ${verdict.dataset.said}`;
    verdict.querySelector("h2").focus();
  } catch (error) {
    status.textContent = "";
    result.replaceChildren(problem(error));
    result.hidden = false;
  } finally {
    button.disabled = false;
    result.removeAttribute("aria-busy");
  }
}

form?.addEventListener("submit", (event) => { event.preventDefault(); audit(); });
form?.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && form.reportValidity()) audit();
});
