/* Tableside: pages one reads or prints. */
(function () {
  "use strict";
  // The rules page filters as one types.
  var search = document.querySelector("[data-filter] input");
  if (search) {
    search.addEventListener("input", function () {
      var words = search.value.toLowerCase().split(/\s+/);
      var rules = document.querySelectorAll(".rulelist > div");
      for (var i = 0; i < rules.length; i++) {
        var text = rules[i].textContent.toLowerCase();
        rules[i].hidden = !words.every(function (word) { return text.indexOf(word) >= 0; });
      }
    });
  }
  var paper = document.querySelector("[data-print]");
  if (paper) paper.addEventListener("click", function () { window.print(); });
  var back = document.querySelector("[data-back]");
  if (back && history.length > 1) back.addEventListener("click", function (event) { event.preventDefault(); history.back(); });
})();
