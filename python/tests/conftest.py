import pytest
from repositories import make


@pytest.fixture(scope="session")
def shop(tmp_path_factory):
    """Thirty commits, each but the first of which renames a method."""
    return make(tmp_path_factory.mktemp("shop"), 30)
