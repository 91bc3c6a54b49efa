#!/usr/bin/env bash
# Sees that what runs in Java (Spark, the evaluator of PMML) finds a Java: the one in PATH or
# JAVA_HOME, else the system's headless package. Where none can be had those tests say so: they are
# skipped, or fail with CUTPOINT_REQUIRE_ALL=1.
set -uo pipefail
source "$(dirname "$0")/setup_packages.sh"

found() {
  command -v java > /dev/null || [ -x "${JAVA_HOME:-}/bin/java" ]
}

from_packages() {
  if command -v apt-get > /dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    # Spark runs on Java 17 and 21; a system has one of them by default.
    local name
    for round in 1 2; do
      for name in openjdk-17-jre-headless openjdk-21-jre-headless default-jre-headless; do
        as_root timeout 300 apt-get install --yes --no-install-recommends "$name" && return 0
      done
      [ "$round" = 2 ] || as_root timeout 120 apt-get update
    done
    return 1
  elif command -v dnf > /dev/null; then
    as_root timeout 600 dnf install --assumeyes java-17-openjdk-headless ||
      as_root timeout 600 dnf install --assumeyes java-21-openjdk-headless
  else
    return 1
  fi
}

found && exit 0
echo "Installing Java (headless) ..." >&2
log="$(mktemp)"
from_packages > "$log" 2>&1
if ! found; then
  echo "Java could not be installed, so nothing that needs it is run. The last words:" >&2
  tail -n 5 "$log" >&2
fi
rm -f "$log"
exit 0
