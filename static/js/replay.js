// A finished hand again: puts the pictures that lie in the page one after the other on the felt. Every picture was drawn
// by the server from what this reader may know; here nothing is worked out.

const MS_A_STEP = 1600;
const MS_A_WORD = 110;
const EMPTY_MS = 60;
const SETTLED_MS = 300;

const frames = [...document.querySelectorAll("template.frame")];
const player = document.getElementById("replay");
const scene = document.getElementById("scene");
const told = document.getElementById("told");
const seek = document.getElementById("seek");
const speed = document.getElementById("speed");
const play = document.getElementById("play");
const list = document.getElementById("steps");
const region = document.getElementById("live-polite");
const parts = [...player.querySelectorAll("[data-step]")];
const partsAt = parts.map((button) => Number(button.dataset.step));

const lines = [...list.querySelectorAll(".line")].map(pressable);

let at = -1;
let timer = 0;
let settling = 0;

const textOf = (step) => lines[step].textContent;

/** Without this script a line is only read; with it, it is also a way to its picture. */
function pressable(line) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = line.className;
  button.textContent = line.textContent;
  line.replaceWith(button);
  return button;
}

/** Show that step. `say`: read it out, unless the slider has just done so. */
function show(step, say = true) {
  const to = Math.max(0, Math.min(frames.length - 1, step));
  if (to === at) return;
  at = to;
  scene.replaceChildren(frames[at].content.cloneNode(true));
  told.textContent = textOf(at);
  document.getElementById("at").textContent = String(at + 1);
  seek.value = String(at);
  seek.setAttribute("aria-valuetext", `${at + 1}: ${textOf(at)}`);
  for (const [nth, line] of lines.entries()) {
    if (nth === at) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
  }
  const part = partsAt.findLast((first) => first <= at);
  for (const button of parts) button.setAttribute("aria-pressed", String(Number(button.dataset.step) === part));
  follow();
  clearTimeout(settling);
  settling = setTimeout(keepAddress, SETTLED_MS);
  if (say && document.activeElement !== seek) announce(textOf(at));
}

/** So that a step can be passed on. Browsers count changes of the address: a slider that is dragged makes too many. */
function keepAddress() {
  history.replaceState(null, "", `#step-${at + 1}`);
}

/** The present line stays in sight of its own list; the page itself does not move. */
function follow() {
  const line = lines[at].parentElement;
  const above = line.offsetTop - list.offsetTop;
  if (above < list.scrollTop || above + line.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = above - list.clientHeight / 3;
  }
}

/** New nodes in an emptied region, so that the same sentence twice is read twice. */
function announce(text) {
  region.replaceChildren();
  setTimeout(() => {
    const line = document.createElement("p");
    line.textContent = text;
    region.replaceChildren(line);
  }, EMPTY_MS);
}

// --- playing ---------------------------------------------------------------------------------------------------------

function pause() {
  clearTimeout(timer);
  timer = 0;
  player.classList.remove("playing");
  play.setAttribute("aria-label", play.dataset.play);
}

function start() {
  if (at === frames.length - 1) show(0);
  player.classList.add("playing");
  play.setAttribute("aria-label", play.dataset.pause);
  wait();
}

/** Longer sentences stand longer. */
function wait() {
  const ms = (MS_A_STEP + MS_A_WORD * textOf(at).split(" ").length) / Number(speed.value);
  timer = setTimeout(() => {
    show(at + 1);
    if (at === frames.length - 1) pause();
    else wait();
  }, ms);
}

function go(step) {
  pause();
  show(step);
}

const previousPart = () => partsAt.findLast((first) => first < at) ?? 0;
const nextPart = () => partsAt.find((first) => first > at) ?? frames.length - 1;

const GOES = {
  first: () => go(0),
  back: () => go(at - 1),
  forward: () => go(at + 1),
  last: () => go(frames.length - 1),
};

// --- what is pressed ---------------------------------------------------------------------------------------------------

for (const button of player.querySelectorAll("[data-go]")) button.addEventListener("click", GOES[button.dataset.go]);
for (const button of parts) button.addEventListener("click", () => go(Number(button.dataset.step)));
play.addEventListener("click", () => (timer ? pause() : start()));
seek.addEventListener("input", () => go(Number(seek.value)));
for (const [step, line] of lines.entries()) line.addEventListener("click", () => go(step));

const KEYS = {
  ArrowLeft: (shift) => go(shift ? previousPart() : at - 1),
  ArrowRight: (shift) => go(shift ? nextPart() : at + 1),
  Home: GOES.first,
  End: GOES.last,
  " ": () => (timer ? pause() : start()),
};

/** Keys work in the player, in the text beside it and where nothing has the focus; fields and buttons keep their own. */
document.addEventListener("keydown", (event) => {
  const { target, key, shiftKey } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || !(key in KEYS)) return;
  if (target !== document.body && !player.contains(target) && !list.contains(target)) return;
  if (target.closest("select") || (target === seek && !shiftKey && key !== " ")) return;
  if (key === " " && target.closest("button")) return;
  event.preventDefault();
  KEYS[key](shiftKey);
});

player.hidden = false;
const asked = Number(/^#step-(\d+)$/.exec(location.hash)?.[1] ?? 1);
show(asked - 1, false);
