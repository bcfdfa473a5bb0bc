// A graph that is walked grows sidewards: what was opened stands before a column of its neighbours, each on a row of
// its own, and the label of each line stands on that row, so that nothing covers anything.
import { ARROW, TURN, fit, labelHeight, sizesOf } from "./drawing.js";

const GAP = 12; // between rows
const BETWEEN = 60; // between entities that were opened on their own
const LEAST = 0.8; // of a zoom at which letters can be read

const rowHeight = (node) => Math.max(node.outerHeight(), ...node.connectedEdges().map(labelHeight));
const total = (nodes) => nodes.reduce((sum, node) => sum + rowHeight(node) + GAP, -GAP);

// New nodes are put before the one that was opened; what is there stays in its place.
export function grow(drawn, opened, added) {
  const narrow = sizesOf(drawn.container()).narrow;
  const nodes = added.toArray();
  const half = Math.ceil(nodes.length / 2);
  if (!placed(opened)) place(opened, 0, 0, 0, below(drawn, narrow ? total(nodes) : total(nodes.slice(0, half))));
  if (opened.data("depth") || narrow) stack(drawn, opened, nodes, opened.data("side") || 1);
  else {
    stack(drawn, opened, nodes.slice(0, half), 1);
    stack(drawn, opened, nodes.slice(half), -1);
  }
  drawn.edges().forEach(lead);
}

const placed = (node) => node.data("depth") !== undefined;

function place(node, side, depth, x, y) {
  node.data({ side, depth });
  node.position({ x, y });
}

// Where an entity is put that nothing drawn leads to, with neighbours that are so high.
function below(drawn, height) {
  const before = drawn.nodes().filter(placed);
  return before.empty() ? 0 : before.boundingBox().y2 + BETWEEN + Math.max(height, 0) / 2;
}

function stack(drawn, opened, nodes, side) {
  const sizes = sizesOf(drawn.container());
  const depth = opened.data("depth") + 1;
  const room = sizes.label + TURN + 2 * ARROW;
  const near = (sizes.name + 18) * (depth - 0.5) + room * depth;
  const taken = drawn.nodes().filter((node) => node.data("side") === side && node.data("depth") === depth)
    .map((node) => [node.position("y") - rowHeight(node) / 2 - GAP, node.position("y") + rowHeight(node) / 2 + GAP]);
  const tall = total(nodes);
  let y = free(taken, opened.position("y") - tall / 2, tall);
  for (const node of nodes) {
    const height = rowHeight(node);
    place(node, side, depth, side * (near + node.outerWidth() / 2), y + height / 2);
    y += height + GAP;
  }
}

// The top nearest to the one that is wanted, where so much is free.
function free(taken, wanted, tall) {
  const tops = [wanted, ...taken.flatMap(([top, end]) => [end, top - tall])];
  const isFree = (top) => taken.every(([from, end]) => top + tall <= from + 0.5 || top >= end - 0.5);
  const far = (top) => Math.abs(top - wanted);
  return tops.filter(isFree).reduce((one, other) => (far(other) < far(one) ? other : one));
}

// How a line runs: outwards from one column to the next, inwards, or across.
function lead(edge) {
  const [source, target] = [edge.source(), edge.target()];
  const isNext = (inner, outer) => outer.data("depth") === inner.data("depth") + 1 && [0, outer.data("side")].includes(inner.data("side"));
  const [outwards, inwards] = [isNext(source, target), isNext(target, source)];
  edge.toggleClass("branch", outwards || inwards).toggleClass("outwards", outwards).toggleClass("inwards", inwards);
  edge.toggleClass("across", !outwards && !inwards);
  const label = told(edge.data("facts"), target.position("x") < source.position("x"));
  edge.data("label", inwards && !edge.hasClass("mutual") ? marked(label, source.data("side")) : label);
}

// Lines that come in meet at one arrow: each says so itself.
const marked = (label, side) => (side > 0 ? `← ${label}` : `${label} →`);

// The facts that one line stands for; where they lead both ways, each with its way.
function told(facts, leftwards) {
  const labels = (forward) => [...new Set(facts.filter((fact) => fact.forward === forward).map((fact) => fact.label))].sort();
  const [onward, back] = [labels(true).join(", "), labels(false).join(", ")];
  if (!back || onward === back) return onward;
  return leftwards ? `← ${onward}; ${back} →` : `${onward} →; ← ${back}`;
}

// All that is drawn where letters stay readable, else a path from its first entity on.
export function lookAlong(drawn, path, first) {
  fit(drawn);
  if (drawn.zoom() >= LEAST) return;
  fit(drawn, path, sizesOf(drawn.container()).narrow ? LEAST : 0);
  const beyond = path.renderedBoundingBox();
  if (beyond.w > drawn.width()) drawn.panBy({ x: GAP - first.renderedBoundingBox().x1, y: 0 });
}

// What was opened, with its neighbours, as far as letters stay readable.
export function look(drawn, opened) {
  const all = opened.closedNeighborhood();
  const place = drawn.container();
  if (sizesOf(place).narrow) {
    const wanted = all.boundingBox().h * 0.95 + 2 * GAP;
    place.style.height = `${Math.min(Math.max(wanted, 300), 0.75 * innerHeight)}px`;
    drawn.resize();
  }
  fit(drawn, all);
  if (drawn.zoom() >= LEAST) return;
  const outer = all.nodes().filter((node) => node.data("depth") > opened.data("depth"));
  drawn.zoom(LEAST);
  drawn.center(outer.union(opened));
}
