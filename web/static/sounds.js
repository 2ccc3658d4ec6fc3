/* Tableside: how this screen is set, and the notes by which it says whose turn it is. */
(function () {
  "use strict";
  // The buttons that set this screen (dress.js keeps what they say).
  var prefs = window.screenPrefs.now;
  function press() {
    [].forEach.call(document.querySelectorAll("[data-pref]"), function (button) {
      button.setAttribute("aria-pressed", String(prefs[button.getAttribute("data-pref")] === button.getAttribute("data-value")));
    });
  }
  press();
  document.addEventListener("click", function (event) {
    var button = event.target.closest && event.target.closest("[data-pref]");
    if (!button) return;
    var name = button.getAttribute("data-pref"), value = button.getAttribute("data-value");
    window.screenPrefs.keep(name, (name === "sound" || name === "buzz") && prefs[name] === value ? "" : value);
    press();
    if (name === "sound" && prefs.sound) chime(true);
    if (name === "buzz" && prefs.buzz && navigator.vibrate) navigator.vibrate(120);
  });

  // Two rising notes: it is your turn. One low note: somebody else's.
  var audio = null;
  function ears() {
    var Audio = window.AudioContext || window.webkitAudioContext;
    if (!Audio) return null;
    audio = audio || new Audio();
    if (audio.state === "suspended" && audio.resume) audio.resume();
    return audio;
  }
  // A browser lets a page sound only after a touch: the first one opens its mouth for the rest of the evening.
  ["pointerdown", "keydown", "touchend"].forEach(function (kind) {
    document.addEventListener(kind, function () { if (prefs.sound) ears(); });
  });
  function chime(mine) {
    var to = ears();
    if (!to) return;
    (mine ? [523, 784] : [330]).forEach(function (pitch, index) {
      var tone = to.createOscillator(), loud = to.createGain(), at = to.currentTime + index * 0.18;
      tone.frequency.value = pitch;
      tone.type = "triangle";
      loud.gain.setValueAtTime(0.0001, at);
      loud.gain.exponentialRampToValueAtTime(0.55, at + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
      tone.connect(loud);
      loud.connect(to.destination);
      tone.start(at);
      tone.stop(at + 0.52);
    });
  }
  function prompted() {
    var mine = !!document.querySelector("#ask .mine");
    if (prefs.sound && (mine || document.body.classList.contains("kiosk"))) chime(mine);
    if (prefs.buzz && mine && navigator.vibrate) navigator.vibrate([60, 60, 60]);
  }
  document.addEventListener("news", function (event) { if (event.detail.asks) prompted(); });
})();
