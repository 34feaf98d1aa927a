#!/bin/sh
# Makes an archive for systems without a package: what `make install` installs, with documentation and licences.
set -eu

usage='usage: dist.sh BINARY VERSION FOLDER'
binary=${1:?$usage}
version=${2:?$usage}
to=${3:?$usage}
here=$(cd "$(dirname "$0")/.." && pwd)
name=raceproof-$version-$(uname -m)-$(uname -s | tr '[:upper:]' '[:lower:]')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sh "$here/packaging/install.sh" "$binary" "$work" "/$name"
strip --strip-debug "$work/$name/bin/raceproof"
rm -r "$work/$name/share/doc/raceproof"
cp "$here/README.md" "$here/CHANGELOG.md" "$here/LICENSE-MIT" "$here/LICENSE-APACHE" "$work/$name/"
cp -r "$here/docs" "$here/examples" "$work/$name/"
rm -rf "$work/$name/examples/shop/target"
sh "$here/packaging/licences.sh" "$binary" "$work/$name/licences"

mkdir -p "$to"
date=$(git -C "$here" log -1 --format=%ct 2>/dev/null || echo 1577836800)
# The same content is the same archive.
tar --create --directory "$work" --sort=name --mtime="@$date" --owner=0 --group=0 --numeric-owner --mode=u+rw,go+r-w "$name" |
    gzip -9n > "$to/.$name.new"
mv -f "$to/.$name.new" "$to/$name.tar.gz"
echo "$to/$name.tar.gz"
