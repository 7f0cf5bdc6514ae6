#!/bin/sh
# Collects the root folder of the image: Node, pg_dump and pg_restore with the libraries that they load, the bundle, and
# the licences of all of it. It has no shell and no package manager.
# $1: a Debian with /usr/local/bin/node and postgresql-client-15. $2: a folder with Node's LICENSE. $3: the bundle.
# $4: where the root folder goes.
set -euf
debian=${1%/} root=$4 postgres=/usr/lib/postgresql/15/bin
mkdir -p "$root/usr/bin" "$root/usr/lib" "$root/usr/lib64" "$root/etc" "$root/opt" "$root/usr/share/doc/node"
ln -s usr/bin usr/lib usr/lib64 "$root"
install -d -m 700 -o 1000 -g 1000 "$root/data"
install -d -m 1777 "$root/tmp"

libraries=''
for program in /usr/local/bin/node $postgres/pg_dump $postgres/pg_restore; do
  strip -o "$root/usr/bin/${program##*/}" "$debian$program"
  libraries="$libraries $(chroot "$debian/" ldd $program | grep -o '/[^ ]*')"
done
for library in $libraries; do
  # /lib is a link to /usr/lib.
  library=/usr/${library#/usr}
  mkdir -p "$root${library%/*}"
  cp -L "$debian$library" "$root$library"
done

packages=$(for library in $libraries; do chroot "$debian/" dpkg -S "*/${library##*/}"; done | cut -d: -f1 | tr -d ,)
for package in postgresql-client-15 $packages; do
  mkdir -p "$root/usr/share/doc/$package"
  cp -L "$debian/usr/share/doc/$package/copyright" "$root/usr/share/doc/$package/"
done
cp -r "$debian/usr/share/common-licenses" "$root/usr/share/"
cp "$2/LICENSE" "$root/usr/share/doc/node/"

cp -r "$3" "$root/opt/countersign"
cp LICENSE distribution/docker/ready.js "$root/opt/countersign/"
echo 'countersign:x:1000:1000::/data:' > "$root/etc/passwd"
echo 'countersign:x:1000:' > "$root/etc/group"
echo 'hosts: files dns' > "$root/etc/nsswitch.conf"
