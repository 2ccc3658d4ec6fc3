"""Many tables, one evening: what a box tells the house, and the hall that listens."""
