/* An owner's board: tap its places on the photograph, join them, say what they are. Every tap can be undone. */
(function () {
  "use strict";
  var main = document.querySelector("[data-board]"), url = "/boards/" + main.getAttribute("data-board");
  var draft = JSON.parse(document.getElementById("data").textContent);
  var svg = document.getElementById("draft"), SVG = "http://www.w3.org/2000/svg";
  var WIDE = 1000, HIGH = Number(svg.getAttribute("data-height"));
  var placeForm = document.getElementById("place"), wayForm = document.getElementById("way");
  var cross = document.getElementById("cross"), joined = document.getElementById("joined");
  var tool = "space", last = null, from = null, chosen = null, moving = false, before = [], at = [WIDE / 2, HIGH / 2];
  var ROOMS = {
    plain: "", water_lab: "Water Lab", crisis: "Crisis!", engineer: "Electric Room", doctor: "Med Room",
    astrobiologist: "Experiment Room", captain: "VIP Room", extraction: "Extraction Point"
  };
  var KINDS = { space: "Space", room: "Room", junction: "Crossing" };
  var HINTS = {
    space: "Tap the next Space. Tap a place that is there already to go on from it.",
    room: "Tap the middle of a Room, then say what it is.",
    junction: "Tap where lines cross: nobody stands there, and it costs no step.",
    way: "Tap two places to join them, or a way to change it.",
    change: "Tap a place or a way to change it."
  };

  function node(id) { return draft.nodes.filter(function (each) { return each.id === id; })[0]; }
  function edge(id) { return draft.edges.filter(function (each) { return each.id === id; })[0]; }
  function words(place) {
    if (!place) return "";
    if (place.kind === "junction") return "Crossing " + place.id.slice(1);
    return place.label || place.id;
  }
  function wayWords(way) { return words(node(way.a)) + " – " + words(node(way.b)); }
  function kindOf(place) { return place.room_type === "role" ? place.role : place.room_type || "plain"; }
  function say(sentence) { document.getElementById("say").textContent = sentence; }

  // Taps

  function change(what) {
    before.push(JSON.stringify({ nodes: draft.nodes, edges: draft.edges, last: last }));
    if (before.length > 200) before.shift();
    what();
    draw();
    send();
  }
  function fresh(letter) {
    var number = 1;
    while (node(letter + number)) number += 1;
    return letter + number;
  }
  function add(x, y) {
    var id = fresh({ space: "s", room: "r", junction: "x" }[tool]), number = id.slice(1);
    var made = { id: id, kind: tool, x: x / WIDE, y: y / HIGH, room_type: "", role: "", restricted: false, start: !draft.nodes.length && tool !== "junction", label: "" };
    if (tool === "space") made.label = "Space " + number;
    if (tool === "room") { made.room_type = "plain"; made.label = "Room " + number; }
    change(function () {
      draft.nodes.push(made);
      if (joined.checked && last && node(last)) join(last, id);
      last = id;
    });
    if (tool === "room") choose({ node: id }); else choose(null);
    say(words(made) + " is there" + (draft.edges.length && draft.edges[draft.edges.length - 1].b === id ? ", joined to " + words(node(draft.edges[draft.edges.length - 1].a)) : "") + ". " + HINTS[tool]);
  }
  function between(a, b) {
    return draft.edges.filter(function (each) { return (each.a === a && each.b === b) || (each.a === b && each.b === a); })[0];
  }
  function join(a, b) {
    if (a !== b && !between(a, b)) draft.edges.push({ id: a + "-" + b, a: a, b: b, closed: false });
  }

  function tap(x, y) {
    x = Math.min(WIDE, Math.max(0, x));
    y = Math.min(HIGH, Math.max(0, y));
    if (moving && chosen && node(chosen.node)) {
      change(function () { var place = node(chosen.node); place.x = x / WIDE; place.y = y / HIGH; });
      moving = false;
      say(words(node(chosen.node)) + " is moved.");
      return;
    }
    var near = nearest(x, y);
    if (tool === "way" || tool === "change") {
      if (near.node && tool === "way") { connect(near.node); return; }
      choose(near.node ? { node: near.node } : near.edge ? { edge: near.edge } : null);
      say(near.node || near.edge ? "Say what it is, move it or remove it." : "Nothing is there. " + HINTS[tool]);
      return;
    }
    if (near.node) {
      if (joined.checked && last && last !== near.node && node(last) && !between(last, near.node)) {
        var start = last;
        change(function () { join(start, near.node); last = near.node; });
        say(words(node(start)) + " and " + words(node(near.node)) + " are joined.");
      } else say("Go on from " + words(node(near.node)) + ".");
      last = near.node;
      choose({ node: near.node });
      draw();
      return;
    }
    add(x, y);
  }
  function connect(id) {
    choose(null);
    if (!from || !node(from) || from === id) {
      from = from === id ? null : id;
      say(from ? "Now tap the place that " + words(node(id)) + " is joined to." : HINTS.way);
      draw();
      return;
    }
    var start = from, there = between(start, id);
    from = null;
    if (there) {
      choose({ edge: there.id });
      say("They are already joined. Change the way below.");
      draw();
      return;
    }
    change(function () { join(start, id); });
    say(words(node(start)) + " and " + words(node(id)) + " are joined.");
  }

  // What a finger means: the nearest place within its reach, else the nearest way.
  function nearest(x, y) {
    var reach = 24 * WIDE / svg.getBoundingClientRect().width, found = { node: null, edge: null }, best = reach;
    draft.nodes.forEach(function (each) {
      var away = Math.hypot(each.x * WIDE - x, each.y * HIGH - y);
      if (away < best) { best = away; found.node = each.id; }
    });
    if (found.node) return found;
    best = reach;
    draft.edges.forEach(function (each) {
      var a = node(each.a), b = node(each.b), ax = a.x * WIDE, ay = a.y * HIGH, dx = b.x * WIDE - ax, dy = b.y * HIGH - ay;
      var along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
      var away = Math.hypot(ax + along * dx - x, ay + along * dy - y);
      if (away < best) { best = away; found.edge = each.id; }
    });
    return found;
  }

  svg.addEventListener("click", function (event) {
    var point = svg.createSVGPoint();
    point.x = event.clientX;
    point.y = event.clientY;
    point = point.matrixTransform(svg.getScreenCTM().inverse());
    cross.setAttribute("visibility", "hidden");
    at = [point.x, point.y];
    tap(point.x, point.y);
  });
  svg.addEventListener("keydown", function (event) {
    var ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }, way = ways[event.key];
    if (way) {
      var step = event.shiftKey ? 60 : 12;
      at = [Math.min(WIDE, Math.max(0, at[0] + way[0] * step)), Math.min(HIGH, Math.max(0, at[1] + way[1] * step))];
      cross.setAttribute("visibility", "visible");
      cross.setAttribute("transform", "translate(" + at[0] + " " + at[1] + ") scale(" + WIDE / svg.getBoundingClientRect().width + ")");
      var near = nearest(at[0], at[1]);
      if (near.node) say(words(node(near.node)));
      event.preventDefault();
    } else if (event.key === "Enter" || event.key === " ") {
      tap(at[0], at[1]);
      event.preventDefault();
    }
  });
  document.addEventListener("keydown", function (event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && event.target.tagName !== "INPUT") { undo(); event.preventDefault(); }
  });

  function undo() {
    if (!before.length) return;
    var then = JSON.parse(before.pop());
    draft.nodes = then.nodes;
    draft.edges = then.edges;
    last = then.last;
    from = null;
    moving = false;
    choose(null);
    say("Undone.");
    draw();
    send();
  }
  document.getElementById("undo").addEventListener("click", undo);

  [].forEach.call(document.querySelectorAll("[data-tool]"), function (button) {
    button.addEventListener("click", function () { take(button.getAttribute("data-tool")); });
    button.addEventListener("keydown", function (event) {
      var side = { ArrowRight: "nextElementSibling", ArrowLeft: "previousElementSibling" }[event.key];
      var other = side && button[side];
      if (other && other.hasAttribute("data-tool")) { take(other.getAttribute("data-tool")); other.focus(); event.preventDefault(); }
    });
  });
  function take(name) {
    tool = name;
    from = null;
    moving = false;
    [].forEach.call(document.querySelectorAll("[data-tool]"), function (each) {
      var mine = each.getAttribute("data-tool") === name;
      each.setAttribute("aria-checked", String(mine));
      each.tabIndex = mine ? 0 : -1;
    });
    if (name !== "change") choose(null);
    say(HINTS[name]);
    draw();
  }

  // What is chosen

  function choose(what) {
    chosen = what;
    moving = false;
    var place = what && node(what.node), way = what && edge(what.edge);
    placeForm.hidden = !place;
    wayForm.hidden = !way;
    if (place) {
      document.getElementById("placetitle").textContent = KINDS[place.kind] + (place.kind === "junction" ? "" : ": " + words(place));
      placeForm.elements.label.value = place.label;
      placeForm.elements.label.closest("label").hidden = place.kind === "junction";
      placeForm.elements.kind.value = kindOf(place);
      placeForm.elements.restricted.checked = place.restricted;
      placeForm.elements.start.checked = place.start;
      [].forEach.call(placeForm.querySelectorAll("[data-only]"), function (each) { each.hidden = each.getAttribute("data-only") !== place.kind; });
      [].forEach.call(placeForm.querySelectorAll("[data-not]"), function (each) { each.hidden = each.getAttribute("data-not") === place.kind; });
    }
    if (way) {
      document.getElementById("waytitle").textContent = "Way: " + wayWords(way);
      wayForm.elements.closed.checked = way.closed;
    }
    draw();
  }

  placeForm.addEventListener("change", function (event) {
    var place = chosen && node(chosen.node), name = event.target.name;
    if (!place) return;
    change(function () {
      if (name === "label") place.label = event.target.value.trim();
      if (name === "restricted") place.restricted = event.target.checked;
      if (name === "start") {
        draft.nodes.forEach(function (each) { each.start = false; });
        place.start = event.target.checked;
      }
      if (name === "kind") {
        // A name that only says what the room was says now what it is.
        var usual = Object.keys(ROOMS).some(function (kind) { return ROOMS[kind] === place.label; }) || /^Room \d+$/.test(place.label);
        var kind = event.target.value, isRole = ["plain", "water_lab", "crisis", "extraction"].indexOf(kind) < 0;
        place.room_type = isRole ? "role" : kind;
        place.role = isRole ? kind : "";
        if (usual) place.label = ROOMS[kind] || "Room " + place.id.slice(1);
      }
    });
    if (name === "kind") placeForm.elements.label.value = place.label;
    document.getElementById("placetitle").textContent = KINDS[place.kind] + ": " + words(place);
  });
  wayForm.addEventListener("change", function (event) {
    var way = chosen && edge(chosen.edge);
    if (way) change(function () { way.closed = event.target.checked; });
  });
  [placeForm, wayForm].forEach(function (form) {
    form.addEventListener("submit", function (event) { event.preventDefault(); choose(null); });
    form.addEventListener("click", function (event) {
      var what = event.target.getAttribute("data-do");
      if (what === "close") choose(null);
      if (what === "move") { moving = true; say("Tap its new place."); }
      if (what === "remove") remove();
    });
  });
  function remove() {
    var gone = chosen;
    change(function () {
      if (gone.edge) draft.edges = draft.edges.filter(function (each) { return each.id !== gone.edge; });
      if (gone.node) {
        draft.nodes = draft.nodes.filter(function (each) { return each.id !== gone.node; });
        draft.edges = draft.edges.filter(function (each) { return each.a !== gone.node && each.b !== gone.node; });
        if (last === gone.node) last = null;
      }
    });
    choose(null);
    say("Removed. Undo brings it back.");
  }

  // Drawing

  function shape(name, values, inside) {
    var made = document.createElementNS(SVG, name);
    Object.keys(values).forEach(function (key) { made.setAttribute(key, values[key]); });
    if (inside) made.textContent = inside;
    return made;
  }
  function draw() {
    var ways = document.getElementById("ways"), places = document.getElementById("places");
    // Marks are as large on a small screen as on a large one, however near one looks.
    var u = WIDE / (svg.getBoundingClientRect().width || WIDE);
    svg.style.setProperty("--u", String(u));
    ways.textContent = "";
    places.textContent = "";
    draft.edges.forEach(function (each) {
      var a = node(each.a), b = node(each.b), mark = chosen && chosen.edge === each.id ? " chosen" : "";
      ways.appendChild(shape("line", { "class": "way" + mark, x1: a.x * WIDE, y1: a.y * HIGH, x2: b.x * WIDE, y2: b.y * HIGH }));
      if (each.closed) ways.appendChild(shape("path", { "class": "shutway", d: "M-8 -8L8 8M8 -8L-8 8", transform: "translate(" + (a.x + b.x) / 2 * WIDE + " " + (a.y + b.y) / 2 * HIGH + ") scale(" + u + ")" }));
    });
    draft.nodes.forEach(function (each) {
      var x = each.x * WIDE, y = each.y * HIGH, mark = each.kind + " " + (each.kind === "room" ? kindOf(each) : "");
      if (chosen && chosen.node === each.id) mark += " chosen";
      if (from === each.id || (tool !== "way" && tool !== "change" && last === each.id)) mark += " last";
      if (each.restricted) mark += " restricted";
      var group = shape("g", { "class": "spot " + mark, "data-id": each.id });
      group.appendChild(shape("title", {}, words(each)));
      if (each.kind === "room") group.appendChild(shape("rect", { x: x - 13 * u, y: y - 9 * u, width: 26 * u, height: 18 * u, rx: 4 * u }));
      else group.appendChild(shape("circle", { cx: x, cy: y, r: (each.kind === "junction" ? 5 : 8) * u }));
      if (each.start) group.appendChild(shape("circle", { "class": "startmark", cx: x, cy: y, r: 18 * u }));
      if (each.kind === "room") group.appendChild(shape("text", { x: x, y: y + 22 * u }, words(each)));
      places.appendChild(group);
    });
    document.getElementById("undo").disabled = !before.length;
    list();
  }
  function list() {
    var out = document.getElementById("list");
    out.textContent = "";
    function item(label, what) {
      var line = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.textContent = label;
      button.addEventListener("click", function () { take("change"); choose(what); (placeForm.hidden ? wayForm : placeForm).querySelector("input").focus(); });
      line.appendChild(button);
      out.appendChild(line);
    }
    draft.nodes.forEach(function (each) { item(words(each) + (each.start ? " (start)" : ""), { node: each.id }); });
    draft.edges.forEach(function (each) { item(wayWords(each) + (each.closed ? " (closed)" : ""), { edge: each.id }); });
  }

  window.addEventListener("resize", draw);
  document.addEventListener("click", function (event) {
    if (event.target.closest && event.target.closest("[data-zoom]")) setTimeout(draw, 0);
  });

  // Keeping it

  var waiting = null, sent = 0, underWay = Promise.resolve();
  document.getElementById("boardname").addEventListener("change", function (event) { draft.title = event.target.value; send(); });
  function send() {
    clearTimeout(waiting);
    waiting = setTimeout(flush, 250);
  }
  function flush() {
    clearTimeout(waiting);
    waiting = null;
    var number = sent += 1;
    underWay = underWay.then(function () {
      return fetch(url + "/draft", {
        method: "POST", credentials: "same-origin", headers: { "X-Page": "1", "Content-Type": "application/json" },
        body: JSON.stringify({ title: draft.title, nodes: draft.nodes, edges: draft.edges })
      });
    }).then(function (answer) {
      return answer.json().then(function (told) {
        if (!answer.ok) { alarm(told.told || "That did not work."); return; }
        if (number === sent) { fill("missing", told.missing); fill("hints", told.hints); main.setAttribute("data-kept", String(number)); }
      });
    }).catch(function () { alarm("The box did not answer. What you tapped is kept here; tap on to try again."); });
    return underWay;
  }
  function fill(id, sentences) {
    var out = document.getElementById(id);
    out.textContent = "";
    sentences.forEach(function (sentence) {
      var line = document.createElement("li");
      line.textContent = sentence;
      out.appendChild(line);
    });
    if (id === "missing") document.querySelector("#finish button").disabled = sentences.length > 0;
  }
  function alarm(sentence) {
    var told = document.getElementById("told");
    told.textContent = sentence;
    told.hidden = false;
    setTimeout(function () { told.hidden = true; }, 6000);
  }
  document.getElementById("finish").addEventListener("submit", function (event) {
    if (waiting === null) return;
    event.preventDefault();
    flush().then(function () { event.target.submit(); });
  });

  document.querySelector("#finish button").disabled = document.querySelectorAll("#missing li").length > 0;
  take("space");
  if (!draft.nodes.length) say("Tap the place where the figures start.");
  choose(null);
})();
