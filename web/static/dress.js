// Settings of this screen, kept on this screen. Run before the first paint: a dark page must not flash white, nor letters grow.
(function () {
  "use strict";
  var root = document.documentElement, prefs = { theme: "auto", size: "1", sound: "", buzz: "", speaks: "" };
  function dress() {
    root.setAttribute("data-theme", prefs.theme);
    root.style.setProperty("--size", prefs.size);
    root.setAttribute("data-size", prefs.size);
  }
  function keep(name, value) {
    prefs[name] = value;
    try { localStorage.setItem("tableside." + name, value); } catch (e) { /* a private window */ }
    dress();
  }
  Object.keys(prefs).forEach(function (name) {
    try { prefs[name] = localStorage.getItem("tableside." + name) || prefs[name]; } catch (e) { /* a private window */ }
  });
  dress();
  window.screenPrefs = { now: prefs, keep: keep };
})();
