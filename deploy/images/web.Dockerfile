# Web image: only nginx of Debian with its shared libraries, and the built files of the web application.
#   docker build --file deploy/images/web.Dockerfile --tag daymark/web .

FROM node:24-bookworm-slim AS manifests
WORKDIR /build
COPY . .
RUN find . -type f -not -name package.json -not -name package-lock.json -delete && find . -type d -empty -delete

FROM node:24-bookworm-slim AS build
WORKDIR /build
ENV NODE_EXTRA_CA_CERTS=/run/secrets/ca
COPY --from=manifests /build .
RUN --mount=type=secret,id=ca npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run --silent build --workspace apps/web
RUN node deploy/images/nginx.mjs apps/web/dist /out

FROM debian:bookworm-slim AS nginx
RUN apt-get update \
 && apt-get install --yes --no-install-recommends nginx libnginx-mod-http-brotli-static busybox-static
COPY deploy/images/root-folder.sh /
RUN sh /root-folder.sh /root-folder /usr/sbin/nginx /usr/lib/nginx/modules/ngx_http_brotli_static_module.so

FROM node:24-bookworm-slim AS inventory
COPY --from=nginx /root-folder/var/lib/dpkg/status /var/lib/dpkg/status
COPY --from=manifests /build /build
COPY --from=build /build/node_modules /build/node_modules
COPY deploy/images/sbom.mjs /
RUN node /sbom.mjs web /build /sbom.cdx.json apps/web

FROM scratch
ARG VERSION=1.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Daymark web" \
      org.opencontainers.image.description="The web application of Daymark" \
      org.opencontainers.image.version=$VERSION \
      org.opencontainers.image.revision=$REVISION \
      daymark.sbom="/srv/sbom.cdx.json"
COPY --from=nginx /root-folder /
COPY --from=build /out /
COPY --from=inventory /sbom.cdx.json /srv/
USER 1000:1000
EXPOSE 8080 8081
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=30s --timeout=30s --start-period=300s --start-interval=1s --retries=3 CMD ["/usr/bin/wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8081/healthz"]
ENTRYPOINT ["/usr/sbin/nginx"]
CMD ["-g", "daemon off;"]
