"""The box on the network, and the network it brings along."""
