"""What is cut off, off the screen, written over or broken inside a word on a page, measured in the browser."""

from __future__ import annotations

from typing import Any

# Every element that shows words of its own, with the part of it that can be seen: whoever clips cuts it.
MEASURED = """root => {
    const wide = innerWidth + 1, high = innerHeight + 1, found = [], seen = [];
    const words = each => [...each.childNodes].filter(n => n.nodeType === 3).map(n => n.data.trim()).join(" ").trim();
    const isOff = at => at.left < -1 || at.top < -1 || at.right > wide || at.bottom > high;
    for (const each of document.querySelectorAll(root + " *")) {
        const said = words(each);
        if (!said || each.closest(".unseen, .stage .bar, title, desc, [hidden], .ghost, script, style")) continue;
        if (!each.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
        const range = document.createRange();
        range.selectNodeContents(each);
        for (const at of each.ownerSVGElement ? [each.getBoundingClientRect()] : range.getClientRects()) {
            if (at.width < 1 || at.height < 1) continue;
            const name = said.slice(0, 40);
            if (isOff(at)) { found.push("off the screen: " + name); break; }
            let cut = false;
            for (let up = each.parentElement; up && up !== document.body; up = up.parentElement) {
                const style = getComputedStyle(up), room = up.getBoundingClientRect();
                if (style.overflowX !== "visible" && (at.left < room.left - 2 || at.right > room.right + 2)) cut = true;
                if (style.overflowY !== "visible" && (at.top < room.top - 2 || at.bottom > room.bottom + 2)) cut = true;
            }
            if (cut) { found.push("cut: " + name); break; }
            seen.push([name, at, each]);
        }
    }
    const shared = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
        * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    for (let i = 0; i < seen.length; i++) for (let j = i + 1; j < seen.length; j++) {
        const [one, a, first] = seen[i], [other, b, second] = seen[j];
        if (first === second || first.contains(second) || second.contains(first)) continue;
        const least = Math.min(a.width * a.height, b.width * b.height);
        if (shared(a, b) > 0.3 * least) found.push("over each other: " + one + " / " + other);
    }
    return [...new Set(found)];
}"""


def faults(page: Any, root: str) -> list[str]:
    """Whatever of *root* is cut off, off the screen or written over something else."""
    found: list[str] = page.evaluate(MEASURED, root)
    return found


# Words whose letters stand on two lines. A drawing never breaks one.
BROKEN = """root => [...document.querySelectorAll(root + " :not(svg *, .stage .bar *, .unseen, script, style)")]
    .filter(each => each.checkVisibility({opacityProperty: true, visibilityProperty: true}))
    .flatMap(each => [...each.childNodes].filter(part => part.nodeType === 3).flatMap(part =>
        [...part.data.matchAll(/[\\p{L}\\p{N}]+/gu)].filter(word => {
            const range = document.createRange();
            range.setStart(part, word.index);
            range.setEnd(part, word.index + word[0].length);
            return new Set([...range.getClientRects()].map(at => Math.round(at.top))).size > 1;
        }).map(word => word[0])))"""


def broken(page: Any, root: str) -> list[str]:
    """Every word of *root* that is broken inside itself."""
    found: list[str] = page.evaluate(BROKEN, root)
    return found
