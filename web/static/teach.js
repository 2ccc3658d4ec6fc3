/* Teaching: the mat as the camera sees it, three looks, a name. Buttons of the box count as looks while this is open. */
(function () {
  "use strict";
  var page = document.getElementById("teach"), mat = document.getElementById("mat"), nomat = document.getElementById("nomat");
  var which = { game: page.getAttribute("data-game"), pack: page.getAttribute("data-pack"), kind: page.getAttribute("data-kind") };
  var query = new URLSearchParams(which).toString(), waiting = 0, shown = -1, usual = document.getElementById("said").textContent, stamp = Date.now();
  function part(id) { return document.getElementById(id); }

  function send(path, data) {
    return fetch(path, { method: "POST", body: data, headers: { "X-Page": "1" }, credentials: "same-origin" }).then(function (answer) {
      return answer.json().then(function (said) {
        if (!answer.ok) { window.table.tell(said.told); throw new Error("refused"); }
        return said;
      });
    });
  }

  function begin() { return send("/teach/begin", new URLSearchParams(which)); }
  function again(wait) { clearTimeout(waiting); waiting = setTimeout(look, wait); }

  function look() {
    if (document.hidden) return;
    fetch("/teach/seen", { credentials: "same-origin" }).then(function (answer) {
      if (!answer.ok) return begin().then(function () { again(200); });
      return answer.json().then(function (seen) {
        show(seen);
        mat.hidden = mat.hidden || !seen.mat;
        nomat.hidden = seen.mat && !mat.hidden;
        if (!seen.mat) { again(700); return; }
        mat.onload = mat.onerror = function () { again(350); };
        mat.src = "/teach/mat.jpg?" + seen.count;
      });
    }).catch(function () { again(2500); });
  }
  mat.addEventListener("load", function () { mat.hidden = false; nomat.hidden = true; });

  function show(seen) {
    part("here").textContent = seen.trouble || (seen.reading ? "The box sees: " + seen.reading + "." : "The box does not know this piece yet.");
    if (seen.looks !== shown) {
      stamp = Date.now();
      [].forEach.call(document.querySelectorAll(".looks li"), function (place, index) {
        var picture = place.querySelector("img"), done = index < seen.looks;
        place.classList.toggle("done", done);
        picture.hidden = !done;
        if (done) picture.src = "/teach/look/" + index + ".png?" + stamp; else picture.removeAttribute("src");
      });
      var ready = seen.looks >= 3;
      part("naming").classList.toggle("early", !ready);
      part("looking").querySelector("form").hidden = ready;
      part("drop").hidden = !seen.looks;
      if (ready && shown >= 0) part("naming").querySelector("input[name=name]").focus();
      if (seen.looks) part("estimate").hidden = true;
      shown = seen.looks;
    }
    part("said").textContent = seen.said || usual;
  }

  function known() {
    return fetch("/teach/known?" + query, { credentials: "same-origin" }).then(function (answer) { return answer.text(); })
      .then(function (list) { part("known").innerHTML = list; });
  }

  document.addEventListener("submit", function (event) {
    var form = event.target, button = form.querySelector("button");
    if (!form.hasAttribute("data-teach") && !form.hasAttribute("data-change")) return;
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    send(form.getAttribute("action"), new URLSearchParams(new FormData(form))).then(function (said) {
      if ("sure" in said) {
        var told = part("estimate");
        told.textContent = said.told + " The box will be about " + Math.round(100 * said.sure) + " % sure of it" + (said.like ? ", and takes it for " + said.like + " most easily." : ".");
        told.classList.toggle("doubt", said.sure < .9);
        told.hidden = false;
        form.reset();
        return known();
      }
      if (form.hasAttribute("data-change")) return known();
    }).catch(function () {}).then(function () { button.disabled = false; again(0); });
  });
  [].forEach.call(document.querySelectorAll("[data-go]"), function (field) {
    field.addEventListener("change", function () {
      if (field.name === "game") field.form.pack.disabled = true;  // each game has packs of its own
      field.form.submit();
    });
  });

  document.addEventListener("visibilitychange", function () { if (!document.hidden) again(0); });
  window.addEventListener("pagehide", function () { navigator.sendBeacon("/teach/end"); });
  part("naming").classList.add("early");
  begin().then(look, look);
})();
