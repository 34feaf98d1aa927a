#!/bin/sh
# Makes a package for Debian and Ubuntu, without debhelper: what `make install` installs, with documentation.
set -eu

usage='usage: deb.sh BINARY VERSION FOLDER'
binary=${1:?$usage}
version=${2:?$usage}
to=${3:?$usage}
here=$(cd "$(dirname "$0")/.." && pwd)

for tool in dpkg-deb objdump strip; do
    if ! command -v $tool > /dev/null; then
        echo "error: $tool is missing, so no package can be made" >&2
        echo "  help: apt-get install dpkg binutils; where there is no dpkg, \`make dist\` makes an archive for any system" >&2
        exit 2
    fi
done

architecture=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
doc=$root/usr/share/doc/raceproof

umask 022
sh "$here/packaging/install.sh" "$binary" "$root" /usr
strip --strip-debug "$root/usr/bin/raceproof"
gzip -9n "$root"/usr/share/man/man1/*.1
# Debian's own place for the texts of these is the copyright file.
rm "$doc/LICENSE-MIT" "$doc/LICENSE-APACHE"
cp "$here/README.md" "$doc/"
cp -r "$here/docs" "$doc/docs"
gzip -9nc "$here/CHANGELOG.md" > "$doc/changelog.gz"

sh "$here/packaging/licences.sh" "$binary" "$work/licences"
{
    echo "raceproof is licensed under MIT or Apache-2.0, at your choice. It contains:"
    echo
    cat "$work/licences/index.txt"
    for text in "$here/LICENSE-MIT" "$here/LICENSE-APACHE" $(find "$work/licences" -mindepth 2 -type f | sort); do
        # One that others have word by word is there once.
        sum=$(sha256sum < "$text")
        ! grep -qxF "$sum" "$work/seen" 2>/dev/null || continue
        echo "$sum" >> "$work/seen"
        printf '\n----- %s\n\n' "${text#"$work"/licences/}" | sed "s|$here/|raceproof/|"
        cat "$text"
    done
} > "$doc/copyright"

# The library that each name stands for is in a package; another one is to be added here.
depends=
for library in $(objdump -p "$root/usr/bin/raceproof" | awk '$1 == "NEEDED" { print $2 }'); do
    case $library in
    libc.so.6 | libm.so.6 | ld-linux*)
        needed=$(objdump -T "$root/usr/bin/raceproof" | grep -o 'GLIBC_[0-9.]*' | sed 's/GLIBC_//' | sort -V | tail -n 1)
        package="libc6 (>= $needed)"
        ;;
    libgcc_s.so.1) package=libgcc-s1 ;;
    *)
        echo "error: packaging/deb.sh does not know which package has $library" >&2
        exit 1
        ;;
    esac
    case ", $depends," in
    *", $package,"*) ;;
    *) depends="$depends${depends:+, }$package" ;;
    esac
done

mkdir -p "$root/DEBIAN"
cat > "$root/DEBIAN/control" <<CONTROL
Package: raceproof
Version: $version
Architecture: $architecture
Maintainer: The Raceproof developers <raceproof@localhost>
Section: devel
Priority: optional
Installed-Size: $(du -k -s "$root/usr" | cut -f 1)
Depends: $depends, default-jre-headless (>= 2:1.17) | java17-runtime-headless
Recommends: default-jdk-headless (>= 2:1.17) | java17-sdk-headless
Suggests: maven, gradle, junit5, testng
Description: proves Java programs free of data races, or shows the race
 Explores the schedules of a concurrent Java program in a virtual machine of
 its own, on the class library of the installed JDK: data races, deadlocks,
 livelocks, failed assertions, each with a schedule that can be replayed.
 .
 A Java runtime is enough for class files and jars; a source file as a target
 needs its compiler, and so a JDK.
CONTROL
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums)

mkdir -p "$to"
SOURCE_DATE_EPOCH=$(git -C "$here" log -1 --format=%ct 2>/dev/null || echo 1577836800)
export SOURCE_DATE_EPOCH
name=raceproof_${version}_$architecture.deb
# Under another name first: nobody takes half a package.
dpkg-deb --root-owner-group -Zgzip --build "$root" "$to/.$name.new" > /dev/null
mv -f "$to/.$name.new" "$to/$name"
echo "$to/$name"
