#!/bin/sh
# Compiles what builds of Java projects use, NAME being raceproof-junit or raceproof-maven-plugin: the classes into
# FOLDER/classes, and its description for Maven into FOLDER/pom.xml. cli/build makes a jar and a Maven repository of them.
#
# JAVA_HOME says which JDK, else the one on the PATH; JARS a folder with the jars of JUnit and Maven, which Debian's
# packages put into /usr/share/java. Ends with 3 if one that it is compiled against is missing.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
usage='usage: build.sh NAME VERSION FOLDER'
name=${1:?$usage}
version=${2:?$usage}
to=${3:?$usage}
bin=${JAVA_HOME:+$JAVA_HOME/bin/}
jars=${JARS:-/usr/share/java}

case $name in
raceproof-junit)
    package='junit5 libopentest4j-java'
    needed='junit-jupiter-api junit-platform-commons opentest4j apiguardian-api'
    sources=junit
    ;;
raceproof-maven-plugin)
    package=maven
    needed=maven-plugin-api-3.x
    sources=maven
    ;;
*)
    echo "there is no integration $name; $usage" >&2
    exit 2
    ;;
esac

path=
for jar in $needed; do
    if [ ! -f "$jars/$jar.jar" ]; then
        echo "it needs $jars/$jar.jar, which is missing: apt-get install $package (or set JARS), and build again" >&2
        exit 3
    fi
    path=$path:$jars/$jar.jar
done

mkdir -p "$to/classes"
# A compiler that runs for a second is better not optimised itself.
"${bin}javac" -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC --release 17 -g -Xlint:all,-processing,-classfile -Werror -d "$to/classes" -cp "$path" \
    "$here"/java/raceproof/host/*.java "$here/java/raceproof/$sources"/*.java
sed "s/@VERSION@/$version/" "$here/$name.pom" > "$to/pom.xml"
if [ "$sources" = maven ]; then
    mkdir -p "$to/classes/META-INF/maven"
    sed "s/@VERSION@/$version/" "$here/plugin.xml" > "$to/classes/META-INF/maven/plugin.xml"
fi
