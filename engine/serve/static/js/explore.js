// A graph is walked: search, open an entity, go on to its neighbours, follow paths. Addresses can be shared.
import { getJSON, problem } from "./ask.js";
import { arrange, drawing } from "./drawing.js";
import { element, isolated, visible } from "./text.js";

const section = (id) => document.getElementById(id);
const status = section("status");
const MOST_DRAWN = 12; // neighbours that one opening adds to the drawing
let canvas = null;
let current = null;

const kg = () => section("search").elements.kg.value;
const address = (what, members) => `/v1/kgs/${encodeURIComponent(kg())}/${what}?${new URLSearchParams(members)}`;

async function told(work) {
  status.textContent = "Looking…";
  try {
    status.textContent = "";
    await work();
  } catch (error) {
    status.replaceChildren(problem(error));
  }
}

function opener(id, label) {
  const button = element("button", { type: "button", className: "link" }, isolated(label));
  button.addEventListener("click", () => open(id));
  return button;
}

async function search(text) {
  const found = await getJSON(address("search", { q: text, limit: 12 }));
  const list = section("found").querySelector("ul");
  list.replaceChildren(...found.entities.map((one) => {
    const about = [one.how, ...one.types].join(", ");
    return element("li", {}, opener(one.id, one.name ?? one.id), " ", element("span", { className: "note", textContent: visible(about) }));
  }));
  section("found").hidden = !found.entities.length;
  status.textContent = found.entities.length ? `${found.entities.length} found. ${found.note}` : `Nothing is called so. ${found.note}`;
}

function grouped(facts, id) {
  const groups = new Map();
  for (const fact of facts) {
    const out = fact.head === id;
    const title = out ? `${fact.label} →` : `← ${fact.label}`;
    if (!groups.has(title)) groups.set(title, []);
    groups.get(title).push(out ? fact.tail : fact.head);
  }
  return groups;
}

function showFacts(found) {
  const { entity, facts, names } = found;
  section("entity-title").replaceChildren(isolated(entity.label));
  const about = [entity.id, ...entity.types, ...entity.aliases];
  section("entity-about").textContent = visible(about.join(" · "));
  section("facts").replaceChildren(...[...grouped(facts, entity.id)].map(([title, ends]) => element("div", { className: "fact-group" },
    element("h3", {}, isolated(title)),
    element("ul", {}, ...ends.map((end) => element("li", {}, opener(end, names[end])))))));
  if (found.more) {
    section("facts").append(element("p", { className: "note", textContent: `The first ${facts.length} facts; search for others, or ask by Cypher.` }));
  }
  section("entity").hidden = false;
}

// The facts, with what they join; `centre` is the id of what was opened.
function draw(facts, names, kind, centre) {
  section("picture").hidden = false;
  canvas ??= started();
  canvas.resize();
  const before = canvas.nodes();
  for (const id of [centre, ...facts.flatMap((fact) => [fact.head, fact.tail])]) {
    if (canvas.getElementById(`n:${id}`).empty()) canvas.add({ data: { id: `n:${id}`, label: visible(names[id]) } });
  }
  for (const fact of facts) {
    const edge = canvas.getElementById(`e:${fact.key}`);
    if (edge.empty()) canvas.add({ data: { id: `e:${fact.key}`, source: `n:${fact.head}`, target: `n:${fact.tail}`, label: visible(fact.label), kind } });
    else if (kind !== "fact") edge.data("kind", kind);
  }
  const opened = canvas.getElementById(`n:${centre}`);
  canvas.nodes().removeClass("current");
  opened.addClass("current");
  const added = canvas.nodes().not(before).not(opened);
  if (added.nonempty()) arrange(canvas, added, opened);
}

function started() {
  const drawn = drawing(section("canvas"));
  drawn.on("tap", "node", (event) => open(event.target.id().slice(2)));
  return drawn;
}

function open(id, { remember = true } = {}) {
  return told(async () => {
    const found = await getJSON(address("entity", { name: id, limit: 60 }));
    current = found.entity.id;
    showFacts(found);
    draw(found.facts.slice(0, MOST_DRAWN), found.names, "fact", current);
    if (remember) history.pushState({}, "", `/explore?${new URLSearchParams({ kg: kg(), entity: current })}`);
    section("entity-title").focus();
  });
}

async function follow(target, hops) {
  const found = await getJSON(address("paths", { source: current, target, max_hops: hops, limit: 10 }));
  const list = section("paths").querySelector("ol");
  list.replaceChildren(...found.map((path) => element("li", {}, isolated(path.text))));
  section("paths").hidden = false;
  canvas?.edges('[kind="path"]').data("kind", "fact");
  const names = Object.assign({}, ...found.map((path) => path.names));
  if (found.length) draw(found[0].hops, names, "path", current);
  status.textContent = found.length ? `${found.length} paths; the first is drawn.` : `No path within ${hops} hops.`;
  section("paths-title").focus();
}

section("search")?.addEventListener("submit", (event) => {
  event.preventDefault();
  told(() => search(event.target.elements.q.value));
});
section("search")?.elements.kg.addEventListener("change", clear);
section("path")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const { target, max_hops: hops } = event.target.elements;
  told(() => follow(target.value, hops.value));
});
section("fit")?.addEventListener("click", () => canvas?.fit(undefined, 24));
section("clear")?.addEventListener("click", clear);

function clear() {
  canvas?.elements().remove();
  for (const id of ["picture", "entity", "paths", "found"]) section(id).hidden = true;
}

function fromAddress() {
  const asked = new URLSearchParams(location.search);
  if (asked.get("kg")) section("search").elements.kg.value = asked.get("kg");
  if (asked.get("entity")) open(asked.get("entity"), { remember: false });
}
addEventListener("popstate", fromAddress);
if (section("search")) addEventListener("DOMContentLoaded", fromAddress);
