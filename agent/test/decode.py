#!/usr/bin/env python3
"""The slow twin of the reader of .rpt files (predict/src/rpt): decodes, merges and checks a trace.

usage: decode.py FILE [--print] [--count] [--races] [--stacks] [--strict] [--quick]

Prints one line of figures. --print writes all events, --count the names of variables and messages by number of events.
--races names the pairs of locations whose accesses happens-before does not order.
--stacks prints by which calls each thread came to each of its places first.
--strict ends with status 1 if a lock was taken or released as it cannot be, or the file did not end properly.
--quick does not compute the blocks' sums.
"""

import collections
import struct
import sys

KINDS = ("Read Write OrderedRead OrderedWrite OrderedUpdate Acquire Release AcquireShared ReleaseShared Wait Woken "
         "Fork Begin End Join Send Receive Signal Await OpaqueRead OpaqueWrite").split()
VARIABLE, LOCK, THREAD, MESSAGE, LOCATION, NOTHING = range(6)
SORTS = [VARIABLE] * 5 + [LOCK] * 6 + [THREAD, NOTHING, NOTHING, THREAD] + [MESSAGE] * 4 + [VARIABLE] * 2
Event = collections.namedtuple("Event", "time thread kind object location")


def crc_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


TABLE = crc_table()


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


class Columns:
    """Bytes that are read from the front."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def bytes(self, count):
        self.at += count
        assert self.at <= len(self.data), "a block is too short"
        return self.data[self.at - count:self.at]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def zigzag(self):
        value = self.varint()
        return value >> 1 ^ -(value & 1)

    def text(self):
        return self.bytes(self.varint()).decode()


class Trace:
    def __init__(self, path, check_sums=True):
        self.names = [[] for _ in range(5)]
        self.stacks, self.types = {}, []
        self.threads = collections.defaultdict(list)
        self.meta, self.written, self.blocks, self.rest = {}, 0, 0, 0
        data = open(path, "rb").read()
        magic, version, flags = struct.unpack_from("<4sHH", data)
        assert (magic, version, flags) == (b"RPTR", 2, 0), "no .rpt file"
        at = 8
        while at < len(data):
            if at + 28 > len(data):
                break
            kind, codec, _, raw, stored, sum_, first, events = struct.unpack_from("<BBHIIIQI", data, at)
            body = data[at + 28:at + 28 + stored]
            if len(body) < stored or check_sums and crc32c(body) != sum_:
                break
            assert codec == 0 and raw == stored and raw <= 8 << 20, "a block as the agent does not write them"
            self.block(chr(kind), first, events, Columns(body))
            self.blocks += 1
            at += 28 + stored
        self.rest = len(data) - at
        self.is_whole = "end" in self.meta and self.rest == 0

    def block(self, kind, first, events, columns):
        if kind == "N":
            sort, start, count = columns.byte(), columns.varint(), columns.varint()
            assert start == len(self.names[sort]), "names have a gap"
            self.names[sort].extend(columns.text() for _ in range(count))
        elif kind == "O":
            start, count = columns.varint(), columns.varint()
            assert start == len(self.names[VARIABLE]), "names have a gap"
            for _ in range(count):
                self.names[VARIABLE].extend(self.variables(columns))
        elif kind == "T":
            thread = columns.varint()
            known = self.threads[thread]
            assert first == len(known), "events of thread %d are missing: %d, not %d" % (thread, first, len(known))
            known.extend(self.events(thread, events, columns))
        elif kind == "K":
            for _ in range(columns.varint()):
                thread, location, callers = (columns.varint() for _ in range(3))
                stack = [location] + [columns.varint() for _ in range(callers)]
                assert thread < len(self.names[THREAD]) and max(stack) < len(self.names[LOCATION]), "a stack without names"
                assert (thread, location) not in self.stacks, "a thread has been at a place for the first time twice"
                self.stacks[thread, location] = [self.names[LOCATION][place] for place in stack]
        elif kind == "W":
            self.written = columns.varint()
        elif kind == "M":
            self.meta.update((columns.text(), columns.text()) for _ in range(columns.varint()))
        else:
            raise AssertionError("a block of type " + kind)
        assert columns.at == len(columns.data), "a block of type %s is too long" % kind

    def variables(self, columns):
        """The names that one entry of a block O stands for."""
        tag = columns.varint()
        if tag == 0:
            return [columns.text()]
        if (tag - 1) // 2 == len(self.types):
            name = columns.text()
            self.types.append((name, [columns.text() for _ in range(columns.varint())]))
        name, fields = self.types[(tag - 1) // 2]
        number = len(self.names[VARIABLE]) + 1
        if tag % 2 == 1:
            return ["%s@%d%s" % (name, number, field) for field in fields]
        number -= columns.varint()
        first, count = columns.varint(), columns.varint()
        return ["%s@%d[%d]" % (name, number, index) for index in range(first, first + count)]

    def events(self, thread, count, columns):
        ops = columns.bytes(count)
        objects, last = [], [0] * 5
        for op in ops:
            sort = SORTS[op & 0x1F]
            if sort == NOTHING:
                objects.append(None)
                continue
            last[sort] += columns.zigzag()
            assert 0 <= last[sort] < len(self.names[sort]), "an event of sort %d names what has no name" % sort
            objects.append(last[sort])
        locations, location = [], 0
        for op in ops:
            if not op & 0x40:
                location += columns.zigzag()
            assert 0 <= location < len(self.names[LOCATION])
            locations.append(location)
        time, made = 0, []
        for at, op in enumerate(ops):
            assert at or not op & 0x20, "the first time is the next one"
            step = 1 if op & 0x20 else columns.varint()
            assert step >= 1, "times do not grow"
            time += step
            made.append(Event(time, thread, op & 0x1F, objects[at], locations[at]))
        before = self.threads[thread]
        assert not before or not made or before[-1].time < made[0].time, "times of a thread do not grow"
        return made

    def merged(self):
        events = [event for events in self.threads.values() for event in events]
        if not self.is_whole:
            events = [event for event in events if event.time <= self.written]
        return sorted(events)

    def text(self, event):
        sort = SORTS[event.kind]
        name = "" if sort == NOTHING else self.names[sort][event.object]
        thread = self.names[THREAD][event.thread]
        return "%d %s %s(%s) %s" % (event.time, thread, KINDS[event.kind], name, self.names[LOCATION][event.location])


class Check:
    """Locks, as predict/src/normal.rs has them, and the order of threads and messages."""

    def __init__(self, trace):
        self.trace, self.wrong = trace, []
        self.owner, self.depth, self.sharing, self.waiting = {}, {}, collections.Counter(), {}
        self.forked, self.last, self.signalled = set(), {}, set()

    def event(self, event):
        name = KINDS[event.kind]
        method = getattr(self, name.lower(), None)
        if event.kind == 11:
            self.forked.add(event.object)
        if name in ("Send", "Signal"):
            self.signalled.add(event.object)
        elif name == "Await" and event.object not in self.signalled:
            self.wrong.append("awaits what was not signalled: " + self.trace.text(event))
        if name == "Join" and self.last.get(event.thread) is None:
            self.wrong.append("joins before it begins: " + self.trace.text(event))
        if method and not method(event.thread, event.object):
            self.wrong.append(self.trace.text(event))
        self.last[event.thread] = event.time

    def is_shared_by_another(self, thread, lock):
        return any(count and at[1] == lock and at[0] != thread for at, count in self.sharing.items())

    def acquire(self, thread, lock):
        owner = self.owner.get(lock)
        if owner == thread:
            self.depth[lock] += 1
            return True
        if owner is not None or self.is_shared_by_another(thread, lock):
            return False
        self.owner[lock], self.depth[lock] = thread, 1
        return True

    def release(self, thread, lock):
        if self.owner.get(lock) != thread:
            return False
        self.depth[lock] -= 1
        if not self.depth[lock]:
            del self.owner[lock]
        return True

    def acquireshared(self, thread, lock):
        if self.owner.get(lock) not in (None, thread):
            return False
        self.sharing[thread, lock] += 1
        return True

    def releaseshared(self, thread, lock):
        if not self.sharing[thread, lock]:
            return False
        self.sharing[thread, lock] -= 1
        return True

    def wait(self, thread, lock):
        if self.owner.get(lock) != thread:
            return False
        self.waiting[thread, lock] = self.depth[lock]
        del self.owner[lock]
        return True

    def woken(self, thread, lock):
        if (thread, lock) not in self.waiting or self.owner.get(lock) is not None or self.is_shared_by_another(thread, lock):
            return False
        self.owner[lock], self.depth[lock] = thread, self.waiting.pop((thread, lock))
        return True


class Races:
    """Vector clocks, and the last accesses of each variable by each thread."""

    def __init__(self, trace):
        self.trace = trace
        self.clocks = collections.defaultdict(lambda: collections.defaultdict(int))
        self.carried = collections.defaultdict(lambda: collections.defaultdict(int))
        self.accesses = collections.defaultdict(dict)
        self.pairs = collections.Counter()

    def join(self, into, other):
        for thread, time in other.items():
            into[thread] = max(into[thread], time)

    def event(self, event):
        clock, name = self.clocks[event.thread], KINDS[event.kind]
        clock[event.thread] = max(clock[event.thread], 1)
        carrier = self.carried[SORTS[event.kind], event.object]
        if SORTS[event.kind] == VARIABLE:
            self.access(event, clock)
        if name in ("OrderedRead", "OrderedUpdate", "Acquire", "AcquireShared", "Woken", "Receive"):
            self.join(clock, carrier)
            if SORTS[event.kind] == LOCK and name != "AcquireShared":
                self.join(clock, self.carried["shared", event.object])
        elif name == "Join":
            self.join(clock, self.clocks[event.object])
        if name == "Fork":
            self.join(self.clocks[event.object], clock)
        elif name == "ReleaseShared":
            self.join(self.carried["shared", event.object], clock)
        elif name in ("OrderedWrite", "OrderedUpdate"):
            self.join(carrier, clock)
        elif name in ("Release", "Wait", "Send"):
            carrier.clear()
            carrier.update(clock)
        if name in ("Fork", "ReleaseShared", "OrderedWrite", "OrderedUpdate", "Release", "Wait", "Send"):
            clock[event.thread] += 1

    def access(self, event, clock):
        kind = event.kind
        writes, plain = kind in (1, 3, 4), kind < 2
        for (thread, other_kind), (time, location) in self.accesses[event.object].items():
            if thread != event.thread and (writes or other_kind in (1, 3, 4)) and (plain or other_kind < 2) and time > clock[thread]:
                names = sorted((self.trace.names[LOCATION][location], self.trace.names[LOCATION][event.location]))
                self.pairs[self.trace.names[VARIABLE][event.object].split("@")[0], *names] += 1
        self.accesses[event.object][event.thread, kind] = (clock[event.thread], event.location)


def main(arguments):
    options = {argument for argument in arguments if argument.startswith("--")}
    path = next(argument for argument in arguments if not argument.startswith("--"))
    trace = Trace(path, "--quick" not in options)
    check, kinds, names = Check(trace), collections.Counter(), collections.Counter()
    races = Races(trace)
    count = 0
    for event in trace.merged():
        count += 1
        kinds[KINDS[event.kind]] += 1
        sort = SORTS[event.kind]
        if sort != NOTHING:
            names[trace.names[sort][event.object]] += 1
        check.event(event)
        if "--races" in options:
            races.event(event)
        if "--print" in options:
            print(trace.text(event))
    if "--stacks" in options:
        for (thread, _), stack in trace.stacks.items():
            print("stack of %s: %s" % (trace.names[THREAD][thread], " ".join(stack)))
    if "--count" in options:
        for name, number in names.most_common(40):
            print("%8d %s" % (number, name))
        print(dict(kinds))
        print(trace.meta)
    for pair, number in races.pairs.most_common():
        print("race on %s: %s and %s, %d times" % (*pair, number))
    print("%d events, %d threads, %d variables, %d locks, %d messages, %d locations, whole %s, wrong %d"
          % (count, len(trace.names[THREAD]), len(trace.names[VARIABLE]), len(trace.names[LOCK]),
             len(trace.names[MESSAGE]), len(trace.names[LOCATION]), trace.is_whole, len(check.wrong)))
    for wrong in check.wrong[:10]:
        print("wrong:", wrong)
    return 1 if "--strict" in options and (check.wrong or not trace.is_whole) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
