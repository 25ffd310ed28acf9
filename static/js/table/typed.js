// What is typed instead of pressed: a word of the page's list (players/sayings.py) or a key of the player's own, and an
// amount where one is due. Nothing is sent from here: the button of the bar is pressed, so that whatever may refuse a
// press refuses this one too.

import { lockedFor } from "./link.js";
import { live, readout, say, sayNow, stage, tableSection, words } from "./page.js";

const AMOUNT = "amount";
const MAY = "may";
const ALL = "all";
const OFF = "off";

const form = document.getElementById("typed");
const field = form.querySelector("input");
const answer = document.getElementById("typed-answer");
const sentences = form.dataset;
const sayings = JSON.parse(sentences.sayings);
const keys = JSON.parse(stage.dataset.keys);
const format = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: "always" }); // as the server writes them

let from = null;
let isHint = true;

/** The line has been opened; `element` had the focus. */
export function opened(element) {
  if (!form.contains(element)) from = element;
  hint();
}

/** What stands in the line is done, told, or refused. Refused text stays, to be typed over. */
export function send() {
  const text = compared(field.value);
  if (!text) return;
  const found = understood(text);
  const refusal = found ? perform(found, text) : named("unknown", text);
  if (refusal) {
    sayNow(refusal);
    show(refusal, true);
    field.select();
  } else {
    field.value = "";
  }
}

function close() {
  form.hidden = true;
  field.value = "";
  from?.focus({ preventScroll: true });
  if (document.activeElement === document.body) tableSection().focus({ preventScroll: true });
}

// --- understanding -------------------------------------------------------------------------------------------------------

const compared = (text) => text.normalize("NFC").toLowerCase().trim().replace(/^\//, "").trim().replace(/\s+/g, " ");
const spaced = (text) => text.replace(/(?<=\p{L})-(?=\p{L})/gu, " ");

/** The sayings that are meant, and what follows them. The longest word wins; a key is tried only after all words. */
function understood(text) {
  const plain = spaced(text);
  const found = sayings
    .flatMap((saying) => saying.words.map((word) => ({ saying, word })))
    .filter(({ word }) => plain === word || plain.startsWith(`${word} `))
    .sort((one, other) => other.word.length - one.word.length)[0];
  if (found) return { meant: [found.saying], rest: plain.slice(found.word.length).trim() };
  const [sign, ...rest] = text.split(" ");
  const name = Object.keys(keys).find((each) => keys[each] === sign);
  const meant = sayings.filter((saying) => saying.key === name);
  return meant.length ? { meant, rest: rest.join(" ") } : null;
}

/** What stands in the way, or nothing. */
function perform({ meant, rest }, text) {
  const saying = meant.find(buttonOf) ?? meant[0];
  if (rest && ![AMOUNT, MAY].includes(saying.how)) return named("unknown", text);
  if (saying.acts) return act(saying, rest);
  if (saying.key === "help") {
    tell(possible(), readable());
  } else if (saying.key === "speech") {
    import("./speech.js").then(({ next }) => show(next()));
  } else {
    const lines = readout(saying.key);
    if (!lines.length) return named("notNow", saying.told);
    tell(...lines);
  }
  return "";
}

// --- acting --------------------------------------------------------------------------------------------------------------

function act(saying, rest) {
  if (live.stopped) return words.wrongCard;
  if (!live.current) return words.lost;
  const button = buttonOf(saying);
  if (!button) return `${named("notNow", saying.told)} ${possible()}`;
  if (lockedFor()) return sentences.justChanged;
  const input = button.form?.querySelector("#amount");
  if (saying.how === ALL) fill(input, input.dataset.high);
  else if (rest || saying.how === AMOUNT) {
    const wrong = wrongWith(input, rest) || (rest ? "" : named("howMuch", saying.told));
    if (wrong) return wrong;
    fill(input, digitsOf(rest));
  }
  show("");
  button.click();
  if (button.matches("[data-fill], [data-times]")) tell(stage.querySelector("#actions [data-label]").textContent);
  return "";
}

/** The one in the bar that does it and can be pressed now. */
function buttonOf({ key, kinds, how, acts }) {
  if (!acts) return null;
  const all = [...stage.querySelectorAll("#actions:enabled :is(button, summary)")].filter(
    (each) => (each.ariaPressed === "true") === (how === OFF),
  );
  if (!kinds.length) return all.find((each) => each.dataset.key === key);
  return kinds.map((kind) => all.find((each) => each.dataset.kind === kind)).find(Boolean);
}

/** The field's own sentence for an amount that cannot be; "" where nothing was typed, or nothing is wrong. */
function wrongWith({ dataset: { low, high, tooLow, tooHigh, noNumber } }, text) {
  if (!text) return "";
  const amount = Number(digitsOf(text));
  const isNumber = /^[0-9]{1,7}$/.test(digitsOf(text));
  return !isNumber ? noNumber : amount < low ? tooLow : amount > high ? tooHigh : "";
}

/** Also of a number written as the page writes it: 1,000. */
function digitsOf(text) {
  const digits = text.replace(/[^0-9]/g, "");
  return digits && text === format.format(Number(digits)) ? digits : text;
}

function fill(input, amount) {
  input.value = Number(amount);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

// --- answering -----------------------------------------------------------------------------------------------------------

const named = (name, text) => sentences[name].replace("%s", () => text);

/** What can be done now, as a sentence. */
function possible() {
  const now = sayings.filter(buttonOf).map(({ told, how }) => (how === AMOUNT ? named("andAmount", told) : told));
  return now.length ? named("possible", now.join(", ")) : sentences.nothing;
}

function readable() {
  const there = sayings.filter(({ key, acts }) => !acts && (["help", "speech"].includes(key) || readout(key).length));
  return named("reads", there.map(({ told }) => told).join(", "));
}

function tell(...lines) {
  say(...lines);
  show(lines.join(" "));
}

/** For the eye alone; who listens is told by the live regions. */
function show(text, isBad = false) {
  answer.textContent = text;
  answer.classList.toggle("bad", isBad);
  isHint = !text;
}

function hint() {
  show(possible());
  isHint = true;
}

field.addEventListener("input", () => {
  if (!isHint) hint();
});
form.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
});
form.querySelector("[data-put-away]").addEventListener("click", close);
stage.addEventListener("htmx:after:settle", () => {
  if (isHint && !form.hidden) hint();
});
