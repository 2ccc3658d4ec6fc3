/* By keyboard: menus close, the board is one stop with arrow keys inside, and focus is never lost when the page changes. */
(function () {
  "use strict";
  var board = document.getElementById("board"), ask = document.getElementById("ask"), told = document.getElementById("told");
  var byKeys = false, last = "", was = null;  // the slot that last had focus, and where in the page focus was

  // Menus: Escape, or a tap anywhere else, closes them.
  function shut(menus, except) {
    [].forEach.call(menus, function (menu) { if (menu !== except) menu.open = false; });
  }
  function open() { return document.querySelectorAll("details:is(.prefs, .people)[open]"); }
  function around(element) { return element.closest && element.closest("details:is(.prefs, .people)"); }
  document.addEventListener("pointerdown", function (event) {
    byKeys = false;
    shut(open(), around(event.target));
  });
  document.addEventListener("click", function (event) {
    if (event.target.classList.contains("invite")) shut(open());  // the code fills the screen: beside it is outside, too
  });
  document.addEventListener("keydown", function (event) {
    byKeys = true;
    var menu = event.key === "Escape" && open()[0];
    if (!menu) return;
    shut(open());
    menu.querySelector("summary").focus();
  }, true);
  document.addEventListener("focusin", function (event) {
    was = event.target.closest("#board") || event.target.closest("#ask");
    if (was === board) last = event.target.getAttribute("data-slot") || "";
    if (byKeys && event.target.matches("[data-slot][data-why]")) window.table.tell(event.target.getAttribute("data-why"));
    if (byKeys) shut(open(), around(event.target));  // whoever tabs on has left it
  });

  // One stop: all places but one leave the row of the Tab key. Arrow keys lead to those that are barred, too: they say why,
  // to those who hear the page as well.
  var BARRED = "[data-slot][data-why]";
  function places(all) {
    return board ? [].slice.call(board.querySelectorAll('[role="button"][tabindex]:not([data-why])' + (all ? ", " + BARRED : ""))) : [];
  }
  function saysWhy(place) {
    var title = place.querySelector("title"), what = title ? title.textContent : place.getAttribute("title") || place.textContent.trim();
    place.setAttribute("role", "button");
    place.setAttribute("aria-disabled", "true");
    place.setAttribute("aria-label", what.replace(/[.\s]+$/, "") + ". Not now: " + place.getAttribute("data-why"));
  }
  function barred() {
    [].forEach.call(document.querySelectorAll("#board " + BARRED + ", #mine " + BARRED), saysWhy);
    [].forEach.call(document.querySelectorAll("#mine " + BARRED), function (place) { place.setAttribute("tabindex", "0"); });
  }
  function one(stop) {
    barred();
    places(true).forEach(function (place) { place.setAttribute("tabindex", place === stop ? "0" : "-1"); });
    for (var around = stop && stop.parentNode; around && around !== document.body; around = around.parentNode) {
      if (around.getAttribute("tabindex") === "0") around.setAttribute("tabindex", "-1");
    }
    if (!stop && board && document.body.classList.contains("kiosk")) board.setAttribute("tabindex", "0");  // it can be scrolled
  }
  function stop() {
    var all = places();
    return all.filter(function (place) { return place.getAttribute("data-slot") === last; })[0] || all[0] || places(true)[0] || null;
  }
  function middle(place) {
    var box = place.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }
  // The nearest place that way, rather straight ahead than aside.
  function towards(from, x, y) {
    var here = middle(from), best = null, least = Infinity;
    places(true).forEach(function (place) {
      var there = middle(place), right = there.x - here.x, down = there.y - here.y;
      var along = right * x + down * y, aside = Math.abs(right * y) + Math.abs(down * x);
      var far = Math.sqrt(along * along + aside * aside) + aside / 2;
      if (place === from || along < 1 || aside > 1.8 * along || far >= least) return;
      best = place;
      least = far;
    });
    return best;
  }
  var WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (board) board.addEventListener("keydown", function (event) {
    var from = event.target, all = places(), to = null;
    if (places(true).indexOf(from) < 0) return;
    if (WAYS[event.key]) to = towards(from, WAYS[event.key][0], WAYS[event.key][1]);
    if (event.key === "Home") to = all[0];
    if (event.key === "End") to = all[all.length - 1];
    if (!to) return;
    event.preventDefault();
    one(to);
    to.focus();
  });

  // What was drawn anew takes its focus along: to the board if there is something to choose, else to the question.
  function settle() {
    var next = stop(), lost = byKeys && was && (!document.activeElement || document.activeElement === document.body);
    one(next);
    if (lost && was === board && next) next.focus();
    else if (lost && ask) ask.focus();
  }
  if (window.MutationObserver) {
    [board, ask, document.getElementById("mine")].forEach(function (part) { if (part) new MutationObserver(settle).observe(part, { childList: true }); });
  }
  one(stop());

  // A sentence that ends with a rule's number leads to that rule.
  function link() {
    var found = told.querySelector("a") ? null : /^(.*)\(([A-Z]+-R?\d+[a-z]?)\)$/.exec(told.textContent);
    if (!found) return;
    var way = document.createElement("a");
    way.href = "/rules/" + (document.body.getAttribute("data-game") || "").replace(/-[^-]*$/, "") + "#" + found[2];
    way.textContent = found[2];
    told.textContent = found[1] + "(";
    told.appendChild(way);
    told.appendChild(document.createTextNode(")"));
  }
  if (told && board && window.MutationObserver) new MutationObserver(link).observe(told, { childList: true });
})();
