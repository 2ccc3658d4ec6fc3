"""Changes of a page's parts: whatever changed, the page makes of them what it would have been sent whole."""

from hypothesis import given
from hypothesis import strategies as st

from web.live.changes import WORTH_IT, change, made, pieces

PIECES = st.sampled_from(["<g>", "<g class=a>", "</g>", "<text>e5", "<path d='M0 0'/>", "<b>é🙂", "x < y", "\n"])
HTML = st.lists(PIECES, max_size=400).map("".join)


@given(before=HTML, after=HTML)
def test_a_change_made_is_the_new_part(before, after):
    how = change(before, after)
    assert how is None or made(before, how) == after


@given(html=HTML)
def test_pieces_put_together_are_the_whole(html):
    assert "".join(pieces(html)) == html
    assert all(pieces(html))


def test_one_new_tile_on_a_large_board_is_told_in_few_bytes():
    hexes = [f'<g class="hex" data-slot="{letter}{n}"><polygon/></g>' for letter in "abcdefghi" for n in range(9)]
    before = "".join(hexes)
    after = before.replace('data-slot="e5"><polygon/>', 'data-slot="e5"><polygon/><use href="#white"/>')
    how = change(before, after)
    assert made(before, how) == after
    assert len(str(how)) < 200 < len(before)


def test_a_short_part_is_sent_whole():
    assert change("<p>Ann", "<p>Ben") is None
    assert change("", "<p>" + "x" * (WORTH_IT + 100)) is None
