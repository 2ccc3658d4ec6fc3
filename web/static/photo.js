// Photographs of an owner's cards: chosen is sent, one file after another; a tap on a thumbnail shows it large.
(function () {
  "use strict";
  var large = null, opener = null;
  document.documentElement.className += " can-send";

  document.addEventListener("change", function (event) {
    var form = event.target.form;
    if (event.target.type !== "file" || !form || !form.hasAttribute("data-photo") || !event.target.files.length) return;
    send(form, [].slice.call(event.target.files), event.target);
  });

  function send(form, files, field) {
    var action = form.getAttribute("action") || location.pathname, card = form.elements.card, done = 0;
    var most = form.getAttribute("data-most") || 12;  // megabytes that the box takes of one photograph
    field.disabled = true;
    function next() {
      if (done === files.length) {
        if (form.getAttribute("data-photo") === "stay") location.href = location.pathname + "?sent=" + done;
        if (form.hasAttribute("data-then")) location.href = form.getAttribute("data-then");
        window.table.tell("");
        return;
      }
      window.table.tell(files.length > 1 ? "Sending " + (done + 1) + " of " + files.length + " …" : "Sending …");
      if (files[done].size > most << 20) { stopped("The picture is too large: " + most + " megabytes at most."); return; }
      var data = new FormData();
      if (card) data.append("card", card.value);
      data.append("photo", files[done]);
      fetch(action, { method: "POST", body: data, credentials: "same-origin", headers: { "X-Page": "1" } }).then(function (answer) {
        if (answer.status === 204) { done += 1; next(); return; }
        return answer.text().then(function (said) {
          try { said = JSON.parse(said).told; } catch (e) { /* plain words */ }
          stopped((files.length > 1 ? "Photograph " + (done + 1) + ": " : "") + said);
        });
      }).catch(function () { stopped("The box did not answer. " + (files.length - done) + " not sent; try again."); });
    }
    function stopped(words) {
      field.disabled = false;
      field.value = "";
      window.table.tell(words);
    }
    next();
  }

  // Before the page's own taps: a picture on a card is not the card.
  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest("a.photo");
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    show(link);
  }, true);

  function show(link) {
    shut();
    opener = link.getAttribute("href");
    large = document.createElement("div");
    large.className = "chooser";
    large.innerHTML = '<div role="dialog" aria-modal="true" class="seen-large"><img alt=""><button type="button">Close</button></div>';
    large.firstChild.setAttribute("aria-label", link.getAttribute("aria-label"));
    large.querySelector("img").src = opener + "/large.jpg";
    large.addEventListener("click", shut);
    large.addEventListener("keydown", function (event) {
      if (event.key === "Escape") shut();
      if (event.key === "Tab") event.preventDefault();
    });
    document.body.appendChild(large);
    large.querySelector("button").focus();
  }

  function shut() {
    if (!large) return;
    document.body.removeChild(large);
    large = null;
    var link = document.querySelector('a.photo[href="' + opener + '"]');
    if (link) link.focus();
  }
})();
