# Server image: one executable with all services and commands. The arguments select what runs, such as `start library`.
#   docker build --file deploy/images/server.Dockerfile --tag daymark/server .
# Behind a proxy with its own certificate, add: --secret id=ca,src=/etc/ssl/certs/ca-certificates.crt

# --- only package.json and package-lock.json, so that changed sources do not reinstall the packages
FROM node:24-bookworm-slim AS manifests
WORKDIR /build
COPY . .
RUN find . -type f -not -name package.json -not -name package-lock.json -delete && find . -type d -empty -delete

# --- production dependencies
FROM node:24-bookworm-slim AS packages
WORKDIR /build
ENV NODE_EXTRA_CA_CERTS=/run/secrets/ca
COPY --from=manifests /build .
RUN --mount=type=secret,id=ca npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace apps/daymark
COPY deploy/images/prune.mjs deploy/images/
RUN node deploy/images/prune.mjs . && rm -r deploy

# --- server and web application
FROM node:24-bookworm-slim AS build
WORKDIR /build
ENV NODE_EXTRA_CA_CERTS=/run/secrets/ca
COPY --from=manifests /build .
RUN --mount=type=secret,id=ca npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node node_modules/typescript/bin/tsc -b apps/daymark && chmod 755 apps/daymark/dist/main.js
RUN npm run --silent build --workspace apps/web
RUN node deploy/images/collect.mjs /out

# --- Node without debug symbols, which makes it a seventh smaller
FROM node:24-bookworm-slim AS node
RUN apt-get update && apt-get install --yes --no-install-recommends binutils && strip /usr/local/bin/node

# --- base of the final image: Debian programs for the decoders, and Node without npm
FROM debian:bookworm-slim AS system
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates libraw-bin perl tini \
 && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* /usr/share/doc /usr/share/man /usr/share/locale \
 # removes parts of Perl that ExifTool does not load: headers, collation, encodings that it contains itself, developer tools
 && cd /usr/lib/*/perl/5.*.* && rm -r CORE auto/Unicode/Collate auto/Encode/CN auto/Encode/JP auto/Encode/KR auto/Encode/TW \
 && cd /usr/share/perl/5.*.* && rm -r Unicode/Collate CPAN ExtUtils TAP Test Test2 pod && cd / \
 && groupadd --gid 1000 daymark && useradd --uid 1000 --gid daymark --home-dir /srv/daymark --shell /usr/sbin/nologin daymark
COPY --from=node /usr/local/bin/node /usr/local/bin/node

FROM system AS inventory
COPY --from=packages /build /build
COPY deploy/images/sbom.mjs /
RUN node /sbom.mjs server /build /sbom.cdx.json

FROM system
ARG VERSION=1.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Daymark server" \
      org.opencontainers.image.description="Photo library and client galleries: every service and command" \
      org.opencontainers.image.version=$VERSION \
      org.opencontainers.image.revision=$REVISION \
      org.opencontainers.image.base.name="docker.io/library/debian:bookworm-slim" \
      daymark.sbom="/srv/daymark/sbom.cdx.json"
COPY --from=packages /build /srv/daymark
COPY --from=build /out /srv/daymark
COPY --from=inventory /sbom.cdx.json /srv/daymark/
RUN ln -s /srv/daymark/apps/daymark/dist/main.js /usr/local/bin/daymark \
 && mkdir --mode=700 /var/lib/daymark && chown daymark:daymark /var/lib/daymark
# HOST, DAYMARK_OPS_HOST: all addresses of the container. The operator decides which ports are published.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    DAYMARK_OPS_HOST=0.0.0.0 \
    DAYMARK_OPS_PORT=9464 \
    DAYMARK_VERSION=$VERSION \
    DAYMARK_WEB_DIR=/srv/daymark/apps/web/dist
USER 1000:1000
WORKDIR /srv/daymark
EXPOSE 8080 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=30s --start-period=300s --start-interval=2s --retries=3 CMD ["daymark", "health"]
ENTRYPOINT ["/usr/bin/tini", "--", "daymark"]
CMD ["start", "all"]
