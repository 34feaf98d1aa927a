#!/bin/sh
# Compiles the recording agent into the folder that is the argument: its classes, ASM in its own package, and the
# manifest, of which cli/build makes raceproof-agent.jar. Needs a JDK of 17 or later and Debian's libasm-java.
#
# JAVA_HOME says which JDK, else the one on the PATH; ASM_JARS a folder with asm.jar, asm-commons.jar and asm-tree.jar.
# Ends with 3 if these are missing.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
to=${1:?usage: build.sh FOLDER}
bin=${JAVA_HOME:+$JAVA_HOME/bin/}
jars=${ASM_JARS:-/usr/share/java}

for jar in asm asm-commons asm-tree; do
    if [ ! -f "$jars/$jar.jar" ]; then
        echo "it needs ASM, and $jars/$jar.jar is missing: apt-get install libasm-java (or set ASM_JARS), and build again" >&2
        exit 3
    fi
done

# A compiler that runs for a second is better not optimised itself.
quick='-J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$to/META-INF" "$work/tool" "$work/agent"
path=$jars/asm.jar:$jars/asm-commons.jar:$jars/asm-tree.jar
"${bin}javac" $quick --release 17 -d "$work/tool" -cp "$path" "$here"/build/*.java
"${bin}javac" $quick --release 17 -g -Xlint:all,-processing -Werror -d "$work/agent" -cp "$path" "$here"/java/raceproof/agent/*.java
"${bin}java" $(echo "$quick" | sed "s/-J//g") -cp "$work/tool:$path" Shade "$to" \
    "$jars/asm.jar" "$jars/asm-commons.jar" "$jars/asm-tree.jar" "$work/agent"
cat > "$to/META-INF/MANIFEST.MF" <<MANIFEST
Manifest-Version: 1.0
Premain-Class: raceproof.agent.Agent
Boot-Class-Path: raceproof-agent.jar
Can-Retransform-Classes: true
Can-Redefine-Classes: true
MANIFEST
