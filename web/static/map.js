/* Maps that are larger than the screen: drawn larger or smaller, dragged about, and one's own figure kept in view. */
(function () {
  "use strict";
  var kept = {}, turn = "";

  function maps() { return [].slice.call(document.querySelectorAll("[data-map]")); }
  function nameOf(map) { return map.getAttribute("data-map") || "map"; }
  function state(map) {
    var name = nameOf(map);
    if (!kept[name]) kept[name] = { zoom: start(map), left: 0, top: 0, home: "" };
    return kept[name];
  }
  // How large it is at first: as the page says, and on a wide screen always whole.
  function start(map) { return map.clientWidth > 700 ? 1 : Number(map.getAttribute("data-start") || 1); }

  function size(map) {
    var drawing = map.querySelector("svg");
    if (drawing) drawing.style.width = (100 * state(map).zoom) + "%";
  }

  function zoom(map, factor) {
    var now = state(map), x = (map.scrollLeft + map.clientWidth / 2) / map.scrollWidth;
    var y = (map.scrollTop + map.clientHeight / 2) / map.scrollHeight;
    now.zoom = Math.min(6, Math.max(1, now.zoom * factor));
    size(map);
    map.scrollLeft = x * map.scrollWidth - map.clientWidth / 2;
    map.scrollTop = y * map.scrollHeight - map.clientHeight / 2;
  }

  // The middle of the map goes to the own figure.
  function home(map) {
    var mine = map.querySelector("[data-home]");
    if (!mine) return;
    var at = mine.getBoundingClientRect(), box = map.getBoundingClientRect();
    map.scrollLeft += at.left + at.width / 2 - box.left - map.clientWidth / 2;
    map.scrollTop += at.top + at.height / 2 - box.top - map.clientHeight / 2;
  }

  function settle() {
    var mine = document.querySelector("#ask .mine");
    var myTurn = mine ? mine.textContent.split(":")[0] : "";
    maps().forEach(function (map) {
      var now = state(map), figure = map.querySelector("[data-home]");
      var where = figure ? figure.getAttribute("data-home") : "";
      size(map);
      map.scrollLeft = now.left;
      map.scrollTop = now.top;
      // Look after the figure when it went somewhere, and when it becomes one's turn; else leave the map where it is.
      if (where !== now.home || (myTurn && myTurn !== turn)) home(map);
      now.home = where;
      now.left = map.scrollLeft;
      now.top = map.scrollTop;
      if (map.seen) return;
      map.seen = true;
      map.addEventListener("scroll", function () { now.left = map.scrollLeft; now.top = map.scrollTop; });
    });
    turn = myTurn;
  }

  document.addEventListener("click", function (event) {
    var button = event.target.closest && event.target.closest("[data-zoom]");
    if (!button) return;
    var how = button.getAttribute("data-zoom");
    maps().forEach(function (map) {
      if (how === "home") { state(map).zoom = Math.max(state(map).zoom, start(map)); size(map); home(map); }
      else if (how === "whole") { state(map).zoom = 1; size(map); }
      else zoom(map, how === "in" ? 1.4 : 1 / 1.4);
    });
  });

  var board = document.getElementById("board");
  if (board && window.MutationObserver) new MutationObserver(settle).observe(board, { childList: true });
  // A phone that is turned shows another part: look after the figure again.
  window.addEventListener("resize", function () { maps().forEach(function (map) { size(map); home(map); }); });
  settle();
})();
