/* The minute's tour on the pretend page: looks what has been done, and ticks it off. */
(function () {
  "use strict";
  var tour = document.getElementById("tour"), phone = document.getElementById("tryphone");
  var laidAt = -1, followed = false, looks = 0, showed = -1;

  function show(which) {
    tour.hidden = !which;
    [].forEach.call(tour.querySelectorAll("[data-when]"), function (part) {
      part.hidden = (part.getAttribute("data-when") !== which) && !(which === "done" && part.getAttribute("data-when") === "tour");
    });
  }

  // What the phone itself shows, not what it should show.
  function phoneShows() {
    try { return Number(phone.contentDocument.body.getAttribute("data-n")); } catch (e) { return -1; }
  }

  // The phone's board may lie below its edge: what was just laid comes into sight, as a thumb would do it.
  function bringIntoSight() {
    try {
      var tile = phone.contentDocument.querySelector("#board .last");
      var below = tile.getBoundingClientRect().bottom + 12 - phone.contentWindow.innerHeight;
      if (below > 0) phone.contentWindow.scrollBy(0, below);
    } catch (e) { /* it is on its way to another page */ }
  }

  function look() {
    fetch("/pretend/try", { credentials: "same-origin" }).then(function (answer) { return answer.json(); }).then(function (seen) {
      if (!seen.mine) document.body.removeAttribute("data-try");
      if (!seen.open) { followed = false; laidAt = -1; show("closed"); return; }
      if (!seen.mine) { show(""); return; }
      if (!seen.laid) { laidAt = -1; followed = false; looks = 0; }
      if (seen.laid && laidAt < 0) laidAt = seen.number;
      // Where the phone stands beside the table it has to show it; on a small screen it is a window of its own.
      if (seen.laid && (!phone || !phone.offsetParent || phoneShows() >= laidAt)) followed = true;
      var done = { pressed: seen.pressed, laid: seen.laid, followed: followed }, next = true;
      [].forEach.call(tour.querySelectorAll("[data-step]"), function (step) {
        var ticked = !!done[step.getAttribute("data-step")];
        step.classList.toggle("ticked", ticked);
        step.classList.toggle("next", next && !ticked);
        if (next && !ticked) step.setAttribute("aria-current", "step"); else step.removeAttribute("aria-current");
        if (!ticked) next = false;
      });
      document.body.setAttribute("data-try", !seen.pressed ? "press" : !seen.laid ? "lay " + seen.turn : "");
      var turn = tour.querySelector("[data-turn]");
      if (!seen.laid) turn.textContent = seen.turn ? "a " + seen.turn + " tile" : "a tile";
      show(followed ? "done" : "tour");
      fit();
      // What is to do comes into its page a moment later and pushes the board down: look a few times, then let it be.
      if (phoneShows() !== showed) { showed = phoneShows(); looks = 0; }
      if (seen.laid && looks < 8 && showed >= laidAt) { looks += 1; bringIntoSight(); }
    }).catch(function () { /* the box comes back */ });
  }
  // Both pages are drawn as large as they are on the real things, and then made to fit.
  var screen = document.getElementById("tryscreen");
  function fit() {
    if (!screen || !phone) return;
    var room = phone.parentNode, small = room.clientWidth / 390;
    screen.style.transform = "scale(" + screen.parentNode.clientWidth / 1280 + ")";
    phone.style.transform = "scale(" + small + ")";
    phone.style.height = Math.round(room.clientHeight / small) + "px";
  }
  window.addEventListener("resize", fit);
  fit();
  look();
  setInterval(look, 400);
})();
