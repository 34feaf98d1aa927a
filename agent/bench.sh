#!/bin/sh
# How much slower programs become: without the agent, with it, with one lock for all events, and with the fast paths off.
#
# usage: bench.sh AGENT_JAR [ROUNDS]     JAVA_HOME says which JDK; JARS is the folder of Debian's Java libraries
# Needs: libh2-java libhsqldb-java libjackson2-databind-java libcaffeine-java libguava-java liblucene8-java libxalan2-java
#        libcommons-compress-java
# Prints, for each program, seconds and ratios of whole processes (the median of ROUNDS, in turns), and the size of its trace.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
agent=${1:?usage: bench.sh AGENT_JAR [ROUNDS]}
rounds=${2:-3}
jars=${JARS:-/usr/share/java}
bin=${JAVA_HOME:+$JAVA_HOME/bin/}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

path=$work
for name in h2 hsqldb jackson-core jackson-databind jackson-annotations caffeine guava failureaccess lucene-core \
    lucene-analyzers-common xalan2 xml-apis serializer xercesImpl commons-compress; do
    path=$path:$jars/$name.jar
done
"${bin}javac" -g -nowarn -d "$work" -cp "$path" "$here"/bench/*.java

# Methods grow, and the JVM would not compile those that become very long.
java="${bin}java -XX:-DontCompileHugeMethods -cp $path"

seconds() {
    start=$(date +%s%N)
    "$@" > "$work/out" 2> "$work/err" || { cat "$work/err" >&2; exit 1; }
    end=$(date +%s%N)
    echo $(((end - start) / 1000000))
}

median() {
    sort -n "$1" | sed -n "$((($(wc -l < "$1") + 1) / 2))p"
}

measure() {
    name=$1
    shift
    rm -f "$work"/*.times
    for _ in $(seq "$rounds"); do
        seconds $java "$@" >> "$work/none.times"
        cp "$work/out" "$work/expected"
        for variant in agent: global:,lock=global slow:,fast=off; do
            options=${variant#*:}
            seconds $java "-javaagent:$agent=out=$work/t.rpt$options" "$@" >> "$work/${variant%%:*}.times"
            cmp -s "$work/out" "$work/expected" || echo "$name: the output differs with the agent" >&2
            [ "${variant%%:*}" = agent ] && size=$(wc -c < "$work/t.rpt")
            rm -f "$work/t.rpt"
        done
    done
    none=$(median "$work/none.times")
    agent_=$(median "$work/agent.times")
    global=$(median "$work/global.times")
    slow=$(median "$work/slow.times")
    awk -v name="$name" -v n="$none" -v a="$agent_" -v g="$global" -v s="$slow" -v z="$size" 'BEGIN {
        printf "%-10s none %6.2f s   agent %6.2f s %5.1fx   global lock %6.2f s %5.1fx   fast=off %6.2f s %5.1fx   trace %7.1f MB\n",
            name, n / 1000, a / 1000, a / n, g / 1000, g / n, s / 1000, s / n, z / 1e6 }'
}

measure h2 Database "jdbc:h2:mem:bank" "${H2_ROWS:-30000}"
measure hsqldb Database "jdbc:hsqldb:mem:bank" "${HSQLDB_ROWS:-60000}"
measure lucene Search "${DOCUMENTS:-8000}"
measure jackson Json "${JSON_ROUNDS:-1000}"
measure caches Caches "${CACHE_ROUNDS:-800000}"
measure xalan Stylesheet "${SHEET_ROUNDS:-500}"
measure bzip2 Archive "${ARCHIVE_BYTES:-1500000}"
