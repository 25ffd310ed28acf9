// The page of a live table. The server sends the whole table as HTML, hx-ws morphs it into the page; these modules
// do what HTML cannot: say what happened, count clocks down, keep a stale press from being sent, check each card.
//
// One message goes this way: table/link.js decides whether it counts, htmx morphs #table, then `shown` below.
// Few files on purpose: each is a request before the first card. This one is the entry; it has the hands' side (keys,
// the field for an amount) and the small things around the table.

import { checkOpenings, enableActions, sendSeed, showFairness, tell, watchActions, watchLink } from "./table/link.js";
import {
  choices, noteServerTime, readout, say, showClocks, showNews, stage, tableSection, waitForGesture, words,
} from "./table/page.js";

/** The table in the page is new: from the first load, or morphed by a message. */
function shown() {
  enableActions();
  showAmount();
  showClocks();
  showNews();
  showFairness();
  if (document.getElementById("invitation")) import("./table/invitation.js").then(({ showInvitation }) => showInvitation());
  showKeys();
  showLastHand();
  whenOver();
  keepFocus();
}

/** A message that counts, before its HTML is in the page. */
function heard(message) {
  noteServerTime(message.tick ?? message.at);
  sendSeed(message);
  if (message.openings) checkOpenings(message.openings);
}

// --- keys: one for each action and read-out, the player's own; only while the table has the focus, never in a field ---

const OFF = "keys-off";
const SPACE = "space";
const SHIFT = "shift+";
const CHORD = "ctrl+shift+";

const keys = JSON.parse(stage.dataset.keys);
const keysBox = document.getElementById("keys-on");
const { classList } = document.documentElement;

function watchKeys() {
  if (!keysBox.form && choices.get(OFF)) classList.add("keys-off");
  keysBox.checked = !classList.contains("keys-off");
  keysBox.addEventListener("change", switchKeys);
  document.addEventListener("keydown", press);
}

/** Kept with the player's preferences; of who is nobody, in the browser. */
function switchKeys() {
  classList.toggle("keys-off", !keysBox.checked);
  showKeys();
  if (keysBox.form) {
    fetch(keysBox.form.action, { method: "POST", body: new FormData(keysBox.form), keepalive: true });
    return;
  }
  choices.set(OFF, keysBox.checked ? "" : "1");
}

/** The hints follow the player's map; what is pushed is the same for everybody. */
function showKeys() {
  for (const each of document.querySelectorAll("[data-key]:is(button, input, summary)")) {
    const key = keysBox.checked && keys[each.dataset.key];
    if (key) each.setAttribute("aria-keyshortcuts", nameOf(key));
    else each.removeAttribute("aria-keyshortcuts");
  }
}

/** As aria-keyshortcuts spells it. */
function nameOf(key) {
  if (key === SPACE) return "Space";
  return key.toUpperCase().replace("CTRL+", "Control+").replace("SHIFT+", "Shift+");
}

/** As the player's map has it. Signs that need Shift are keys of their own. */
function keyOf(event) {
  if (event.key === " ") return SPACE;
  const key = event.key.toLowerCase();
  if (event.ctrlKey) return CHORD + key;
  return event.shiftKey && key !== event.key.toUpperCase() ? SHIFT + key : key;
}

function press(event) {
  if (!keysBox.checked || event.defaultPrevented || event.altKey || event.metaKey) return;
  if (event.ctrlKey && !event.shiftKey) return;
  const focus = document.activeElement;
  const types = !event.ctrlKey && focus.closest("input, textarea, select");
  if (!stage.contains(focus) || focus.closest("dialog") || types) return;
  const key = keyOf(event);
  if (key === SPACE && focus.closest("button, a, summary")) return; // there it presses what has the focus
  const name = Object.keys(keys).find((each) => keys[each] === key);
  if (name && (act(name) || readOut(name))) event.preventDefault();
}

function act(name) {
  if (name === "help") {
    document.getElementById("help").showModal();
    return true;
  }
  if (name === "type") return openLine();
  if (name === "speech") return sayMoreOrLess();
  if (name === "all_in") return fillAllIn();
  const target = [...stage.querySelectorAll("#actions [data-key]")].find((each) => each.dataset.key === name);
  if (!target || target.matches(":disabled")) return false;
  const amount = target.matches("[data-asks]") ? target.form.querySelector("#amount") : target;
  if (amount.matches("input")) {
    amount.focus();
    amount.select();
  } else {
    amount.click();
  }
  return true;
}

/** Into the field alone: sending it is another press. */
function fillAllIn() {
  if (!field() || field().matches(":disabled")) return false;
  fill(Number(field().dataset.high));
  return act("bet");
}

function readOut(name) {
  const lines = readout(name);
  say(...lines);
  return lines.length > 0;
}

// --- typing instead of pressing, and how much is said: modules of their own, loaded when they are first needed --------

const typed = document.getElementById("typed");
const speech = document.getElementById("speech");
const typing = () => import("./table/typed.js");
const speaking = () => import("./table/speech.js");

function watchLine() {
  typed.addEventListener("submit", async (event) => {
    event.preventDefault();
    (await typing()).send();
  });
  document.querySelector("[data-types]").addEventListener("click", openLine);
  speech.addEventListener("change", async () => (await speaking()).choose());
}

/** The field has the focus at once: what is typed on meanwhile is no key. */
function openLine() {
  const from = document.activeElement;
  typed.hidden = false;
  typed.querySelector("input").focus();
  typing().then(({ opened }) => opened(from));
  return true;
}

function sayMoreOrLess() {
  speaking().then(({ next }) => next());
  return true;
}

/** Who has chosen something else than what is usual: nothing is said before the module for it is there. */
async function knowSpeech() {
  const chosen = /\b(speech-|voice-on)/.test(document.documentElement.className) || (!speech.action && choices.get("speech"));
  if (chosen) await speaking().catch(() => {});
}

// --- the amount: its buttons only fill it; what is wrong is explained and set right, never sent -----------------

const LEAP = 5; // so many steps
const NOTE_MS = 6_000;

const format = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: "always" }); // as the server writes them

const field = () => document.getElementById("amount");
const slider = () => stage.querySelector("[data-slide]");

function watchAmount() {
  stage.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step], [data-fill], [data-times], [data-add], [data-clear]");
    if (!button) return;
    const { step, fill: whole, times, add } = button.dataset;
    if (step) fill(present() + Number(step));
    else if (whole) fill(Number(whole));
    else if (times) fill(present() * Number(times));
    else pile(add ? Number(add) : -Infinity);
  });
  stage.addEventListener("input", (event) => {
    if (event.target === field()) showAmount();
    else if (event.target === slider()) fill(snapped(slider()));
  });
  stage.addEventListener("keydown", (event) => {
    if (event.target === field() || event.target === slider()) byKey(event);
  });
  stage.addEventListener("submit", setRight, true);
}

/** The button says what it will do. */
function showAmount() {
  const input = field();
  if (!input) return;
  input.classList.remove("snapped");
  if (slider()) slider().value = present();
  const text = input.form.querySelector("[data-label]");
  text.textContent = text.dataset.label.replace("%s", isNumber(input.value) ? format.format(Number(input.value)) : "…");
}

const isNumber = (value) => /^[0-9]{1,7}$/.test(value.trim());
const present = () => (isNumber(field().value) ? Number(field().value) : Number(field().dataset.low));
const clamp = (amount) => Math.min(Math.max(amount, Number(field().dataset.low)), Number(field().dataset.high));

function fill(amount) {
  field().value = clamp(amount);
  showAmount();
}

/** Dragging stops at half steps; both ends are exact. */
function snapped({ value, min, max }) {
  const half = Number(field().dataset.by) / 2;
  return [min, max].includes(value) ? Number(value) : Math.ceil(Math.round(value / half) * half);
}

/** Chips put down one by one: on nothing, or on what lies there; -Infinity takes all of them away. */
function pile(chips) {
  const there = isNumber(field().value) ? Number(field().value) : 0;
  field().value = Math.min(Math.max(there + chips, 0), Number(field().dataset.high));
  showAmount();
}

function byKey(event) {
  const { low, high } = field().dataset;
  const step = Number(field().dataset.by);
  const sideways = event.target === slider() ? { ArrowRight: present() + step, ArrowLeft: present() - step } : {};
  const to = {
    ArrowUp: present() + step,
    ArrowDown: present() - step,
    PageUp: present() + LEAP * step,
    PageDown: present() - LEAP * step,
    Home: Number(low),
    End: Number(high),
    ...sideways,
  }[event.key];
  if (to === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  fill(to);
}

function setRight(event) {
  const input = field();
  if (!input || event.target !== input.form) return;
  const { low, high, tooLow, tooHigh, noNumber } = input.dataset;
  const amount = Number(input.value);
  const note = !isNumber(input.value) ? noNumber : amount < low ? tooLow : amount > high ? tooHigh : "";
  if (!note) {
    input.value = amount;
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  fill(isNumber(input.value) ? amount : Number(low));
  input.classList.add("snapped");
  input.focus();
  input.select();
  tell("note", note, NOTE_MS);
}

// --- cards that are new fly in, cards that are shown turn over; styles decide how and whether, input never waits ---

let hadFocus = false;

function watchCards() {
  const observer = new MutationObserver((changes) => {
    let fresh = 0;
    let turned = 0;
    for (const { type, target, oldValue, addedNodes } of changes) {
      if (type === "attributes" && isCard(target) && oldValue?.includes("back") && !target.classList.contains("back")) {
        move(target, "turned", turned++);
      }
      for (const node of addedNodes) {
        if (isCard(node)) move(node, "fresh", fresh++);
      }
    }
  });
  observer.observe(stage, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["class"],
    attributeOldValue: true,
  });
  document.addEventListener("focusin", (event) => {
    hadFocus = stage.contains(event.target);
  });
  document.addEventListener("pointerdown", (event) => {
    if (!stage.contains(event.target)) hadFocus = false;
  });
  if (document.activeElement === document.body) tableSection().focus({ preventScroll: true });
}

const isCard = (node) => node.nodeType === Node.ELEMENT_NODE && node.classList.contains("card");

function move(card, how, nth) {
  card.dataset.motion = how;
  card.style.setProperty("--nth", nth);
}

/** When the button that had the focus is gone, the table has it: keys go on working, readers stay where they were. */
function keepFocus() {
  if (hadFocus && document.activeElement === document.body) tableSection().focus({ preventScroll: true });
}

// --- around the table: dialogs, the last hand, what follows the match ---------------------------------------------

const REMATCH_EVERY_MS = 4_000;
const REMATCH_TRIES = 150;
const RESULT_TRIES = 3;

let asking = 0;

function watchDialogs() {
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-open]");
    if (opener) {
      opener.closest("details")?.removeAttribute("open");
      document.getElementById(opener.dataset.open).showModal();
    }
    event.target.closest("button[data-close]")?.closest("dialog").close();
    warnOfOpenRound(event);
  });
  stage.addEventListener("htmx:after:ws:request", (event) => {
    const { closes } = event.target.dataset;
    if (closes) document.getElementById(closes).close();
  });
}

/** Against the house a round that is in play is not left by accident: the way out is asked for first. */
function warnOfOpenRound(event) {
  const dialog = document.getElementById("leave-game");
  const link = event.target.closest("a[href]");
  const goes = link && !link.target && !dialog?.contains(link) && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!dialog || !goes || tableSection().dataset.phase !== "hand") return;
  event.preventDefault();
  dialog.querySelector("[data-goes]").href = link.href;
  dialog.showModal();
}

/** What is shown only when it is asked for is said then. */
function watchAdvice() {
  stage.addEventListener(
    "toggle",
    ({ target }) => {
      if (target.matches(".advice[open]")) say(target.querySelector("p").textContent);
    },
    true, // it does not bubble
  );
}

function showLastHand() {
  const link = document.getElementById("last-hand");
  const number = Number(tableSection().dataset.hand ?? 0);
  if (!link || !number) return;
  link.href = link.dataset.address.replace(/0\/$/, `${number}/`);
  link.textContent = words.lastHand.replace("%s", number);
  link.hidden = false;
}

/** What was won in coins, and whether the others ask for a rematch. */
function whenOver() {
  if (asking || tableSection().dataset.phase !== "over") return;
  asking = setInterval(look, REMATCH_EVERY_MS);
  let tries = 0;
  async function look() {
    if (document.hidden) return;
    tries += 1;
    if (tries > REMATCH_TRIES) clearInterval(asking);
    await fetchInto(document.getElementById("rematch"));
    const settled = document.getElementById("settled");
    if (tries <= RESULT_TRIES && settled?.childElementCount === 0) await fetchInto(settled);
  }
  look();
}

async function fetchInto(place) {
  const answer = place && (await fetch(place.dataset.address).catch(() => null));
  if (!answer?.ok) return;
  const html = (await answer.text()).trim();
  if (html !== place.innerHTML.trim()) place.innerHTML = html;
}

watchCards();
watchActions();
if (stage.dataset.tables === "board") import("./table/board.js");
watchAmount();
watchKeys();
watchLine();
watchDialogs();
watchAdvice();
waitForGesture();
stage.addEventListener("htmx:after:settle", shown);
noteServerTime(Number(stage.dataset.now));
shown();
setInterval(showClocks, 250);
knowSpeech().then(() => watchLink(heard));
