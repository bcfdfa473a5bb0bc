// Asking the server: JSON or a fragment of a page; what goes wrong is the one line of its problem.
async function checked(response) {
  if (response.ok) return response;
  let detail = `the server answered ${response.status}`;
  try { detail = (await response.json()).detail ?? detail; } catch { /* no problem document */ }
  throw new Error(detail);
}

export async function asked(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch {
    throw new Error("the server does not answer; is it running?");
  }
  return checked(response);
}

export const getJSON = async (address) => (await asked(address)).json();

export function posted(value) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) };
}

// The server escapes what it puts into fragments, and the policy of the page runs no script in them.
export async function fragment(address, options) {
  const page = new DOMParser().parseFromString(await (await asked(address, options)).text(), "text/html");
  return [...page.body.childNodes].map((node) => document.importNode(node, true));
}

export function problem(error) {
  const told = document.createElement("p");
  told.className = "problem";
  told.setAttribute("role", "alert");
  told.textContent = error.message;
  return told;
}
