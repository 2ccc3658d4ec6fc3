/* Tableside: what moved is seen to move. The board is drawn anew whole; pieces that lie elsewhere now glide there, one that
   shows another face turns over, one that is gone shrinks away. Only drawings of what this page was shown are compared. */
(function () {
  "use strict";
  var MOST = 12;  // changes at once: more is another scene, not a move
  var EASE = "cubic-bezier(.3,0,.2,1)";
  var still = window.matchMedia && matchMedia("(prefers-reduced-motion: reduce)");

  function pieces(board) {
    var frame = board.getBoundingClientRect();
    return [].map.call(board.querySelectorAll("[data-piece]"), function (node) {
      var at = node.getBoundingClientRect();
      return {
        node: node, name: node.getAttribute("data-piece"), width: at.width, height: at.height,
        x: at.left + at.width / 2 - frame.left + board.scrollLeft, y: at.top + at.height / 2 - frame.top + board.scrollTop
      };
    }).filter(function (each) { return each.width; });
  }
  function samePlace(one, other) { return Math.abs(one.x - other.x) < 3 && Math.abs(one.y - other.y) < 3; }

  // Pairs off what fits; what is left over stays in the lists.
  function pairs(old, fresh, fit) {
    var found = [];
    for (var i = fresh.length - 1; i >= 0; i--) {
      for (var j = 0; j < old.length; j++) {
        if (!fit(old[j], fresh[i])) continue;
        found.push([old.splice(j, 1)[0], fresh.splice(i, 1)[0]]);
        break;
      }
    }
    return found;
  }

  // A copy above everything else: in a drawing where the piece was drawn, on the page where it stood.
  function copied(each, board) {
    var copy = each.node.cloneNode(true), drawing = each.node.ownerSVGElement, holder = copy;
    copy.removeAttribute("data-piece");
    if (drawing) {
      holder = document.createElementNS(drawing.namespaceURI, "g");
      holder.setAttribute("transform", each.node.parentNode.getAttribute("transform") || "");
      holder.appendChild(copy);
      board = drawing.isConnected ? drawing : board.querySelector("svg" + (drawing.classList[0] ? "." + drawing.classList[0] : ""));
    } else {
      copy.style.cssText = "position:absolute;margin:0;left:" + (each.x - each.width / 2) + "px;top:" + (each.y - each.height / 2) + "px;width:" + each.width + "px;height:" + each.height + "px";
    }
    if (!board) return null;
    holder.classList.add("ghost");
    holder.setAttribute("aria-hidden", "true");
    board.appendChild(holder);
    return copy;
  }
  function shown(copy, frames, duration) {
    copy.animate(frames, { duration: duration, easing: EASE, fill: "forwards" }).onfinish = function () { (copy.closest(".ghost") || copy).remove(); };
  }

  function glide(from, to, board) {
    // A drawing has units of its own, a page has pixels.
    var matrix = to.node.ownerSVGElement && to.node.parentNode.getScreenCTM(), copy = copied(to, board);
    var x = (from.x - to.x) / (matrix ? matrix.a : 1), y = (from.y - to.y) / (matrix ? matrix.d : 1);
    if (!copy) return;
    shown(copy, [{ transform: "translate(" + x + "px," + y + "px)" }, { transform: "none" }], 480);
    to.node.animate([{ opacity: 0 }, { opacity: 0 }], 480);
  }
  function turn(from, to, board) {
    var copy = copied(from, board);
    if (copy) shown(copy, [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], 200);
    to.node.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "none" }], { duration: 400, easing: EASE });
  }
  function vanish(from, board) {
    var copy = copied(from, board);
    if (copy) shown(copy, [{ opacity: 1, transform: "none" }, { opacity: 0, transform: "scale(.3)" }], 400);
  }
  function bump(there) {
    there.node.animate([{ transform: "none" }, { transform: "scale(1.08)" }, { transform: "none" }], { duration: 300, easing: EASE });
  }
  function appear(to) {
    to.node.animate([{ opacity: 0, transform: "scale(1.6)" }, { opacity: 1, transform: "none" }], { duration: 320, easing: EASE });
  }

  window.table.keepers.push(function (board) {
    if (board.id !== "board" || document.hidden || still && still.matches || !board.animate) return null;
    var width = board.clientWidth, old = pieces(board);
    return function () {
      if (board.clientWidth !== width) return;
      var fresh = pieces(board), changed = [];
      pairs(old, fresh, function (one, other) { return one.name === other.name && samePlace(one, other); }).forEach(function (pair) {
        if (pair[0].node.innerHTML !== pair[1].node.innerHTML) changed.push(pair[1]);
      });
      if (old.length + fresh.length + changed.length > MOST) return;
      changed.forEach(bump);
      pairs(old, fresh, function (one, other) { return one.name === other.name; }).forEach(function (pair) { glide(pair[0], pair[1], board); });
      pairs(old, fresh, samePlace).forEach(function (pair) { turn(pair[0], pair[1], board); });
      old.forEach(function (each) { vanish(each, board); });
      fresh.forEach(appear);
    };
  });
})();
