"""The box: buttons, lamps, camera, the live table and its journal."""
