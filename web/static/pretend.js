/* The pretend box and table: buttons held with the mouse, tiles dragged and turned; the reading mat has its own file. */
(function () {
  "use strict";
  var mat = document.getElementById("mat"), layer = document.getElementById("pieces");
  var eye = document.getElementById("eye"), follow = document.getElementById("follow");
  var places = {}, shown = {}, drag = null, lookedAt = "", SVG = "http://www.w3.org/2000/svg";

  var rowsOf = {};
  [].forEach.call(mat.querySelectorAll("[data-x]"), function (place) {
    places[place.getAttribute("data-place")] = [Number(place.getAttribute("data-x")), Number(place.getAttribute("data-y")), place.getAttribute("data-kind")];
  });
  [].forEach.call(mat.querySelectorAll("[data-row]"), function (zone) {
    rowsOf[zone.getAttribute("data-place")] = zone.getAttribute("data-row").split(" ").map(Number);
  });

  function send(path, data) {
    return fetch("/pretend/" + path, {
      method: "POST", body: data instanceof URLSearchParams ? data : new URLSearchParams(data), headers: { "X-Page": "1" }, credentials: "same-origin"
    }).then(function (answer) {
      if (!answer.ok) answer.json().then(function (said) { window.table.tell(said.told); });
      return look();
    });
  }

  [].forEach.call(document.querySelectorAll("[data-button]"), function (button) {
    var name = button.getAttribute("data-button"), down = false, told = Promise.resolve();
    // One after the other: a finger that was let go before it was pressed would be down for good.
    function hold(now) {
      if (now === down) return;
      down = now;
      told = told.then(function () { return send("hold/" + name, { down: now ? "1" : "0" }); }).catch(function () {});
    }
    button.addEventListener("pointerdown", function (event) { button.setPointerCapture(event.pointerId); hold(true); });
    button.addEventListener("pointerup", function () { hold(false); });
    button.addEventListener("pointercancel", function () { hold(false); });
    button.addEventListener("keydown", function (event) { if (event.key === " " || event.key === "Enter") hold(true); });
    button.addEventListener("keyup", function () { hold(false); });
  });
  var telling = 0;  // what was just ticked counts, not a look at the table that was already under way
  follow.addEventListener("change", function () {
    telling += 1;
    send("do/follow", { on: follow.checked ? "1" : "0" }).then(function () { telling -= 1; });
  });
  [].forEach.call(mat.querySelectorAll("[data-draw]"), function (stock) {
    stock.addEventListener("click", function () { send("do/draw", { what: stock.getAttribute("data-draw") }); });
  });

  /* Beside the board pieces lie in rows: where the first lies, how many across, and how far apart. */
  function row(place, index) {
    var zone = rowsOf[place] || [0, 0, 1, 0, 0];
    return [zone[0] + zone[3] * (index % zone[2]), zone[1] + zone[4] * Math.floor(index / zone[2])];
  }

  function draw(table) {
    var rows = {}, alive = {};
    table.pieces.forEach(function (piece) {
      var at = places[piece.place];
      if (!at) { rows[piece.place] = (rows[piece.place] || 0) + 1; at = row(piece.place, rows[piece.place] - 1); }
      var known = shown[piece.id];
      if (!known) {
        known = shown[piece.id] = document.createElementNS(SVG, "use");
        known.setAttribute("class", "piece");
        known.addEventListener("pointerdown", function (event) { pick(event, piece.id); });
        layer.appendChild(known);
      }
      alive[piece.id] = true;
      known.setAttribute("href", "#face-" + piece.face);
      known.setAttribute("data-onto", piece.onto);
      known.setAttribute("data-size", piece.size);
      known.setAttribute("data-place", piece.place);
      known.setAttribute("data-piece", piece.id);
      known.setAttribute("data-up", piece.up ? "1" : "0");
      var size = at === places[piece.place] ? piece.size : piece.small, turn = places[piece.place] ? piece.turned : 0;
      if (!drag || drag.id !== piece.id) known.setAttribute("transform", "translate(" + at[0] + " " + at[1] + ") scale(" + size + ") rotate(" + turn + ")");
    });
    Object.keys(shown).forEach(function (id) { if (!alive[id]) { shown[id].remove(); delete shown[id]; } });
    Object.keys(table.stock).forEach(function (name) {
      mat.querySelector('[data-stock="' + name + '"]').textContent = table.stock[name];
    });
    if (!telling) follow.checked = table.follows;
  }

  function point(event) {
    var at = mat.createSVGPoint();
    at.x = event.clientX;
    at.y = event.clientY;
    return at.matrixTransform(mat.getScreenCTM().inverse());
  }

  function pick(event, id) {
    var at = point(event);
    drag = { id: id, x: at.x, y: at.y, moved: false };
    layer.appendChild(shown[id]);
    event.preventDefault();
  }

  window.addEventListener("pointermove", function (event) {
    if (!drag) return;
    var at = drag.at = point(event);
    if (Math.hypot(at.x - drag.x, at.y - drag.y) > .3) drag.moved = true;
    if (drag.moved) shown[drag.id].setAttribute("transform", "translate(" + at.x + " " + at.y + ") scale(" + shown[drag.id].getAttribute("data-size") + ")");
  });

  window.addEventListener("pointerup", function (event) {
    if (!drag) return;
    var at = drag.at || point(event);  // where it was last seen: the page may have grown under the finger since
    var id = drag.id, moved = drag.moved, best = null;
    var onto = shown[id].getAttribute("data-onto"), near = 1.1 * Math.max(.8, Number(shown[id].getAttribute("data-size")));
    drag = null;
    if (!moved) { send("do/flip", { piece: id }); return; }
    Object.keys(places).forEach(function (name) {
      var away = Math.hypot(places[name][0] - at.x, places[name][1] - at.y);
      if (away < near && places[name][2] === onto) { near = away; best = name; }
    });
    if (!best) {
      var under = document.elementsFromPoint(event.clientX, event.clientY), i;
      for (i = 0; i < under.length && !best; i++) {
        var zone = under[i].closest && under[i].closest(".zone[data-place]");
        if (zone) best = zone.getAttribute("data-place");
      }
    }
    if (best) send("do/move", { piece: id, place: best }); else look();
  });

  function look() {
    return fetch("/pretend/seen", { credentials: "same-origin" }).then(function (answer) { return answer.json(); }).then(function (seen) {
      document.getElementById("digit").textContent = seen.box.digit || "\u00a0";
      [].forEach.call(document.querySelectorAll("[data-lamp]"), function (lamp) {
        var light = seen.box.lamps[lamp.getAttribute("data-lamp")] || 0;
        lamp.setAttribute("data-light", String(Math.round(light * 5)));
      });
      var same = seen.table.game === mat.getAttribute("data-game") && String(seen.table.zones) === mat.getAttribute("data-zones");
      if (!same) { window.table.anew(); return; }
      draw(seen.table);
      document.getElementById("tiles").hidden = document.getElementById("tilehint").hidden = !seen.table.pieces.length;
      window.pretendMat.draw(seen.mat, send);
      var count = seen.table.count + "-" + seen.mat.count + "-" + seen.mat.lies;
      if (count !== lookedAt) {
        lookedAt = count;
        eye.src = "/pretend/camera.jpg?" + lookedAt;
      }
    });
  }
  eye.addEventListener("load", function () { eye.parentNode.hidden = false; });
  eye.addEventListener("error", function () { eye.parentNode.hidden = true; });
  setInterval(function () { look().catch(function () {}); }, 150);
})();
