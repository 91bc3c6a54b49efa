"""``python -m cutpoint.cli`` is ``cutpoint``."""

import sys

from cutpoint.cli import main

sys.exit(main())
