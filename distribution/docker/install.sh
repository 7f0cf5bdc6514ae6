#!/bin/sh
# Installs the npm package. $1: a folder with its tarball and health.js. $2: where it goes.
set -eu
mkdir -p "$2"
tar -xzf "$1"/countersign-mcp-*.tgz -C "$2" --strip-components=1
cp "$1/health.js" "$2/"
