"""The box at its network's edge: who may connect, how long anything may take, how much may be sent."""
