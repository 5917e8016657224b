#!/usr/bin/env bash
# Compares fovea with its peers from PyPI on random material: run.sh FOVEA FOLDER [SEED]
#
# FOVEA_PEERS may name a Python that has them. Otherwise they are installed into FOLDER; where that does not work, as
# on a machine without a network, the test is skipped and says so.
set -u
here=$(dirname "$0")
python=${FOVEA_PEERS:-}
if [ -z "$python" ]; then
  python=$2/bin/python
  if ! "$python" -c 'import ir_measures' 2>/dev/null; then
    if ! python3 -m venv "$2" >/dev/null 2>&1 ||
      ! timeout 240 "$python" -m pip install -q --disable-pip-version-check --retries 1 --timeout 15 \
        pytrec-eval-terrier==0.5.11 ir_measures==0.4.3 pyndeval==0.0.8 cwl-eval==1.0.12 >"$2.log" 2>&1; then
      echo "SKIPPED: pytrec-eval-terrier, ir_measures, pyndeval and cwl-eval do not install here"
      exit 77
    fi
  fi
fi
exec "$python" "$here/compare.py" "$1" ${3:+"$3"}
