# SPDX-License-Identifier: MIT
# PostgreSQL with the extension:
#   docker build -f packaging/docker/postgres.Dockerfile -t postgres-sortid .
# `make test-images` builds it with buildah from a root of Debian 13, and uses the extension. Docker
# and the entry point of postgres:17-bookworm were not tried.
FROM postgres:17-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev make cmake postgresql-server-dev-17
COPY . /sortid
WORKDIR /sortid
RUN cmake -B build -DSORTID_SHARED=OFF -DSORTID_COMMAND=OFF -DSORTID_NODE=OFF -DSORTID_SQLITE=OFF \
    && cmake --build build --parallel \
    && make -C ext/postgres install SORTID_LIB=/sortid/build/libsortid.a DESTDIR=/installed

FROM postgres:17-bookworm
COPY --from=build /installed/ /
