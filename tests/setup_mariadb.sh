#!/usr/bin/env bash
# Sees that the tests of SQL find a MariaDB server: the one that is installed, else the system's
# package. Where none can be had, the tests that need it are skipped.
set -uo pipefail

found() {
  PATH="$PATH:/usr/sbin" command -v mariadbd > /dev/null && command -v mariadb-install-db > /dev/null
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

found && exit 0
command -v apt-get > /dev/null || exit 0
echo "Installing MariaDB for the tests of SQL ..." >&2
log="$(mktemp)"
export DEBIAN_FRONTEND=noninteractive
install=(apt-get install --yes --no-install-recommends mariadb-server-core mariadb-client-core)
{
  as_root timeout 300 "${install[@]}" ||
    { as_root timeout 120 apt-get update && as_root timeout 300 "${install[@]}"; }
} > "$log" 2>&1
if ! found; then
  echo "MariaDB could not be installed, so SQL for MySQL is not run. The last words:" >&2
  tail -n 5 "$log" >&2
fi
rm -f "$log"
exit 0
