#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the tests of the Python package that need no other packages, and the examples of its document:
# `package` the short ones, `long` those with this mark. Python finds the package in FOLDER, which
# has its extension and gets the rest from the tree.
#   python/tests/run.sh ROOT PYTHON FOLDER package|long
set -eu

usage="usage: python/tests/run.sh ROOT PYTHON FOLDER package|long"
root=${1:?$usage} python=${2:?$usage} folder=${3:?$usage} part=${4:?$usage}
cd "$root/python/tests"
cp ../src/sortid/*.py* "$folder/sortid"
case $part in package) set -- ../../docs/python.md ;; *) set -- -m "$part" ;; esac
export PYTHONPATH="$folder" PYTHONDONTWRITEBYTECODE=1 HYPOTHESIS_STORAGE_DIRECTORY="$folder/hypothesis"
exec "$python" -m pytest -q -p no:cacheprovider --doctest-glob='*.md' . "$@"
