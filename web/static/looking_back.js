// A finished game as a strip: any moment of it is drawn by the box, one at a time; what was seen once the browser keeps.
(function () {
  "use strict";
  var form = document.querySelector("[data-scrub]");
  if (!form || !window.fetch) return;
  var rail = form.querySelector("input[type=range]"), play = form.querySelector("[data-play]");
  var over = document.querySelector("[data-turn-over]"), last = Number(rail.max);
  var shown = Number(rail.defaultValue), wanted = shown, busy = false, timer = 0;
  var PACE = 1100, LONG = 180000, touched = Date.now();

  function address(at) {
    var open = over && over.getAttribute("aria-pressed") === "true" ? "&open=1" : "";
    return form.getAttribute("data-scrub") + at + "?of=" + encodeURIComponent(form.getAttribute("data-of")) + open;
  }

  function put(at, moment) {
    ["board", "mine", "seats"].forEach(function (part) {
      var place = document.getElementById(part), fresh = moment.parts[part] || "";
      if (!place || place.innerHTML === fresh) return;
      var after = window.table.keepers.map(function (keep) { return keep(place); });  // pieces are seen to move
      place.innerHTML = fresh;
      after.forEach(function (giveBack) { if (giveBack) giveBack(); });
    });
    document.getElementById("whose").innerHTML = moment.whose;
    document.getElementById("when").textContent = moment.when;
    var said = document.getElementById("said");
    said.textContent = "";
    moment.said.forEach(function (text) { said.appendChild(document.createElement("li")).textContent = text; });
    rail.setAttribute("aria-valuetext", moment.when + ". " + moment.said.join(" "));
    shown = at;
    document.body.setAttribute("data-at", at);
  }

  // One at a time: whoever drags across a hundred moments sees the newest asked for, and the box draws no others.
  function draw() {
    if (busy) return;
    busy = true;
    var at = wanted, from = address(at);
    fetch(from, { headers: { "X-Page": "1" } }).then(function (answer) {
      if (answer.status === 409 || answer.status === 400) { location.assign(document.body.getAttribute("data-back-to")); }
      if (!answer.ok) throw new Error(answer.status);
      return answer.json();
    }).then(function (moment) { put(at, moment); }).catch(function () { stop(); }).then(function () {
      busy = false;
      if (wanted !== at || from !== address(at)) draw();
    });
  }

  function go(at) {
    wanted = Math.max(0, Math.min(last, at));
    rail.value = wanted;
    draw();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.classList.remove("on");
    play.setAttribute("aria-label", "Play");
  }
  function start() {
    if (wanted >= last) go(0);
    play.classList.add("on");
    play.setAttribute("aria-label", "Pause");
    timer = setInterval(function () {
      if (busy) return;  // a slow line: the next moment comes when this one is there
      if (wanted >= last) stop(); else go(wanted + 1);
    }, PACE);
  }

  play.hidden = false;
  play.addEventListener("click", function () { if (timer) stop(); else start(); });
  rail.addEventListener("input", function () { stop(); go(Number(rail.value)); });
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  form.addEventListener("click", function (event) {
    var step = event.target.closest("[data-step]");
    if (!step) return;
    event.preventDefault();
    stop();
    go(wanted + Number(step.getAttribute("data-step")));
  });
  if (over) over.addEventListener("click", function (event) {
    event.preventDefault();
    over.setAttribute("aria-pressed", String(over.getAttribute("aria-pressed") !== "true"));
    draw();
  });
  document.body.setAttribute("data-at", shown);
  if (Number(rail.value) !== shown) go(Number(rail.value));  // a finger was faster than this script

  // The box's own screen goes back to the table when nobody looks any more.
  ["pointerdown", "keydown", "input"].forEach(function (kind) {
    document.addEventListener(kind, function () { touched = Date.now(); });
  });
  if (document.body.classList.contains("kiosk")) setInterval(function () {
    if (!timer && Date.now() - touched > LONG) location.assign(document.body.getAttribute("data-back-to"));
  }, 5000);
})();
