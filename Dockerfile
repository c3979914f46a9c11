# Placard in a container: docs/operations/docker.md. Both bases must have the same kind of C library, glibc: the packaged Node
# and Postgres are built for it. The second one needs npm.
ARG BASE=debian:bookworm-slim
ARG BUILD_BASE=node:24-bookworm-slim

FROM ${BUILD_BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --include=optional --prefer-offline --no-progress --loglevel=error
COPY . .
# As the Makefile builds what the api serves and what the worker reads. The links of the libraries of Postgres, which no npm package can hold, are made
# here because the image's own user may not write here.
RUN node_modules/.bin/node client/build/main.ts dist/client.tgz \
    && node_modules/.bin/node portal/build/main.ts dist/portal \
    && node_modules/.bin/node worker/sandbox/build.ts dist/sandbox \
    && node_modules/.bin/node worker/extract/languages/build.ts dist/languages \
    && node_modules/.bin/node -e "import('./box/postgres-runtime.ts').then((runtime) => runtime.preparePostgresRuntime({}, '/nowhere'))" \
    && .ci/prune-packages

FROM ${BASE}
# The commands of an operator are targets of the Makefile.
RUN command -v make >/dev/null \
    || { apt-get update && apt-get install -y --no-install-recommends make && rm -rf /var/lib/apt/lists/*; }
# Postgres wants a user that has a name.
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /app --shell /usr/sbin/nologin placard \
    && install -d -o placard -g placard -m 0700 /data
COPY --from=build /app /app
WORKDIR /app
# The settings of memory are those of the Makefile, which explains them. The compiled code is that of one container.
ENV PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin \
    DATA_DIR=/data \
    HTTP_PORT=3000 \
    MQTT_PORT=1883 \
    NODE_COMPILE_CACHE=/tmp/placard-node \
    MALLOC_ARENA_MAX=2 \
    MALLOC_TRIM_THRESHOLD_=65536 \
    MALLOC_MMAP_THRESHOLD_=65536
USER placard
VOLUME /data
EXPOSE 3000 1883
HEALTHCHECK --interval=30s --timeout=5s --start-period=2m --retries=3 CMD node box/health.ts "$HTTP_PORT"
# A process of its own, not below make or a shell: it gets the stop signal, and stops its children and Postgres in order.
CMD ["node", "--max-semi-space-size=1", "--optimize-for-size", "box/main.ts"]
