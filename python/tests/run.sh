#!/usr/bin/env bash
# run.sh PYTHON BUILD [PYTEST OPTIONS…]: runs the tests of the Python package on the extension of a build folder, with the sources
# of this checkout beside it.
set -eu
python=$1
build=$2
shift 2
root=$(cd "$(dirname "$0")/../.." && pwd)
"$root/python/link.sh" "$build"
cd "$root"
export PYTHONPATH=$build/python FOVEA=$build/fovea PYTHONDONTWRITEBYTECODE=1
exec "$python" -m pytest -rs "$@"
