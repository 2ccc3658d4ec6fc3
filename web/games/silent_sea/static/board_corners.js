/* Four rings that are dragged onto the corners of a photographed board. */
(function () {
  "use strict";
  var picture = document.getElementById("picture"), field = document.querySelector("[name=corners]");
  var outline = picture.querySelector("polygon"), rings = [].slice.call(picture.querySelectorAll(".corner"));
  var at = [[.06, .06], [.94, .06], [.94, .94], [.06, .94]];

  function show() {
    rings.forEach(function (ring, n) {
      ring.style.left = (100 * at[n][0]) + "%";
      ring.style.top = (100 * at[n][1]) + "%";
    });
    outline.setAttribute("points", at.map(function (p) { return p.join(","); }).join(" "));
    field.value = at.map(function (p) { return p[0].toFixed(4) + " " + p[1].toFixed(4); }).join(" ");
  }
  dragCorners(picture, rings, {
    at: function (n) { return at[n]; },
    put: function (n, x, y) {
      at[n] = [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))];
      show();
    },
    step: function () { return [.004, .004]; }
  });
  show();
})();
