"""The pretend table of whichever game is being played: its printed board, and pieces that are moved with the mouse.

Hands do by themselves what the box asks for when somebody answered on a phone (`follows`), and lie still while pieces
are moved with the mouse, so that the camera has something to understand. What there is on the table the game says.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Mapping
from dataclasses import dataclass

from device.live.table import Table
from rules.ask import Trouble
from rules.game import State
from rules.games import game, names
from rules.moment import Moment
from rules.plain import Plain
from rules.printed import BESIDE, MARKER, TILE, Piece, PrintedBoard, Zone

THINGS = {"slots": "tile", "spots": "token", "areas": "figure"}
"""What people call a piece by what it is put on; anything else is a track with its marker."""

SMALL = 0.68  # of a unit: how large a piece is drawn beside the board, at most


@dataclass
class Lying:
    """A piece that lies somewhere on the pretend table.

    :param kind: what is printed on its face; None for a blank, as the box deals and tells what it is.
    :param place: a slot, spot, area or space of the board, or a zone beside it.
    :param turned: degrees; people lay things down any way round.
    """

    id: int
    owner: str
    kind: str | None
    onto: str
    home: str
    place: str
    up: bool
    turned: int = 0

    @property
    def thing(self) -> str:
        return THINGS.get(self.onto, "marker")


class PretendTable:
    """One game's pieces on a table that exists only on the screen.

    :param luck: shuffles, draws, and turns what is laid down.
    """

    def __init__(self, table: Table, luck: random.Random | None = None) -> None:
        self.pieces: list[Lying] = []
        self.board: PrintedBoard | None = None  # of the game being played, if it has one
        self.zones: dict[str, Zone] = {}
        self.follows = True
        self.count = 0  # of changes, so that the page knows when to draw anew
        self._table = table
        self._game = ""
        self._of = ""  # the game whose board lies there
        self._areas: dict[str, str] = {}  # the place of each title
        self._faces: dict[tuple[str, str, bool], Piece] = {}
        self._lock = threading.RLock()
        self._luck = luck or random.SystemRandom()
        table.when_changed.append(self.changed)
        self.changed(table.moment)

    @property
    def name(self) -> str:
        """The game that is being played; empty while none is open."""
        moment = self._table.moment
        return moment.setup.game if moment else ""

    # Following the game

    def changed(self, moment: Moment | None) -> None:
        """The game has moved on."""
        with self._lock:
            if moment is None:
                self._put_away()
            elif moment.game_id != self._game:
                self._put_away()
                self._set_up(moment)
                self.follow(moment.position.state)  # a game in progress is laid out as it stands
            elif self.board and self.follows and moment.source != "camera":
                self.follow(moment.position.state)
            elif self.board and self.follows:
                self._draw_up(moment.position.state)  # what lies under the camera, the mouse has moved already

    def _put_away(self) -> None:
        """Nothing is played: the board of the simplest game lies there, for a camera to be set up with."""
        self.pieces, self.zones, self._game = [], {}, ""
        boards = ((name, board) for name in names() for board in game(name).boards("demo")[:1] if board.slots)
        self._of, self.board = next(boards, ("", None))

    def _set_up(self, moment: Moment) -> None:
        """Take the board and the pieces out of the box."""
        self._game = moment.game_id
        played, state = moment.position.game, moment.position.state
        board = next(iter(played.boards(moment.setup.pack)), None)
        if board is None or board.photograph:
            self._of, self.board = "", None
            return
        self._of, self.board = played.name, board
        self.zones = {zone.name: zone for zone in played.zones}
        self._areas = {area.title: name for name, area in board.areas.items()}
        self._faces = {(tile.owner, tile.kind if tile.up else "", tile.up): tile for tile in board.tiles}
        parts = played.components(state)
        piles: dict[tuple[str, str], list[str | None]] = {}
        for part in parts:
            piles.setdefault((part.piece.owner, part.home), []).append(part.piece.kind or None)
        for pile in piles.values():
            self._luck.shuffle(pile)
        for number, part in enumerate(parts):
            kind = piles[part.piece.owner, part.home].pop() if part.onto == "slots" else part.piece.kind
            turned = self._any_way(part.onto)
            self.pieces.append(
                Lying(number, part.piece.owner, kind, part.onto, part.home, part.home, part.piece.up, turned)
            )

    def follow(self, state: State) -> None:
        """Make the table look as the box says, with as few movements as hands would need."""
        if self.board is None:
            return
        played = game(state.setup.game)
        view = played.view(state)
        for standing in (piece for piece in self.pieces if piece.onto != "slots"):
            self._put(standing, self._stands(standing, view))
        wanted = self._wanted(view)
        free = [p for p in self.pieces if p.place in self.board.slots and not _stays(p, wanted.get(p.place))]
        for slot, tile in wanted.items():
            lies = self._at(slot)
            piece = lies if lies and _stays(lies, tile) else None
            if piece is None:
                piece = next((p for p in free if _fits(p, tile)), None) or self._from_beside(tile)
                if piece in free:
                    free.remove(piece)
                self._put(piece, slot)
            if tile.up and piece.kind != tile.kind:
                self._make(piece, tile.kind)
            piece.up = tile.up
        should = played.beside(state)
        if not should:  # what is neither on the board nor counted anywhere goes back to where it came from
            free += [p for p in self.pieces if p.onto == "slots" and p.place in self.zones]
        for piece in free:
            self._clear_away(piece, should)
        self._draw_up(state)

    def _wanted(self, view: Mapping[str, str]) -> dict[str, Piece]:
        """The tile that should lie on each slot."""
        board = self.board
        if board is None:
            return {}
        known: dict[str, Piece] = {str(tile): tile for tile in board.tiles}
        return {slot: known[view[slot]] for slot in board.slots if view.get(slot) in known}

    def _stands(self, piece: Lying, view: Mapping[str, str]) -> str:
        """Where a token, a figure or a marker should stand."""
        board = self.board
        assert board is not None
        if piece.onto == "spots":
            return next((spot for spot in board.spots if view.get(spot) == piece.kind), BESIDE)
        if piece.onto == "areas":
            return self._areas.get(view.get(f"figure {piece.kind}", ""), BESIDE)
        value = view.get(piece.onto, "")
        return f"{piece.onto} {value}" if value in board.tracks[piece.onto] else BESIDE

    def _from_beside(self, tile: Piece) -> Lying:
        """A piece that could be *tile* and lies on no slot, or else one that will turn out to be it."""
        theirs = [p for p in self.pieces if p.onto == "slots" and p.place in self.zones and p.owner == tile.owner]
        for some in ([p for p in theirs if _fits(p, tile)], theirs):
            for zone in self.zones:
                if there := [p for p in some if p.place == zone]:
                    return self._luck.choice(there)
        raise Trouble(f"There is no {tile} left on the pretend table.")

    def _make(self, piece: Lying, kind: str) -> None:
        """The tile turns out to be *kind*: if it was printed otherwise, it changes faces with one that is hidden."""
        if piece.kind is not None:
            for twin in self.pieces:
                if twin.owner == piece.owner and twin.kind == kind and not twin.up:
                    twin.kind = piece.kind
                    break
        piece.kind = kind

    def _clear_away(self, piece: Lying, should: Mapping[str, int]) -> None:
        """A tile leaves the board: to where one is missing, or else to the first zone that takes it, or home."""
        taking = [zone for zone in self.zones.values() if zone.takes == piece.owner]
        short = [name for name, count in should.items() if count > len(self._on(name))]
        lacking = next((name for name in short for zone in taking if zone.name == name and not zone.hidden), None)
        zone = self.zones[lacking or (taking[0].name if should and taking else piece.home)]
        self._put(piece, zone.name)
        piece.up = piece.up and not zone.turns_down

    def _draw_up(self, state: State) -> None:
        """Draw from stocks whatever the zones lack that are filled from them: no camera sees those."""
        should = game(state.setup.game).beside(state)
        for stock in self.zones.values():
            target = stock.drawn_to
            lacking = should.get(target, 0) - len(self._on(target)) if stock.hidden and target else 0
            for piece in self._on(stock.name)[: max(0, lacking)]:
                piece.place = target
        self.count += 1

    # What the mouse does

    def move(self, number: int, place: str) -> None:
        """Pick a piece up and lay it somewhere else; what lies there changes places with it, unless there is room."""
        with self._lock:
            piece = self._piece(number)
            place = place.removeprefix("place ")
            zone = self.zones.get(place)
            if zone is None and place not in self._own_places(piece):
                raise Trouble(self._no_place_for(piece))
            if zone is not None and zone.takes and zone.takes != piece.owner:
                raise Trouble(f"A {piece.owner or piece.kind} {piece.thing} cannot lie in {zone.title}.")
            there = self._at(place) if zone is None and piece.onto in ("slots", "spots") else None
            if there is not None and there is not piece:
                there.place = self._swapped_to(there, piece.place)
            if zone is not None and zone.turns_down:
                piece.up = False
            self._put(piece, place)
            self.count += 1

    def _swapped_to(self, piece: Lying, place: str) -> str:
        zone = self.zones.get(place)
        if zone is None or zone.takes in ("", piece.owner):
            return place
        return next(zone.name for zone in self.zones.values() if zone.takes in ("", piece.owner))

    def _own_places(self, piece: Lying) -> set[str]:
        """Everywhere on the board where a piece can be put."""
        board = self.board
        if board is None:
            return set()
        if piece.onto in THINGS:
            return set({"slots": board.slots, "spots": board.spots, "areas": board.areas}[piece.onto])
        return {f"{piece.onto} {value}" for value in board.tracks[piece.onto]}

    def _no_place_for(self, piece: Lying) -> str:
        if piece.thing == "marker":
            return "A marker stays on the row of its track."
        return f"A {piece.thing} is put onto a place for {piece.thing}s, or beside the board."

    def flip(self, number: int) -> None:
        """Turn a tile over. A blank shows what the box knows it to be: the pretend table has no secrets to keep."""
        with self._lock:
            piece = self._piece(number)
            if piece.onto != "slots":
                raise Trouble(f"A {piece.thing} is dragged, not turned over.")
            zone, moment = self.zones.get(piece.place), self._table.moment
            if zone is not None and zone.turns_down:
                raise Trouble("Only tiles on the board are turned over.")
            if not piece.up and piece.kind is None and moment is not None:
                piece.kind = moment.position.game.face(moment.position.state, piece.place)
            shows = not piece.up and piece.kind is not None
            if (piece.owner, piece.kind if shows else "", shows) not in self._faces:
                raise Trouble("Nothing is printed on the other side of this tile.")
            piece.up = not piece.up
            piece.turned = self._any_way(piece.onto)
            self.count += 1

    def draw(self, what: str) -> None:
        """Take a tile out of a stock or pouch; where the box draws, it is the one that the box has drawn."""
        with self._lock:
            zone, moment = self.zones.get(what), self._table.moment
            inside = self._on(what)
            if zone is None or not zone.hidden or moment is None:
                raise Trouble("There is nothing to draw there.")
            if not inside:
                raise Trouble(f"{zone.title} is empty.")
            missing = [tile for slot, tile in self._wanted(moment.position.view()).items() if self._at(slot) is None]
            for beside in self._on(zone.drawn_to):
                if met := next((tile for tile in missing if _fits(beside, tile)), None):
                    missing.remove(met)
            fitting = [piece for tile in missing[:1] for piece in inside if _fits(piece, tile)]
            drawn = self._luck.choice(fitting or inside)
            self._put(drawn, zone.drawn_to)
            drawn.up = not self.zones[zone.drawn_to].turns_down
            self.count += 1

    # Where things are

    def _put(self, piece: Lying, place: str) -> None:
        if piece.place != place:
            piece.place, piece.turned = place, self._any_way(piece.onto)

    def _any_way(self, onto: str) -> int:
        """Tiles fit into their slots in so many ways; anything else lies as it falls."""
        ways = len(self.board.outline) if self.board and onto == "slots" else 24
        return 360 // ways * self._luck.randrange(ways)

    def _at(self, place: str) -> Lying | None:
        return next((piece for piece in self.pieces if piece.place == place), None)

    def _on(self, place: str) -> list[Lying]:
        return [piece for piece in self.pieces if piece.place == place]

    def _piece(self, number: int) -> Lying:
        if not 0 <= number < len(self.pieces):
            raise Trouble("There is no such piece on the pretend table.")
        return self.pieces[number]

    # What there is to see

    def seen(self) -> dict[str, Plain]:
        """Every piece for the page that is not hidden."""
        with self._lock:
            hidden = {zone.name for zone in self.zones.values() if zone.hidden}
            return {
                "game": self._of,
                "zones": len(self.zones),
                "count": self.count,
                "follows": self.follows,
                "pieces": [self._shown(piece) for piece in self.pieces if piece.place not in hidden],
                "stock": {name: len(self._on(name)) for name in hidden},
            }

    def _shown(self, piece: Lying) -> dict[str, Plain]:
        """How the page draws a piece: its face, what it snaps onto, how large on the board and beside it."""
        board = self.board
        assert board is not None
        size = (TILE * board.tile if piece.onto == "slots" else board.token) / board.unit
        zone = self.zones.get(piece.place)
        faces = piece.up or (zone is not None and zone.faces)
        stands = {number: spot for spot, number in self._crowds().items()}
        return {
            "id": piece.id,
            "up": piece.up,
            "place": f"stand {stands[piece.id]}" if piece.id in stands else piece.place,
            "on": board.areas[piece.place].title if piece.id in stands else piece.place,
            "turned": piece.turned,
            "face": self._face(piece, up=faces).replace(" ", "-"),
            "onto": piece.onto if piece.onto in THINGS else f"{piece.onto} ",
            "size": size,
            "small": min(size, SMALL),
        }

    def _face(self, piece: Lying, *, up: bool) -> str:
        """What is to be seen of a piece."""
        if piece.onto != "slots":
            return piece.kind or MARKER
        shows = up and piece.kind is not None
        return self._faces[piece.owner, (piece.kind or "") if shows else "", shows]

    def _crowds(self) -> dict[str, int]:
        """The spot of each figure in an area: those that share one stand beside each other."""
        crowd: dict[str, list[int]] = {}
        for piece in self.pieces:
            if piece.onto == "areas" and self.board and piece.place in self.board.areas:
                crowd.setdefault(piece.place, []).append(piece.id)
        return {
            f"{place} {len(some)} {number}": which for place, some in crowd.items() for number, which in enumerate(some)
        }

    def view(self) -> dict[str, tuple[str, int]]:
        """What a camera above the board would see: value and turn of whatever lies in each place."""
        with self._lock:
            seen: dict[str, tuple[str, int]] = {}
            for spot, number in self._crowds().items():
                piece = self.pieces[number]
                seen[spot] = piece.kind or "", piece.turned
            for piece in self.pieces:
                if piece.onto != "areas" and piece.place not in self.zones:
                    seen[piece.place] = self._face(piece, up=piece.up), piece.turned
            return seen


def _fits(piece: Lying, tile: Piece | None) -> bool:
    """Could *piece* be *tile*? A blank and a back could be anything of their owner's."""
    if tile is None or piece.onto != "slots" or piece.owner != tile.owner:
        return False
    return piece.kind is None or not tile.up or piece.kind == tile.kind


def _could_turn_out(piece: Lying, tile: Piece) -> bool:
    """Lies face-down what the box says is *tile*? Then it turns out to be that, whatever was printed on it."""
    return piece.onto == "slots" and piece.owner == tile.owner and not piece.up


def _stays(piece: Lying, tile: Piece | None) -> bool:
    """Is a piece on the board already where *tile* should lie?"""
    return _fits(piece, tile) or (tile is not None and _could_turn_out(piece, tile))
