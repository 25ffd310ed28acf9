"""The browser of the machine; the tests bring none."""

from __future__ import annotations

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# No sandbox: containers and root cannot have one. The rest keeps the browser from calling home.
LAUNCH_ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
    "--metrics-recording-only",
    "--disable-features=OptimizationHints,MediaRouter,Translate",
]


def find_chromium() -> str | None:
    """Path of a Chromium: CHROMIUM in the environment, else the first known name on PATH."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    return next((path for name in NAMES if (path := shutil.which(name))), None)
