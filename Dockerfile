# Everything of Countersign in one image of 148 MB: bots, MCP servers with the signing page, backup, restore, move, doctor.
# compose.yaml says what runs; alone it is the MCP server over stdio. There is no shell in it.
#   docker build -t countersign .
# `pnpm image` builds the same where no registry of images can be reached: it makes the stage `root` itself.
FROM node:26.10.0-bookworm-slim AS build
# libatomic1: Node 26 needs it. pg_dump and pg_restore, for backups: of PostgreSQL 15, as the database of compose.yaml.
RUN apt-get update && apt-get install -y --no-install-recommends binutils libatomic1 postgresql-client-15
WORKDIR /source
COPY . .
RUN npx -y pnpm@12.21.0 install --frozen-lockfile && npx -y pnpm@12.21.0 build --all --to /bundle
RUN sh distribution/docker/root.sh / /usr/local /bundle /root-of-image

FROM scratch AS root
COPY --from=build /root-of-image /

FROM scratch
# By this the MCP registry knows whose image it is: the name in server.json.
LABEL io.modelcontextprotocol.server.name="com.example/countersign-mcp"
COPY --from=root / /
USER 1000:1000
WORKDIR /opt/countersign
ENV NODE_ENV=production COUNTERSIGN_DATA_DIR=/data
VOLUME /data
CMD ["node", "cli.js"]
