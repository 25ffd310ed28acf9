"""What the page does when messages do not come: it says so, comes back by itself, and sends nothing stale."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.at_table import LOCK_MS, Person
from tests.browser.by_ear import Listener
from tests.support.stack import Stack, running_stack

LOST = "Connection lost. Reconnecting…"
BACK = "You are back. The table is up to date."


class Line:
    """Between a page and the server: can hold messages up, change them, and add some."""

    def __init__(self, person: Person) -> None:
        self.sent: list[dict[str, object]] = []
        self.deaf = False
        self.change: Callable[[str], str] = lambda text: text
        self.opened = 0
        person.page.route_web_socket(re.compile(r"/ws/table/"), self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self.opened += 1
        self.route = route
        server = route.connect_to_server()

        def to_server(message: str | bytes) -> None:
            self.sent.append(json.loads(message))
            server.send(message)

        def to_page(message: str | bytes) -> None:
            if not self.deaf:
                route.send(self.change(str(message)))

        route.on_message(to_server)
        server.on_message(to_page)

    def answers(self) -> list[dict[str, str]]:
        """Decisions the page has sent."""
        bodies = [message["body"] for message in self.sent]
        return [body for body in bodies if isinstance(body, dict) and body["type"] == "act"]

    def halves(self) -> list[str]:
        """Parts of its seed the page has sent, in order."""
        kinds = [message["body"]["type"] for message in self.sent if isinstance(message["body"], dict)]
        return [kind for kind in kinds if kind in ("digest", "reveal")]


@pytest.fixture
def own_site() -> Iterator[Stack]:
    """A stack whose web process may be killed."""
    with running_stack(webs=1) as stack:
        yield stack


def test_server_that_restarts_finds_the_page_back_by_itself(own_site: Stack, browser: Browser) -> None:
    guest = Person(browser, own_site.webs[0].port)
    guest.practise()
    guest.wait_to_be_asked()
    token, kind = guest.table["token"], guest.kinds[0]
    own_site.webs[0].kill()
    expect(guest.page.locator("#link")).to_have_text(LOST)
    expect(guest.page.locator("#actions:disabled")).to_have_count(1)
    guest.page.locator(f"#actions [data-kind={kind}]").click(force=True)
    own_site.webs[0].start()
    expect(guest.page.locator("#link")).to_have_text(BACK, timeout=20_000)
    guest.wait_to_be_asked()
    assert guest.table["token"] == token
    assert own_site.query("SELECT count(*) FROM games_journalentry WHERE kind = 'act' AND seat = 0") == [(0,)]
    guest.press(kind)
    assert own_site.query("SELECT count(*) FROM games_journalentry WHERE kind = 'act' AND seat = 0") == [(1,)]
    guest.leave()


def test_silence_of_twelve_seconds_is_a_lost_connection(person: Callable[..., Person]) -> None:
    guest = person()
    line = Line(guest)
    guest.page.clock.install()
    guest.practise()
    line.deaf = True
    guest.page.clock.run_for(11_000)
    assert line.opened == 1
    guest.page.clock.run_for(3_000)
    expect(guest.page.locator("#link")).to_have_text(LOST)
    line.deaf = False
    guest.page.clock.run_for(1_500)  # the longest first wait
    expect(guest.page.locator("#link")).to_have_text(BACK)
    assert line.opened >= 2


def test_nothing_is_sent_before_the_first_view_has_come(person: Callable[..., Person]) -> None:
    guest = person()
    line = Line(guest)
    guest.practise()
    guest.wait_to_be_asked()
    guest.page.wait_for_timeout(LOCK_MS + 20)
    kind = guest.kinds[0]
    line.deaf = True
    line.route.close(code=1001)
    expect(guest.page.locator("#link")).to_have_text(LOST)
    guest.page.wait_for_function(
        "() => htmx.ext.ws.getRegistry().get(stage.dataset.socket)?.socket?.readyState === 1"
    )
    # Even a press that gets past the closed bar goes nowhere.
    guest.page.evaluate(
        "kind => { actions.disabled = false; document.querySelector(`#actions [data-kind=${kind}]`).click(); }",
        kind,
    )
    assert line.answers() == []


def test_button_pressed_twice_is_sent_once(person: Callable[..., Person]) -> None:
    guest = person()
    line = Line(guest)
    guest.practise()
    guest.wait_to_be_asked()
    guest.page.wait_for_timeout(LOCK_MS + 20)
    before = guest.table
    guest.page.evaluate("for (let i = 0; i < 5; i++) document.querySelector('#act-passive button').click()")
    guest.wait_for_another_question(before)
    assert [answer["token"] for answer in line.answers()] == [before["token"]]


def test_bar_takes_no_press_right_after_it_changed(person: Callable[..., Person]) -> None:
    guest = person()
    line = Line(guest)
    guest.practise()
    guest.wait_to_be_asked()
    # In the moment a question comes, and twice more while the bar should still be deaf, however slow the machine is.
    guest.page.evaluate(
        """lock => {
          const table = document.getElementById('table');
          let token = table.dataset.token;
          window.tried = 0;
          const press = since => {
            const hit = document.querySelector('#actions:enabled [data-kind=hit]');
            if (!hit || performance.now() - since > lock - 50) return;
            window.tried++;
            hit.click();
          };
          new MutationObserver(() => {
            if (table.dataset.token === token) return;
            token = table.dataset.token;
            const since = performance.now();
            press(since);
            for (const wait of [20, 150]) setTimeout(press, wait, since);
          }).observe(table, {subtree: true, childList: true, attributes: true});
        }""",
        LOCK_MS,
    )
    while "hit" not in guest.kinds:
        guest.play_on()
        guest.wait_to_be_asked()
    guest.page.wait_for_timeout(LOCK_MS)
    assert guest.page.evaluate("window.tried") > 0
    assert [answer for answer in line.answers() if answer["kind"] == "hit"] == []


def test_older_view_than_the_one_shown_is_ignored(person: Callable[..., Person]) -> None:
    guest = person()
    line = Line(guest)
    guest.practise()
    guest.wait_to_be_asked()
    shown = guest.table
    old = {"v": int(shown["v"]) - 1, "content": "<section id='table' data-phase='old'></section>"}
    line.route.send(json.dumps({**old, "target": "#table", "swap": "outerMorph"}))
    line.route.send('{"tick": 1}')
    guest.play_on()
    assert guest.table["phase"] != "old"
    assert int(guest.table["v"]) > int(shown["v"])


def test_each_half_of_the_seed_is_sent_once_though_views_ask_for_it_again(
    person: Callable[..., Person],
) -> None:
    """Two join at the same moment: the next view is under way before the answer to the one before has come."""
    alice, bob = person(web=0), person(web=1)
    lines = [Line(alice), Line(bob)]

    def shown_twice(line: Line) -> Callable[[str], str]:
        def change(text: str) -> str:
            line.route.send(text)
            return text

        return change

    for line in lines:
        line.change = shown_twice(line)
    link = alice.open_for_a_friend("Alice")
    bob.accept(urlsplit(link).path, "Bob")
    alice.wait_for_phase("hand")
    for line, page in zip(lines, (alice.page, bob.page), strict=True):
        assert line.halves() == ["digest", "reveal"]
        expect(page.locator("#link .bad")).to_have_count(0)


def test_error_is_shown_and_said_and_the_same_decision_can_be_answered_again(
    person: Callable[..., Person],
) -> None:
    guest = person()
    ear = Listener(guest.page)
    Line(guest)
    guest.practise()
    guest.wait_to_be_asked()
    guest.page.wait_for_timeout(LOCK_MS + 20)
    kind = guest.kinds[0]
    guest.page.locator("#actions input[name=kind]").first.evaluate("field => { field.value = 'juggle'; }")
    guest.page.locator(f"#actions [data-kind={kind}]").click()
    expect(guest.page.locator("#link")).not_to_be_empty()
    ear.wait_for(
        re.escape(guest.page.locator("#link").inner_text()), "alert"
    )  # the question may be said after it
    guest.page.locator("#actions input[name=kind]").first.evaluate(
        "(field, kind) => { field.value = kind; }", kind
    )
    guest.press(kind)


def test_wrong_card_stops_the_page(person: Callable[..., Person]) -> None:
    guest = person()
    line = Line(guest)

    def other_face(text: str) -> str:
        message = json.loads(text)
        for opening in message.get("openings", []):
            opening["face"] = (opening["face"] + 1) % 52
        return json.dumps(message)

    line.change = other_face
    guest.page.goto("/")
    guest.page.get_by_role("button", name="Play now").click()
    expect(guest.page.locator("#link")).to_contain_text(
        "A card does not match what was fixed before the deal."
    )
    expect(guest.page.locator("#fair-mark")).to_have_text("a card is wrong")
    expect(guest.page.locator("#actions:disabled")).to_have_count(1)


def test_root_that_changes_during_a_shoe_stops_the_page(person: Callable[..., Person]) -> None:
    guest = person()
    guest.practise()
    guest.wait_to_be_asked()
    guest.page.evaluate("localStorage.setItem(`b21.root.1.${stage.dataset.table}`, 'f'.repeat(64))")
    guest.page.reload()
    expect(guest.page.locator("#link")).to_contain_text(
        "A card does not match what was fixed before the deal."
    )


def test_page_plays_on_a_plain_local_network(person: Callable[..., Person]) -> None:
    """There browsers give neither `crypto.subtle` nor `crypto.randomUUID`."""
    guest = person()
    guest.page.add_init_script("delete Crypto.prototype.randomUUID; delete Crypto.prototype.subtle")
    guest.practise()
    guest.wait_to_be_asked()
    assert guest.page.evaluate("crypto.subtle === undefined")
    expect(guest.page.locator("#fair-mark")).to_have_text("✓ cards checked: 3")
    guest.play_on()


def test_log_out_elsewhere_ends_the_page_with_a_way_back(person: Callable[..., Person]) -> None:
    guest = person()
    line = Line(guest)
    guest.practise()
    line.route.close(code=4401)
    expect(guest.page.locator("#link")).to_contain_text("You are logged out.")
    link = guest.page.get_by_role("link", name="Log in")
    assert (link.get_attribute("href") or "").endswith(
        "/accounts/login/?next=" + guest.page.url.split("/", 3)[3].join(("/", ""))
    )
    assert line.opened == 1
