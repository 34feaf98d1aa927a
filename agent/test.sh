#!/bin/sh
# Runs small programs with the agent, under one JDK or several, and checks their output and their traces.
#
# usage: test.sh AGENT_JAR [JDK_HOME...]     without a JDK: JAVA_HOME, or the one on the PATH
set -u

here=$(cd "$(dirname "$0")" && pwd)
agent=${1:?usage: test.sh AGENT_JAR [JDK_HOME...]}
shift
[ $# -gt 0 ] || set -- "${JAVA_HOME:-}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
reader=${RACEPROOF:-$(dirname "$agent")/raceproof}

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

decode() {
    python3 "$here/test/decode.py" "$@"
}

# The program prints what it prints without the agent, and its trace is well-formed. Then: race-free, racy or any.
check() {
    expected=$1
    options=$2
    shift 2
    "$java" "$@" > "$work/expected" 2>&1
    if ! timeout 120 "$java" "-javaagent:$agent=out=$work/t.rpt,debug$options" "$@" > "$work/out" 2> "$work/err"; then
        fail "$java $options $*: $(cat "$work/err")"
        return
    fi
    cmp -s "$work/expected" "$work/out" || fail "$java $options $*: the output differs: $(diff "$work/expected" "$work/out")"
    grep -v 'Sharing is only supported' "$work/err" | grep -q . && fail "$java $options $*: $(cat "$work/err")"
    result=$(decode "$work/t.rpt" --strict --races) || fail "$java $options $*: $result"
    races=$(echo "$result" | grep -c '^race')
    case $expected in
        free) [ "$races" -eq 0 ] || fail "$java $options $*: $result" ;;
        racy) [ "$races" -gt 0 ] || fail "$java $options $*: no race found" ;;
    esac
    echo "ok: $(basename "$(dirname "$(dirname "$java")")") $options $* $(echo "$result" | tail -n 1)"
}

# Of programs in test/edges: the race-free cases have no race, and of each twin, by its name, one is found.
check_edges() {
    check free "$1" -cp "$work" "edges.$2"
    # These two call by handles and reflection what is not seen.
    case $2 in
        Others | Contents) predict && ! grep -q '^incomplete: nothing was found. Handles or reflection' "$work/predicted" ;;
        *) predict ;;
    esac && fail "$java $1 edges.$2: predicted: $(head -n 5 "$work/predicted")"
    check any "$1" -cp "$work" "edges.$2" racy
    for name in $(cat "$work/out"); do
        echo "$result" | grep -qF "race on edges.$2\$$name.x:" || fail "$java $1 edges.$2 $name: no race found"
    done
}

# By which calls each thread came to a place first, the hooks' own left out.
check_stacks() {
    check racy "$1" -cp "$work" Called
    decode "$work/t.rpt" --stacks > "$work/stacks"
    adding='Called.add(Called.java:12)' deeper='Called.add(Called.java:10)'
    for stack in "main: $adding Called.main(Called.java:24)" \
        "other: $adding $deeper $deeper Called.lambda\\\$main\\\$0(Called.java:22) java.lang.Thread.run(Thread.java:[0-9]*)" \
        'main: Called.locked(Called.java:17) Called.main(Called.java:25)'; do
        grep -qx "stack of $stack" "$work/stacks" || fail "$1 Called: no stack of $stack: $(cat "$work/stacks")"
    done
}

# Whether the reader, if it is built beside the agent, finds a race in the last trace: in another order, perhaps.
predict() {
    [ -x "$reader" ] || return 1
    "$reader" predict "$work/t.rpt" > "$work/predicted" 2>&1
    [ $? -ne 0 ]
}

# Two sections that only look at what is not recorded may change places.
check_foreseen() {
    check free "" -cp "$work" Foreseen
    [ -x "$reader" ] || return
    predict && grep -q 'data race on Foreseen.x:' "$work/predicted" || fail "$java Foreseen: not predicted: $(head -n 3 "$work/predicted")"
}

# A sample has few of the accesses of places that are executed often, all that orders them, and some races; it says what it is.
check_sampled() {
    check racy "" -cp "$work" Often
    all=$(echo "$result" | tail -n 1 | cut -d ' ' -f 1)
    check racy ,sample=8 -cp "$work" Often
    echo "$result" | grep '^race' | grep -qv 'Often.last' && fail "$java a sample: $result"
    some=$(echo "$result" | tail -n 1 | cut -d ' ' -f 1)
    # Two threads take and give back a lock 20,000 times each.
    [ "$all" -gt 200000 ] && [ "$some" -gt 80000 ] && [ "$some" -lt 85000 ] || fail "$java a sample: $some of $all events"
    check free ,sample=1 -cp "$work" Library
    check free ,sample=1 -cp "$work" Language
    [ -x "$reader" ] || return
    "$reader" predict "$work/t.rpt" > "$work/predicted" 2>&1
    [ $? -eq 3 ] && grep -q 'sample=1' "$work/predicted" || fail "$java a sample: $(cat "$work/predicted")"
    "$reader" predict --engine witness "$work/t.rpt" > "$work/predicted" 2>&1
    [ $? -eq 2 ] || fail "$java a sample by another engine: $(cat "$work/predicted")"
    echo "ok: a sample, $some of $all events"
}

# What a handle or reflection calls is not seen, so what is told may be wrong.
check_unseen() {
    [ -x "$reader" ] || return
    for way in handle reflection derived proxied; do
        check any "" -cp "$work" Unseen $way
        "$reader" predict "$work/t.rpt" > "$work/predicted" 2>&1
        [ $? -eq 3 ] && grep -q 'handles or reflection' "$work/predicted" || fail "$java Unseen $way: $(cat "$work/predicted")"
    done
    check any "" -cp "$work" Unseen seen
    "$reader" predict "$work/t.rpt" > "$work/predicted" 2>&1
    [ $? -eq 0 ] || fail "$java Unseen seen: $(cat "$work/predicted")"
}

# What an owner does is missed, so of other orders nothing is said.
check_handed() {
    check free ,owner=touch -cp "$work" Handed
    [ -x "$reader" ] || return
    "$reader" predict "$work/t.rpt" > "$work/predicted" 2>&1
    [ $? -eq 3 ] && grep -q 'owner=touch' "$work/predicted" || fail "$java Handed: $(cat "$work/predicted")"
}

# One machine starts another with the same options: each has a whole trace.
check_two() {
    rm -f "$work"/two*
    env JAVA_TOOL_OPTIONS="-javaagent:$agent=out=$work/two.rpt" "$java" -cp "$work" edges.Parent > "$work/out" 2> "$work/err"
    grep -q 'another Java machine records to' "$work/err" || fail "$java two machines: $(cat "$work/err")"
    count=0
    for trace in "$work"/two*.rpt; do
        result=$(decode "$trace" --strict --races) || fail "$java two machines: $trace: $result"
        echo "$result" | grep -qF "race on edges.Parent.x:" || fail "$java two machines: $trace: no race found"
        count=$((count + 1))
    done
    [ "$count" -eq 2 ] || fail "$java two machines: $count traces"
    echo "ok: two machines"
}

check_options() {
    for path in "out=$work/a, b.rpt" "file=$work/a,debug.rpt"; do
        "$java" "-javaagent:$agent=$path" -cp "$work" Racy > "$work/out" 2>&1
        decode "${path#*=}" --strict > "$work/out" || fail "$java $path: $(cat "$work/out")"
    done
    for path in out=/dev/full "out=$work/missing/t.rpt" wrong "sample=-1,out=$work/a.rpt"; do
        "$java" "-javaagent:$agent=$path" -cp "$work" Racy > "$work/out" 2> "$work/err" && fail "$java $path: no failure"
        grep -v Sharing "$work/err" | grep -qv '^raceproof agent: ' && fail "$java $path: $(cat "$work/err")"
    done
    echo "ok: options"
}

# A method that would become too large is left alone, which the trace and the error output say.
check_huge() {
    {
        echo 'public class Huge { static int x; static int[] all = new int[9];'
        echo 'public static void main(String[] arguments) { grow(); System.out.println(x); } static void grow() {'
        for line in $(seq 1700); do
            echo "x++; all[1] = x; all[2] += all[1];"
        done
        echo '} }'
    } > "$work/Huge.java"
    "${bin}javac" -d "$work" "$work/Huge.java" || fail "$java Huge does not compile"
    "$java" "-javaagent:$agent=out=$work/h.rpt" -cp "$work" Huge > "$work/out" 2> "$work/err"
    grep -q 'not recorded.* Huge.grow()V' "$work/err" || fail "$java Huge: $(cat "$work/err")"
    decode "$work/h.rpt" --count | grep -q "left-alone.*Huge.grow" || fail "$java Huge: not in the trace"
    echo "ok: huge"
}

# Only 17 has one that does anything.
check_security_manager() {
    "$java" -Djava.security.manager -version > /dev/null 2>&1 || return
    "$java" -Djava.security.manager "-javaagent:$agent=out=$work/s.rpt" -cp "$work" Racy > "$work/out" 2> "$work/err"
    decode "$work/s.rpt" --strict --races | grep -q '^race' || fail "$java with a security manager: $(cat "$work/err")"
    echo "ok: security manager"
}

# Both compilers take methods with monitors: else the interpreter would run them for ever.
check_compiled() {
    for compiler in -XX:TieredStopAtLevel=1 -XX:-TieredCompilation; do
        "$java" "$compiler" -Xbatch -XX:+PrintCompilation "-javaagent:$agent=out=$work/c.rpt" -cp "$work" Compiled > "$work/out" 2>&1
        grep 'COMPILE SKIPPED' "$work/out" | grep -F ' Compiled::' > "$work/skipped" && fail "$java $compiler: $(cat "$work/skipped")"
        for method in nested thrown cleaned; do
            grep -q " Compiled::$method " "$work/out" || fail "$java $compiler Compiled.$method: not compiled"
        done
    done
    echo "ok: compiled"
}

check_killed() {
    rm -f "$work/k.rpt"
    "$java" "-javaagent:$agent=out=$work/k.rpt$1" -cp "$work" Endless > /dev/null 2>&1 &
    pid=$!
    # Until it has begun, which takes its time on a busy machine; and no longer, as each second
    # is millions of events to decode.
    for _ in $(seq 300); do
        sleep 0.2
        [ -f "$work/k.rpt" ] && [ "$(wc -c < "$work/k.rpt")" -gt 500000 ] && break
    done
    sleep 0.5
    kill -9 $pid
    wait $pid 2> /dev/null
    result=$(decode "$work/k.rpt" --quick) || fail "$java killed: $result"
    echo "$result" | grep -q 'whole False, wrong 0' || fail "$java killed: $result"
    [ "$(echo "$result" | cut -d ' ' -f 1)" -gt 1000 ] || fail "$java killed: hardly any events: $result"
    echo "ok: killed $1 $result"
}

for home; do
    bin=${home:+$home/bin/}
    java=${bin}java
    rm -rf "$work"/*.class
    "${bin}javac" -g -nowarn -d "$work" "$here"/test/Library.java "$here"/test/Language.java "$here"/test/Racy.java "$here"/test/Called.java "$here"/test/Published.java "$here"/test/Weak.java "$here"/test/Repeated.java "$here"/test/Often.java "$here"/test/Handed.java "$here"/test/Unseen.java "$here"/test/Many.java \
        "$here"/test/Endless.java "$here"/test/Initialised.java "$here"/test/Compiled.java "$here"/test/Owned.java "$here"/test/Foreseen.java "$here"/test/Elements.java "$here"/test/edges/*.java || exit 1
    for options in "" ,fast=off ,owner=touch ,lock=global; do
        check free "$options" -cp "$work" Language
        check free "$options" -cp "$work" Library
        check_stacks "$options"
        check racy "$options" -cp "$work" Racy
        check racy "$options" -cp "$work" Initialised
    done
    for program in Tasks Guards Inside Threads Others Streams Asked Contents Given Phased; do
        check_edges "" $program
        check_edges ,fast=off $program
    done
    # Later ones warn of each program that uses this class.
    if ! "$java" --sun-misc-unsafe-memory-access=allow -version > /dev/null 2>&1; then
        "${bin}javac" -g -d "$work" -cp "$work" "$here/test/unsafe/Places.java" 2> "$work/err" || fail "$(cat "$work/err")"
        check_edges "" Places
    fi
    check any "" -cp "$work" edges.Unchanged
    check racy "" -cp "$work" Owned
    check racy "" -cp "$work" Published
    check racy "" -cp "$work" Weak
    check racy "" -cp "$work" Elements
    check_foreseen
    check free "" -cp "$work" Repeated
    check racy "" -cp "$work" Repeated racy
    check_sampled
    check_handed
    check_unseen
    check free "" -Xmx32m -cp "$work" Many
    check free "" -cp "$work" Compiled
    check_compiled
    check_two
    check_options
    check_huge
    check_security_manager
    # Without names of local variables, and compiled at once.
    check free "" -Xcomp -XX:TieredStopAtLevel=1 -cp "$work" Language
    "${bin}javac" -g -d "$work/modules" "$here"/test/modular/module-info.java "$here"/test/modular/p/Main.java || exit 1
    check racy "" -p "$work/modules" -m modular/p.Main
    check_killed ""
    check_killed ,lock=global
    if "${bin}javac" -g -d "$work" "$here/test/Virtual.java" 2> /dev/null; then
        check free "" -cp "$work" Virtual
        check free ,fast=off -cp "$work" Virtual
    fi
done

[ "$failures" -eq 0 ] || { echo "$failures failed"; exit 1; }
echo "all passed"
