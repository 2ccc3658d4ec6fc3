"""Games from elsewhere bring their own tests: here they are run with the game installed, as they would be at home."""

import outside
import pytest

with outside.on_the_path(outside.harbour_lights()):
    import harbour_lights  # noqa: F401  # its tests import it before any fixture is there


@pytest.fixture(autouse=True)
def installed():
    """The box knows it while its tests run, and nobody else's tests do."""
    with outside.on_the_path(outside.harbour_lights()):
        yield
