/* The box's own pages besides the game: house rules, check-lists, the self-test. */
(function () {
  "use strict";
  function all(where) { return [].slice.call(document.querySelectorAll(where)); }

  // New game: presets of house rules, and which of them are not as usual.
  var presets = all("[data-preset]"), rows = all(".toggle");
  function usual(field) {
    if (field.tagName !== "SELECT") return field.getAttribute("data-usual-value");
    var option = field.querySelector("[data-usual-value]");
    return option ? option.value : field.value;
  }
  function field(row) { return row.querySelector("select, input"); }
  function chosen() {
    var values = {};
    rows.forEach(function (row) {
      var each = field(row), other = each.value !== usual(each);
      row.classList.toggle("changed", other);
      if (other) values[each.name.slice(7)] = each.value;
    });
    return values;
  }
  function count() {
    var values = chosen(), names = Object.keys(values), said = document.querySelector("[data-changed-count]");
    if (said) said.textContent = names.length ? "· " + names.length + " not as usual" : "";
    presets.forEach(function (button) {
      var wanted = JSON.parse(button.getAttribute("data-preset")), keys = Object.keys(wanted);
      var same = keys.length === names.length && keys.every(function (key) { return values[key] === String(wanted[key]); });
      button.setAttribute("aria-pressed", String(same));
    });
  }
  presets.forEach(function (button) {
    button.addEventListener("click", function () {
      var wanted = JSON.parse(button.getAttribute("data-preset"));
      rows.forEach(function (row) {
        var each = field(row), name = each.name.slice(7);
        each.value = name in wanted ? String(wanted[name]) : usual(each);
      });
      count();
    });
  });
  rows.forEach(function (row) { field(row).addEventListener("change", count); });
  if (rows.length) count();
  // Who holds what is hidden: the button says so where it is one of the two for everything.
  var holders = all("[data-hold]"), held = all("[data-holding]"), some = document.querySelector("[data-some]");
  function holding() {
    var whole = false;
    holders.forEach(function (button) {
      var so = held.every(function (each) { return each.value === button.getAttribute("data-hold"); });
      button.setAttribute("aria-pressed", String(so));
      whole = whole || so;
    });
    if (some && !whole) some.open = true;
  }
  holders.forEach(function (button) {
    button.addEventListener("click", function () {
      held.forEach(function (each) { each.value = button.getAttribute("data-hold"); });
      holding();
    });
  });
  held.forEach(function (each) { each.addEventListener("change", holding); });
  holding();
  var finder = document.querySelector("[data-filter-of]"), none = document.querySelector("[data-none]");
  if (finder) {
    finder.addEventListener("input", function () {
      var words = finder.value.toLowerCase().split(/\s+/), left = 0;
      rows.forEach(function (row) {
        var text = row.textContent.toLowerCase();
        row.hidden = !words.every(function (word) { return text.indexOf(word) >= 0; });
        if (!row.hidden) left++;
      });
      none.hidden = left > 0;
    });
    finder.addEventListener("keydown", function (event) { if (event.key === "Enter") event.preventDefault(); });
  }

  // Check-lists: ticks stay on this screen, and the camera ticks what it sees.
  var lists = all("[data-ticks]");
  lists.forEach(function (list) {
    var key = "tableside.ticks." + list.getAttribute("data-ticks"), boxes = [].slice.call(list.querySelectorAll("input"));
    var done = {};
    try { done = JSON.parse(localStorage.getItem(key) || "{}"); } catch (e) { /* a private window */ }
    boxes.forEach(function (box) { box.checked = !!done[box.value]; });
    function tell() {
      var ticked = boxes.filter(function (box) { return box.checked; });
      var said = document.getElementById(list.getAttribute("data-said"));
      // Nothing ticked says nothing: most of the time the table lies as it should.
      var some = ticked.length ? ticked.length + " of " + boxes.length + " done." : "";
      said.textContent = ticked.length === boxes.length ? "All done." : some;
    }
    function keep() {
      done = {};
      boxes.forEach(function (box) { if (box.checked) done[box.value] = 1; });
      try { localStorage.setItem(key, JSON.stringify(done)); } catch (e) { /* a private window */ }
      tell();
    }
    list.addEventListener("change", keep);
    tell();
    var eye = document.getElementById("eye");
    if (!list.hasAttribute("data-camera") || !eye) return;
    function look() {
      if (!eye.querySelector(".eyestate.same")) return;
      boxes.forEach(function (box) { box.checked = true; });
      keep();
    }
    new MutationObserver(look).observe(eye, { childList: true });
    look();
  });

  // The self-test waits for a finger on the box: it looks whether the next step is due.
  var pause = Number(document.body.getAttribute("data-look-again"));
  if (pause) {
    setInterval(function () {
      fetch(location.href, { credentials: "same-origin" }).then(function (answer) { return answer.text(); }).then(function (text) {
        var lead = new DOMParser().parseFromString(text, "text/html").querySelector(".lead");
        if (!lead || lead.textContent !== document.querySelector(".lead").textContent) window.table.anew();
      }).catch(function () { /* the box comes back */ });
    }, pause);
  }
})();
