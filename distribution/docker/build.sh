#!/bin/sh
# Builds the packages from the sources in this folder. $1: where they go.
set -eu
npx -y pnpm@12.21.0 install --frozen-lockfile
npx -y pnpm@12.21.0 pack:all --to "$1"
