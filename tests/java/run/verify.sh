#!/bin/bash
# Check that the programs of this directory are fit to be compared against:
# every one compiles without a warning switch on each JDK it admits, and two
# runs of `java -ea` agree byte for byte in output, error output and status,
# the status being the one its first line documents. The second run has other
# identity hash codes and other addresses of classes, which one thread alone
# would otherwise repeat from run to run.
#
#   verify.sh [-x] [Name ...]     -x also reports the time of an -Xint run
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
xint=; [ "$1" = -x ] && { xint=1; shift; }
names=("$@"); [ $# -eq 0 ] && names=($(cd "$here" && ls *.java | sed 's/\.java$//'))
bad=0
for name in "${names[@]}"; do
  file=$here/$name.java
  head=$(head -1 "$file")
  case $head in "// run: min="*) ;; *) echo "$name: first line is not a run line"; bad=1; continue;; esac
  min=$(sed -n '1s/.*min=\([0-9]*\).*/\1/p' "$file")
  max=$(sed -n '1s/.*max=\([0-9]*\).*/\1/p' "$file")
  args=$(sed -n '1s/.*args="\([^"]*\)".*/\1/p' "$file")
  exit=$(sed -n '1s/.*exit=\([0-9]*\).*/\1/p' "$file"); exit=${exit:-0}
  package=$(sed -n 's/^package \(.*\);.*/\1./p' "$file")
  for pair in 17:/usr/lib/jvm/java-17-openjdk-amd64 25:/usr/lib/jvm/temurin-25-jdk-amd64; do
    version=${pair%%:*}; jdk=${pair#*:}
    [ "$version" -lt "$min" ] && continue
    [ "$version" -gt "${max:-$version}" ] && continue
    out=$work/$name-$version; mkdir -p "$out/classes"
    if ! "$jdk/bin/javac" -d "$out/classes" "$file" 2>"$out/javac"; then
      echo "$name: does not compile on $version"; head -12 "$out/javac"; bad=1; continue
    fi
    took=
    for run in 1 2; do
      other=; [ $run = 2 ] && other="-Xshare:off -XX:+UnlockExperimentalVMOptions -XX:hashCode=0"
      start=$(date +%s%N)
      (cd "$out" && timeout 60 "$jdk/bin/java" $other -ea -cp classes "$package$name" $args \
        >"out$run" 2>"err$run" </dev/null; echo $? >"rc$run")
      took="$took $(( ($(date +%s%N) - start) / 1000000 ))ms"
    done
    for part in out err rc; do
      cmp -s "$out/${part}1" "$out/${part}2" || { echo "$name: $part differs between two runs on $version"; diff "$out/${part}1" "$out/${part}2" | head -5; bad=1; }
    done
    [ "$(cat "$out/rc1")" = "$exit" ] || { echo "$name: status $(cat "$out/rc1"), not $exit, on $version"; tail -15 "$out/err1"; bad=1; }
    if [ -n "$xint" ]; then
      start=$(date +%s%N)
      (cd "$out" && timeout 120 "$jdk/bin/java" -Xint -ea -cp classes "$package$name" $args >/dev/null 2>&1 </dev/null)
      took="$took xint $(( ($(date +%s%N) - start) / 1000000 ))ms"
    fi
    echo "$name $version: $(wc -l <"$out/out1") lines, $(wc -l <"$out/err1") on stderr,$took"
    [ -n "$KEEP" ] && mkdir -p "$KEEP" && cp "$out/out1" "$KEEP/$name-$version.out" && cp "$out/err1" "$KEEP/$name-$version.err"
  done
done
exit $bad
