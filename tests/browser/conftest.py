"""A real Chromium for whole games on real pages."""

from __future__ import annotations

import os

import pytest
from browsers import ALONE, chromium
from playwright.sync_api import Error, expect, sync_playwright
from serving import Served

PATIENCE = 120_000  # ms; a busy computer is slow, not wrong

NOT_WANTED = (
    # With it a window is never closed whose page is just beginning anew, as ours do when another game is opened:
    # https://issues.chromium.org/issues/536385539
    "RenderDocument",
    # A browser's address line, which nobody sees here, would take as long to draw as the page.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # It refuses the icon of a page that has just been left for a blank one, and tells that blank page so.
    "LocalNetworkAccessChecks",
    # What Playwright switches off itself, as far as it matters here: of two such lists Chromium reads the last.
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "OptimizationHints",
    "PaintHolding",
)


@pytest.fixture(scope="session")
def browser():
    arguments = ["--disable-gpu", ALONE, "--disable-features=" + ",".join(NOT_WANTED)]
    if os.getuid() == 0:
        arguments.append("--no-sandbox")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def box(tmp_path):
    yield from served(tmp_path, pretend=False)


@pytest.fixture
def pretend(tmp_path):
    """A box with a pretend table and a pretend camera above it."""
    yield from served(tmp_path, pretend=True)


def served(folder, *, pretend):
    box = Served(folder, pretend=pretend)
    with box.listening():
        yield box
    box.close()


# Without a graphics card motion costs as much as all the rest of a test; whoever looks at it says so.
STILL = {"reduced_motion": "reduce"}

EXPECTED = (
    "status of 40",
    "net::ERR_INTERNET_DISCONNECTED",
    "net::ERR_CONNECTION_REFUSED",
    "net::ERR_CONNECTION_RESET",
    "net::ERR_INCOMPLETE_CHUNKED",
)


def is_complaint(said):
    """Chromium calls refused answers, networks and boxes that are off errors; being told so is what the page is for."""
    return said.type == "error" and not any(words in said.text for words in EXPECTED)


def until_there(goto):
    """Our pages begin anew by themselves, as when a phone gets a seat; whoever goes elsewhere just then goes on."""

    def go(url, **how):
        for _ in range(3):
            try:
                return goto(url, **how)
            except Error as error:
                if not any(words in error.message for words in ("interrupted by another navigation", "ERR_ABORTED")):
                    raise
        return goto(url, **how)

    return go


def once_loaded(page, do):
    """Nobody measures or taps a page whose style and scripts are still on their way."""

    def wait_and_do(*what, **how):
        page.wait_for_load_state()
        return do(*what, **how)

    return wait_and_do


@pytest.fixture
def window(browser):
    """Opens windows and sees to it that no page complains in its console."""
    contexts, complaints = [], []

    def open_window(**kind):
        context = browser.new_context(**(STILL | kind))
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.goto = until_there(page.goto)
        for name in ("evaluate", "tap", "click", "fill"):
            setattr(page, name, once_loaded(page, getattr(page, name)))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if is_complaint(said) else None)
        return page

    yield open_window
    for context in contexts:
        context.close()
    assert complaints == []
