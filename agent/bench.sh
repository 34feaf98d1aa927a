#!/bin/bash
# How much slower programs become: without the agent, with it, with one lock for all events, with the fast paths off, by a sample.
#
# usage: bench.sh AGENT_JAR [ROUNDS]     JAVA_HOME says which JDK; JARS is the folder of Debian's Java libraries
# Needs: libh2-java libhsqldb-java libjackson2-databind-java libcaffeine-java libguava-java liblucene8-java libxalan2-java
#        libcommons-compress-java
# Prints, for each program, the time and the CPU time of whole processes (medians of ROUNDS, in turns), the ratios to the run without
# the agent, and the size of the trace. CPU time, compiling and collecting included, says more where others use the machine too.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
agent=${1:?usage: bench.sh AGENT_JAR [ROUNDS]}
rounds=${2:-3}
jars=${JARS:-/usr/share/java}
bin=${JAVA_HOME:+$JAVA_HOME/bin/}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

path=$work
for name in h2 hsqldb jackson-core jackson-databind jackson-annotations caffeine guava xalan2 serializer xercesImpl \
    commons-compress 'lucene-core*' 'lucene-analyzers-common*'; do
    jar=$(ls "$jars"/$name.jar 2> /dev/null | head -n 1)
    [ -n "$jar" ] || { echo "$jars/$name.jar is missing" >&2; exit 3; }
    path=$path:$jar
done
"${bin}javac" -g -nowarn -d "$work" -cp "$path" "$here"/bench/*.java

# Methods grow, and the JVM would not compile those that become very long.
java="${bin}java -XX:-DontCompileHugeMethods -cp $path"

# Milliseconds of time and of CPU time.
run() {
    { TIMEFORMAT='%R %U %S'; time "$@" > "$work/out" 2> "$work/err"; } 2> "$work/time" || { cat "$work/err" >&2; exit 1; }
    awk '{ printf "%d %d\n", $1 * 1000, ($2 + $3) * 1000 }' "$work/time"
}

median() {
    cut -d ' ' -f "$2" "$work/$1.times" | sort -n | sed -n "$((($(wc -l < "$work/$1.times") + 1) / 2))p"
}

ratios() {
    awk -v name="$1" -v n="$(median none 1)" -v c="$(median none 2)" -v a="$(median "$1" 1)" -v b="$(median "$1" 2)" 'BEGIN {
        printf "   %s %.1f s %.1fx, CPU %.1fx", name, a / 1000, a / n, b / c }'
}

measure() {
    name=$1
    shift
    rm -f "$work"/*.times
    for _ in $(seq "$rounds"); do
        run $java "$@" >> "$work/none.times"
        cp "$work/out" "$work/expected"
        for variant in agent: global:,lock=global slow:,fast=off sample:,sample=16; do
            run $java "-javaagent:$agent=out=$work/t.rpt${variant#*:}" "$@" >> "$work/${variant%%:*}.times"
            cmp -s "$work/out" "$work/expected" || echo "$name: the output differs with the agent" >&2
            [ "$variant" = agent: ] && size=$(($(wc -c < "$work/t.rpt") / 1000000))
            rm -f "$work/t.rpt"
        done
    done
    printf '%-8s none %s ms, CPU %s ms%s%s%s%s   trace %s MB\n' "$name" "$(median none 1)" "$(median none 2)" \
        "$(ratios agent)" "$(ratios global)" "$(ratios slow)" "$(ratios sample)" "$size"
}

measure h2 Database "jdbc:h2:mem:bank" "${H2_ROWS:-30000}"
measure hsqldb Database "jdbc:hsqldb:mem:bank" "${HSQLDB_ROWS:-60000}"
measure lucene Search "${DOCUMENTS:-8000}"
measure jackson Json "${JSON_ROUNDS:-1000}"
measure caches Caches "${CACHE_ROUNDS:-800000}"
measure xalan Stylesheet "${SHEET_ROUNDS:-500}"
measure bzip2 Archive "${ARCHIVE_BYTES:-1500000}"
