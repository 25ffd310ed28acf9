// Of a table that waits for its players: the link that is sent to friends. Loaded when there is one.

import { stage } from "./page.js";

function watchInvitation() {
  stage.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const address = document.getElementById(button.dataset.copy);
    address.select();
    try {
      await navigator.clipboard.writeText(address.value);
    } catch {
      document.execCommand("copy"); // on plain http there is no clipboard object
    }
    button.textContent = button.dataset.done;
  });
}

/** Pushed views know the path only; what is sent to a friend needs the host. */
export function showInvitation() {
  const address = stage.querySelector("[data-address]:is(input)");
  if (address) address.value = new URL(address.getAttribute("value"), location.href).href;
}

watchInvitation();
