// A form that opens a table (data-once) is sent once: a second press before the answer is there would open another one,
// and who is nobody yet would be two guests.

const AGAIN_AFTER_MS = 3_000;

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-once]")) return;
  if ("sent" in form.dataset) return event.preventDefault();
  form.dataset.sent = "";
  // The page may stay: the answer can come in another tab, or never.
  setTimeout(() => delete form.dataset.sent, AGAIN_AFTER_MS);
});
