/* The lobby on the box's own screen: a tap on a seat asks who sits there, and nothing chosen behind "More" is lost. */
(function () {
  "use strict";
  try { sessionStorage.removeItem("stage"); } catch (e) { /* nothing was kept */ }  // the next game begins as a stage again
  var naming = document.querySelector(".naming");
  if (!naming) return;
  var form = naming.querySelector("form"), name = form.querySelector("[name=name]"), opener = "";

  function shut() {
    naming.hidden = true;
    var seat = document.querySelector('[data-naming="' + opener + '"]');
    if (seat) seat.focus();
  }
  document.addEventListener("click", function (event) {
    var seat = event.target.closest && event.target.closest("[data-naming]");
    if (seat) {
      event.preventDefault();
      opener = seat.getAttribute("data-naming");
      form.querySelector("[name=seat]").value = opener;
      name.value = seat.getAttribute("data-name");
      name.placeholder = opener.charAt(0).toUpperCase() + opener.slice(1);
      document.getElementById("whositshere").replaceChildren(seat.querySelector(".mark").cloneNode(true), " Who sits here?");
      naming.hidden = false;
      name.select();
    } else if (event.target === naming || event.target.closest("[data-never]")) {
      event.preventDefault();
      shut();
    }
  });
  naming.addEventListener("keydown", function (event) { if (event.key === "Escape") shut(); });

  form.addEventListener("submit", function (event) {
    event.preventDefault();
    event.stopPropagation();
    window.table.send(form.getAttribute("action"), window.table.encoded(form, event.submitter));
    shut();
  });
})();
