FROM debian:bookworm-slim
ARG NAME
COPY program /usr/local/bin/program
# wget, which health checks use and the public images contain
RUN apt-get update -qq && apt-get install -qq --yes --no-install-recommends busybox-static \
 && ln -s busybox /bin/wget && ln -s program /usr/local/bin/$NAME && mkdir /data && chmod 777 /data
WORKDIR /data
ENTRYPOINT ["/usr/local/bin/program"]
