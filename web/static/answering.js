/* Tableside: whatever is tapped, ticked, shared out or entered becomes one answer. */
(function () {
  "use strict";
  var send = window.table.send, encoded = window.table.encoded, inOrder = window.table.inOrder, tell = window.table.tell;
  var sameAs = window.table.sameAs, found = window.table.found;

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
      send("/answer/" + document.body.getAttribute("data-n"), data);
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
    document.body.appendChild(chooser);
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
    document.body.removeChild(chooser);
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
  document.addEventListener("news", keepAsking);
})();
