// Facts drawn by Cytoscape: each kind of line has a pattern and a mark in its label besides its colour.
const LINES = {
  supported: { style: "solid", width: 3, light: "#00875f", dark: "#2fbf93" },
  inferred: { style: "dashed", width: 3, light: "#00875f", dark: "#2fbf93" },
  instead: { style: "dashed", width: 3, light: "#c8321f", dark: "#ff7a63" },
  repair: { style: "dotted", width: 3, light: "#00639b", dark: "#7cc4ef" },
  fact: { style: "solid", width: 1.5, light: "#77766f", dark: "#a3a199" },
  path: { style: "solid", width: 4, light: "#00639b", dark: "#7cc4ef" },
};

const isDark = () => {
  const theme = document.documentElement.dataset.theme;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

function styles() {
  const own = getComputedStyle(document.documentElement);
  const dark = isDark();
  const pick = (light, other) => (dark ? other : light);
  const font = own.getPropertyValue("--sans");
  const ink = pick("#1c1c1a", "#eceae4");
  const paper = pick("#ffffff", "#1b1d20");
  return [
    { selector: "node", style: {
      label: "data(label)", shape: "round-rectangle", width: widthOf, height: heightOf,
      "background-color": pick("#f3f2ec", "#24272a"), "border-width": 1, "border-color": pick("#5a5954", "#aaa89f"),
      color: ink, "font-family": font, "font-size": 13, "text-valign": "center", "text-halign": "center",
      "text-wrap": "wrap", "text-max-width": `${WIDEST}px` } },
    { selector: "node.current", style: { "border-width": 3, "border-color": pick("#00639b", "#7cc4ef") } },
    { selector: "edge", style: {
      label: "data(label)", "curve-style": "bezier", "control-point-step-size": 70, "target-arrow-shape": "triangle", "arrow-scale": 1.1,
      color: ink, "font-family": font, "font-size": 11, "text-background-color": paper, "text-background-opacity": 0.9,
      "text-background-padding": "2px", "text-wrap": "wrap", "text-max-width": "110px" } },
    ...Object.entries(LINES).map(([kind, line]) => ({ selector: `edge[kind="${kind}"]`, style: {
      "line-style": line.style, width: line.width, "line-color": pick(line.light, line.dark),
      "target-arrow-color": pick(line.light, line.dark) } })),
  ];
}

const WIDEST = 150; // of a name's line, in pixels
const [WIDE, HIGH] = [270, 170]; // how far from an opened node its neighbours are put
const RINGS = [1, 1.5, 2, 2.5, 3];
const GAP = 12;
const LETTER = 7.4;
const NARROW = 600;

const linesOf = (node) => Math.ceil((LETTER * node.data("label").length) / WIDEST);
const widthOf = (node) => Math.min(LETTER * node.data("label").length, WIDEST) + 18;
const heightOf = (node) => 17 * linesOf(node) + 12;

export function drawing(container) {
  const drawn = cytoscape({ container, style: styles(), layout: { name: "null" }, minZoom: 0.2, maxZoom: 2.5, userZoomingEnabled: false, boxSelectionEnabled: false });
  // The wheel scrolls the page; with Ctrl, or two fingers, it zooms.
  container.addEventListener("wheel", (event) => drawn.userZoomingEnabled(event.ctrlKey), { capture: true, passive: true });
  const restyle = () => drawn.style(styles());
  document.addEventListener("themechange", restyle);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", restyle);
  return drawn;
}

function fit(drawn) {
  drawn.fit(undefined, 24);
  if (drawn.zoom() > 1.2) { drawn.zoom(1.2); drawn.center(); }
}

// New nodes are put around the one that was opened, where nothing stands yet; what is there stays in its place.
export function arrange(drawn, added, centre) {
  const { x, y } = centre.position();
  const taken = drawn.nodes().not(added).map(boxOf);
  const step = (2 * Math.PI) / Math.max(added.length, 6);
  added.forEach((node, place) => {
    const spots = RINGS.flatMap((ring) => turns(step * (place + ring / 2)).map((angle) => ({ x: x + ring * WIDE * Math.cos(angle), y: y + ring * HIGH * Math.sin(angle) })));
    node.position(spots.find((spot) => !taken.some((box) => overlaps(box, { ...boxOf(node), ...spot }))) ?? spots.at(-1));
    taken.push(boxOf(node));
  });
  fit(drawn);
}

const turns = (first) => Array.from({ length: 16 }, (_, turn) => first + (turn * Math.PI) / 8);
const boxOf = (node) => ({ ...node.position(), width: widthOf(node), height: heightOf(node) });
const overlaps = (one, other) =>
  Math.abs(one.x - other.x) < (one.width + other.width) / 2 + GAP && Math.abs(one.y - other.y) < (one.height + other.height) / 2 + GAP;

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
    node.position(downwards ? { x: row * WIDE, y: depth * HIGH * 0.6 } : { x: depth * WIDE, y: row * HIGH * 0.6 });
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
