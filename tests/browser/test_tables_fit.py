"""Every game's table in every language, with the widest names: nothing is cut, lies over something else, or runs out of
the window. Drawn from matches that chance plays, so that states are measured which nobody thought of."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from games.rules.catalog import GAMES, PRODUCTS
from tests.browser.at_table import Person
from tests.games.drawing import draw, facts_of
from tests.rules.generic.random_play import Dice, Match
from tests.rules.generic.world import World

LANGUAGES = ("en", "pl", "de")
COMPANIES = (
    ("Alice", "Bob", "Charlie", "Dora"),
    ("W" * 20, "M" * 24, "Q@W" * 8, "W W W W W W W W"),
    ("محمد عبد الرحمن الفاروق", "שרה בת־אברהם מירושלים", "علي", "דוד"),
    ("🧙🎰🃏🀄👑💎🔥🦄" * 3, "🦄", "﷽﷽﷽﷽", "Ala 🂡🂡🂡🂡"),
)
"""Plain, wide, written from the right, and pictures; each name is one that may be chosen."""
COMMANDS = 20
"""Of each match, and as many pages to look at."""

MEASURE = """states => {
  const found = [];
  for (const [name, language, html] of states) {
    document.documentElement.lang = language;
    document.getElementById('table').outerHTML = html;
    stage.dispatchEvent(new Event('htmx:after:settle'));
    const faults = [...pageFaults(), ...textFaults(), ...seatFaults(), ...barFaults()];
    found.push(...faults.map(fault => `${name}: ${fault}`));
  }
  return found;

  function seen(part) {
    const {width, height} = part.getBoundingClientRect();
    if (part.closest('.visually-hidden')) return false;
    return width > 1 && height > 1 && getComputedStyle(part).visibility !== 'hidden';
  }

  function all(selector, within = document.getElementById('table')) {
    return [...within.querySelectorAll(selector)].filter(seen);
  }

  function pageFaults() {
    const {scrollWidth} = document.documentElement;
    return scrollWidth > innerWidth ? [`the page is ${scrollWidth} wide`] : [];
  }

  function textFaults() {
    const frames = all('.actions :is(.button, .step, .preset), .said, .stack, .outcome, .total b');
    const rounds = all('.round:not(.result)').filter(round => round.scrollWidth > round.clientWidth + 1);
    return [
      ...frames.filter(runsOut).map(frame => `"${frame.textContent.trim()}" runs out of .${frame.className}`),
      ...[...rounds, ...all('.pot .n').filter(isBroken)].map(part => `cut: "${part.textContent.trim()}"`),
    ];
  }

  function isBroken(number) {
    const text = document.createRange();
    text.selectNodeContents(number);
    return text.getClientRects().length > 1;
  }

  function runsOut(frame) {
    const words = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT);
    const outer = frame.getBoundingClientRect();
    while (words.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(words.currentNode);
      const inner = range.getBoundingClientRect();
      const shown = inner.width && !words.currentNode.parentElement.closest('.visually-hidden');
      if (shown && (inner.left < outer.left - 1 || inner.right > outer.right + 1)) return true;
    }
    return false;
  }

  function seatFaults() {
    return all('.seat').flatMap(seat => {
      const cards = all('.card', seat);
      const others = all('.who, .stack, .said, .total, .value, .held, .hand-name, .spot, .outcome', seat);
      return others.filter(one => cards.some(card => overlap(one, card)))
        .map(one => `"${one.textContent.trim()}" lies over a card`);
    });
  }

  function overlap(one, other) {
    const [a, b] = [one, other].map(each => each.getBoundingClientRect());
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  }

  function barFaults() {
    const table = document.getElementById('table');
    if (table.dataset.phase === 'over') return [];
    const status = table.querySelector('.bar .status');
    const faults = [];
    if (status.scrollHeight > status.clientHeight + 3) faults.push(`cut: "${status.textContent.trim()}"`);
    const [board, bar] = ['board', 'bar'].map(id => document.getElementById(id).getBoundingClientRect());
    if (board.bottom > bar.top + 8) faults.push(`the bar lies ${board.bottom - bar.top} over the felt`);
    const controls = all('.actions :is(.button, .step, .preset, .hint, input)');
    const covered = controls.some(one => overlap(one, status));
    if (covered) faults.push(`"${status.textContent.trim()}" lies over the bar`);
    return faults;
  }
}"""


def played(key: str) -> Iterator[tuple[str, str, str]]:
    """Pages of one match for each company, as (what it is, language, HTML), in one language after the other."""
    players = min(4, GAMES[key].max_seats)
    mode = GAMES[key].modes[0] if GAMES[key].alone else "free"
    for number, company in enumerate(COMPANIES):
        facts = facts_of(key, names=company[:players], mode=mode)
        match = Match(key, World(f"fits{number}", GAMES[key].hand.shoe.decks), players, mode)
        for at, state in enumerate(match.play(Dice(number), COMMANDS, troubles=0.06)):
            language = LANGUAGES[(at + number) % len(LANGUAGES)]
            name = f"{company[0]} {at} {language} {state.phase}"
            yield name, language, draw(state, None if at % 9 == 8 else 0, facts, language=language)


@pytest.mark.parametrize("size", ["phone", "small phone"])
def test_no_table_has_cut_or_covered_words_in_any_language_or_with_any_name(
    person: Callable[..., Person], size: str
) -> None:
    guest = person(size=size, reduced_motion="reduce")
    found: list[str] = []
    for key in PRODUCTS:
        guest.page.goto("/")
        guest.page.get_by_role("button", name=f"Practise {GAMES[key].title}", exact=True).click()
        guest.wait_for_phase("hand", "between")
        found += [f"{key}, {fault}" for fault in guest.page.evaluate(MEASURE, list(played(key)))]
    assert found == [], "\n".join(found)
