// Names and labels, parted into lines as they are drawn.
const ruler = document.createElement("canvas").getContext("2d");
const known = new Map();

// The lines of a text: { text, lines, width }, none wider than `most` pixels; what is beyond `count` of them is left out.
export function wrapped(text, most, size, font, count) {
  const key = `${most} ${size} ${count} ${text}`;
  if (!known.has(key)) known.set(key, parted(text, most, size, font, count));
  return known.get(key);
}

function parted(text, most, size, font, count) {
  ruler.font = `${size}px ${font}`;
  const widthOf = (line) => ruler.measureText(line).width;
  const lines = [];
  let line = "";
  for (const word of text.split(/\s+/).flatMap((one) => pieces(one, most, widthOf))) {
    const longer = line && !word.glued ? `${line} ${word.text}` : line + word.text;
    if (line && widthOf(longer) > most) { lines.push(line); line = word.text; } else line = longer;
  }
  lines.push(line);
  const shown = lines.slice(0, count);
  if (lines.length > count) shown[count - 1] = `${shortened(shown[count - 1], most, widthOf)}…`;
  return { text: shown.join("\n"), lines: shown.length, width: Math.max(...shown.map(widthOf)) };
}

// A word, in pieces where it is wider than a line: an identifier after its marks, another wherever it must be.
function pieces(word, most, widthOf) {
  if (widthOf(word) <= most) return [{ text: word }];
  const parts = word.split(/(?<=[_\-/.:,;])/u).flatMap((part) => (widthOf(part) <= most ? [part] : [...part]));
  return parts.map((text, place) => ({ text, glued: place > 0 }));
}

function shortened(line, most, widthOf) {
  const letters = [...line];
  while (letters.length > 1 && widthOf(`${letters.join("")}…`) > most) letters.pop();
  return letters.join("").trimEnd();
}
