#!/bin/sh
# Builds raceproof-junit.jar and raceproof-maven-plugin.jar into the folder that is the argument, and a Maven repository
# with both (`maven`), which a project can name. What is compiled against is in Debian's packages; a jar for which they
# are missing is left out, and named.
#
# JAVA_HOME says which JDK, else the one on the PATH; JARS a folder with the jars of JUnit and Maven.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
to=${1:?usage: build.sh FOLDER VERSION}
version=${2:?usage: build.sh FOLDER VERSION}
bin=${JAVA_HOME:+$JAVA_HOME/bin/}
jars=${JARS:-/usr/share/java}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$to"

# The class path of some jars of `$jars`; fails with the command that installs the first missing one.
class_path() {
    package=$1
    shift
    path=
    for jar in "$@"; do
        if [ ! -f "$jars/$jar.jar" ]; then
            echo "*** SKIPPED: $jars/$jar.jar is missing: apt-get install $package (or set JARS) ***" >&2
            return 1
        fi
        path=$path:$jars/$jar.jar
    done
}

# Compiles the packages that are named, with what they share, into `$work/NAME`.
compile() {
    name=$1
    shift
    "${bin}javac" --release 17 -g -Xlint:all,-processing,-classfile -Werror -d "$work/$name" -cp "$path" \
        "$here"/java/raceproof/host/*.java "$@"
}

# Makes `$to/NAME.jar`, and puts it into the repository with its description.
pack() {
    name=$1
    "${bin}jar" --create --no-manifest --file "$to/$name.jar" -C "$work/$name" .
    place=$to/maven/raceproof/$name/$version
    mkdir -p "$place"
    cp "$to/$name.jar" "$place/$name-$version.jar"
    sed "s/@VERSION@/$version/" "$here/$name.pom" > "$place/$name-$version.pom"
}

if class_path "junit5 libopentest4j-java" junit-jupiter-api junit-platform-commons opentest4j apiguardian-api; then
    compile raceproof-junit "$here"/java/raceproof/junit/*.java
    pack raceproof-junit
fi

if class_path "maven" maven-plugin-api-3.x; then
    compile raceproof-maven-plugin "$here"/java/raceproof/maven/*.java
    mkdir -p "$work/raceproof-maven-plugin/META-INF/maven"
    sed "s/@VERSION@/$version/" "$here/plugin.xml" > "$work/raceproof-maven-plugin/META-INF/maven/plugin.xml"
    pack raceproof-maven-plugin
fi
