// A graph is walked: search, open an entity, go on to its neighbours, follow paths. Addresses can be shared.
import { getJSON, problem } from "./ask.js";
import { drawFacts, drawPath, emptyDrawing, fitDrawing, onChosen } from "./walked.js";
import { element, isolated, visible } from "./text.js";

const section = (id) => document.getElementById(id);
let current = null;
let asked = 0;

const kg = () => section("search").elements.kg.value;
const address = (what, members) => `/v1/kgs/${encodeURIComponent(kg())}/${what}?${new URLSearchParams(members)}`;

function hide(...ids) {
  for (const id of ids) section(id).hidden = true;
}

// Ask, and show what comes; an error takes the place of `results`. Of two askings only the later one is shown.
async function told(status, results, ask, show) {
  const own = ++asked;
  status.textContent = "Looking…";
  try {
    const found = await ask();
    if (own !== asked) return;
    status.textContent = "";
    show(found);
  } catch (error) {
    if (own !== asked) return;
    hide(...results);
    status.replaceChildren(problem(error));
  }
}

function opener(id, label) {
  const button = element("button", { type: "button", className: "link" }, isolated(label));
  button.addEventListener("click", () => open(id));
  return button;
}

function cypherOf(text) {
  const copy = element("button", { type: "button", className: "copy", textContent: "Copy Cypher" });
  const code = element("pre", { tabIndex: 0 }, element("code", { textContent: text }));
  return element("div", { className: "pasted" }, copy, element("details", {}, element("summary", { textContent: "Cypher" }), code));
}

const search = (text) => told(section("status"), ["found", "entity", "paths", "picture"],
  () => getJSON(address("search", { q: text, limit: 12 })),
  (found) => showFound(found, text));

const KINDS = { words: "Some of its words are in their names", meaning: "Nearest in meaning" };
const CALLED = "Called so";

function showFound({ entities, note }, text) {
  hide("entity", "paths", "picture");
  const titles = [CALLED, ...Object.values(KINDS)];
  const groups = titles.map((title) => [title, entities.filter((one) => (KINDS[one.how] ?? CALLED) === title)]).filter(([, ones]) => ones.length);
  section("found-groups").replaceChildren(...groups.flatMap(([title, ones]) => [
    element("h3", { className: "found-how", textContent: title }),
    element("ul", { className: "entities" }, ...ones.map(entry)),
  ]));
  const [[first, ones] = ["", []]] = groups;
  const isCalledSo = first === CALLED;
  section("found").hidden = !entities.length;
  section("found-title").textContent = isCalledSo ? "Found" : "Nearest";
  const told = { [KINDS.words]: " These have some of its words in their names.", [KINDS.meaning]: " These are the nearest in meaning." };
  const none = `Nothing is called “${visible(text)}”.${told[first] ?? ""}`;
  section("status").textContent = `${isCalledSo ? `${ones.length} found by name.` : none} ${note}`;
}

function entry(one) {
  const about = [...(one.how in KINDS ? [] : [one.how]), ...one.types].join(", ");
  return element("li", {}, opener(one.id, one.name ?? one.id), " ", element("span", { className: "note", textContent: visible(about) }));
}

function grouped(facts, id) {
  const groups = new Map();
  for (const fact of facts) {
    const out = fact.head === id;
    const title = out ? `${fact.label} →` : `← ${fact.label}`;
    if (!groups.has(title)) groups.set(title, []);
    groups.get(title).push({ fact, end: out ? fact.tail : fact.head });
  }
  return groups;
}

function showFacts({ entity, facts, names, more, cypher }, groups) {
  section("entity-title").replaceChildren(isolated(entity.label));
  const about = [entity.id, ...entity.types, ...entity.aliases];
  section("entity-about").textContent = visible(about.join(" · "));
  section("facts").replaceChildren(...[...groups].map(([title, ends]) => element("div", { className: "fact-group" },
    element("h3", {}, isolated(title)),
    element("ul", {}, ...ends.map(({ end }) => element("li", {}, opener(end, names[end])))))));
  if (more) {
    section("facts").append(element("p", { className: "note", textContent: `The first ${facts.length} facts; search for others, or ask by Cypher.` }));
  }
  section("entity-cypher").replaceChildren(...(cypher ? [cypherOf(cypher)] : []));
  section("path-status").textContent = "";
  section("entity").hidden = false;
}

const open = (id, { remember = true } = {}) => told(section("status"), ["entity", "paths", "picture"],
  () => getJSON(address("entity", { name: id, limit: 60 })),
  (found) => {
    current = found.entity.id;
    const groups = grouped(found.facts, current);
    showFacts(found, groups);
    const all = [...groups.values()].map((ends) => ends.map(({ fact }) => fact));
    const count = drawFacts(all, found.names, current);
    const rest = found.more ? "more than " : "";
    section("drawn-note").textContent = count < found.facts.length ? `${count} of ${rest}${found.facts.length} facts are drawn, some of each relation.` : "";
    if (remember) history.pushState({}, "", `/explore?${new URLSearchParams({ kg: kg(), entity: current })}`);
    section("entity-title").focus();
  });

const follow = (target, hops) => told(section("path-status"), ["paths"],
  () => getJSON(address("paths", { source: current, target, max_hops: hops, limit: 10 })),
  (paths) => {
    section("paths").hidden = !paths.length;
    section("path-status").textContent = paths.length ? `${paths.length === 1 ? "1 path" : `${paths.length} paths`}; the first is drawn.` : `No path within ${hops} hops.`;
    if (!paths.length) return;
    const [{ start, end, names }] = paths;
    section("paths-title").replaceChildren("Paths from ", isolated(names[start]), " to ", isolated(names[end]));
    section("paths").querySelector("ol").replaceChildren(...paths.map((path) => element("li", {}, steps(path), ...(path.cypher ? [cypherOf(path.cypher)] : []))));
    drawPath(paths[0]);
    section("paths-title").focus();
  });

// A path as it is walked, each entity to be opened.
function steps({ start, hops, names }) {
  const walked = hops.flatMap((hop) => [
    hop.forward ? " ─" : " ←", isolated(hop.label), hop.forward ? "→ " : "─ ", opener(hop.reached, names[hop.reached]),
  ]);
  return element("span", { className: "walked" }, opener(start, names[start]), ...walked);
}

function clear() {
  asked += 1; // what is under way is of no use
  current = null;
  emptyDrawing();
  hide("picture", "entity", "paths", "found");
  section("status").textContent = "";
}

function fromAddress() {
  const shared = new URLSearchParams(location.search);
  if (shared.get("kg")) section("search").elements.kg.value = shared.get("kg");
  if (shared.get("entity")) open(shared.get("entity"), { remember: false });
  else clear();
}

if (section("search")) {
  section("search").addEventListener("submit", (event) => {
    event.preventDefault();
    search(event.target.elements.q.value);
  });
  section("search").elements.kg.addEventListener("change", clear);
  section("path").addEventListener("submit", (event) => {
    event.preventDefault();
    const { target, max_hops: hops } = event.target.elements;
    follow(target.value, hops.value);
  });
  section("fit").addEventListener("click", fitDrawing);
  section("clear").addEventListener("click", clear);
  onChosen(open);
  addEventListener("popstate", fromAddress);
  addEventListener("DOMContentLoaded", fromAddress);
}
