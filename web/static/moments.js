/* Tableside: moments. What everybody should look up for stands over the board for a while, and goes with a tap or with
   whatever comes next; what was drawn tumbles first. The outcome stands in the page from the start: nothing waits. */
(function () {
  "use strict";
  var TUMBLE = 1200;  // ms, as long as the digit of the box rolls
  var scene = document.getElementById("scene"), seen = "", tumbled = {}, timer = 0;
  var still = window.matchMedia && matchMedia("(prefers-reduced-motion: reduce)");

  function stage() {
    var now = scene && scene.querySelector("[data-scene]"), name = now ? now.getAttribute("data-scene") : "";
    if (!scene || name === seen && name) return;
    seen = name;
    show(!!now && !document.hidden);
    if (now && now.hasAttribute("data-for")) timer = setTimeout(function () { show(false); }, 1000 * Number(now.getAttribute("data-for")));
  }
  function show(on) {
    clearTimeout(timer);
    scene.classList.toggle("on", on);
  }

  // What tumbled once lies still, however often the page is drawn.
  function draw(node) { return (node.getAttribute("data-tumble") || seen) + node.textContent; }
  // Other faces stand over the true ones for a moment; whoever reads the page aloud never meets them.
  function tumble(node) {
    var about = draw(node), began = Date.now(), words = node.textContent;
    if (tumbled[about] || !/\d/.test(words) || still && still.matches) return;
    tumbled[about] = true;
    (function turn() {
      var passed = Date.now() - began;
      if (passed >= TUMBLE || !node.isConnected) { node.removeAttribute("data-face"); return; }
      node.setAttribute("data-face", words.replace(/\d+/g, function (number) { return String(1 + Math.floor(Math.random() * Math.max(6, Number(number)))); }));
      setTimeout(turn, 40 + passed / 10);
    })();
  }
  function tumbleAll() { [].forEach.call(document.querySelectorAll("[data-tumble]"), tumble); }

  document.addEventListener("news", function () { stage(); tumbleAll(); });
  if (scene) scene.addEventListener("click", function (event) { if (!event.target.closest("form")) show(false); });
  // What stood there when the page was opened is no news; only what is read now is shown again.
  var there = scene && scene.querySelector("[data-scene]");
  if (there && there.classList.contains("book")) stage();
  else if (there) seen = there.getAttribute("data-scene");
  [].forEach.call(document.querySelectorAll("[data-tumble]"), function (node) { tumbled[draw(node)] = true; });
})();
