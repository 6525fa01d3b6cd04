"""The program `temper`."""

import os
import shutil
import sys
import sysconfig

from temperament import _temperament


def main() -> int:
    """Runs `temper` with the arguments of the process."""
    installed = shutil.which("temper", path=sysconfig.get_path("scripts"))
    program = installed or os.path.abspath(sys.argv[0])
    return _temperament.main(["temper", *sys.argv[1:]], program)


if __name__ == "__main__":
    sys.exit(main())
