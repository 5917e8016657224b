#!/usr/bin/env bash
# Installs the build into an empty folder and builds a project against it with find_package(fovea).
# Usage: check.sh BUILD SOURCE [CMAKE OPTIONS…]
set -eu
build=$1 source=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$build" --prefix "$folder/root" >/dev/null
"$folder/root/bin/fovea" --version
cmake -S "$source" -B "$folder/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$folder/root" "$@" >/dev/null
cmake --build "$folder/consumer" >/dev/null
"$folder/consumer/consumer" "$source/consumer.cpp" | grep -x '20 characters, read'
