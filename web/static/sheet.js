/* What changed by hand: the button says it, a search finds it, and half of it is not lost when others do something. */
(function () {
  "use strict";
  function all(of, selector) { return [].slice.call(of.querySelectorAll(selector)); }
  function fieldsOf(of) { return all(of, "input:not([type=hidden]):not([type=search]), select"); }
  function forms() { return all(document, "form[data-sheet]"); }

  // What it was when it was drawn, and what it is now.
  function was(field) {
    if (field.type === "checkbox" || field.type === "radio") return field.defaultChecked;
    if (field.tagName === "SELECT") return all(field, "option").findIndex(function (each) { return each.defaultSelected; });
    return field.defaultValue;
  }
  function now(field) {
    if (field.type === "checkbox" || field.type === "radio") return field.checked;
    return field.tagName === "SELECT" ? field.selectedIndex : field.value.trim();
  }
  function differs(field) { return was(field) !== now(field) && !(field.type === "number" && now(field) === ""); }

  // What became of one thing, in words; empty if nothing did.
  function told(thing) {
    var kind = thing.className, fields = fieldsOf(thing), field = fields[0], label = thing.getAttribute("data-label");
    var changed = fields.filter(differs);
    if (!changed.length) return "";
    if (/\bsome\b/.test(kind)) return label + " " + changed.map(function (each) {
      var more = each.type === "number" ? Number(each.value) - Number(each.defaultValue) : each.checked ? 1 : -1;
      return (more > 0 ? "+ " : "− ") + (Math.abs(more) > 1 ? Math.abs(more) + " " : "") + each.getAttribute("data-words");
    }).join(", ");
    if (field.type === "radio") return label + " " + said(fields, was) + " → " + said(fields, now);
    if (field.type === "checkbox") return label + (field.checked ? " no → yes" : " yes → no");
    if (field.tagName === "SELECT") return label + " " + field.options[was(field)].text + " → " + field.options[now(field)].text;
    return label + " " + (was(field) || field.placeholder || "–") + " → " + (now(field) || field.placeholder || "–");
  }
  function said(fields, when) {
    var chosen = fields.filter(when)[0];
    return chosen ? chosen.getAttribute("data-words") : "–";
  }

  // The button says what will change.
  function tally(form) {
    var groups = [];
    all(form, ".has").forEach(function (group) {
      var words = all(group, ".thing").map(function (thing) {
        var word = told(thing);
        thing.classList.toggle("changed", !!word);
        return word;
      }).filter(Boolean);
      group.classList.toggle("changed", words.length > 0);
      if (words.length) groups.push(group.getAttribute("data-name") + ": " + words.join(" · "));
    });
    all(form, "[data-will]").forEach(function (each) { each.textContent = groups.join(". "); });
    form.classList.toggle("changed", groups.length > 0);
    form.classList.remove("asks-why");
    var said = form.querySelector("[data-done]");
    said.textContent = said.getAttribute(groups.length ? "data-done" : "data-still");
    all(form, "[data-step]").forEach(function (each) {
      var field = each.parentNode.querySelector("input"), up = each.getAttribute("data-step") > 0;
      each.disabled = up ? Number(field.value) >= Number(field.max) : Number(field.value) <= Number(field.min);
    });
    form.setAttribute("data-tallied", "");
  }

  // Typing in the search leaves only what is called so.
  function find(form) {
    var words = form.querySelector("[data-find]").value.toLowerCase().split(/\s+/).filter(Boolean), any = false;
    all(form, ".has").forEach(function (group) {
      var name = group.getAttribute("data-name").toLowerCase(), here = false;
      all(group, ".thing").forEach(function (thing) {
        var text = name + " " + thing.textContent.toLowerCase();
        thing.hidden = !words.every(function (word) { return text.indexOf(word) >= 0; });
        here = here || !thing.hidden;
      });
      if (!group.hasAttribute("data-open")) group.setAttribute("data-open", group.open ? "1" : "");
      group.hidden = !here;
      group.open = words.length ? here : !!group.getAttribute("data-open") || group.classList.contains("changed");
      if (!words.length) group.removeAttribute("data-open");
      any = any || here;
    });
    form.querySelector("[data-none]").hidden = any;
  }

  // A tap on the board opens what can be changed there.
  function at(slot) {
    var things = all(document, "form[data-sheet] .thing").filter(function (each) { return each.getAttribute("data-at") === slot; });
    if (!things.length) return false;
    var form = things[0].closest("form"), search = form.querySelector("[data-find]");
    if (search.value) { search.value = ""; find(form); }
    all(document, ".thing.found").forEach(function (each) { each.classList.remove("found"); });
    things.forEach(function (each) { each.classList.add("found"); each.closest("details.has").open = true; });
    var still = window.matchMedia && matchMedia("(prefers-reduced-motion: reduce)").matches;
    things[0].scrollIntoView({ block: "center", behavior: still ? "auto" : "smooth" });
    return true;
  }

  // What was entered so far: given back to the same sheet when it is drawn anew, unless it was sent.
  function keep(place) {
    var form = place.querySelector("form[data-sheet]:not([data-sent])"), entered = [], open = [], search = "", focused = null;
    if (form) {
      entered = fieldsOf(form).filter(function (each) { return was(each) !== now(each); });
      open = all(form, "details").filter(function (each) { return each.open; }).map(pathOf);
      search = form.querySelector("[data-find]").value;
      focused = form.contains(document.activeElement) ? document.activeElement : null;
    }
    return function () {
      var fresh = place.querySelector("form[data-sheet]");
      if (!fresh) return;
      if (form && fresh.getAttribute("data-sheet") === form.getAttribute("data-sheet")) {
        entered.forEach(function (each) { enter(fresh, each); });
        all(fresh, "details").forEach(function (each) { each.open = open.indexOf(pathOf(each)) >= 0; });
        fresh.querySelector("[data-find]").value = search;
        var again = focused && same(fresh, focused);
        if (again) again.focus({ preventScroll: true });
      } else preset(fresh);
      begin(fresh);
    };
  }
  function pathOf(details) {
    var thing = details.closest(".thing"), group = details.closest(".has");
    return group.getAttribute("data-name") + (thing ? ": " + thing.getAttribute("data-label") : "");
  }
  function same(form, field) {
    return fieldsOf(form).filter(function (each) {
      return each.name && each.name === field.name && (each.type !== "radio" && each.type !== "checkbox" || each.value === field.value);
    })[0];
  }
  function enter(form, field) {
    var fresh = same(form, field);
    if (!fresh) return;
    if (fresh.type === "checkbox" || fresh.type === "radio") { if (fresh.type === "checkbox" || field.checked) fresh.checked = field.checked; }
    else fresh.value = field.value;
  }

  // What was done the last time stands there already, to be sent as it is or changed.
  function preset(form) {
    JSON.parse(form.getAttribute("data-set") || "[]").forEach(function (each) {
      fieldsOf(form).filter(function (field) { return field.name === each.name; }).forEach(function (field) {
        if (field.type !== "checkbox" && field.type !== "radio") field.value = each.value;
        else if (field.value === each.value) field.checked = each.on;
      });
    });
  }

  function begin(form) {
    all(form, "[data-unlike]").forEach(function (each) { each.hidden = false; });
    form.querySelector(".find").hidden = form.querySelector("[data-ready]").hidden = false;
    if (form.querySelector("[data-find]").value) find(form);
    tally(form);
  }
  ["input", "change"].forEach(function (kind) {
    document.addEventListener(kind, function (event) {
      var form = event.target.closest && event.target.closest("form[data-sheet]");
      if (!form) return;
      if (event.target.hasAttribute("data-find")) find(form);
      else if (event.target.closest(".thing")) tally(form);
    });
  });
  // The key that ends a word ends only the word: what changed is sent by its button. A reason is the last word.
  document.addEventListener("keydown", function (event) {
    var field = event.target;
    if (event.key !== "Enter" || field.tagName !== "INPUT" || !field.closest("form[data-sheet]")) return;
    event.preventDefault();
    if (field.name === "words") field.parentNode.querySelector("button").click();
    else field.blur();
  });
  document.addEventListener("click", function (event) {
    var form = event.target.closest && event.target.closest("[data-unlike]") && event.target.closest("form");
    if (form) { form.reset(); tally(form); }
  });
  // Where a reason is wanted, the button asks for it: one more tap on one of them, and it is done.
  document.addEventListener("click", function (event) {
    var button = event.target.closest && event.target.closest("button[data-ready][type=button]"), form = button && button.closest("form");
    if (!form || !form.classList.contains("changed")) return;
    form.classList.add("asks-why");
    form.querySelector(".why button").focus();
  });

  var board = document.getElementById("onboard");
  if (board) { board.hidden = false; board.open = window.innerWidth >= 700 || all(document, ".has").length > 20; }
  forms().forEach(function (form) { preset(form); begin(form); });
  window.table.keepers.push(keep);
  window.byHand = { at: at };
})();
