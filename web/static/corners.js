/* Rings that are dragged onto the corners of a board in a picture: by finger, by mouse, or with the arrow keys.
   `board` says where each corner is (at, both from 0 to 1), takes it elsewhere (put), tells how far an arrow key goes
   (step), and may hear when a ring is held and let go (held, free). */
function dragCorners(picture, rings, board) {
  "use strict";
  var ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function nothing() {}
  function place(event) {
    var box = picture.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  }
  rings.forEach(function (ring, n) {
    var grip = null;  // from the finger to the corner: a ring is not always taken by its middle
    ring.addEventListener("pointerdown", function (event) {
      var finger = place(event), at = board.at(n);
      grip = [at[0] - finger[0], at[1] - finger[1]];
      ring.setPointerCapture(event.pointerId);
      event.preventDefault();
      ring.focus();
      (board.held || nothing)(n);
    });
    ring.addEventListener("pointermove", function (event) {
      if (!grip) return;
      var finger = place(event);
      board.put(n, finger[0] + grip[0], finger[1] + grip[1]);
    });
    ["pointerup", "pointercancel"].forEach(function (kind) {
      ring.addEventListener(kind, function () { grip = null; (board.free || nothing)(); });
    });
    ring.addEventListener("blur", board.free || nothing);
    ring.addEventListener("keydown", function (event) {
      var way = ways[event.key];
      if (!way) return;
      event.preventDefault();
      var step = board.step(), far = event.shiftKey ? 12 : 1, at = board.at(n);
      board.put(n, at[0] + way[0] * far * step[0], at[1] + way[1] * far * step[1]);
    });
  });
}
