#!/bin/sh
# Builds raceproof-agent.jar into the folder that is the argument. Needs a JDK of 17 or later and Debian's libasm-java.
#
# JAVA_HOME says which JDK, else the one on the PATH; ASM_JARS a folder with asm.jar, asm-commons.jar and asm-tree.jar.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
to=${1:?usage: build.sh FOLDER}
bin=${JAVA_HOME:+$JAVA_HOME/bin/}
jars=${ASM_JARS:-/usr/share/java}

for jar in asm asm-commons asm-tree; do
    if [ ! -f "$jars/$jar.jar" ]; then
        echo "raceproof-agent.jar needs ASM, and $jars/$jar.jar is missing: apt-get install libasm-java (or set ASM_JARS)" >&2
        exit 3
    fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$to" "$work/tool" "$work/agent" "$work/jar"
path=$jars/asm.jar:$jars/asm-commons.jar:$jars/asm-tree.jar
"${bin}javac" --release 17 -d "$work/tool" -cp "$path" "$here"/build/*.java
"${bin}javac" --release 17 -g -Xlint:all,-processing -Werror -d "$work/agent" -cp "$path" "$here"/java/raceproof/agent/*.java
"${bin}java" -cp "$work/tool:$path" Shade "$work/jar" \
    "$jars/asm.jar" "$jars/asm-commons.jar" "$jars/asm-tree.jar" "$work/agent"
cat > "$work/manifest" <<MANIFEST
Premain-Class: raceproof.agent.Agent
Boot-Class-Path: raceproof-agent.jar
Can-Retransform-Classes: true
Can-Redefine-Classes: true
MANIFEST
"${bin}jar" --create --file "$to/raceproof-agent.jar" --manifest "$work/manifest" --date 2020-01-01T00:00:00Z \
    -C "$work/jar" . 2>/dev/null ||
    "${bin}jar" --create --file "$to/raceproof-agent.jar" --manifest "$work/manifest" -C "$work/jar" .
