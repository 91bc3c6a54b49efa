#!/usr/bin/env bash
# tests/sanitize.sh python build-folder [pytest arguments]
# Runs tests on the modules of a build with the sanitizers. Python itself is not built with them, so
# their libraries are loaded before it.
set -euo pipefail
python="$1" build="$2"
shift 2
if [ $# = 0 ]; then
  set -- tests/core
fi

compiler="$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")"
if ! "$compiler" --version | grep -q 'Free Software Foundation' || [ "$(uname)" != Linux ]; then
  echo "The tests with sanitizers need g++ on Linux: left out." >&2
  exit 0
fi
preload=""
for library in libasan libubsan libstdc++; do
  preload="$preload:$("$compiler" -print-file-name=$library.so)"
done

# The package with these modules, in a folder of its own.
package="$PWD/build/sanitized"
rm -rf "$package"
mkdir -p "$package"
cp -R src/cutpoint "$package"
find "$package" \( -name '*.so' -o -name __pycache__ \) -prune -exec rm -rf {} +
"$(dirname "$python")/cmake" --install "$build" --prefix "$package" > /dev/null

# -S: without what an editable installation adds, which would find the other modules first.
site="$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
export PYTHONPATH="$package:$site" PYTHONMALLOC=malloc
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=4096
export UBSAN_OPTIONS=print_stacktrace=1
LD_PRELOAD="${preload#:}" "$python" -S -m pytest -q --slow -p no:cacheprovider "$@"
