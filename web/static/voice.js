/* Tableside: this page speaks, if somebody asked it to. The box says what and when; the page only lends its mouth. */
(function () {
  "use strict";
  var prefs = window.screenPrefs, mouth = window.speechSynthesis, Words = window.SpeechSynthesisUtterance;
  var can = !!(mouth && Words && mouth.speak), now = null, key = "", warned = false;

  function press() {
    [].forEach.call(document.querySelectorAll("[data-speaks]"), function (button) {
      var on = button.getAttribute("data-speaks");
      button.setAttribute("aria-pressed", String(wants(on)));
      button.disabled = !can;
    });
    [].forEach.call(document.querySelectorAll("[data-mute]"), function (note) { note.hidden = can; });
  }
  function wants(what) { return prefs.now.speaks === what || prefs.now.speaks === "both"; }

  // Two switches, of which each can be on: what all may hear, and what only this seat may.
  function turn(what) {
    var all = wants("all"), mine = wants("mine");
    if (what === "all") all = !all; else mine = !mine;
    keep(all && mine ? "both" : all ? "all" : mine ? "mine" : "");
    if (prefs.now.speaks) say({ number: 0, text: all && what === "all" ? "This phone speaks." : "" }, true);
    window.table.listen();
  }
  function keep(value) {
    prefs.keep("speaks", value);
    press();
  }

  function done(words) {
    if (now !== words) return;
    now = null;
    if (words.number) window.table.quietly("/voice/said/" + words.number, "key=" + encodeURIComponent(key));
  }
  function say(told, own) {
    if (!can) { if (told.number) { now = told; done(told); } return; }
    now = null;
    mouth.cancel();
    if (!told.text) return;
    now = told;
    var words = new Words(told.text);
    words.lang = told.lang || "en-GB";
    words.rate = told.rate || 1;
    words.volume = told.volume === undefined ? 1 : told.volume;
    words.onend = function () { done(told); };
    words.onerror = function (event) {
      if (!own && event && event.error === "not-allowed" && !warned) {
        warned = true;
        window.table.tell("Touch the page once, then this phone may speak.");
      }
      done(told);
    };
    mouth.speak(words);
  }

  // The stream tells it: other words cut off the last ones, none is silence. Another phone may have taken over.
  document.addEventListener("say", function (event) {
    var told = event.detail;
    key = told.key;
    if (told.wants !== prefs.now.speaks) {
      keep(told.wants);
      if (!told.wants) window.table.tell("Another phone speaks now.");
    }
    if (!now || now.number !== told.number) say(told, false);
  });
  document.addEventListener("click", function (event) {
    var button = event.target.closest && event.target.closest("[data-speaks]");
    if (button && can) turn(button.getAttribute("data-speaks"));
  });
  window.addEventListener("pagehide", function () { now = null; if (can) mouth.cancel(); });  // cut off, not said
  press();
})();
