/* A card is described: every tap brings the sentence back one step longer; nothing is written before "That's it". */
(function () {
  "use strict";
  var asking = 0;

  function encoded(form, button) {
    var data = new FormData(form), pairs = [];
    data.forEach(function (value, name) { pairs.push(encodeURIComponent(name) + "=" + encodeURIComponent(value)); });
    if (button && button.name) pairs.push(encodeURIComponent(button.name) + "=" + encodeURIComponent(button.value));
    return pairs.join("&");
  }
  // The page stays where it is; only the form is drawn anew. Of two taps in a row the later counts.
  function say(form, body, action) {
    var mine = ++asking, focused = form.contains(document.activeElement) ? document.activeElement.name : "";
    form.setAttribute("aria-busy", "true");
    fetch(action || form.getAttribute("action"), { method: "POST", credentials: "same-origin", body: body,
      headers: { "Content-Type": "application/x-www-form-urlencoded", "X-Page": "1", "Accept": "text/html, application/json" } })
      .then(function (answer) { return answer.text().then(function (text) { return [answer.ok, text]; }); })
      .then(function (got) {
        if (mine !== asking || !form.isConnected) return;
        form.removeAttribute("aria-busy");
        if (!got[0]) { window.table.tell(told(got[1])); return; }
        var fresh = new DOMParser().parseFromString(got[1], "text/html").querySelector("form[data-describe]");
        if (!fresh) return;
        fresh = document.importNode(fresh, true);
        window.table.whenLifted(function () {
          if (mine !== asking || !form.isConnected) return;
          form.replaceWith(fresh);
          settle(fresh, focused);
        });
      }).catch(function () { form.removeAttribute("aria-busy"); window.table.tell("The box did not answer. Tap again."); });
  }
  function told(text) {
    try { return JSON.parse(text).told; } catch (no) { return "That did not work. Tap again."; }
  }
  // What is asked next comes into sight, below the sentence that sticks to the top.
  function settle(form, focused) {
    var tried = form.querySelector(".tried"), here = tried || form.querySelector(".here") || form.querySelector(".next");
    var again = focused && /^said\./.test(focused) && [].filter.call(form.elements, function (each) { return each.name === focused && (each.type !== "radio" || each.checked); })[0];
    if (again) { again.focus({ preventScroll: true }); return; }
    var top = form.querySelector(".reads");
    if (tried) { tried.scrollIntoView({ block: "center" }); return; }
    if (here && (here.getBoundingClientRect().top < top.getBoundingClientRect().bottom || here.getBoundingClientRect().bottom > window.innerHeight)) form.scrollIntoView({ block: "start" });
  }

  document.addEventListener("submit", function (event) {
    var form = event.target, button = event.submitter || document.activeElement;
    if (!form.hasAttribute("data-describe") || button && button.hasAttribute && button.hasAttribute("formaction")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    say(form, encoded(form, form.contains(button) ? button : null));
  }, true);
  document.addEventListener("change", function (event) {
    var field = event.target, form = field.closest && field.closest("form[data-describe]");
    if (!form || field.hasAttribute("data-look")) return;
    if (field.type === "radio" || field.type === "checkbox") say(form, encoded(form));
    else sayWhenLifted(form, asking);
  });
  // A word is done when the finger goes on to a button, which may say it as well.
  function sayWhenLifted(form, before) {
    window.table.whenLifted(function () { if (before === asking && form.isConnected) say(form, encoded(form)); });
  }
  document.addEventListener("input", function (event) {
    if (!event.target.hasAttribute || !event.target.hasAttribute("data-look")) return;
    var words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    [].forEach.call(event.target.closest("details").querySelectorAll("button"), function (each) {
      var text = each.textContent.toLowerCase();
      each.hidden = !words.every(function (word) { return text.indexOf(word) >= 0; });
    });
  });
  // Enter ends a word and a search, and sends nothing.
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT" || !event.target.closest("form[data-describe]")) return;
    event.preventDefault();
    event.target.blur();
  });

  // When others do something the page is drawn anew: what was said so far is said again, to the question as it stands.
  window.table.keepers.push(function (place) {
    var old = place.querySelector("form[data-describe]"), body = old && encoded(old);
    return old && function () {
      var fresh = place.querySelector("form[data-describe]");
      if (fresh && fresh.getAttribute("data-describe") === old.getAttribute("data-describe") && old.hasAttribute("data-moved")) say(fresh, body);
    };
  });
  window.describing = true;
})();
