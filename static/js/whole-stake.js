// A new table whose stake is a value times a number of hands: the product, while both are entered. Without this script
// the page says it as it was loaded, and the next page in any case.

const USD = /^\$?([0-9]{1,7})(?:\.([0-9]{1,2}))?$/; // as games/forms.py
const NONE = "–";
const amount = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 2, useGrouping: "always" });

const shown = document.getElementById("whole-stake");
const output = shown.querySelector("output");
const value = document.getElementById(shown.dataset.value);
const hands = document.getElementById(shown.dataset.hands);

function add() {
  const typed = USD.exec(value.value.trim());
  const cents = typed ? Number(typed[1]) * 100 + Number((typed[2] ?? "").padEnd(2, "0")) : 0;
  const whole = cents * Number(hands.value);
  const possible = cents >= Number(shown.dataset.least) && whole <= Number(shown.dataset.most);
  const text = possible ? `$${amount.format(whole / 100)}` : NONE;
  if (output.textContent !== text) output.textContent = text;
}

value.addEventListener("input", add);
hands.addEventListener("change", add);
add();
