#!/bin/sh
# Puts the executable, its manual pages and its completions below DESTDIR and PREFIX. Both may have spaces.
set -eu

usage='usage: install.sh BINARY DESTDIR PREFIX'
binary=${1:?$usage}
destdir=${2-}
prefix=${3:?$usage}
here=$(cd "$(dirname "$0")/.." && pwd)

case $prefix in
/*) ;;
*)
    echo "error: PREFIX is \`$prefix\`, which does not begin with a slash" >&2
    echo "  help: name it in full, such as PREFIX=\"\$HOME/.local\"" >&2
    exit 2
    ;;
esac
if [ ! -x "$binary" ]; then
    echo "error: there is no executable $binary" >&2
    echo "  help: make build" >&2
    exit 2
fi

# Debian's zsh looks for those of packages elsewhere.
zsh=share/zsh/site-functions
[ "$prefix" != /usr ] || zsh=share/zsh/vendor-completions
root=$destdir$prefix
if ! mkdir -p "$root/bin" "$root/share/man/man1" "$root/share/bash-completion/completions" "$root/$zsh" \
    "$root/share/fish/vendor_completions.d" "$root/share/doc/raceproof"; then
    echo "error: $root cannot be written to" >&2
    echo "  help: sudo make install, or a folder of your own: make install PREFIX=\"\$HOME/.local\"" >&2
    exit 2
fi

# Under another name first: an executable that runs cannot be written over.
cp "$binary" "$root/bin/.raceproof.new"
chmod 755 "$root/bin/.raceproof.new"
mv -f "$root/bin/.raceproof.new" "$root/bin/raceproof"

"$binary" man > "$root/share/man/man1/raceproof.1"
# The page of the whole has the others' names.
for page in $(sed -n 's/^raceproof\\-\([a-z]*\)(1)$/\1/p' "$root/share/man/man1/raceproof.1"); do
    "$binary" man "$page" > "$root/share/man/man1/raceproof-$page.1"
done
"$binary" completions bash > "$root/share/bash-completion/completions/raceproof"
"$binary" completions zsh > "$root/$zsh/_raceproof"
"$binary" completions fish > "$root/share/fish/vendor_completions.d/raceproof.fish"
cp "$here/LICENSE-MIT" "$here/LICENSE-APACHE" "$root/share/doc/raceproof/"
