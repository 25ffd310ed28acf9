// What the modules of the table share: what this page knows, what it says and sounds, and its clocks.

export const stage = document.getElementById("stage");

/** Sentences of the page, finished by the server in the reader's language. */
export const words = document.getElementById("words").dataset;

export const tableSection = () => document.getElementById("table");

export const live = {
  /** Whether the table shown is the present one; only then anything is sent. */
  current: false,
  /** Version of the table shown. */
  version: -1,
  /** A card was not what it had to be: this page plays no more. */
  stopped: false,
};

/** Storage of the browser, or of this page alone where the browser gives none. */
function storage(key) {
  const own = new Map();
  return {
    get(name) {
      try {
        return localStorage.getItem(key(name)) ?? own.get(name) ?? null;
      } catch {
        return own.get(name) ?? null;
      }
    },
    set(name, value) {
      own.set(name, value);
      try {
        localStorage.setItem(key(name), value);
      } catch {
        // Private windows may refuse; `own` lasts as long as the page.
      }
    },
  };
}

export const memory = storage((name) => `b21.${name}.${stage.dataset.table}`);
/** Of who has no account to keep them. */
export const choices = storage((name) => `b21.${name}`);

// --- speech: two live regions ----------------------------------------------------------------------------
// Each batch is set as new nodes into an emptied region, so that the same sentence twice is read twice.

const BATCH_MS = 300;
const EMPTY_MS = 60;
const AFTER_POLITE_MS = 150;

/** What makes more or less of what there is to say; table/speech.js puts its own in for who has asked for that. */
export const manner = {
  /** Sentences for new lines of the log. */
  tell: (lines) => lines.map((line) => line.textContent),
  ask: (question) => question,
  /** Said besides in a voice of the browser's own. */
  speak: (_lines, _isUrgent) => {},
};

const polite = document.getElementById("live-polite");
const urgent = document.getElementById("live-urgent");

let waiting = [];
let question = "";
let timer = 0;

/** Lines that can wait for a pause; what comes within a moment is read as one. */
export function say(...lines) {
  waiting.push(...lines);
  timer ||= setTimeout(flush, BATCH_MS);
}

/** The question to the player: after the lines that led to it. */
function ask(text) {
  question = text;
  timer ||= setTimeout(flush, BATCH_MS);
}

export function sayNow(text) {
  put(urgent, [text]);
}

function flush() {
  timer = 0;
  if (waiting.length) put(polite, waiting);
  if (question) {
    const text = question;
    setTimeout(() => put(urgent, [text]), AFTER_POLITE_MS);
  }
  waiting = [];
  question = "";
}

function put(region, lines) {
  manner.speak(lines, region === urgent);
  region.replaceChildren();
  setTimeout(() => {
    region.replaceChildren(
      ...lines.map((line) => {
        const paragraph = document.createElement("p");
        paragraph.textContent = line;
        return paragraph;
      }),
    );
  }, EMPTY_MS);
}

// --- sound -----------------------------------------------------------------------------------------------
// Off until the player has touched or pressed something; before that not even the module is asked for.

const ESSENTIAL = ["turn", "warning"];

const { classList } = document.documentElement;
let play = null;

export function waitForGesture() {
  const volume = Number(stage.dataset.volume);
  if (classList.contains("sound-off") || !volume) return;
  const start = async () => {
    for (const kind of ["pointerdown", "keydown"]) document.removeEventListener(kind, start, true);
    const { openSound } = await import("./sounds.js");
    play = openSound(volume);
  };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, start, true);
}

/** One after the other; each of them is to be read as well. */
function sound(...cues) {
  const essential = classList.contains("sound-essential");
  play?.(cues.filter((cue, nth) => cue !== cues[nth - 1] || cue === "deal").filter((cue) => !essential || ESSENTIAL.includes(cue)));
}

// --- the log: numbered lines; what is newer than the last one known is added, said and sounded ---------------

const MOST_SAID = 15;
const MOST_SOUNDED = 8;
const MOST_KEPT = 1_000;

const log = document.getElementById("log");
const box = log.parentElement;
const title = document.title;
const icon = document.querySelector("link[rel=icon]");
const plainIcon = icon.getAttribute("href");
let last = Number(log.lastElementChild?.dataset.line ?? 0);
let askedFor = tableSection().dataset.token;

export function showNews() {
  const news = [...stage.querySelectorAll("#news > li")].filter((line) => Number(line.dataset.line) > last);
  if (news.length) add(news);
  const { token, turn } = tableSection().dataset;
  const isNew = token && token !== askedFor;
  if (isNew) ask(manner.ask(turn));
  askedFor = token;
  sound(...news.slice(-MOST_SOUNDED).flatMap((line) => line.dataset.cue ?? []), ...(isNew ? ["turn"] : []));
  markTurn();
}

/** On the tab, and while one looks elsewhere on its icon and that of an installed page. */
function markTurn() {
  const { token, turn } = tableSection().dataset;
  document.title = token ? `● ${turn} · ${title}` : title;
  const marked = token && (document.hidden || !document.hasFocus());
  const wanted = marked ? stage.dataset.turnIcon : plainIcon;
  if (icon.getAttribute("href") === wanted) return;
  icon.setAttribute("href", wanted);
  const badge = marked ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
  badge?.catch(() => {}); // not installed
}

document.addEventListener("visibilitychange", markTurn);
for (const kind of ["blur", "focus"]) window.addEventListener(kind, markTurn);

function add(news) {
  const wasAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
  if (last && Number(news[0].dataset.line) > last + 1) {
    const gap = document.createElement("li");
    gap.textContent = log.dataset.gap;
    log.append(gap);
  }
  last = Number(news.at(-1).dataset.line);
  const told = news.filter((line) => !line.hidden); // the others are told with one of these
  log.append(...told.map((line) => line.cloneNode(true)));
  while (log.children.length > MOST_KEPT) log.firstElementChild.remove();
  if (wasAtEnd) box.scrollTop = box.scrollHeight;
  say(...manner.tell(told).slice(-MOST_SAID));
}

box.scrollTop = box.scrollHeight;

// --- clocks: the server says when they run out, by its own time; how far that is from ours its messages tell ----

const LATE_S = 5;
const SAMPLES = 20;

const samples = [];
let warned = "";

/** A message is never early: of the differences seen, the greatest is nearest to the truth. */
export function noteServerTime(at) {
  if (!at) return;
  samples.push(at - Date.now());
  if (samples.length > SAMPLES) samples.shift();
}

const leftOf = (clock) => Math.max(0, Number(clock.dataset.due) - Date.now() - Math.max(...samples));
const secondsOf = (clock) => Math.ceil(leftOf(clock) / 1000);

export function showClocks() {
  for (const clock of stage.querySelectorAll(".clock[data-due]")) {
    const seconds = secondsOf(clock);
    const isLate = seconds <= LATE_S && clock.classList.contains("turn");
    clock.classList.toggle("late", isLate);
    const text = clock.querySelector(".clock-text");
    const told = isLate ? words.secondsLeft.replace("%s", seconds) : inFigures(seconds);
    if (text.textContent !== told) text.textContent = told;
    const full = Number(clock.dataset.full);
    if (full) clock.querySelector(".clock-bar").style.setProperty("--left", Math.min(1, leftOf(clock) / full));
  }
  warn();
}

/** The last seconds of the own decision: seen, heard and said, and said once. */
function warn() {
  const clock = stage.querySelector("#clock-turn[data-due]");
  const { token } = tableSection().dataset;
  const seconds = clock && token ? secondsOf(clock) : 0;
  if (seconds < 1 || seconds > LATE_S || warned === `${token} ${seconds}`) return;
  if (!warned.startsWith(`${token} `)) sayNow(words.hurry.replace("%s", inWords(seconds)));
  warned = `${token} ${seconds}`;
  sound("warning");
}

const inFigures = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function inWords(seconds) {
  const parts = { minute: Math.floor(seconds / 60), second: seconds % 60 };
  return Object.entries(parts)
    .filter(([unit, n]) => n || (unit === "second" && seconds < 60))
    .map(([unit, n]) => new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "long" }).format(n))
    .join(" ");
}

// --- read-outs: what a key, or who types its name, is told; each is a finished sentence of the server's ----------------

const LINES_READ = 3;

/** None where there is no such read-out now. */
export function readout(name) {
  const text = [...stage.querySelectorAll("#readouts > li")].find((each) => each.dataset.key === name)?.textContent;
  if (name === "clock") return [timeLeft()];
  if (name === "log") return [...log.children].slice(-LINES_READ).map((each) => each.textContent);
  const told = {
    status: stage.querySelector(".bar .status")?.textContent,
    level: text && withTime(text, "clock-level"),
  };
  return [told[name] ?? text].filter(Boolean);
}

/** For the key that asks: the own decision, another's, time away, or the next hand. */
function timeLeft() {
  const clock =
    stage.querySelector("#clock-turn[data-due]") ??
    stage.querySelector(".clock.turn[data-due]") ??
    stage.querySelector(".clock.small[data-due]");
  return clock ? `${clock.title}: ${inWords(secondsOf(clock))}.` : words.noTime;
}

/** A read-out with the time of a clock in it. */
function withTime(text, id) {
  const clock = document.getElementById(id);
  return clock ? text.replace("%s", inWords(secondsOf(clock))) : text;
}
