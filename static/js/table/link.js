// The connection: which messages count, when it is lost and what the player is told about it; what is sent, and when
// not; and whether the cards that come are those that were fixed before the deal.

import { makeClientSeed, seedDigest, verifyCard } from "../../games/fair.js";
import { live, manner, memory, sayNow, stage, tableSection, words } from "./page.js";

const SILENCE_MS = 12_000; // the server says something every 5 s
const BACK_SHOWN_MS = 5_000;
const ERROR_SHOWN_MS = 6_000;

// After these the server does not want this page back; others are tried again.
const FINAL = {
  4401: () => [words.loggedOut, words.logIn, stage.dataset.login],
  4403: () => [words.noLook, words.lobby, "/"],
  4404: () => [words.unknown, words.lobby, "/"],
  4409: () => [words.elsewhere, words.here, location.href],
  4429: () => [words.tooFast, words.reload, location.href],
};

const banner = document.getElementById("link");
let heardAt = performance.now();
let lost = false;
let final = false;
let leaving = false;
let timer = 0;

export function watchLink(heard) {
  stage.addEventListener("htmx:before:ws:connection", (event) => {
    if (final) event.preventDefault();
  });
  stage.addEventListener("htmx:after:ws:connection", () => {
    heardAt = performance.now();
    told = "";
  });
  stage.addEventListener("htmx:ws:close", (event) => closed(event.detail.code));
  stage.addEventListener("htmx:before:ws:message", (event) => take(event, heard));
  window.addEventListener("pagehide", () => {
    leaving = true;
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  setInterval(reconnectAfterSilence, 1_000);
  // Not in the page's HTML: htmx would connect before these listeners are there, and the first views would be lost.
  stage.setAttribute("hx-ws:connect", stage.dataset.socket);
  htmx.process(stage);
}

function take(event, heard) {
  heardAt = performance.now();
  const message = event.detail.message.json;
  if (!message) {
    event.preventDefault();
    return;
  }
  if (message.error) {
    forgetSent();
    told = "";
    tell("bad", message.error.message, ERROR_SHOWN_MS);
    sayNow(message.error.message);
  }
  if (message.v !== undefined && message.v < live.version) {
    event.preventDefault();
    return;
  }
  if (message.content !== undefined) {
    live.version = message.v;
    becomeCurrent();
  }
  heard(message);
}

function becomeCurrent() {
  if (live.current) return;
  live.current = true;
  forgetSent();
  if (!lost) return;
  lost = false;
  stage.classList.remove("is-offline");
  tell("good", words.back, BACK_SHOWN_MS);
}

function closed(code) {
  live.current = false;
  enableActions();
  if (leaving || final) return;
  stage.classList.add("is-offline");
  if (FINAL[code]) {
    final = true;
    offer(...FINAL[code]());
    return;
  }
  if (!lost) tell("", words.lost);
  lost = true;
}

/** Sends a message of the page's own; false when it cannot be sent now. */
function sendToTable(body) {
  const socket = connection()?.socket;
  if (!socket || socket.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify({ body }));
  return true;
}

const connection = () => htmx.ext.ws.getRegistry().get(stage.dataset.socket);

/** A dead network closes nothing; the next try must not wait for a farewell that cannot arrive. */
function reconnectAfterSilence() {
  const socket = connection()?.socket;
  if (final || socket?.readyState !== WebSocket.OPEN || performance.now() - heardAt < SILENCE_MS) return;
  heardAt = performance.now();
  socket.dispatchEvent(new CloseEvent("close", { code: 4000 }));
}

/** A line over the table. It is a live region, so it is heard too; errors are said at once besides. */
export function tell(kind, text, forMs = 0) {
  clearTimeout(timer);
  const line = document.createElement("p");
  line.className = kind;
  line.textContent = text;
  if (kind === "bad") line.setAttribute("aria-hidden", "true");
  else manner.speak([text], false);
  banner.replaceChildren(line);
  if (forMs) timer = setTimeout(() => banner.replaceChildren(), forMs);
}

/** For good: what happened, and the one thing to do now. */
function offer(text, action, address) {
  tell("final", text);
  const link = document.createElement("a");
  link.className = "button small";
  link.textContent = action;
  link.href = address;
  if (address === location.href) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      location.reload();
    });
  }
  banner.firstChild.append(" ", link);
}

/** A card was wrong: nothing is sent from this page any more. */
function stopPlaying() {
  live.stopped = true;
  final = true;
  enableActions();
  tell("bad", words.wrongCard);
  sayNow(words.wrongCard);
}

// --- what is pressed: once, only on the present table, never on a button that has just changed its meaning --------

const LOCK_MS = 250;
const ASKED_MS = 600; // longer than a double click
const ASK_SHOWN_MS = 6_000;

let lockedUntil = 0;
let bar = null;
let sent = null;
let left = null;
let asked = null;

export function watchActions() {
  // hx-ws needs crypto.randomUUID, which browsers keep from plain http on a local network.
  crypto.randomUUID ??= () => Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join("");
  stage.addEventListener("submit", refuseWhileLocked, true);
  stage.addEventListener("submit", askOnce, true);
  stage.addEventListener("htmx:before:ws:request", refuseWhatIsStale);
}

const hex = (byte) => byte.toString(16).padStart(2, "0");

/** After each view, and when the connection is lost: the bar is open or not. A bar that changed waits a moment. */
export function enableActions() {
  const fieldset = document.getElementById("actions");
  const token = tableSection().dataset.token;
  if (sent !== null && sent !== token) forgetSent();
  const buttons = [...(fieldset?.querySelectorAll("[data-kind]") ?? [])];
  const now = `${token} ${buttons.map((button) => button.dataset.kind)}`;
  if (bar !== null && bar !== now) lockedUntil = performance.now() + LOCK_MS;
  bar = now;
  if (fieldset) open(fieldset, mayAct());
}

/** A closed bar loses the focus; when it opens again, whoever was in it is in it again. */
function open(fieldset, isOpen) {
  if (fieldset.disabled === !isOpen) return;
  if (!isOpen && fieldset.contains(document.activeElement)) left = document.activeElement;
  fieldset.disabled = !isOpen;
  if (!isOpen) return;
  if (left?.isConnected && [document.body, tableSection()].includes(document.activeElement)) {
    left.focus({ preventScroll: true });
  }
  left = null;
}

/** While the match is paused the bar stays as it is, with a half-typed amount, but takes nothing. */
function mayAct() {
  return live.current && !live.stopped && tableSection().dataset.paused === undefined;
}

function refuseWhileLocked(event) {
  if (event.target.closest("#actions") && performance.now() < lockedUntil) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/** For how long nothing in the bar can be pressed yet, in ms. */
export const lockedFor = () => Math.max(0, lockedUntil - performance.now());

/** What gives something away for nothing is done by the second press for the same decision. */
function askOnce(event) {
  const { ask } = event.target.dataset;
  const { token } = tableSection().dataset;
  if (!ask || event.defaultPrevented || asked === token) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  asked = token;
  lockedUntil = performance.now() + ASKED_MS;
  tell("note", ask, ASK_SHOWN_MS);
}

function refuseWhatIsStale(event) {
  const { body } = event.detail;
  if (!live.current || live.stopped || (body.token && (body.token === sent || !mayAct()))) {
    event.preventDefault();
    return;
  }
  if (event.target.dataset.freshSeed !== undefined) body.seed = freshSeed();
  if (body.type === "show") lockedUntil = performance.now() + LOCK_MS; // a double click shows once
  if (body.token) {
    sent = body.token;
    event.target.querySelector("[data-kind]")?.classList.add("sent");
  }
}

/** It was refused, or the connection was new: the same decision may be answered again. */
function forgetSent() {
  sent = null;
  for (const button of stage.querySelectorAll(".sent")) button.classList.remove("sent");
}

// --- fairness: the player's part in the shuffle, and the check of each card (docs/fair-deal.md) -------------------

const mark = document.getElementById("fair-mark");
const checked = new Set();

let own = null;

/** Which half of our seed was sent: views that come before the answer to it ask for the same again. */
let told = "";

/** First the hash, and when the hashes of all seats are in, the seed itself. */
export async function sendSeed({ wants, bound }) {
  if (!wants) return;
  own ??= ownSeed();
  const { seed, digest } = await own;
  // Another browser of ours may have sent its hash before; until a seed is told, ours may replace it.
  if (bound !== digest) tellOnce({ type: "digest", digest });
  else if (wants === "value") tellOnce({ type: "reveal", value: seed });
  showFairness();
}

/** Once for each connection, and again after an error. */
function tellOnce(half) {
  if (told !== half.type && sendToTable(half)) told = half.type;
}

/** Our part of a shoe that is shuffled for this one bet. The house's part was fixed when the table was opened. */
function freshSeed() {
  const seed = Array.from(crypto.getRandomValues(new Uint8Array(32)), hex).join("");
  memory.set("fresh", seed);
  return seed;
}

async function ownSeed() {
  const known = memory.get("seed");
  if (known) return { seed: known, digest: await seedDigest(known) };
  const made = await makeClientSeed();
  memory.set("seed", made.seed);
  return made;
}

export async function checkOpenings(openings) {
  for (const opening of openings) {
    const { deal, root, decks, position } = opening;
    const fair = isTheOneRoot(deal, root) && (await verifyCard({ root, decks }, opening));
    if (!fair) {
      mark.textContent = mark.dataset.failed;
      mark.className = "fair-mark bad";
      if (!live.stopped) stopPlaying();
      return;
    }
    checked.add(`${deal}:${position}`);
  }
  showFairness();
}

/** The root told first for a deal stays its root, over reloads too. */
function isTheOneRoot(deal, root) {
  const name = `root.${deal}`;
  const known = memory.get(name);
  if (known === null) memory.set(name, root);
  const shown = tableSection().dataset;
  const isShown = Number(shown.deal) !== deal || shown.root === root;
  return (known === null || known === root) && isShown;
}

export function showFairness() {
  if (live.stopped) return;
  mark.textContent = checked.size ? `✓ ${mark.dataset.one.replace("%s", checked.size)}` : mark.dataset.none;
  mark.classList.toggle("good", checked.size > 0);
  document.getElementById("fair-root").textContent = tableSection().dataset.root || "–";
  const seed = document.getElementById("fair-seed");
  if (seed) seed.textContent = memory.get("fresh") ?? memory.get("seed") ?? "–";
}
