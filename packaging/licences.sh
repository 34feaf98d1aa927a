#!/bin/sh
# Gathers the licences of all that BINARY is made of: FOLDER/index.txt, a line each, and a folder with the texts
# of each. A dependency without a text, or a text that is not where cargo keeps it, is an error.
set -eu

usage='usage: licences.sh BINARY FOLDER'
binary=${1:?$usage}
to=${2:?$usage}
here=$(cd "$(dirname "$0")/.." && pwd)
cargo=${CARGO:-cargo}
mkdir -p "$to"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Name, version, licence, one of each. What has a path is a part of this workspace.
(cd "$here" && "$cargo" tree --locked --quiet -p raceproof-cli -e normal --prefix none --format '{p}|{l}') > "$work/tree"
grep -v '(/' "$work/tree" | sed 's/ (\*)$//; s/ v/|/' | sort -u > "$work/crates"
[ -s "$work/crates" ] || { echo "error: cargo tree names no dependencies" >&2; exit 1; }

home=${CARGO_HOME:-$HOME/.cargo}
while IFS='|' read -r name version licence; do
    # What it is built of beside Rust has its text in the same archive.
    source=$(find "$home/registry/src" -mindepth 2 -maxdepth 2 -name "$name-$version" | head -n 1)
    [ -n "$source" ] || { echo "error: the source of $name $version is not below $home/registry/src" >&2; exit 1; }
    mkdir -p "$to/$name-$version"
    find "$source" -maxdepth 4 -type f \( -iname 'licen[sc]e*' -o -iname 'copying*' -o -iname 'unlicense*' -o -iname 'notice*' \) \
        ! -name '*.rs' ! -name '*.html' > "$work/texts"
    while IFS= read -r text; do
        name_of_text=$(echo "${text#"$source"/}" | tr / -)
        cp "$text" "$to/$name-$version/$name_of_text"
        chmod 644 "$to/$name-$version/$name_of_text"
    done < "$work/texts"
    if [ ! -s "$work/texts" ]; then
        # Such archives name their licence alone; ours have its text.
        shared="$here/packaging/texts/$(echo "$licence" | sed 's/.* OR //').txt"
        [ -f "$shared" ] || { echo "error: $name $version ($licence) has no text of its licence: add $shared" >&2; exit 1; }
        cp "$shared" "$to/$name-$version/"
    fi
    echo "$name $version  $licence  https://crates.io/crates/$name/$version"
done < "$work/crates" > "$to/index.txt"

echo "Rust's standard library  MIT OR Apache-2.0  https://www.rust-lang.org" >> "$to/index.txt"
if RACEPROOF_CACHE=$work "$binary" jar agent > /dev/null 2>&1; then
    mkdir -p "$to/asm"
    cp "${ASM_LICENCE:-/usr/share/doc/libasm-java/copyright}" "$to/asm/copyright" || {
        echo "error: the executable has ASM inside, and the text of its licence is not there" >&2
        echo "  help: apt-get install libasm-java, or let ASM_LICENCE name the file" >&2
        exit 2
    }
    echo "ASM (in raceproof-agent.jar)  BSD-3-Clause  https://asm.ow2.io" >> "$to/index.txt"
fi
