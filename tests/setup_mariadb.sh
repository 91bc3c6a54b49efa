#!/usr/bin/env bash
# Sees that the tests of SQL find a MariaDB server: the one that is installed, else the system's
# package. Where none can be had, the tests that need it are skipped.
set -uo pipefail
source "$(dirname "$0")/setup_packages.sh"

found() {
  PATH="$PATH:/usr/sbin" command -v mariadbd > /dev/null && command -v mariadb-install-db > /dev/null
}

see_to MariaDB "SQL for MySQL is not run" mariadb-server-core mariadb-client-core
exit 0
