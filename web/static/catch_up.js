// Who comes back from the kitchen, or after a week, is told what happened meanwhile.
(function () {
  "use strict";
  var place = document.getElementById("catchup"), body = document.body, AWAY = 4 * 60000, MUCH = 6, LONG = 180;
  if (!place || !window.fetch) return;
  var key = "tableside.here." + body.getAttribute("data-game") + "." + (body.classList.contains("kiosk") ? "table" : "seat");

  function n() { return Number(body.getAttribute("data-n")); }
  function seen() { try { return JSON.parse(localStorage.getItem(key)) || {}; } catch (e) { return {}; } }
  function here() {
    if (document.hidden || place.firstChild) return;  // nobody looks, or what was missed is not read yet
    try { localStorage.setItem(key, JSON.stringify({ n: n(), at: Date.now() })); } catch (e) { /* a private window */ }
  }
  function gone() { place.textContent = ""; here(); }

  function tell(since) {
    var from = place.getAttribute("data-from") + (since === null ? "" : "?since=" + since);
    fetch(from, { headers: { "X-Page": "1" } }).then(function (answer) {
      if (!answer.ok) throw new Error(answer.status);
      return answer.text();
    }).then(function (html) {
      place.innerHTML = html;
      var done = place.appendChild(document.createElement("button"));
      done.type = "button";
      done.textContent = "Thanks";
      done.addEventListener("click", gone);
    }).catch(function () { /* then it is in the log */ });
  }

  function back() {
    if (document.hidden || place.firstChild) return;
    var last = seen();
    if (last.n !== undefined && last.n <= n() && Date.now() - last.at >= AWAY && n() - last.n >= MUCH) tell(last.n);
    else if (Number(place.getAttribute("data-paused")) >= LONG && last.n !== n()) tell(null);
    else here();
    place.setAttribute("data-paused", "0");
  }

  document.addEventListener("visibilitychange", back);
  window.addEventListener("pagehide", here);
  setInterval(here, 15000);
  back();
})();
