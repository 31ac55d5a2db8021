"""``python -m refdiff``: the command line."""

import sys

from . import _native


def main() -> int:
    return _native.main(["refdiff", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
