// Text from outside as `engine/report/visible.py` has it: what could hide or reorder is written out.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export function visible(text) {
  const code = (hidden) => hidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return text.replace(HIDDEN, (hidden) => `⟨U+${code(hidden)}⟩`);
}

export function element(name, members = {}, ...children) {
  const made = Object.assign(document.createElement(name), members);
  made.append(...children);
  return made;
}

// A text whose direction is its own.
export const isolated = (text) => element("bdi", { textContent: visible(text) });
