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
    try { sessionStorage.setItem("stage", on ? "on" : ""); } catch (e) { /* then a fresh page begins as any other */ }
    fit();
    if (!on) controls.closest("aside").scrollTo(0, 0);
  }
  // Nothing scrolls and nothing is cut. What has no room steps back, the least missed first: what each player has, then
  // what happened before the last, then what hands do later, then what explains the question. It is all one tap away.
  function fit() {
    var side = controls.closest("aside"), more = side.querySelector(".still");
    if (more) more.remove();
    side.classList.remove("tight");
    [].forEach.call(side.querySelectorAll("[data-room]"), function (each) { each.removeAttribute("data-room"); });
    smaller(body.classList.contains("stage"));
    waysBelow();
    if (!body.classList.contains("stage")) return;
    function tooMuch() { return side.scrollHeight > side.clientHeight; }
    if (tooMuch()) side.classList.add("tight");
    giveWay([].slice.call(side.querySelectorAll(".news > ul > li"), 0, -1), tooMuch);
    var orders = [].slice.call(side.querySelectorAll("#todo .orders li"), 1).reverse(), gone = giveWay(orders, tooMuch);
    if (gone) {
      more = document.createElement("li");
      more.className = "still";
      orders[0].parentNode.appendChild(more);
      gone += giveWay(orders.slice(gone), tooMuch);  // the line that says so wants room, too
      more.textContent = "and " + gone + " more";
    }
    // At the end nobody needs to move a piece any more: what was counted is worth more, the first lines most.
    var parts = ["#ask .more", "#todo", "#ask .news", "#seats", "#ask .drawn", "#ask .whose"];
    if (side.querySelector(".finish")) parts = ["#todo", ".finish .each", ".finish .counted > div", "#seats", ".finish .turnsof"];
    parts.forEach(function (part) { giveWay([].slice.call(side.querySelectorAll(part)).reverse(), tooMuch); });
  }
  // A board of many parts is drawn as much smaller as it takes to see all of it.
  function smaller(on) {
    var board = document.getElementById("board"), all = board.firstElementChild, size = 1;
    if (!all) return;
    all.style.zoom = "";
    while (on && size > 0.4 && (board.scrollHeight > board.clientHeight + 1 || board.scrollWidth > board.clientWidth + 1)) {
      size -= 0.05;
      all.style.zoom = String(size);
    }
  }
  // The ways on stand below a story where there is room; the story itself is never cut.
  function waysBelow() {
    var ways = document.querySelector("#scene .onward"), book = ways && ways.parentNode;
    if (!ways) return;
    ways.hidden = false;
    ways.hidden = book.scrollHeight > book.clientHeight || ways.offsetTop + ways.offsetHeight > book.clientHeight - 8;
  }
  function giveWay(parts, tooMuch) {
    for (var gone = 0; gone < parts.length && tooMuch(); gone++) parts[gone].setAttribute("data-room", "none");
    return gone;
  }
  if (controls) {
    // Where everybody has a phone, it is a stage from the first moment; otherwise somebody answers here.
    var kept = null;
    try { kept = sessionStorage.getItem("stage"); } catch (e) { /* as it is */ }
    stage(kept === null ? body.hasAttribute("data-in-hands") : kept === "on");
    ["pointerdown", "keydown", "input"].forEach(function (kind) {
      document.addEventListener(kind, function () { lastTouch = Date.now(); });
    });
    controls.closest("aside").addEventListener("click", function (event) {
      var tapped = event.target.closest("button, a, input, select, summary, label");
      if (event.target.closest("[data-stage]")) { event.target.closest("details").open = false; stage(true); }
      else if (!tapped || tapped === controls) stage(false);
    });
    document.addEventListener("news", fit);
    window.addEventListener("resize", fit);
    document.addEventListener("load", function (event) { if (event.target.localName === "link") fit(); }, true);  // a part brought its own style
    fit();
    setInterval(function () {
      if (Date.now() - lastTouch >= 1000 * Number(body.getAttribute("data-quiet"))) stage(true);
    }, 1000);
  }
})();
