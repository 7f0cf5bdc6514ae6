#!/bin/sh
# `pnpm image`: builds the image `countersign` of Dockerfile without a registry of images, as root, with Debian's
# packages buildah, debootstrap and binutils. Its Debian comes from debootstrap, its Node from the npm registry.
set -eu
[ $# -eq 0 ] || { echo 'pnpm image takes no arguments' >&2; exit 2; }
cd -- "$(dirname -- "$0")/../.."
for program in buildah debootstrap strip; do
  command -v $program > /dev/null || { echo "First run: apt-get install buildah debootstrap binutils" >&2; exit 1; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
debian=$work/debian
debootstrap --variant=minbase --include=libatomic1,postgresql-client-15 bookworm "$debian"
node tools/src/build/main.ts --all --to "$work/bundle"
node=$(node -p process.execPath)
install -D "$node" "$debian/usr/local/bin/node"
sh distribution/docker/root.sh "$debian" "${node%/bin/node}" "$work/bundle" "$work/root"
du -s --apparent-size --block-size=1MB "$work/root" | sed 's/\s.*/ MB/'
mkdir "$work/context"
buildah build --isolation chroot --build-context root="$work/root" --tag countersign --file Dockerfile "$work/context"
# Each program runs in the image.
container=$(buildah from --pull-never countersign)
trap 'buildah rm "$container" > /dev/null; rm -rf "$work"' EXIT
for program in cli bot backup restore move doctor; do
  buildah run --isolation chroot "$container" -- node $program.js --help > /dev/null
done
for program in pg_dump pg_restore; do buildah run --isolation chroot "$container" -- $program --version; done
