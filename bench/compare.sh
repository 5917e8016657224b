#!/usr/bin/env bash
# All pairs of 213 runs x 107 topics with 10,000 bootstrap resamples each: resamples per second, and the ratio
# to a plain loop on one thread.
# shellcheck shell=bash disable=SC2154  # bench/run sets what is used here
set -eu
cd "$(dirname "$0")/.."
build/bench/bench_compare
