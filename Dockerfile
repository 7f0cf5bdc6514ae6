# Everything of Countersign in one image: bots, MCP servers with the signing page, backup. compose.yaml says what runs.
#   docker build -t countersign .
FROM node:26.10.0-bookworm-slim
# libatomic1: Node 26 needs it. pg_dump and pg_restore, for backups: of PostgreSQL 15, as the database of compose.yaml.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 postgresql-client-15 && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/countersign
COPY . .
RUN sh distribution/docker/install-all.sh && mkdir /data && chown node:node /data && chmod 700 /data
USER node
ENV NODE_ENV=production COUNTERSIGN_DATA_DIR=/data
VOLUME /data
CMD ["node", "packages/mcp-server/src/cli.ts", "--help"]
