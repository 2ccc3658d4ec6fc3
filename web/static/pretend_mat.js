/* The pretend reading mat: cards laid and dice thrown with the mouse. */
(function () {
  "use strict";
  var SVG = "http://www.w3.org/2000/svg", place = document.getElementById("readingmat");
  var pieces = document.getElementById("matpieces"), asks = document.getElementById("matasks");
  var number = document.getElementById("matnumber"), pips = document.getElementById("matpips"), tell = null;
  var drawn = "", offered = "";
  var PIPS = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [-1, 1], [1, -1], [1, 1]],
    5: [[-1, -1], [-1, 1], [1, -1], [1, 1], [0, 0]], 6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]] };

  function shape(name, attributes, into) {
    var made = document.createElementNS(SVG, name);
    Object.keys(attributes).forEach(function (key) { made.setAttribute(key, attributes[key]); });
    into.appendChild(made);
    return made;
  }

  function light(colour) {
    var value = parseInt(colour.slice(1), 16);
    return 0.299 * (value >> 16) + 0.587 * (value >> 8 & 255) + 0.114 * (value & 255) > 150;
  }

  function show(piece) {
    var group = shape("g", {
      transform: "translate(" + piece.at[0] + " " + piece.at[1] + ") rotate(" + piece.turned + ")",
      "class": "matpiece", "data-thing": piece.kind, "data-label": piece.label
    }, pieces);
    var w = piece.size[0], h = piece.size[1], die = piece.kind === "die";
    shape("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: die ? 3 : 4, fill: piece.colour, stroke: "#222", "stroke-width": .6 }, group);
    var ink = light(piece.colour) ? "#222" : "#f4f4f4";
    if (die) {
      (PIPS[piece.label] || []).forEach(function (at) {
        shape("circle", { cx: at[0] * w * .26, cy: at[1] * h * .26, r: w * .1, fill: ink }, group);
      });
    } else {
      var small = w === h;
      shape("text", { x: small ? 0 : -w / 2 + .15 * w, y: small ? 6 : -h / 2 + .15 * h, "font-size": small ? 18 : 11, "text-anchor": "middle", fill: ink }, group)
        .textContent = piece.label;
    }
    group.addEventListener("click", function () { tell("mat/take", { piece: piece.id }); });
  }

  function offer(mat) {
    var word = mat.card.charAt(0).toUpperCase() + mat.card.slice(1);
    document.getElementById("matthing").textContent = word;
    number.textContent = "";
    mat.numbers.forEach(function (each) { number.appendChild(new Option(each, each)); });
    pips.textContent = "";
    mat.dice.forEach(function (name) {
      var label = document.createElement("label"), select = document.createElement("select");
      label.textContent = name.charAt(0).toUpperCase() + name.slice(1) + " ";
      select.name = "pips";
      select.appendChild(new Option("luck", ""));
      [1, 2, 3, 4, 5, 6].forEach(function (each) { select.appendChild(new Option(each, each)); });
      label.appendChild(select);
      pips.appendChild(label);
    });
  }

  document.getElementById("matcard").addEventListener("submit", function (event) {
    event.preventDefault();
    tell("mat/lay", { number: number.value });
  });
  document.getElementById("matdice").addEventListener("submit", function (event) {
    event.preventDefault();
    var data = new URLSearchParams();
    [].forEach.call(pips.querySelectorAll("select"), function (select) {
      data.append("pips", select.value);
    });
    tell("mat/throw", data);
  });
  document.getElementById("matclear").addEventListener("click", function () { tell("mat/clear", {}); });

  window.pretendMat = {
    draw: function (mat, send) {
      tell = send;
      place.hidden = !mat.lies;
      asks.textContent = mat.asks || "Nothing on the mat is asked for right now.";
      var said = JSON.stringify([mat.card, mat.numbers, mat.dice]);
      if (said !== offered) { offered = said; offer(mat); }
      var lie = JSON.stringify(mat.pieces);
      if (lie !== drawn) { drawn = lie; pieces.textContent = ""; mat.pieces.forEach(show); }
    }
  };
})();
