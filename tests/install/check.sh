#!/usr/bin/env bash
# Installs the build into an empty folder and builds a stranger's project against it with find_package(fovea): as it is,
# and once more without what a machine without npm would not have built.
# Usage: check.sh BUILD SOURCE [CMAKE OPTIONS…]
set -eu
build=$1 source=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$folder/root
cmake --install "$build" --prefix "$root" >/dev/null
"$root/bin/fovea" --version

# Whoever uninstalls by the manifest leaves nothing behind.
find "$root" -type f | sort >"$folder/installed"
sed 's|//*|/|g' "$build/install_manifest.txt" | sort >"$folder/manifest"
diff "$folder/manifest" "$folder/installed" || { echo "install_manifest.txt does not list what was installed"; exit 1; }

[ "$(ls "$root/include")" = fovea ] || { echo "include/ holds more than fovea/:"; ls "$root/include"; exit 1; }
if grep -rn '^#include "' "$root/include" | grep -v '#include "fovea/'; then
  echo "these includes find nothing where the headers are installed"
  exit 1
fi

# consumer NAME [CMAKE OPTIONS…]
consumer() {
  local name=$1
  shift
  cmake -S "$source" -B "$folder/$name" -G Ninja -DCMAKE_PREFIX_PATH="$root" "$@" >"$folder/$name.log" 2>&1
}
consumer whole "$@" || { cat "$folder/whole.log"; exit 1; }
cmake --build "$folder/whole"
"$folder/whole/consumer" "$source"

# The page about the library: its programs are those of examples/cpp, and print what it says. The shortest way from an index to
# scores takes at most 25 lines.
repository=$(cd "$source/../.." && pwd)
for example in "$repository"/examples/cpp/*; do
  awk -v name="$(basename "$example")" '/^```/ { inside = $0 ~ " file=" name "$"; next } inside' \
    "$repository/docs/reference/cpp.md" | diff - "$example" || { echo "docs/reference/cpp.md shows another $example"; exit 1; }
done
[ "$(wc -l <"$repository/examples/cpp/search_and_evaluate.cpp")" -le 25 ]
CMAKE_PREFIX_PATH=$root CMAKE_GENERATOR=Ninja "$repository/tests/docs/run.sh" "$root/bin/fovea" \
  "$repository/docs/reference/cpp.md"

find "$root" -depth -name '*report*' -exec rm -rf {} +
consumer bare "$@" || { cat "$folder/bare.log"; exit 1; }
if consumer insisting -DCONSUMER_NEEDS_REPORT=ON "$@"; then
  echo "find_package(fovea COMPONENTS report) found what is not there"
  exit 1
fi
grep -q 'built without the report' "$folder/insisting.log"
