"""``python -m cutpoint.cli`` is ``cutpoint``."""

import sys

from cutpoint.cli.app import main

sys.exit(main())
