// The field for an amount, its slider and its buttons: they only fill it. What is wrong is explained and set right, never
// sent.

import { tell } from "./link.js";
import { stage } from "./page.js";

const LEAP = 5; // so many steps
const NOTE_MS = 6_000;

const format = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: "always" }); // as the server writes them

export const field = () => document.getElementById("amount");
const slider = () => stage.querySelector("[data-slide]");

export function watchAmount() {
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
export function showAmount() {
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

export function fill(amount) {
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
