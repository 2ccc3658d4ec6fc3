/* Tableside: keeps the page in step with the table. Plain script for old phones; every form also works without it. */
(function () {
  "use strict";
  var body = document.body, stream = body.getAttribute("data-stream");
  var number = Number(body.getAttribute("data-n")), game = body.getAttribute("data-game") || "";
  var sent = 0, heard = Date.now(), source = null, busy = false, lockedUntil = 0, leaving = false, own = false;
  var told = document.getElementById("told"), dot = document.getElementById("dot"), offline = document.getElementById("offline");

  // Every page has this script: the others say their sentences with it too, and begin anew with it.
  window.tell = tell;
  window.anew = anew;
  function tell(sentence) {
    if (!told) return;
    told.textContent = sentence;
    told.hidden = !sentence;
    clearTimeout(tell.timer);
    tell.timer = setTimeout(function () { told.hidden = true; }, 6000);
  }

  function put(parts) {
    Object.keys(parts).forEach(function (id) {
      var place = document.getElementById(id);
      if (!place || place.innerHTML === parts[id]) return;
      var open = {}, details = place.querySelectorAll("details");
      for (var i = 0; i < details.length; i++) open[i] = details[i].open;
      var focused = document.activeElement && place.contains(document.activeElement) ? sameAs(document.activeElement) : "";
      var field = place.querySelector("input[name=words]"), writing = field && document.activeElement === field;
      var words = field && field.value !== field.defaultValue ? field : null;
      var entered = window.byHand && window.byHand.keep(place), said = window.describing && window.describing.keep(place);
      place.innerHTML = parts[id];
      bringScripts();
      if (entered) entered();
      if (said) said();
      var fresh = place.querySelector("input[name=words]");
      if (fresh && words && sameField(fresh, words)) {
        fresh.value = words.value;  // half a name is not lost when somebody else does something
        if (writing) fresh.focus();
      }
      if (id === "tools" || id === "log") {
        details = place.querySelectorAll("details");
        for (i = 0; i < details.length; i++) if (open[i]) details[i].open = true;
      }
      if (focused) {
        var again = place.querySelector(focused);
        if (again) again.focus();
      }
    });
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

  function take(message) {
    heard = Date.now();
    if (message.game !== game) { anew(); return; }
    if (message.n !== number && (message.parts.ask || (message.changed || {}).ask)) {
      // A button whose meaning just changed under the finger does nothing for a moment. Whoever changed it by an own
      // answer knows: there only the second tap of a double one is caught, and nothing is said.
      own = Date.now() - sent < 2000;
      lockedUntil = Date.now() + (own ? 200 : 300);
      mark();
    }
    var news = message.n !== number;
    number = message.n;
    body.setAttribute("data-n", String(number));
    Object.keys(message.changed || {}).forEach(function (id) { message.parts[id] = made(had[id], message.changed[id]); });
    Object.keys(message.parts).forEach(function (id) { had[id] = message.parts[id]; });
    put(message.parts);
    markDiffering();
    keepAsking();
    if (news) { prompted(); freshSheet(); }
    if (news && Date.now() - sent < 3000) lookUp();
  }

  function locked() {
    var left = lockedUntil - Date.now();
    return left > 0 && left <= 300;  // more, if the phone's clock was put back
  }

  // As long as the page takes no tap it says so in its `body`.
  function mark() {
    clearTimeout(mark.timer);
    if (locked() || busy) body.setAttribute("data-locked", "");
    else body.removeAttribute("data-locked");
    if (locked()) mark.timer = setTimeout(mark, 20);
  }

  // A page that is one sheet is made anew when the table changed; what was entered on it stays.
  function freshSheet() {
    if (!document.getElementById("sheet")) return;
    fetch(location.href, { credentials: "same-origin" }).then(function (answer) { return answer.ok ? answer.text() : ""; }).then(function (page) {
      var fresh = page && new DOMParser().parseFromString(page, "text/html").getElementById("sheet");
      if (fresh && !leaving) put({ sheet: fresh.innerHTML });
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
    source = new EventSource(stream);
    source.onmessage = function (event) { connected(); take(JSON.parse(event.data)); };
    source.addEventListener("here", function () { heard = Date.now(); connected(); });
    source.addEventListener("moved", anew);
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
    if (age % 6 === 0) listen();
  }, 1000);

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

  // The button says how many are picked so far.
  document.addEventListener("change", function (event) {
    var form = event.target.closest && event.target.closest(".picks"), said = form && form.querySelector("[data-chosen]");
    if (said) said.textContent = " · " + form.querySelectorAll("input:checked").length + " chosen";
  });

  // Where the order of picks counts, each says which it was.
  var picked = 0;
  document.addEventListener("change", function (event) {
    var form = event.target.closest && event.target.closest("[data-in-order]");
    if (!form) return;
    event.target.setAttribute("data-turn", event.target.checked ? String(++picked) : "");
    var chosen = inOrder(form).filter(function (field) { return field.checked; });
    [].forEach.call(form.querySelectorAll(".pick"), function (label) {
      var place = chosen.indexOf(label.querySelector("input"));
      label.setAttribute("data-place", place < 0 ? "" : String(place + 1));
    });
  });
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
    if (!/^\/(answer|draw|aside|undo|redo|agree|ruling|by-hand|pretend|camera|no-longer)\b/.test(action)) {
      leaving = true;  // the browser itself follows this form to another page
      setTimeout(function () { leaving = false; }, 8000);
      return;
    }
    event.preventDefault();
    send(action, encoded(form, by), form);
  });

  // − and + beside a number; where an amount is shared out, the button says how much is left.
  function stepped(button) {
    var field = button.parentNode.querySelector("input"), value = Number(field.value) + Number(button.getAttribute("data-step"));
    field.value = String(Math.max(Number(field.min), Math.min(Number(field.max), value)));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  document.addEventListener("change", function (event) {
    var form = event.target.closest && event.target.closest(".split"), said = form && form.querySelector("[data-left]");
    if (!said) return;
    var left = Number(form.getAttribute("data-total"));
    [].forEach.call(form.querySelectorAll("input[type=number]"), function (field) { left -= Number(field.value); });
    said.textContent = left > 0 ? " · " + left + " still to give" : left < 0 ? " · " + -left + " too many" : "";
  });

  // What was rolled or drawn on the table: the last tap that was missing sends it.
  function filled(form) {
    var fields = form.querySelectorAll("[name^='each.']"), got = {}, all = true, i;
    for (i = 0; i < fields.length; i++) {
      if (fields[i].type === "radio" ? fields[i].checked : fields[i].value) got[fields[i].name] = true;
    }
    for (i = 0; i < fields.length; i++) all = all && got[fields[i].name];
    if (all) send(form.getAttribute("action"), encoded(form));
  }
  document.addEventListener("change", function (event) {
    var form = event.target.closest && event.target.closest("[data-each]");
    if (form) filled(form);
  });
  function fill(button) {
    var form = button.closest("form"), fields = form.querySelectorAll("select");
    for (var i = 0; i < fields.length; i++) {
      if (fields[i].value) continue;
      fields[i].value = button.getAttribute("data-fill");
      filled(form);
      return;
    }
  }

  function act(target) {
    var drew = target.closest && target.closest("[data-fill]");
    if (drew) { fill(drew); return true; }
    var step = target.closest && target.closest("[data-step]");
    if (step) { stepped(step); return true; }
    var why = target.closest && target.closest("[data-why]");
    if (why) { tell(why.getAttribute("data-why")); return true; }
    var several = target.closest && target.closest("[data-choose]");
    if (several) { choose(several); return true; }
    var place = target.closest && target.closest("[data-answer]");
    if (!place) { notNow(target); return false; }
    var value = place.getAttribute("data-answer");
    say(place.hasAttribute("data-json") ? JSON.parse(value) : value, place);
    return true;
  }

  // A place on the board that stands for no answer: say whose turn it is, or what is asked instead.
  function notNow(target) {
    var place = target.closest && target.closest("#board [data-slot], #onboard [data-slot]");
    if (!place || window.byHand && window.byHand.at(place.getAttribute("data-slot"))) return;
    var asked = document.querySelector("#ask .question");
    tell(!asked ? "Nothing can be changed there." : asked.textContent.replace(/^[\s●]+/, "").replace(/\s+/g, " ").trim());
  }

  // A tap answers; where several are picked it ticks one of them, or takes the tick away again.
  function say(answer, place) {
    var pick = picks([answer])[0];
    if (!pick) {
      var box = document.querySelector("#ask input[name=for]");
      var data = "answer=" + encodeURIComponent(JSON.stringify(answer)) + (box ? "&for=" + encodeURIComponent(box.value) : "");
      send("/answer/" + number, data);
      return;
    }
    pick.checked = !pick.checked;
    pick.dispatchEvent(new Event("change", { bubbles: true }));
    var all = place.hasAttribute("data-choose") ? choicesOf(place).map(function (each) { return each.answer; }) : [answer];
    var on = picks(all).some(function (each) { return each.checked; });
    place.classList.toggle("picked", on);
    place.setAttribute("aria-pressed", String(on));
  }
  function picks(answers) {
    return [].filter.call(document.querySelectorAll("#ask input[name=pick]"), function (field) {
      return !field.disabled && answers.indexOf(JSON.parse(field.value)) >= 0;
    });
  }

  // A place that stands for several answers asks which. No <dialog>: old phones have none.
  var chooser = null, chosenAt = "", choices = "";
  function choicesOf(place) { return JSON.parse(place.getAttribute("data-choose")); }
  function choose(place) {
    shutChooser();
    chosenAt = sameAs(place);
    choices = place.getAttribute("data-choose");
    chooser = document.createElement("div");
    chooser.className = "chooser";
    chooser.innerHTML = '<div role="dialog" aria-modal="true" aria-labelledby="which"><h2 id="which">Which one?</h2></div>';
    choicesOf(place).forEach(function (each) {
      var button = added("button", each.why ? "barred" : "", "");
      added("b", "", each.label.charAt(0).toUpperCase() + each.label.slice(1), button);
      if (each.why || each.hint) added("small", "", each.why || each.hint, button);
      if (each.why) button.setAttribute("data-why", each.why);
      else button.addEventListener("click", function () {
        var there = found(chosenAt) || place;
        shutChooser();
        say(each.answer, there);
      });
    });
    added("button", "plain", "Never mind").addEventListener("click", shutChooser);
    chooser.addEventListener("click", function (event) { if (event.target === chooser) shutChooser(); });
    chooser.addEventListener("keydown", function (event) {
      var step = { ArrowDown: 1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
      if (event.key === "Escape") shutChooser();
      if (!step) return;
      event.preventDefault();
      var buttons = chooser.querySelectorAll("button"), now = [].indexOf.call(buttons, document.activeElement);
      buttons[(now + step + buttons.length) % buttons.length].focus();
    });
    body.appendChild(chooser);
    chooser.querySelector("button").focus();
  }
  function added(tag, kind, words, to) {
    var element = document.createElement(tag);
    if (tag === "button") element.type = "button";
    element.className = kind;
    element.textContent = words;
    (to || chooser.firstChild).appendChild(element);
    return element;
  }
  function shutChooser() {
    if (!chooser) return;
    body.removeChild(chooser);
    chooser = null;
    var place = found(chosenAt);
    if (place && place.focus) place.focus();
  }
  // What others do meanwhile does not take the list away, unless it is about something else by then.
  function keepAsking() {
    var place = chooser && found(chosenAt);
    if (chooser && (!place || place.getAttribute("data-choose") !== choices)) shutChooser();
  }

  document.addEventListener("click", function (event) {
    if (event.target.closest && event.target.closest("form") && !event.target.closest("[data-why], [data-fill], [data-step]")) return;
    act(event.target);
  });
  document.addEventListener("keydown", function (event) {
    if ((event.key === "Enter" || event.key === " ") && event.target.getAttribute && event.target.getAttribute("role") === "button") {
      if (act(event.target)) event.preventDefault();
    }
  });

  // The buttons that set this screen (dress.js keeps what they say).
  var prefs = window.screenPrefs.now;
  function press() {
    [].forEach.call(document.querySelectorAll("[data-pref]"), function (button) {
      button.setAttribute("aria-pressed", String(prefs[button.getAttribute("data-pref")] === button.getAttribute("data-value")));
    });
  }
  press();
  document.addEventListener("click", function (event) {
    var button = event.target.closest && event.target.closest("[data-pref]");
    if (!button) return;
    var name = button.getAttribute("data-pref"), value = button.getAttribute("data-value");
    window.screenPrefs.keep(name, (name === "sound" || name === "buzz") && prefs[name] === value ? "" : value);
    press();
    if (name === "sound" && prefs.sound) chime(["your turn"]);
    if (name === "buzz" && prefs.buzz && navigator.vibrate) navigator.vibrate(120);
  });

  // Two rising notes: it is your turn. One low note: somebody else's.
  var audio = null;
  function ears() {
    var Audio = window.AudioContext || window.webkitAudioContext;
    if (!Audio) return null;
    audio = audio || new Audio();
    if (audio.state === "suspended" && audio.resume) audio.resume();
    return audio;
  }
  // A browser lets a page sound only after a touch: the first one opens its mouth for the rest of the evening.
  ["pointerdown", "keydown", "touchend"].forEach(function (kind) {
    document.addEventListener(kind, function () { if (prefs.sound) ears(); });
  });
  function chime(mine) {
    var to = ears();
    if (!to) return;
    (mine ? [523, 784] : [330]).forEach(function (pitch, index) {
      var tone = to.createOscillator(), loud = to.createGain(), at = to.currentTime + index * 0.18;
      tone.frequency.value = pitch;
      tone.type = "triangle";
      loud.gain.setValueAtTime(0.0001, at);
      loud.gain.exponentialRampToValueAtTime(0.55, at + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
      tone.connect(loud);
      loud.connect(to.destination);
      tone.start(at);
      tone.stop(at + 0.52);
    });
  }
  function prompted() {
    var mine = !!document.querySelector("#ask .mine");
    if (prefs.sound && (mine || body.classList.contains("kiosk"))) chime(mine);
    if (prefs.buzz && mine && navigator.vibrate) navigator.vibrate([60, 60, 60]);
  }

  // The box's own screen is a stage: the table, and what is asked in large letters. The controls come with a tap
  // beside the board and go when nobody has touched them for a while.
  var controls = document.getElementById("controls"), lastTouch = Date.now();
  function stage(on) {
    if (!controls || innerWidth <= 640 || body.classList.contains("stage") === on) return;  // on a phone it is a page
    lastTouch = Date.now();
    body.classList.toggle("stage", on);
    try { sessionStorage.setItem("stage", on ? "on" : ""); } catch (e) { /* then a fresh page begins with its controls */ }
    if (!on) controls.closest("aside").scrollTo(0, 0);
  }
  if (controls) {
    try { stage(sessionStorage.getItem("stage") === "on"); } catch (e) { /* as it is */ }
    ["pointerdown", "keydown", "input"].forEach(function (kind) {
      document.addEventListener(kind, function () { lastTouch = Date.now(); });
    });
    controls.closest("aside").addEventListener("click", function (event) {
      var tapped = event.target.closest("button, a, input, select, summary, label");
      if (event.target.closest("[data-stage]")) { event.target.closest("details").open = false; stage(true); }
      else if (!tapped || tapped === controls) stage(false);
    });
    setInterval(function () {
      if (Date.now() - lastTouch >= 1000 * Number(body.getAttribute("data-quiet"))) stage(true);
    }, 1000);
  }

  // Safari shows what is held down only where somebody listens to touches.
  document.addEventListener("touchstart", function () {}, { passive: true });

  // The rules page filters as one types.
  var search = document.querySelector("[data-filter] input");
  if (search) {
    search.addEventListener("input", function () {
      var words = search.value.toLowerCase().split(/\s+/);
      var rules = document.querySelectorAll(".rulelist > div");
      for (var i = 0; i < rules.length; i++) {
        var text = rules[i].textContent.toLowerCase();
        rules[i].hidden = !words.every(function (word) { return text.indexOf(word) >= 0; });
      }
    });
  }
  var paper = document.querySelector("[data-print]");
  if (paper) paper.addEventListener("click", function () { window.print(); });
  var back = document.querySelector("[data-back]");
  if (back && history.length > 1) back.addEventListener("click", function (event) { event.preventDefault(); history.back(); });

  markDiffering();
  bringScripts();
  listen();
})();
