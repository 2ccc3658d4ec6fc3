"""Pictures of real tables with what truly lay there: kept where people allow it, to measure the readers by."""
