#!/bin/sh
# Takes away what install.sh has put below DESTDIR and PREFIX, and nothing else.
set -eu

destdir=${1-}
prefix=${2:?usage: uninstall.sh DESTDIR PREFIX}
root=$destdir$prefix

if [ ! -e "$root/bin/raceproof" ]; then
    echo "error: there is no $root/bin/raceproof" >&2
    echo "  help: give the PREFIX and DESTDIR that it was installed with" >&2
    exit 2
fi
rm -f "$root/bin/raceproof" "$root/share/man/man1/raceproof.1" "$root"/share/man/man1/raceproof-*.1 \
    "$root/share/bash-completion/completions/raceproof" "$root/share/fish/vendor_completions.d/raceproof.fish" \
    "$root/share/zsh/site-functions/_raceproof" "$root/share/zsh/vendor-completions/_raceproof" \
    "$root/share/doc/raceproof/LICENSE-MIT" "$root/share/doc/raceproof/LICENSE-APACHE"
rmdir "$root/share/doc/raceproof" 2>/dev/null || true
