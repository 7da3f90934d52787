FROM debian:bookworm-slim
ARG NAME
COPY program /usr/local/bin/program
RUN ln -s program /usr/local/bin/$NAME && mkdir /data && chmod 777 /data
WORKDIR /data
ENTRYPOINT ["/usr/local/bin/program"]
