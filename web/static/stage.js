/* Tableside: the box's own screen. */
(function () {
  "use strict";
  var body = document.body;

  // The box's own screen is a stage: the table, and what is asked in large letters. The controls come with a tap
  // beside the board and go when nobody has touched them for a while.
  var controls = document.getElementById("controls"), lastTouch = Date.now();
  function stage(on) {
    if (!controls || innerWidth <= 640 || body.classList.contains("stage") === on) return;  // on a phone it is a page
    lastTouch = Date.now();
    body.classList.toggle("stage", on);
    try { sessionStorage.setItem("stage", on ? "on" : ""); } catch (e) { /* then a fresh page begins with its controls */ }
    if (!on) controls.closest("aside").scrollTo(0, 0);
  }
  if (controls) {
    try { stage(sessionStorage.getItem("stage") === "on"); } catch (e) { /* as it is */ }
    ["pointerdown", "keydown", "input"].forEach(function (kind) {
      document.addEventListener(kind, function () { lastTouch = Date.now(); });
    });
    controls.closest("aside").addEventListener("click", function (event) {
      var tapped = event.target.closest("button, a, input, select, summary, label");
      if (event.target.closest("[data-stage]")) { event.target.closest("details").open = false; stage(true); }
      else if (!tapped || tapped === controls) stage(false);
    });
    setInterval(function () {
      if (Date.now() - lastTouch >= 1000 * Number(body.getAttribute("data-quiet"))) stage(true);
    }, 1000);
  }
})();
