// How much of what happens is said, and whether the browser speaks it in a voice of its own. Loaded for who has chosen
// something else than what is usual. The log has every line, however much of it is said.

import { choices, manner, readout, say, stage } from "./page.js";

const STORED = "speech";

const form = document.getElementById("speech");
const levels = [...form.querySelectorAll("[name=level]")];
const voice = form.querySelector("[name=voice]");

const textsOf = (lines) => lines.map((line) => line.textContent);

const TELL = {
  brief: (lines) => textsOf(lines.filter((line) => line.dataset.brief !== undefined)),
  normal: textsOf,
  full: (lines) => [...textsOf(lines), ...readoutsAfter(lines)],
};

const level = () => levels.find((each) => each.checked).value;

/** Each once, however many lines ask for it. */
function readoutsAfter(lines) {
  return [...new Set(lines.flatMap((line) => line.dataset.after?.split(" ") ?? []))].flatMap(readout);
}

function ask(question) {
  const isTimed = level() === "full" && stage.querySelector("#clock-turn[data-due]");
  return isTimed ? [question, ...readout("clock")].join(" ") : question;
}

/** One after the other; a question does not wait for what was being said. */
function speak(lines, isUrgent) {
  if (!voice.checked || voice.disabled) return;
  if (isUrgent) speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(lines.join(" "));
  utterance.lang = document.documentElement.lang;
  speechSynthesis.speak(utterance);
}

/** One level further; gives the sentence that says which that is. */
export function next() {
  const chosen = levels[(levels.findIndex((each) => each.checked) + 1) % levels.length];
  chosen.checked = true;
  choose();
  const text = `${chosen.parentElement.textContent.trim()}.`;
  say(text);
  return text;
}

/** What stands in the two fields holds from now on. Kept with the player's preferences; of who is nobody, here. */
export function choose() {
  if (!voice.checked) globalThis.speechSynthesis?.cancel();
  if (form.action) fetch(form.action, { method: "POST", body: new FormData(form), keepalive: true });
  else choices.set(STORED, voice.checked ? `${level()} voice` : level());
}

function restore() {
  const [name, spoken] = choices.get(STORED)?.split(" ") ?? [];
  for (const each of levels) each.checked = each.value === (name ?? "normal");
  voice.checked = spoken === "voice";
}

if (!form.action) restore();
voice.disabled = !globalThis.speechSynthesis;
Object.assign(manner, { tell: (lines) => TELL[level()](lines), ask, speak });
