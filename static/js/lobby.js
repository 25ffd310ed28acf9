// The lobby while it is open: asks now and then for its lists and changes rows in place. Nothing moves under the
// pointer: what is new comes at the end, what is gone is greyed until the pointer has left. Without this script
// the page is simply reloaded.

const EVERY_MS = 4_000;
const AFTER_REFUSAL_MS = 15_000;
const SAY_EVERY_MS = 10_000;
const FEWEST_MS_BETWEEN = 1_000;
const MOST_GREYED = 20;

const page = document.getElementById("lobby");
const regions = { polite: document.getElementById("live-polite"), urgent: document.getElementById("live-urgent") };
const title = document.title;
const noPointer = matchMedia("(hover: none)");

let mark = "";
let timer = 0;
let asking = false;
let lastAsked = 0;
let turns = Number(page.dataset.turns);
const unsaid = { new: 0, gone: 0 };
let saidAt = -SAY_EVERY_MS;

// --- asking ----------------------------------------------------------------------------------------------

function wait(ms) {
  clearTimeout(timer);
  // Spread, so that a thousand pages do not ask in the same moment, nor come back together when they were refused.
  timer = setTimeout(look, ms * (0.7 + Math.random() * 0.6));
}

async function look() {
  if (document.hidden || asking) return;
  asking = true;
  lastAsked = performance.now();
  let next = AFTER_REFUSAL_MS;
  try {
    const headers = mark ? { "If-None-Match": mark } : {};
    const answer = await fetch(page.dataset.live, { headers, cache: "no-store" });
    if (answer.status === 304) next = EVERY_MS;
    else if (answer.ok && !answer.redirected) {
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      mark = update(fresh) ? answer.headers.get("ETag") : "";
      next = EVERY_MS;
    }
  } catch {
    // no network: the page stays as it is
  }
  asking = false;
  say();
  wait(next);
}

document.addEventListener("visibilitychange", () => {
  clearTimeout(timer);
  if (document.hidden) page.querySelectorAll("[data-rows]").forEach((list) => sweep(list, true));
  else wait(Math.max(0, FEWEST_MS_BETWEEN - (performance.now() - lastAsked)));
});

// --- rows ------------------------------------------------------------------------------------------------

/** Under the pointer, or with the focus inside: hands off. */
function inUse(element) {
  return element.matches(":hover") || element.contains(document.activeElement);
}

/** True when everything could be shown; what is in use waits for the next time. */
function update(fresh) {
  let complete = true;
  const elsewhere = new Set(fresh.querySelector("[data-elsewhere]")?.dataset.elsewhere.split(" "));
  for (const list of page.querySelectorAll("[data-rows]")) {
    const now = fresh.getElementById(list.id);
    if (!now) continue;
    complete = updateList(list, now, elsewhere) && complete;
    showSection(list, now);
  }
  countTurns(Number(fresh.querySelector("[data-turns]")?.dataset.turns ?? 0));
  return complete;
}

function updateList(list, now, elsewhere) {
  let complete = true;
  const counted = list.id === "open-rows";
  const known = new Map([...list.children].map((row) => [row.id, row]));
  for (const row of [...now.children]) {
    const old = known.get(row.id);
    known.delete(row.id);
    if (!old) {
      row.classList.add("new");
      list.append(row);
      if (counted) unsaid.new += 1;
    } else if (old.dataset.mark !== row.dataset.mark) {
      if (inUse(old)) complete = false;
      else old.replaceWith(row);
    }
  }
  for (const row of known.values()) {
    if (elsewhere.has(row.id.replace("open-", ""))) continue; // on another page by now
    if (counted && !row.classList.contains("gone")) unsaid.gone += 1;
    grey(row);
  }
  sweep(list);
  return complete;
}

function grey(row) {
  if (row.classList.contains("gone")) return;
  row.classList.add("gone");
  row.dataset.mark = "";
  for (const control of row.querySelectorAll("a, button, select")) {
    if (control.matches("a")) {
      control.removeAttribute("href");
      control.setAttribute("aria-disabled", "true");
    } else control.disabled = true;
  }
  const note = document.createElement("span");
  note.className = "gone-note small";
  note.textContent = page.dataset.taken;
  row.querySelector(".who")?.append(" ", note);
}

/**
 * Take greyed rows away when nobody is about to press something. A finger gives no warning: there they stay until
 * the page is left, or there are too many of them.
 */
function sweep(list, unseen = false) {
  const greyed = [...list.querySelectorAll(":scope > .gone")];
  const stay = !unseen && (noPointer.matches || inUse(page)) ? MOST_GREYED : 0;
  for (const row of greyed.slice(0, Math.max(0, greyed.length - stay))) row.remove();
  showSection(list, list);
}

page.addEventListener("pointerleave", () => page.querySelectorAll("[data-rows]").forEach((list) => sweep(list)));

/** Head, or the sentence that there is nothing; a list of one's own without rows is no section at all. */
function showSection(list, now) {
  const section = list.closest("[data-section]");
  const some = list.children.length > 0;
  const empty = section.querySelector("[data-empty]");
  if (!empty) {
    section.hidden = !some;
    return;
  }
  section.querySelector("[data-list]").hidden = !some;
  const sentence = now.closest?.("[data-section]")?.querySelector("[data-empty]");
  if (sentence && sentence !== empty && !some) empty.innerHTML = sentence.innerHTML;
  empty.hidden = some;
}

// --- words -----------------------------------------------------------------------------------------------

function countTurns(now) {
  document.title = now ? `(${now}) ${title}` : title;
  if (now > turns) speak(regions.urgent, page.dataset.turn);
  turns = now;
}

function say() {
  if (performance.now() - saidAt < SAY_EVERY_MS || !(unsaid.new || unsaid.gone)) return;
  const parts = ["new", "gone"].filter((kind) => unsaid[kind]).map((kind) => page.dataset[kind].replace("%s", unsaid[kind]));
  unsaid.new = unsaid.gone = 0;
  saidAt = performance.now();
  speak(regions.polite, parts.join(" "));
}

/** A new node each time, or the same sentence would not be read again. */
function speak(region, text) {
  const line = document.createElement("p");
  line.textContent = text;
  region.replaceChildren(line);
}

countTurns(turns);
wait(EVERY_MS);
