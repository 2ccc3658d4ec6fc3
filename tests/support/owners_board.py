"""A board that somebody owns: its picture as a phone takes it, and where its places are printed."""

from __future__ import annotations

import cv2
import numpy as np

# Where each place is printed, as parts of the board; rooms in capitals.
PLACES = {
    "AIRLOCK": (0.10, 0.50),
    "s1": (0.25, 0.50),
    "x1": (0.40, 0.50),
    "LAB": (0.40, 0.18),
    "CRISIS": (0.40, 0.82),
    "s2": (0.58, 0.50),
    "REACTOR": (0.75, 0.50),
    "EXIT": (0.90, 0.82),
}
ASPECT = 1.5
CORNERS = ((0.12, 0.10), (0.90, 0.14), (0.95, 0.90), (0.06, 0.86))  # of the board in the photograph


def flat(width: int = 1200) -> np.ndarray:
    """The board from straight above."""
    size = (width, round(width / ASPECT))
    board = np.full((size[1], size[0], 3), (70, 60, 40), np.uint8)
    for name, (x, y) in PLACES.items():
        at = (round(x * size[0]), round(y * size[1]))
        cv2.circle(board, at, width // 40, (200, 190, 170), -1, cv2.LINE_AA)
        cv2.putText(board, name, (at[0] - 40, at[1] - 40), cv2.FONT_HERSHEY_SIMPLEX, width / 1500, (255, 255, 255), 2)
    return board


def photograph(width: int = 1600, height: int = 1200, board: np.ndarray | None = None) -> np.ndarray:
    """The board lying askew on a table."""
    board = flat() if board is None else board
    high, wide = board.shape[:2]
    there = np.float32(CORNERS) * np.float32([width - 1, height - 1])
    matrix = cv2.getPerspectiveTransform(np.float32([[0, 0], [wide, 0], [wide, high], [0, high]]), there)
    table = np.full((height, width, 3), (120, 150, 175), np.uint8)
    seen = cv2.warpPerspective(board, matrix, (width, height))
    mask = cv2.warpPerspective(np.full(board.shape[:2], 255, np.uint8), matrix, (width, height))
    table[mask > 0] = seen[mask > 0]
    return table


def jpeg(picture: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", picture)[1].tobytes()
