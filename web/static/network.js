/* The network page: says how the box stands while it looks around or tries a network, also when it has gone. */
(function () {
  "use strict";
  var stands = document.getElementById("stands"), ways = document.getElementById("ways"), missed = 0;

  function swap(part, fresh) { if (part.innerHTML !== fresh.innerHTML) part.innerHTML = fresh.innerHTML; }

  setInterval(function () {
    fetch(location.pathname, { credentials: "same-origin" }).then(function (answer) { return answer.ok ? answer.text() : ""; }).then(function (page) {
      var fresh = page && new DOMParser().parseFromString(page, "text/html");
      missed = 0;
      stands.classList.remove("gone");
      if (!fresh || !fresh.getElementById("stands")) return;
      swap(stands, fresh.getElementById("stands"));
      // Whoever has a network open is about to type its password: the list stays as it is.
      if (!ways.querySelector("details[open]")) swap(ways, fresh.getElementById("ways"));
    }).catch(function () { if (++missed === 2) stands.classList.add("gone"); });
  }, 2000);
})();
