/* Tableside: where pieces are picked, the button says what will happen to them. */
(function () {
  "use strict";
  var LONG = 44;  // letters; more names than that are counted instead

  function names(fields) {
    var often = {}, order = [];
    fields.forEach(function (field) {
      var name = field.getAttribute("data-name");
      if (!often[name]) order.push(name);
      often[name] = (often[name] || 0) + 1;
    });
    var said = order.map(function (name) { return often[name] > 1 ? often[name] + " " + name : name; }), last = said.pop();
    return said.length ? said.join(", ") + " and " + last : last;
  }
  function words(form) {
    var least = Number(form.getAttribute("data-least")), most = Number(form.getAttribute("data-most"));
    var picked = window.table.inOrder(form).filter(function (field) { return field.name === "pick" && field.checked; });
    if (!most) return "Go on";
    if (picked.length < least) return "Pick " + (least - picked.length) + (picked.length ? " more" : "");
    if (picked.length > most) return picked.length - most + " too many";
    if (!picked.length) return form.getAttribute("data-none");
    var deed = form.getAttribute("data-deed"), said = deed.replace("{}", names(picked));
    return said.length > LONG ? deed.replace("{}", String(picked.length)) : said;
  }
  function say(form) {
    var said = form.querySelector("[data-says]");
    if (said) said.textContent = words(form);
  }
  function sayAll() { [].forEach.call(document.querySelectorAll(".picks"), say); }

  document.addEventListener("change", function (event) {
    var form = event.target.closest && event.target.closest(".picks");
    if (form) say(form);
  });
  window.table.keepers.push(function (place) { return place.id === "ask" ? sayAll : null; });
  sayAll();
})();
