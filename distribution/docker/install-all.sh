#!/bin/sh
# Installs what runs from the sources in this folder, without what only tests and checks need.
set -eu
npx -y pnpm@12.21.0 install --frozen-lockfile --prod
