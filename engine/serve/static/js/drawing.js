// Facts drawn by Cytoscape: each kind of line has a pattern and a mark in its label besides its colour.
import { wrapped } from "./labels.js";

const LINES = {
  supported: { style: "solid", width: 3, light: "#00875f", dark: "#2fbf93" },
  inferred: { style: "dashed", width: 3, light: "#00875f", dark: "#2fbf93" },
  instead: { style: "dashed", width: 3, light: "#c8321f", dark: "#ff7a63" },
  repair: { style: "dotted", width: 3, light: "#00639b", dark: "#7cc4ef" },
  fact: { style: "solid", width: 1.5, light: "#77766f", dark: "#a3a199" },
  path: { style: "solid", width: 4, light: "#00639b", dark: "#7cc4ef" },
};
const [NAME_SIZE, LABEL_SIZE] = [13, 12]; // of letters, in pixels
const LINE = 1.3; // of a line of text, in its size
const NARROW = 600; // of a drawing's place
const CHAIN = { across: 270, down: 110 }; // between the entities of a chain
// How wide a line of a name and one of a line's label may be.
const WIDE = { name: 118, label: 90, narrow: false };
const PHONE = { name: 92, label: 78, narrow: true };

export const sizesOf = (place) => (place.clientWidth < NARROW ? PHONE : WIDE);

const font = () => getComputedStyle(document.documentElement).getPropertyValue("--sans");
const nameOf = (node) => wrapped(node.data("label"), sizesOf(node.cy().container()).name, NAME_SIZE, font(), 4);
const labelOf = (edge) => wrapped(edge.data("label"), sizesOf(edge.cy().container()).label, LABEL_SIZE, font(), 3);
const labelText = (edge) => labelOf(edge).text;
export const labelHeight = (edge) => LINE * LABEL_SIZE * labelOf(edge).lines + 4;

const isDark = () => {
  const theme = document.documentElement.dataset.theme;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

function styles(place) {
  const dark = isDark();
  const pick = (light, other) => (dark ? other : light);
  const ink = pick("#1c1c1a", "#eceae4");
  const paper = pick("#ffffff", "#1b1d20");
  const awayFromEnd = sizesOf(place).label / 2 + ARROW;
  return [
    { selector: "node", style: {
      label: (node) => nameOf(node).text, shape: "round-rectangle",
      width: (node) => nameOf(node).width + 18, height: (node) => LINE * NAME_SIZE * nameOf(node).lines + 12,
      "background-color": pick("#f3f2ec", "#24272a"), "border-width": 1, "border-color": pick("#5a5954", "#aaa89f"),
      color: ink, "font-family": font(), "font-size": NAME_SIZE, "line-height": LINE, "text-valign": "center", "text-halign": "center",
      "text-wrap": "wrap", "text-max-width": "1000px" } },
    { selector: "node.current", style: { "border-width": 3, "border-color": pick("#00639b", "#7cc4ef") } },
    { selector: "edge", style: {
      label: labelText, "curve-style": "bezier", "control-point-step-size": 70, "target-arrow-shape": "triangle", "arrow-scale": 1.1,
      color: ink, "font-family": font(), "font-size": LABEL_SIZE, "text-background-color": paper, "text-background-opacity": 1,
      "text-background-padding": "2px", "text-wrap": "wrap", "text-max-width": "1000px" } },
    // Lines of an opened entity: they leave it together, and part before their labels, which stand at the other ends.
    { selector: "edge.branch", style: {
      "curve-style": "round-taxi", "taxi-direction": "horizontal", "taxi-radius": 8, label: "",
      "taxi-turn": (edge) => (edge.hasClass("outwards") ? TURN : -TURN) } },
    { selector: "edge.outwards", style: { "target-label": labelText, "target-text-offset": awayFromEnd } },
    { selector: "edge.inwards", style: { "source-label": labelText, "source-text-offset": awayFromEnd } },
    { selector: "edge.mutual", style: { "source-arrow-shape": "triangle" } },
    { selector: "edge.across", style: { "curve-style": "unbundled-bezier", "control-point-distances": [90], "control-point-weights": [0.5] } },
    ...Object.entries(LINES).map(([kind, line]) => ({ selector: `edge[kind="${kind}"]`, style: {
      "line-style": line.style, width: line.width, "line-color": pick(line.light, line.dark),
      "target-arrow-color": pick(line.light, line.dark), "source-arrow-color": pick(line.light, line.dark) } })),
  ];
}

export const TURN = 22; // where lines of an opened entity part, before it
export const ARROW = 14;

export function drawing(container) {
  const drawn = cytoscape({ container, style: styles(container), layout: { name: "null" }, minZoom: 0.2, maxZoom: 2.5, userZoomingEnabled: false, boxSelectionEnabled: false });
  // The wheel scrolls the page; with Ctrl, or two fingers, it zooms.
  container.addEventListener("wheel", (event) => drawn.userZoomingEnabled(event.ctrlKey), { capture: true, passive: true });
  const restyle = () => drawn.style(styles(container));
  document.addEventListener("themechange", restyle);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", restyle);
  return drawn;
}

// All of it, or what is given; letters are never smaller than can be read where `least` says so.
export function fit(drawn, what = drawn.elements(), least = 0) {
  drawn.fit(what, 24);
  const zoom = Math.min(Math.max(drawn.zoom(), least), 1.2);
  if (zoom === drawn.zoom()) return;
  drawn.zoom(zoom);
  drawn.center(what);
}

// A chain of facts is drawn as it is read: from left to right, or downwards where there is no room.
function align(drawn, downwards) {
  const roots = drawn.nodes().roots();
  const depths = new Map();
  drawn.elements().bfs({ roots: roots.nonempty() ? roots : drawn.nodes().first(), visit: (node, _edge, _from, _place, depth) => { depths.set(node.id(), depth); } });
  const rows = new Map();
  drawn.nodes().forEach((node) => {
    const depth = depths.get(node.id()) ?? 0;
    const row = rows.get(depth) ?? 0;
    rows.set(depth, row + 1);
    node.position(downwards ? { x: row * CHAIN.across, y: depth * CHAIN.down } : { x: depth * CHAIN.across, y: row * CHAIN.down });
  });
  fit(drawn);
}

export function drawVerdicts(within) {
  for (const place of within.querySelectorAll(".drawing[data-elements]")) {
    const drawn = drawing(place);
    drawn.add(JSON.parse(place.dataset.elements));
    align(drawn, place.clientWidth < NARROW);
  }
}
