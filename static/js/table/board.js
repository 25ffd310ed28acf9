// Of tables with a board: an answer chosen before one's turn, and amounts in chips, big blinds or dollars.

import { lockedFor, tell } from "./link.js";
import { live, say, stage, tableSection, words } from "./page.js";

// --- an answer chosen beforehand: kept in this page alone until it is one's turn -----------------------------------

// A quick player's time to see and press. A choice made beforehand takes a different part of it each time, and is never
// sent before a press could be: nobody is to learn from the clock that it was made without a look at the bet.
const LOOK_MS = 250;
const MORE_MS = 900;
const NOTE_MS = 6_000;

/** {kind, round, owed}, as they were when it was chosen. */
let chosen = null;
let timer = 0;

function watchChoices() {
  stage.addEventListener("click", (event) => {
    const button = event.target.closest("[data-pre]");
    if (!button) return;
    const again = chosen?.kind === button.dataset.pre;
    chosen = again ? null : { kind: button.dataset.pre, ...price() };
    showChoice();
  });
  stage.addEventListener("htmx:after:settle", keepOrForget);
}

/** What the choice was made for: the round of betting, and the amount to call in it. */
const price = () => {
  const { round, owed } = document.getElementById("price")?.dataset ?? {};
  return { round, owed };
};

function keepOrForget() {
  clearTimeout(timer);
  if (!chosen) return;
  const { round, owed } = price();
  if (round !== chosen.round) {
    chosen = null;
  } else if (owed !== chosen.owed && chosen.kind !== "check_fold") {
    chosen = null;
    tell("note", words.choiceGone, NOTE_MS);
  }
  showChoice();
  const { token } = tableSection().dataset;
  if (chosen && token) timer = setTimeout(() => send(token), lockedFor() + LOOK_MS + Math.random() * MORE_MS);
}

/** Presses the button, so that everything that may refuse a press may refuse this one. */
function send(token) {
  const actions = document.getElementById("actions");
  if (!chosen || tableSection().dataset.token !== token || actions.disabled || !live.current) return;
  const kinds = chosen.kind === "check_fold" ? ["check", "fold"] : [chosen.kind];
  const button = kinds.map((kind) => actions.querySelector(`[data-kind=${kind}]`)).find(Boolean);
  chosen = null;
  button?.click();
}

function showChoice() {
  for (const button of stage.querySelectorAll("[data-pre]")) {
    button.setAttribute("aria-pressed", String(button.dataset.pre === chosen?.kind));
  }
}

// --- amounts: all measures are in what is pushed, a class on the shell shows one of them ---------------------------

const STORED = "b21.amounts";
const MEASURES = ["chips", "blinds", "dollars"];
const SAID = { chips: words.inChips, blinds: words.inBlinds, dollars: words.inDollars };

const { classList } = document.documentElement;

let wanted = stored();

function watchAmounts() {
  measure();
  stage.addEventListener("htmx:after:settle", measure);
  stage.addEventListener("click", (event) => {
    if (!event.target.closest("[data-amounts]")) return;
    const known = MEASURES.filter(isThere);
    wanted = known[(known.indexOf(shownNow()) + 1) % known.length];
    measure();
    say(SAID[wanted]);
    try {
      localStorage.setItem(STORED, wanted);
    } catch {
      // Lasts as long as the page.
    }
  });
}

const isThere = (each) => stage.querySelector(`.in-${each}`) !== null;
const shownNow = () => (isThere(wanted) ? wanted : "chips");

function measure() {
  for (const each of MEASURES) classList.toggle(`amounts-${each}`, each === shownNow());
}

function stored() {
  try {
    return localStorage.getItem(STORED) ?? "chips";
  } catch {
    return "chips";
  }
}

watchChoices();
watchAmounts();
