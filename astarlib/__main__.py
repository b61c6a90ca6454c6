"""``python -m astarlib``: the command line."""

import sys

from astarlib.cli import main

if __name__ == "__main__":
    sys.exit(main())
