# Sourced by the scripts that see to programs which tests run. Each has a function `found`.

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# see_to WHAT CONSEQUENCE PACKAGE...: installs Debian's packages unless it is found; says so if that
# fails, with what follows from it.
see_to() {
  local what=$1 consequence=$2 log
  shift 2
  found && return 0
  command -v apt-get > /dev/null || return 0
  echo "Installing $what ..." >&2
  log="$(mktemp)"
  export DEBIAN_FRONTEND=noninteractive
  local install=(apt-get install --yes --no-install-recommends "$@")
  {
    as_root timeout 600 "${install[@]}" ||
      { as_root timeout 120 apt-get update && as_root timeout 600 "${install[@]}"; }
  } > "$log" 2>&1
  if ! found; then
    echo "$what could not be installed, so $consequence. The last words:" >&2
    tail -n 5 "$log" >&2
  fi
  rm -f "$log"
}
