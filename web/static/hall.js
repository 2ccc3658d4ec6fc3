/* The hall: keeps all cards in step with their tables. Of a busy table only its own card comes. */
(function () {
  "use strict";
  var body = document.body, stream = body.getAttribute("data-stream"), offline = document.getElementById("offline");
  if (!stream) return;
  var ahead = Number(body.getAttribute("data-now")) * 1000 - Date.now(), heard = Date.now(), source = null;

  // How long something has lasted, by the hall's clock: the clock of a screen on the wall may be wrong.
  function times(within) {
    [].forEach.call(within.querySelectorAll("time[data-since]"), function (each) {
      var seconds = Math.max(0, (Date.now() + ahead) / 1000 - Number(each.getAttribute("data-since")));
      var minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60);
      each.textContent = minutes < 1 ? "just now" : hours < 1 ? minutes + " min" : hours + " h " + (minutes % 60) + " min";
    });
  }

  // A wall has no scroll bar: lists that do not fit are cut between two lines, the least important first. Pairs without
  // room take turns, as everybody has to find their table.
  var from = 0;
  function fit() {
    var aside = document.querySelector("aside");
    if (!aside) return;
    function found(rows) { return [].slice.call(aside.querySelectorAll(rows)); }
    var lists = ["#league tbody tr", "#tonight li", ".standings tbody tr", "#waiting li", ".pairs li"].map(found);
    found("[hidden]").forEach(function (each) { each.hidden = false; });
    if (getComputedStyle(aside).overflowY !== "hidden") return;  // a phone scrolls
    function tooMuch() { return aside.scrollHeight > aside.clientHeight; }
    function cut(rows, least) { for (var last = rows.length - 1; last >= least && tooMuch(); last--) rows[last].hidden = true; }
    var pairs = lists.pop();
    lists.forEach(function (rows) { cut(rows, 3); });
    lists = lists.filter(function (rows) {
      if (!rows.length || !tooMuch()) return rows.length;
      var table = rows[0].closest(".standings");
      if (table) table.hidden = table.previousElementSibling.hidden = true;
      else rows[0].closest("section").hidden = true;
    });
    for (var turn = 0; tooMuch() && turn < from && turn < pairs.length - 1; turn++) pairs[turn].hidden = true;
    cut(pairs, turn + 1);
    // Whole lists that went may have left room for more of the others.
    lists.concat([pairs.slice(turn + 1)]).reverse().forEach(function (rows) {
      rows.every(function (row) {
        row.hidden = false;
        return !(row.hidden = tooMuch());
      });
    });
    return pairs;
  }

  function nextPairs() {
    var pairs = fit() || [], last = -1;
    pairs.forEach(function (each, place) { if (!each.hidden) last = place; });
    from = last < pairs.length - 1 ? last + 1 : 0;
    fit();
  }

  function take(message) {
    var news = false;
    Object.keys(message.cards).forEach(function (box) {
      var old = document.getElementById("t-" + box), place = document.createElement("div");
      if (!old) return;
      place.innerHTML = message.cards[box];
      times(place);
      old.parentNode.replaceChild(place.firstElementChild, old);
    });
    Object.keys(message.parts).forEach(function (id) {
      var place = document.getElementById(id);
      if (!place || place.innerHTML === message.parts[id]) return;
      place.innerHTML = message.parts[id];
      times(place);
      news = true;
    });
    if (news) fit();
    document.dispatchEvent(new CustomEvent("told"));
  }

  // The desk is a page of forms: it is drawn anew as a whole, but never while somebody writes.
  var first = true;
  function anew() {
    if (first) { first = false; return; }
    var writing = document.activeElement && /INPUT|TEXTAREA|SELECT/.test(document.activeElement.tagName);
    var filled = [].some.call(document.querySelectorAll("textarea"), function (each) { return each.value; });
    if (writing || filled) return;
    fetch(location.href, { credentials: "same-origin" }).then(function (answer) { return answer.ok ? answer.text() : ""; }).then(function (page) {
      var fresh = page && new DOMParser().parseFromString(page, "text/html").querySelector("main");
      if (!fresh) return;
      var open = [].map.call(document.querySelectorAll("details"), function (each) { return each.open; });
      document.querySelector("main").innerHTML = fresh.innerHTML;
      [].forEach.call(document.querySelectorAll("details"), function (each, index) { each.open = !!open[index]; });
      times(document);
    });
  }

  function listen() {
    if (source) source.close();
    source = new EventSource(stream);
    source.onmessage = function (event) {
      heard = Date.now();
      var message = JSON.parse(event.data);
      if (body.hasAttribute("data-anew")) { if (message.parts.summary) anew(); } else take(message);
    };
    source.addEventListener("here", function () { heard = Date.now(); });
  }
  listen();
  times(document);
  fit();
  window.addEventListener("resize", fit);
  setInterval(function () {
    var silent = Date.now() - heard;
    if (offline) offline.hidden = silent < 15000;
    if (silent > 20000) { heard = Date.now() - 15000; listen(); }
    times(document);
    [].forEach.call(document.querySelectorAll("[data-until]"), function (each) {
      if ((Date.now() + ahead) / 1000 > Number(each.getAttribute("data-until"))) {
        each.remove();
        fit();
      }
    });
  }, 5000);
  setInterval(nextPairs, 10000);
})();
