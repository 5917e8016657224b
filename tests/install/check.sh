#!/usr/bin/env bash
# Installs the build into an empty folder and builds a stranger's project against it with find_package(fovea): with the shared
# library where there is one, with the static ones, and once more without what a machine without npm would not have built.
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
find "$root" -type f -o -type l | sort >"$folder/installed"
sed 's|//*|/|g' "$build/install_manifest.txt" | sort >"$folder/manifest"
diff "$folder/manifest" "$folder/installed" || {
  echo "install_manifest.txt does not list what was installed"
  exit 1
}

[ "$(ls "$root/include")" = fovea ] || {
  echo "include/ holds more than fovea/:"
  ls "$root/include"
  exit 1
}
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
for components in "" static; do
  name=whole$components
  consumer "$name" "$@" -DCONSUMER_COMPONENTS="$components" || {
    cat "$folder/$name.log"
    exit 1
  }
  cmake --build "$folder/$name"
  "$folder/$name/consumer" "$source"
done

# The shared library offers what the installed headers declare, under the name of this version, and nothing else of fovea.
shared=$(find "$root" -name 'libfovea.so')
if [ -n "$shared" ]; then
  version=$("$root/bin/fovea" --version | awk '{ print $2; exit }')
  readelf -d "$shared" | grep -q "SONAME.*libfovea.so.${version%.*}\]"
  readelf -d "$folder/whole/consumer" | grep -q "NEEDED.*libfovea.so.${version%.*}\]"
  ! readelf -d "$folder/wholestatic/consumer" | grep -q 'NEEDED.*libfovea' || exit 1
  nm -DC --defined-only "$shared" | sed -n 's/^[0-9a-f]* [TW] fovea::\([A-Za-z_]*\).*/\1/p' | sort -u >"$folder/offered"
  grep -qx evaluate "$folder/offered"
  while read -r name; do
    grep -rqw "$name" "$root/include/fovea" || {
      echo "libfovea.so offers fovea::$name, which no header declares"
      exit 1
    }
  done <"$folder/offered"
fi

# The page about the library: its programs are those of examples/cpp, and print what it says. The shortest way from an index to
# scores takes at most 25 lines.
repository=$(cd "$source/../.." && pwd)
for example in "$repository"/examples/cpp/*; do
  awk -v name="$(basename "$example")" '/^```/ { inside = $0 ~ " file=" name "$"; next } inside' \
    "$repository/docs/reference/cpp.md" | diff - "$example" || {
    echo "docs/reference/cpp.md shows another $example"
    exit 1
  }
done
[ "$(wc -l <"$repository/examples/cpp/search_and_evaluate.cpp")" -le 25 ]
CMAKE_PREFIX_PATH=$root CMAKE_GENERATOR=Ninja "$repository/tests/docs/run.sh" "$root/bin/fovea" \
  "$repository/docs/reference/cpp.md"

find "$root" -depth -name '*report*' -exec rm -rf {} +
consumer bare "$@" -DCONSUMER_COMPONENTS=static || {
  cat "$folder/bare.log"
  exit 1
}
if consumer insisting "-DCONSUMER_COMPONENTS=static;report" "$@"; then
  echo "find_package(fovea COMPONENTS report) found what is not there"
  exit 1
fi
grep -q 'built without the report' "$folder/insisting.log"
