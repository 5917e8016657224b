#!/usr/bin/env bash
# Installs the package in a clean root and tries all that it brings: binary, man pages, completion, and the library in a
# stranger's project. `./dev package` calls it as a hook of mmdebstrap.
# Usage: package.sh ROOT PACKAGE
set -eu
root=$1 package=$2
inside() { chroot "$root" env DEBIAN_FRONTEND=noninteractive "$@"; }
install() { inside apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }

cp "$package" "$root/tmp/fovea.deb"
install /tmp/fovea.deb bash-completion man-db
inside fovea demo /tmp/demo-track >/dev/null
inside test -s /tmp/demo-track/report/report.html
inside man fovea-eval | grep -q 'Score runs against judgements'
# shellcheck disable=SC2016
inside bash -c 'source /usr/share/bash-completion/completions/fovea
  COMP_WORDS=(fovea eval --task foc) COMP_CWORD=3
  _fovea
  [ "${COMPREPLY[*]}" = focused ]'
inside test -s /usr/share/zsh/vendor-completions/_fovea
inside test -s /usr/share/fish/vendor_completions.d/fovea.fish

# Who links the library installs what the package suggests.
# shellcheck disable=SC2046
install g++ cmake make $(dpkg-deb -f "$package" Suggests | tr -d ',')
cp -r "$(dirname "$0")" "$root/tmp/consumer"
inside cmake -S /tmp/consumer -B /tmp/consumer/build -DCONSUMER_COMPONENTS=report >/dev/null
inside cmake --build /tmp/consumer/build >/dev/null
inside /tmp/consumer/build/consumer /tmp/consumer
