#!/bin/sh
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2154
# The tests of the Python package with other packages: checks of types, pydantic, FastAPI,
# SQLAlchemy, psycopg, and the packages of docs/python-migration.md. Installs sortid and
# requirements.txt into an environment below BUILD, with the versions of PyPI; starts PostgreSQL,
# one of its databases with the extension sortid, and MariaDB in a scratch folder. Run `make` first.
#   python/tests/ecosystem/run.sh ROOT BUILD [ARGUMENT OF PYTEST...]
#   PYTHON=python3    the Python of the environment
set -eu

usage="usage: python/tests/ecosystem/run.sh ROOT BUILD [ARGUMENT OF PYTEST...]"
root=$(realpath "${1:?$usage}") build=$(realpath "${2:?$usage}")
shift 2
# shellcheck source=tests/postgres/lib.sh
. "$root/tests/postgres/lib.sh"
# shellcheck source=tests/mariadb.sh
. "$root/tests/mariadb.sh"

here=$root/python/tests/ecosystem
environment=$build/python-ecosystem
[ -e "$environment/bin/python" ] || logged "no environment" "${PYTHON:-python3}" -m venv "$environment"
python=$environment/bin/python
logged "pip cannot install requirements.txt" "$python" -m pip install -r "$here/requirements.txt"
# Its module has the name of python-ulid's.
export SORTID_ULID_PY="$environment/ulid-py"
logged "pip cannot install ulid-py" "$python" -m pip install --upgrade --target "$SORTID_ULID_PY" ulid-py==1.1.0
logged "pip cannot install sortid" "$python" -m pip install --force-reinstall --no-deps "$root/python"

find_server
mirror "$root" "${SORTID_LIB:-$build/libsortid.a}"
init main "fsync = off"
start main
sql main "CREATE DATABASE plain" "CREATE DATABASE extended"
sql_as main tester extended "CREATE EXTENSION sortid"
export PGHOST="$tmp/main.socket" PGUSER=tester
mkdir "$tmp/mariadb"
trap 'stop_mariadb; stop_all; rm -rf "$tmp"' EXIT
start_mariadb "$tmp/mariadb" "CREATE DATABASE sortid"
export SORTID_MARIADB="$tmp/mariadb/socket"
export MYPY_CACHE_DIR="$environment/mypy"

cd "$here"
"$python" -m pytest -p no:cacheprovider -q "$@" .
