// What was opened on the walk through a graph, drawn: an entity once, and one line for all facts that join two.
import { drawing, fit } from "./drawing.js";
import { grow, look, lookAlong } from "./growing.js";
import { visible } from "./text.js";

const MOST_DRAWN = 12; // facts that one opening adds
let drawn = null;
let chosen = () => {};

export function onChosen(open) { chosen = open; }

function begun() {
  document.getElementById("picture").hidden = false;
  if (drawn) drawn.resize();
  else {
    drawn = drawing(document.getElementById("canvas"));
    drawn.on("tap", "node", (event) => chosen(event.target.id().slice(2)));
  }
  return drawn;
}

const nodeOf = (id) => drawn.getElementById(`n:${id}`);

function node(id, names) {
  if (nodeOf(id).empty()) drawn.add({ data: { id: `n:${id}`, label: visible(names[id]) } });
  return nodeOf(id);
}

function line(fact, names, kind) {
  const [head, tail] = [node(fact.head, names), node(fact.tail, names)];
  const id = `e:${JSON.stringify([fact.head, fact.tail].sort())}`;
  if (drawn.getElementById(id).empty()) drawn.add({ data: { id, source: head.id(), target: tail.id(), facts: [], label: "", kind } });
  const edge = drawn.getElementById(id);
  const facts = edge.data("facts");
  if (!facts.some((one) => one.key === fact.key)) {
    const forward = edge.data("source") === head.id();
    edge.data("facts", [...facts, { key: fact.key, label: visible(fact.label), forward }]);
    edge.data("label", facts.concat({ label: visible(fact.label) }).map((one) => one.label).join(", "));
    if (!forward) edge.addClass("mutual");
  }
  if (kind !== "fact") edge.data("kind", kind);
}

// Of each relation as many as of the others, as far as they go.
function spread(groups, most) {
  const longest = Math.max(0, ...groups.map((facts) => facts.length));
  const turns = Array.from({ length: longest }, (_, turn) => groups.map((facts) => facts[turn]).filter(Boolean));
  const kept = new Set(turns.flat().slice(0, most));
  return groups.flat().filter((fact) => kept.has(fact));
}

// The entity that was opened, with its facts by relation. Returns how many are drawn.
export function drawFacts(groups, names, id) {
  begun();
  const facts = spread(groups, MOST_DRAWN);
  const opened = node(id, names);
  const before = drawn.nodes();
  for (const fact of facts) line(fact, names, "fact");
  grow(drawn, opened, drawn.nodes().not(before));
  drawn.nodes().removeClass("current");
  opened.addClass("current");
  look(drawn, opened);
  return facts.length;
}

export function drawPath({ start, hops, names }) {
  begun();
  drawn.edges('[kind="path"]').data("kind", "fact");
  let from = node(start, names);
  for (const hop of hops) {
    const before = drawn.nodes();
    line(hop, names, "path");
    grow(drawn, from, drawn.nodes().not(before));
    from = nodeOf(hop.reached);
  }
  const path = drawn.edges('[kind="path"]');
  lookAlong(drawn, path.union(path.connectedNodes()), nodeOf(start));
}

export function fitDrawing() {
  if (drawn) fit(drawn);
}

export function emptyDrawing() {
  drawn?.elements().remove();
}
