FROM daymark-test/postgres-base
RUN usermod -o -u 999 postgres && groupmod -o -g 999 postgres && mkdir -p /var/lib/postgresql && chown -R postgres:postgres /var/lib/postgresql
COPY --chmod=755 postgres-entry.sh /usr/local/bin/docker-entrypoint.sh
ENV PATH=/usr/lib/postgresql/18/bin:$PATH LANG=C.UTF-8 PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
EXPOSE 5432
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
