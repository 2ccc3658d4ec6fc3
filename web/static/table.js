/* Tableside: keeps the page in step with the table and sends what people say. Plain script for old phones; every form
   also works without it. Its other chapters: answering, sounds, motion, and on the box's own screen stage. */
(function () {
  "use strict";
  var body = document.body, stream = body.getAttribute("data-stream");
  var settles = Number(body.getAttribute("data-settles"));  // ms that a question which just changed takes no tap
  var number = Number(body.getAttribute("data-n")), game = body.getAttribute("data-game") || "";
  var sent = 0, heard = Date.now(), source = null, busy = false, lockedUntil = 0, leaving = false, own = false;
  var told = document.getElementById("told"), dot = document.getElementById("dot"), offline = document.getElementById("offline");

  function tell(sentence) {
    if (!told) return;
    told.textContent = sentence;
    told.hidden = !sentence;
    clearTimeout(tell.timer);
    tell.timer = setTimeout(function () { told.hidden = true; }, 6000);
  }

  // A part that changed is drawn anew. Whoever wants something to outlast that keeps it before and gives it back after.
  var keepers = [keepOpen, keepWords, keepFocus];
  function put(parts) {
    Object.keys(parts).forEach(function (id) {
      var place = document.getElementById(id);
      if (!place || place.innerHTML === parts[id] || isAsServed(place, parts[id])) return;
      var after = keepers.map(function (keep) { return keep(place); });
      place.innerHTML = parts[id];
      bringScripts();
      after.forEach(function (giveBack) { if (giveBack) giveBack(); });
    });
  }
  // The box's first word is mostly what the page came with: that stays as it is, with the finger and the ticks on it.
  var served = {}, aside = document.implementation.createHTMLDocument("");
  [].forEach.call(document.querySelectorAll("section[id]"), function (place) { served[place.id] = place.innerHTML; });
  function isAsServed(place, html) {
    var before = served[place.id], copy = aside.createElement("section");
    delete served[place.id];
    if (before === undefined) return false;
    copy.innerHTML = html;
    return copy.innerHTML === before;
  }
  function keepOpen(place) {
    if (place.id !== "tools" && place.id !== "log") return null;
    var open = [].map.call(place.querySelectorAll("details"), function (each) { return each.open; });
    return function () {
      [].forEach.call(place.querySelectorAll("details"), function (each, index) { if (open[index]) each.open = true; });
    };
  }
  function keepFocus(place) {
    var focused = document.activeElement && place.contains(document.activeElement) ? sameAs(document.activeElement) : "";
    return focused && function () {
      var again = place.querySelector(focused);
      if (again) again.focus();
    };
  }
  // Half a name is not lost when somebody else does something.
  function keepWords(place) {
    var field = place.querySelector("input[name=words]"), writing = field && document.activeElement === field;
    if (!field || field.value === field.defaultValue) return null;
    return function () {
      var fresh = place.querySelector("input[name=words]");
      if (!fresh || !sameField(fresh, field)) return;
      fresh.value = field.value;
      if (writing) fresh.focus();
    };
  }

  // Two cards after each other may be asked for in the same words; what is proposed for them differs.
  function sameField(one, other) {
    return one.getAttribute("aria-label") === other.getAttribute("aria-label") && one.defaultValue === other.defaultValue;
  }

  // The sheet on which people say what changed, and a card that is described, have scripts of their own, which come
  // with the first of each.
  function bringScripts() {
    [].forEach.call(document.querySelectorAll("form[data-script]"), function (form) {
      var source = form.getAttribute("data-script");
      if (bringScripts[source]) return;
      bringScripts[source] = document.createElement("script");
      bringScripts[source].src = source;
      document.head.appendChild(bringScripts[source]);
    });
  }

  // How to find a place again that was drawn anew.
  function sameAs(element) {
    var name = element.hasAttribute("data-answer") ? "data-answer" : "data-slot";
    return element.hasAttribute(name) ? "[" + name + '="' + element.getAttribute(name) + '"]' : "";
  }
  function found(selector) { return selector ? document.querySelector(selector) : null; }

  // Where the camera sees something else than the box has, the board itself shows it.
  function markDiffering() {
    var board = document.getElementById("board"), old = document.querySelectorAll("#board .differs"), i, place;
    for (i = 0; i < old.length; i++) old[i].classList.remove("differs");
    var told = document.querySelectorAll("#eye [data-differs]");
    for (i = 0; board && i < told.length; i++) {
      place = board.querySelector('[data-slot="' + told[i].getAttribute("data-differs") + '"]');
      if (place) place.classList.add("differs");
    }
  }

  // Of a long part only what is new is sent; [from, to] stands for that run of the old part's tags.
  var had = {};
  function made(before, how) {
    var old = before.split(/(?=<)/);
    return how.map(function (each) { return typeof each === "string" ? each : old.slice(each[0], each[1]).join(""); }).join("");
  }

  // Nothing is drawn anew under a finger, or its tap would be lost. Whoever holds something down for long waits for nothing.
  var isDown = false, waiting = [];
  function lifted() {
    isDown = false;
    while (!isDown && waiting.length) waiting.shift()();
  }
  function after(wait) {
    clearTimeout(after.timer);
    after.timer = setTimeout(lifted, wait);
  }
  document.addEventListener("pointerdown", function () { isDown = true; after(1000); }, true);
  document.addEventListener("pointerup", function () { after(100); }, true);  // a touch becomes a click a little later
  document.addEventListener("pointercancel", lifted, true);
  document.addEventListener("click", function () { after(0); }, true);
  function whenLifted(draw) {
    if (isDown) waiting.push(draw);
    else draw();
  }

  function take(message) {
    if (message.game !== game) { anew(); return; }
    if (message.n !== number && (message.parts.ask || (message.changed || {}).ask)) {
      // A button whose meaning just changed under the finger does nothing for a moment. Whoever changed it by an own
      // answer knows: there only the second tap of a double one is caught, and nothing is said.
      own = Date.now() - sent < 2000;
      lockedUntil = Date.now() + (own ? settles * 2 / 3 : settles);
      mark();
    }
    var news = message.n !== number;
    number = message.n;
    body.setAttribute("data-n", String(number));
    Object.keys(message.changed || {}).forEach(function (id) { message.parts[id] = made(had[id], message.changed[id]); });
    Object.keys(message.parts).forEach(function (id) { had[id] = message.parts[id]; });
    put(message.parts);
    markDiffering();
    if (news) freshSheet();
    if (news && Date.now() - sent < 3000) lookUp();
    document.dispatchEvent(new CustomEvent("news", { detail: { asks: news } }));
  }

  function locked() {
    var left = lockedUntil - Date.now();
    return left > 0 && left <= settles;  // more, if the phone's clock was put back
  }

  // As long as the page takes no tap it says so in its `body`.
  function mark() {
    var now = locked();  // looked at once: between two looks it may end, and nobody would take the mark away
    clearTimeout(mark.timer);
    if (now || busy) body.setAttribute("data-locked", "");
    else body.removeAttribute("data-locked");
    if (now) mark.timer = setTimeout(mark, 20);
  }

  // A page that is one sheet is made anew when the table changed; what was entered on it stays.
  function freshSheet() {
    if (!document.getElementById("sheet")) return;
    fetch(location.href, { credentials: "same-origin" }).then(function (answer) { return answer.ok ? answer.text() : ""; }).then(function (page) {
      var fresh = page && new DOMParser().parseFromString(page, "text/html").getElementById("sheet");
      whenLifted(function () { if (fresh && !leaving) put({ sheet: fresh.innerHTML }); });
    }).catch(function () { /* the next change brings it */ });
  }

  // What one taps far down the page may ask something at its top: then that comes into sight.
  function lookUp() {
    var asked = document.querySelector("#ask .mine");
    if (!asked || asked.getBoundingClientRect().top > 60) return;
    var still = window.matchMedia && matchMedia("(prefers-reduced-motion: reduce)").matches;
    // On the box's own screen the column beside the board scrolls, on a phone the whole page.
    (asked.closest("aside") || window).scrollTo({ top: 0, behavior: still ? "auto" : "smooth" });
  }

  function listen() {
    if (!stream || !window.EventSource) return;
    if (source) source.close();
    var speaks = window.screenPrefs.now.speaks;  // what this page lends the voice its mouth for
    source = new EventSource(stream + (speaks ? (stream.indexOf("?") < 0 ? "?" : "&") + "speaks=" + speaks : ""));
    source.onmessage = function (event) {
      heard = Date.now();
      connected();
      whenLifted(function () { take(JSON.parse(event.data)); });
    };
    source.addEventListener("here", function () { heard = Date.now(); connected(); });
    source.addEventListener("moved", anew);
    source.addEventListener("say", function (event) {
      document.dispatchEvent(new CustomEvent("say", { detail: JSON.parse(event.data) }));
    });
    source.onerror = function () { if (source.readyState === 2) setTimeout(listen, 1500); };
  }

  function connected() {
    if (dot) dot.className = "dot";
    if (offline) offline.hidden = true;
  }

  setInterval(function () {
    var age = Math.round((Date.now() - heard) / 1000);
    if (!stream || age < 9) return;
    if (dot) dot.className = "dot lost";
    if (offline) {
      offline.hidden = false;
      offline.textContent = "No word from the box for " + age + " s. What you see may be old.";
    }
    if (age % 6 === 0) { listen(); lookElsewhere(); }
  }, 1000);

  // The box may have another number now, as when it brought its own network: where it answers, this page goes on.
  function lookElsewhere() {
    var names = (body.getAttribute("data-elsewhere") || "").split(" ");
    names.forEach(function (name) {
      if (!name || leaving) return;
      fetch(name + "/static/icon.svg", { mode: "no-cors", cache: "no-store" }).then(function () {
        if (leaving || Date.now() - heard < 9000) return;
        leaving = true;
        location.replace(name + body.getAttribute("data-come-back"));
      }).catch(function () { /* not there either */ });
    });
  }

  document.addEventListener("focusin", function (event) {
    var field = event.target;
    if (field.name === "words" && field.value === field.defaultValue) field.select();  // what is proposed is written over
  });

  document.addEventListener("visibilitychange", function () {
    if (!document.hidden && Date.now() - heard > 3000) listen();
  });
  window.addEventListener("online", listen);

  // Whoever just said something may be led elsewhere by it: that counts more than beginning this page anew.
  function anew() {
    if (leaving) return;
    if (busy) setTimeout(anew, 100);
    else location.reload();
  }

  function send(action, data, form) {
    if (busy) {
      if (Date.now() - sent > 1000) tell("The box has not answered your last tap yet.");  // no double tap: somebody waits
      return;
    }
    if (locked()) { if (!own) tell("The question just changed: look again, then tap."); return; }
    busy = true;
    sent = Date.now();
    mark();
    if (form) form.setAttribute("data-sent", "");
    fetch(action, {
      method: "POST", body: data, credentials: "same-origin",
      headers: { "X-Page": "1", "Content-Type": "application/x-www-form-urlencoded" }
    }).then(function (answer) {
      busy = false;
      mark();
      var after = form && form.getAttribute("data-after");
      if (answer.status === 204 && after) { leaving = true; location.href = after; }
      if (answer.status === 204) return;
      if (answer.redirected) { leaving = true; location.href = answer.url; return; }
      if (form) form.removeAttribute("data-sent");
      // The doors refuse in plain words, everything behind them in a small message.
      return answer.text().then(function (said) {
        try { said = JSON.parse(said).told; } catch (e) { /* plain words */ }
        tell(said || "That did not work.");
      });
    }).catch(function () {
      busy = false;
      mark();
      if (form) form.removeAttribute("data-sent");
      tell("The box did not answer. Nothing was sent; try again.");
    });
  }

  // Something the page tells by itself: nobody tapped, so nobody is told how it went.
  function quietly(action, data) {
    fetch(action, {
      method: "POST", body: data, credentials: "same-origin",
      headers: { "X-Page": "1", "Content-Type": "application/x-www-form-urlencoded" }
    }).catch(function () { /* the box stops waiting by itself */ });
  }

  function inOrder(form) {
    return [].slice.call(form.elements).sort(function (one, other) {
      return Number(one.getAttribute("data-turn") || 0) - Number(other.getAttribute("data-turn") || 0);
    });
  }

  function encoded(form, button) {
    var pairs = [], fields = form.hasAttribute("data-in-order") ? inOrder(form) : form.elements;
    for (var i = 0; i < fields.length; i++) {
      var field = fields[i];
      if (!field.name || field.disabled || field.type === "submit" || field.tagName === "BUTTON") continue;
      if ((field.type === "checkbox" || field.type === "radio") && !field.checked) continue;
      if (form.hasAttribute("data-tallied") && field.closest(".thing:not(.changed)")) continue;
      pairs.push(encodeURIComponent(field.name) + "=" + encodeURIComponent(field.value));
    }
    if (button && button.name) pairs.push(encodeURIComponent(button.name) + "=" + encodeURIComponent(button.value));
    return pairs.join("&");
  }

  document.addEventListener("submit", function (event) {
    var form = event.target, by = event.submitter || document.activeElement;
    var action = by && by.form === form && by.getAttribute("formaction") || form.getAttribute("action") || "";
    if (form.hasAttribute("data-filter")) { event.preventDefault(); return; }
    if (!/^\/(answer|draw|aside|undo|redo|agree|turn|ruling|by-hand|pretend|camera|no-longer|learn)\b/.test(action)) {
      leaving = true;  // the browser itself follows this form to another page
      setTimeout(function () { leaving = false; }, 8000);
      return;
    }
    event.preventDefault();
    send(action, encoded(form, by), form);
  });

  // Safari shows what is held down only where somebody listens to touches.
  document.addEventListener("touchstart", function () {}, { passive: true });

  // What the other chapters of the page's script use.
  window.table = { tell: tell, anew: anew, send: send, listen: listen, quietly: quietly, encoded: encoded, inOrder: inOrder, sameAs: sameAs, found: found, keepers: keepers, whenLifted: whenLifted };
  markDiffering();
  bringScripts();
  listen();
})();
