#!/usr/bin/env bash
# link.sh BUILD: lays the package of this checkout beside the extension of a build folder, as links; BUILD/python can then be
# imported from.
set -eu
find "$1/python/fovea" -xtype l -delete # of files that have been renamed
root=$(cd "$(dirname "$0")" && pwd)
for file in "$root"/fovea/*; do
  case $file in */__pycache__) ;; *) ln -sfn "$file" "$1/python/fovea/" ;; esac
done
