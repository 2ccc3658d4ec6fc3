/* Four rings that are dragged onto the corners of a photographed board. */
(function () {
  "use strict";
  var picture = document.getElementById("picture"), field = document.querySelector("[name=corners]");
  var outline = picture.querySelector("polygon"), rings = [].slice.call(picture.querySelectorAll(".corner"));
  var at = [[.06, .06], [.94, .06], [.94, .94], [.06, .94]], held = -1;

  function show() {
    rings.forEach(function (ring, n) {
      ring.style.left = (100 * at[n][0]) + "%";
      ring.style.top = (100 * at[n][1]) + "%";
    });
    outline.setAttribute("points", at.map(function (p) { return p.join(","); }).join(" "));
    field.value = at.map(function (p) { return p[0].toFixed(4) + " " + p[1].toFixed(4); }).join(" ");
  }
  function put(n, x, y) {
    at[n] = [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))];
    show();
  }
  rings.forEach(function (ring, n) {
    ring.addEventListener("pointerdown", function (event) {
      held = n;
      ring.setPointerCapture(event.pointerId);
      event.preventDefault();
      ring.focus();
    });
    ring.addEventListener("pointermove", function (event) {
      if (held !== n) return;
      var box = picture.getBoundingClientRect();
      put(n, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    });
    ["pointerup", "pointercancel"].forEach(function (kind) { ring.addEventListener(kind, function () { held = -1; }); });
    ring.addEventListener("keydown", function (event) {
      var ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }, way = ways[event.key];
      if (!way) return;
      event.preventDefault();
      var step = event.shiftKey ? .05 : .004;
      put(n, at[n][0] + way[0] * step, at[n][1] + way[1] * step);
    });
  });
  show();
})();
