/* The calibration page: a picture at a time while somebody looks, and corners dragged by finger, mouse or keyboard. */
(function () {
  "use strict";
  var page = document.getElementById("calibrate"), shot = document.getElementById("shot"), frame = document.getElementById("frame");
  var game = page.getAttribute("data-game"), dragging = null, waiting = 0, shown = 0;
  function part(id) { return document.getElementById(id); }

  function send(path, data) {
    data.game = game;
    return fetch("/calibrate/" + path, {
      method: "POST", body: new URLSearchParams(data), headers: { "X-Page": "1" }, credentials: "same-origin"
    }).then(function (answer) {
      return answer.json().then(function (said) {
        if (said.told) window.table.tell(said.told);
        if (!answer.ok) throw new Error("refused");
        return said;
      });
    });
  }

  // Looking

  function again(wait) { clearTimeout(waiting); waiting = setTimeout(look, wait); }

  function look() {
    if (document.hidden || dragging) return;
    fetch("/calibrate/look?game=" + encodeURIComponent(game), { credentials: "same-origin" })
      .then(function (answer) { return answer.json(); })
      .then(function (seen) {
        if (dragging) return;
        if (seen.told) { window.table.tell(seen.told); again(3000); return; }
        show(seen);
        if (!seen.picture) { again(1500); return; }
        if (seen.count === shown) { again(300); return; }
        shown = seen.count;
        shot.onload = shot.onerror = function () { again(250); };
        shot.src = "/calibrate/picture.jpg?n=" + seen.count;
      })
      .catch(function () { part("found").textContent = "The box does not answer."; again(3000); });
  }

  function words(count, one, many) { return count + " " + (count === 1 ? one : many); }

  function show(seen) {
    part("found").textContent = !seen.picture ? "No picture." : seen.found ?
      "The " + seen.found + " is found" + (seen.by_hand ? ", as you placed it." : ".") : "No board is found.";
    var advice = part("advice"), text = seen.sentences.join("\n");
    if (advice.getAttribute("data-text") !== text) {
      advice.setAttribute("data-text", text);
      advice.textContent = "";
      seen.sentences.forEach(function (sentence) { advice.appendChild(document.createElement("li")).textContent = sentence; });
    }
    frame.hidden = !seen.picture;
    part("light").value = seen.light;
    part("light-word").textContent = !seen.picture ? "–" : seen.light > 0.85 ? "good" : seen.light > 0.6 ? "fair" : "poor";
    part("sharp").value = seen.sharp;
    part("sharp-word").textContent = !seen.picture ? "–" : seen.blurred ? "blurred" : "sharp";
    part("markers").textContent = seen.by_hand ? "not needed" : seen.wanted ?
      Math.min(seen.markers.length, seen.wanted) + " of " + seen.wanted + " seen" : words(seen.markers.length, "seen", "seen");
    part("places").textContent = !seen.found ? "–" : [words(seen.sure, "piece", "pieces"), seen.empty + " empty"]
      .concat(seen.unsure_count ? [seen.unsure_count + " not sure: " + seen.unsure.join(", ") + (seen.unsure_count > seen.unsure.length ? " …" : "")] : []).join(", ");
    part("veiled").textContent = seen.veiled;
    part("veiled").hidden = !seen.veiled;
    part("forget").hidden = !seen.by_hand;
    part("unlearn").hidden = !seen.learnt;
    part("keeping").elements.on.value = seen.kept.allowed ? "no" : "yes";
    part("keeping").querySelector("button").setAttribute("aria-checked", seen.kept.allowed);
    part("kept-words").textContent = seen.kept.words;
    part("kept-acts").hidden = !seen.kept.count;
  }

  document.addEventListener("visibilitychange", function () { if (!document.hidden) again(0); });
  part("game").addEventListener("change", function () { this.form.submit(); });
  document.addEventListener("submit", function (event) {
    var action = event.target.getAttribute("action") || "";
    if (action.indexOf("/calibrate/") !== 0) return;
    event.preventDefault();
    var button = event.target.querySelector("button");
    button.disabled = true;
    var data = {};
    new FormData(event.target).forEach(function (value, name) { data[name] = value; });
    send(action.slice(11), data).catch(function () {}).then(function () { button.disabled = false; again(0); });
  });

  // Corners

  var corners = [].slice.call(document.querySelectorAll(".corner")), quad = part("quad"), loupe = part("loupe");
  var outline = quad.querySelector("polygon"), names = quad.querySelector("g"), arrow = quad.querySelector("path");

  part("drag").addEventListener("click", function () {
    send("freeze", {}).then(function (still) {
      dragging = { corners: still.corners, slots: still.slots };
      part("title").textContent = still.title;
      shot.onload = function () { frame.classList.add("fit"); draw(); };
      shot.onerror = stop;
      shot.src = "/calibrate/frozen.jpg?" + Date.now();
      mode(true);
      corners[0].focus();
    }).catch(function () {});
  });

  function mode(on) {
    part("seeing").hidden = part("kept").hidden = on;
    part("dragging").hidden = !on;
    part("legend").hidden = on;
    quad.toggleAttribute("hidden", !on);
    corners.forEach(function (corner) { corner.hidden = !on; });
    if (!on) { frame.classList.remove("fit"); loupe.hidden = true; }
  }
  function stop() { dragging = null; shown = 0; mode(false); again(0); }
  part("cancel").addEventListener("click", stop);
  part("turn").addEventListener("click", function () { dragging.corners.push(dragging.corners.shift()); draw(); });
  part("keep").addEventListener("click", function () {
    send("place", { corners: JSON.stringify(dragging.corners) }).then(stop).catch(function () {});
  });

  // Where a place of the board (0 to 1 both ways) lies in the picture, seen aslant as the corners say.
  function aslant(p) {
    var dx1 = p[1][0] - p[2][0], dx2 = p[3][0] - p[2][0], sx = p[0][0] - p[1][0] + p[2][0] - p[3][0];
    var dy1 = p[1][1] - p[2][1], dy2 = p[3][1] - p[2][1], sy = p[0][1] - p[1][1] + p[2][1] - p[3][1];
    var whole = dx1 * dy2 - dx2 * dy1, g = (sx * dy2 - dx2 * sy) / whole, h = (dx1 * sy - sx * dy1) / whole;
    return function (u, v) {
      var w = g * u + h * v + 1;
      return [((p[1][0] - p[0][0] + g * p[1][0]) * u + (p[3][0] - p[0][0] + h * p[3][0]) * v + p[0][0]) / w,
        ((p[1][1] - p[0][1] + g * p[1][1]) * u + (p[3][1] - p[0][1] + h * p[3][1]) * v + p[0][1]) / w];
    };
  }

  function draw() {
    var wide = shot.naturalWidth, high = shot.naturalHeight, SVG = "http://www.w3.org/2000/svg";
    if (!dragging || !wide) return;
    quad.setAttribute("viewBox", "0 0 " + wide + " " + high);
    var points = dragging.corners.map(function (c) { return [c[0] * wide, c[1] * high]; });
    outline.setAttribute("points", points.join(" "));
    var at = aslant(points), top = at(.5, 0), left = at(.46, .05), right = at(.54, .05);
    arrow.setAttribute("d", "M" + top + "L" + right + "L" + left + "Z");
    var slots = Object.keys(dragging.slots);
    slots.forEach(function (name, index) {
      var spot = dragging.slots[name], place = at((spot[0] + 1) / 2, (spot[1] + 1) / 2);
      var text = names.childNodes[index] || names.appendChild(document.createElementNS(SVG, "text"));
      text.textContent = name.split(" ").pop();  // the kind of place is plain to see
      text.setAttribute("x", place[0]);
      text.setAttribute("y", place[1]);
      text.setAttribute("font-size", wide / 60);
    });
    corners.forEach(function (corner, index) {
      var c = dragging.corners[index];
      corner.style.left = 100 * c[0] + "%";
      corner.style.top = 100 * c[1] + "%";
      corner.setAttribute("aria-label", "Corner " + corner.getAttribute("data-name") + ", " + Math.round(100 * c[0]) + " % across, " + Math.round(100 * c[1]) + " % down");
    });
  }

  // What lies under the finger, three times as large, beside it.
  function zoom(index) {
    var c = dragging.corners[index], pen = loupe.getContext("2d"), seen = 50;
    var box = frame.getBoundingClientRect(), x = c[0] * box.width, y = c[1] * box.height;
    loupe.hidden = false;
    loupe.style.left = (x < box.width / 2 ? x + 40 : x - 190) + "px";
    loupe.style.top = Math.min(box.height - 155, Math.max(5, y - 75)) + "px";
    pen.fillStyle = "#000";
    pen.fillRect(0, 0, 150, 150);
    pen.drawImage(shot, c[0] * shot.naturalWidth - seen / 2, c[1] * shot.naturalHeight - seen / 2, seen, seen, 0, 0, 150, 150);
    pen.strokeStyle = "#ffd27a";
    pen.beginPath(); pen.moveTo(75, 0); pen.lineTo(75, 150); pen.moveTo(0, 75); pen.lineTo(150, 75); pen.stroke();
  }

  dragCorners(frame, corners, {
    at: function (index) { return dragging.corners[index]; },
    put: function (index, x, y) {
      if (!dragging) return;  // cancelled with the other hand
      dragging.corners[index] = [Math.min(1.15, Math.max(-.15, x)), Math.min(1.15, Math.max(-.15, y))];
      draw();
      zoom(index);
    },
    step: function () { return [1 / shot.naturalWidth, 1 / shot.naturalHeight]; },
    held: zoom,
    free: function () { loupe.hidden = true; }
  });

  look();
})();
