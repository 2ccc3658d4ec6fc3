/* Tableside: the question in the hand. It is pushed down to see more of the table and pulled up again; what is asked anew
   comes up by itself, and the table is moved to where something can be tapped. */
(function () {
  "use strict";
  var body = document.body, bar = document.querySelector(".bar"), ask = document.getElementById("ask");
  var still = window.matchMedia && matchMedia("(prefers-reduced-motion: reduce)"), from = null, pulled = false;
  var FARTHEST_TAP = 24;  // pixels: a finger may slip by about 15 and the browser still clicks

  function hand() { return ask.querySelector(".inhand"); }
  function question() { var said = ask.querySelector(".question"); return said ? said.textContent : ""; }
  function later() { return !!hand() && hand().classList.contains("later"); }
  function lower(on) { body.classList.toggle("lowered", on); if (on && hand()) hand().scrollTop = 0; }

  // As high as the head of the page is: names may take two lines.
  function measure() { if (bar) body.style.setProperty("--bar", bar.offsetHeight + "px"); }
  window.addEventListener("resize", measure);
  measure();

  // A tap on the grip turns it over, a pull goes where it is pulled. A tap counts as a click, not when the finger is lifted:
  // the browser clicks only after that, and whatever had come to lie under the finger would be tapped.
  ask.addEventListener("pointerdown", function (event) { from = event.target.closest(".grip") ? event.clientY : null; pulled = false; });
  document.addEventListener("pointerup", function (event) {
    var way = from === null ? 0 : event.clientY - from;
    from = null;
    pulled = Math.abs(way) > FARTHEST_TAP;
    if (pulled) lower(way > 0);
  });
  ask.addEventListener("click", function (event) { if (event.target.closest(".grip") && !pulled) lower(!body.classList.contains("lowered")); });
  ask.addEventListener("focusin", function (event) { if (event.target !== ask && event.target.matches(":focus-visible")) lower(false); });

  // Whoever reads a long story or list goes on where they were, unless something else is asked.
  window.table.keepers.push(function (place) {
    if (place !== ask || !hand()) return null;
    var words = question(), at = hand().scrollTop, waited = later();
    return function () {
      if (question() === words && later() === waited) hand().scrollTop = at;
      else { lower(later()); show(); }
    };
  });

  // The own board above the table grows and shrinks. Whoever looks at the table goes on looking at it, and it does not come
  // into sight by itself.
  var table = document.querySelector(".own-first #board");
  function tableTop() { return table.getBoundingClientRect().top; }
  window.table.keepers.push(function (place) {
    if (!table || place.id !== "mine") return null;
    var was = tableTop(), below = innerHeight + 8;  // with the rim around it
    return function () {
      place.style.minHeight = "";
      if (was < below) window.scrollBy({ top: Math.ceil(tableTop() - was), behavior: "instant" });
      var short = Math.min(was, below) - tableTop();  // also by less than a pixel
      if (short > 0) place.style.minHeight = place.getBoundingClientRect().height + short + "px";
    };
  });

  // What is asked about, or can be tapped on the table, comes into sight if none of it is.
  function show() {
    var about = hand().getAttribute("data-about"), wanted = about ? '.laid [data-slot="' + about + '"]' : ".laid [data-answer], .laid [data-choose]";
    if (!about && !hand().classList.contains("by-board")) return;
    requestAnimationFrame(function () { setTimeout(function () {  // the board may be drawn after the question, and stands still first
      var places = [].filter.call(document.querySelectorAll(wanted), function (each) { return each.getBoundingClientRect().height; });
      var top = bar ? bar.getBoundingClientRect().bottom : 0, box = hand().getBoundingClientRect();
      var end = box.left > innerWidth / 4 ? innerHeight : box.top;
      var seen = places.some(function (each) { var at = each.getBoundingClientRect(); return at.top >= top - 8 && at.bottom <= end + 8; });
      if (seen || !places.length) return;
      var first = places[0].getBoundingClientRect(), fits = first.height < end - top - 24;
      window.scrollBy({ top: first.top < top || !fits ? first.top - top - 12 : first.bottom - end + 12, behavior: still && still.matches ? "auto" : "smooth" });
    }, 0); });
  }
  // While the game is told and the table is set, what is asked then stands back.
  if (later()) lower(true);
  else if (hand()) show();

  // A lesson's picture goes where it would lie over the question.
  var lesson = document.getElementById("lesson");
  function room() {
    body.classList.remove("crowded");
    var told = lesson && lesson.querySelector(".told");
    if (told && hand()) body.classList.toggle("crowded", told.getBoundingClientRect().bottom > hand().getBoundingClientRect().top + 8);
  }
  if (lesson) new MutationObserver(room).observe(lesson, { childList: true, subtree: true });
  new MutationObserver(room).observe(ask, { childList: true });
  room();
})();
