#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs terminal.py, or says why not. Run by CTest.
#   tests/cli/terminal.sh SORTID
set -eu

sortid=${1:?usage: tests/cli/terminal.sh SORTID}
command -v python3 > /dev/null || { echo "SKIPPED: no python3 (Debian: python3)"; exit 77; }
exec python3 "$(dirname "$0")/terminal.py" "$sortid"
