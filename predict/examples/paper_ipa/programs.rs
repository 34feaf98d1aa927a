//! Programs of the shapes of the paper's (Table IV): who shares what under which locks, and how
//! threads wait for each other. They are written after its descriptions and after what programs of
//! these names are known to do, not after their sources.

use crate::machine::Op::{self, Fork, Join, Lock, Pend, Post, Read, Unlock, Write};
use crate::machine::{Chance, execute};
use raceproof_predict::trace::Trace;

/// A program's name, and the paper's figures for a run: pairs by happens-before and lockset, by
/// strategy I, by II; pairs of source lines predicted, replayed, at most; calls with incremental
/// search, without.
pub struct Program {
    pub name: &'static str,
    pub pairs: &'static str,
    pub lines: &'static str,
    pub calls: &'static str,
    pub make: fn() -> Trace,
}

pub const ALL: [Program; 8] = [
    Program {
        name: "account",
        pairs: "183 / 183 / 94",
        lines: "5 / 5 / 11",
        calls: "322 / 904",
        make: account,
    },
    Program {
        name: "aget",
        pairs: "2705 / 2705 / 2705",
        lines: "4 / 4 / 4",
        calls: "6.8K / 68K",
        make: aget,
    },
    Program {
        name: "alsa",
        pairs: "271 / 265 / 100",
        lines: "36 / 26 / 38",
        calls: "230 / 1.4K",
        make: alsa,
    },
    Program {
        name: "axel",
        pairs: "328 / 328 / 328",
        lines: "33 / 33 / 33",
        calls: "0 / 0",
        make: axel,
    },
    Program {
        name: "bzip",
        pairs: "52K / 703 / 0",
        lines: "0 / 0 / 53",
        calls: "1 / 1",
        make: bzip,
    },
    Program {
        name: "elevator",
        pairs: "39 / 39 / 30",
        lines: "1 / 1 / 1",
        calls: "2.2K / 6.3K",
        make: elevator,
    },
    Program {
        name: "proz",
        pairs: "43 / 43 / 43",
        lines: "4 / 4 / 4",
        calls: "705 / 1.3K",
        make: proz,
    },
    Program {
        name: "tsp",
        pairs: "10K / 10K / 7957",
        lines: "11 / 11 / 14",
        calls: "7.5K / 54K",
        make: tsp,
    },
];

/// A first thread that starts the others, does something, and waits for their ends.
fn run(others: Vec<Vec<Op>>, meanwhile: &[Op], finally: &[Op]) -> Trace {
    let numbers = || 1..=others.len() as u32;
    let mut threads = vec![numbers().map(Fork).collect::<Vec<Op>>()];
    threads[0].extend(meanwhile);
    threads[0].extend(numbers().map(Join));
    threads[0].extend(finally);
    threads.extend(others);
    execute(&threads)
}

/// Transfers between accounts under both accounts' locks; the balance is looked at before, and the
/// bank's total kept, without.
fn account() -> Trace {
    let (accounts, total, mut chance) = (4, 4, Chance(11));
    let mut teller = |_| {
        let mut ops = Vec::new();
        for _ in 0..6 {
            let from = chance.below(accounts - 1);
            let to = from + 1 + chance.below(accounts - 1 - from);
            ops.extend([
                Read(from, 1),
                Lock(from),
                Read(from, 2),
                Lock(to),
                Write(from, 3),
                Write(to, 4),
            ]);
            ops.extend([Unlock(to), Unlock(from)]);
            if chance.below(3) == 0 {
                ops.extend([Lock(9), Read(total, 5), Write(total, 6), Unlock(9), Read(total, 7)]);
            }
        }
        ops
    };
    let tellers = (0..6).map(&mut teller).collect();
    run(tellers, &[Read(total, 8), Lock(9), Read(total, 9), Unlock(9)], &[Read(total, 10)])
}

/// Downloaders that add up under a lock, and note without one how far they are, which the first
/// thread looks at.
fn aget() -> Trace {
    let (written, threads) = (0, 4);
    let downloader = |number: u32| {
        let chunk = |_| {
            [
                Write(number, 1),
                Lock(0),
                Read(written, 2),
                Write(written, 3),
                Unlock(0),
                Write(written, 4),
            ]
        };
        (0..20).flat_map(chunk).collect()
    };
    let progress = |_| (0..=threads).map(|variable| Read(variable, 5)).chain([Lock(0), Unlock(0)]);
    let progress: Vec<Op> = (0..20).flat_map(progress).collect();
    run((1..=threads).map(downloader).collect(), &progress, &[Read(written, 6)])
}

/// A reader, a mixer and a player hand buffers on by semaphores; volume, position and plugins are
/// under locks of their own, two of which are taken in both orders, and some is looked at without.
fn alsa() -> Trace {
    let (volume, position, plugin, rounds) = (20, 21, 22, 8);
    let semaphore = |round: u32, stage: u32| 3 * round + stage;
    let reader = |round| {
        let buffer = round % 3;
        let waits = (round >= 3).then(|| Pend(semaphore(round - 3, 2)));
        let fills =
            [Write(buffer, 1), Lock(0), Write(position, 2), Unlock(0), Post(semaphore(round, 0))];
        waits.into_iter().chain(fills)
    };
    let mixer = |round| {
        let takes = [
            Pend(semaphore(round, 0)),
            Read(round % 3, 3),
            Lock(1),
            Lock(2),
            Read(plugin, 4),
            Unlock(2),
        ];
        takes.into_iter().chain([
            Write(volume, 5),
            Unlock(1),
            Write(round % 3, 6),
            Post(semaphore(round, 1)),
        ])
    };
    let player = |round| {
        let takes = [
            Pend(semaphore(round, 1)),
            Read(round % 3, 7),
            Lock(2),
            Lock(1),
            Read(volume, 8),
            Unlock(1),
        ];
        let tells = [
            Write(plugin, 9),
            Write(volume, 10),
            Unlock(2),
            Read(position, 11),
            Post(semaphore(round, 2)),
        ];
        takes.into_iter().chain(tells)
    };
    let threads = [
        (0..rounds).flat_map(reader).collect(),
        (0..rounds).flat_map(mixer).collect(),
        (0..rounds).flat_map(player).collect(),
    ];
    let look = [
        Read(position, 12),
        Lock(0),
        Read(position, 13),
        Unlock(0),
        Lock(1),
        Read(volume, 14),
        Unlock(1),
    ];
    let look: Vec<Op> =
        look.iter().chain(&[Read(volume, 15), Write(plugin, 16)]).copied().collect();
    run(threads.into(), &look.repeat(4), &[])
}

/// Connections that share their states with the first thread, and no locks.
fn axel() -> Trace {
    let connection = |number: u32| {
        (0..8).flat_map(|_| [Write(number, 1), Read(0, 2), Write(number, 3)]).collect()
    };
    let look: Vec<Op> = (1..5).flat_map(|number| [Read(number, 4), Write(0, 5)]).collect();
    run((1..5).map(connection).collect(), &look.repeat(4), &[Read(0, 6)])
}

/// A reader and a writer of blocks with compressors between. Who takes a block holds the lock of
/// its side, and looks at the other side's under its lock before: the two are never there at once,
/// which only the history of locks shows. The first thread looks at both without, behind a lock
/// that the reader holds whenever it raises a semaphore.
fn bzip() -> Trace {
    let (head, tail, rounds) = (0, 1, 24);
    let take = |own: u32, other: u32, place: u32| {
        let looks = [Lock(own), Lock(other), Unlock(other)];
        looks.into_iter().chain([
            Read(head, place),
            Write(head, place + 1),
            Write(tail, place + 2),
            Unlock(own),
        ])
    };
    let reader = (0..rounds)
        .flat_map(|round| [Lock(2), Post(round), Unlock(2)].into_iter().chain(take(0, 1, 1)));
    let compressor = |_| (0..rounds).flat_map(|_| take(0, 1, 4)).collect::<Vec<Op>>();
    let writer = (0..rounds).flat_map(|round| [Pend(round)].into_iter().chain(take(1, 0, 7)));
    let statistics: Vec<Op> = [Pend(rounds - 1), Lock(2), Unlock(2), Read(head, 10)].into();
    let threads = [reader.collect(), compressor(0), compressor(1), writer.collect()];
    run(threads.into(), &statistics, &[Read(tail, 11)])
}

/// Lifts that take calls from floors under the floors' locks; one counts its passengers without.
fn elevator() -> Trace {
    let (floors, count, mut chance) = (6, 10, Chance(5));
    let mut lift = |number: u32| {
        let mut ops = Vec::new();
        for _ in 0..16 {
            let floor = chance.below(floors);
            ops.extend([Lock(floor), Write(floor, 1)]);
            if chance.below(6) == 0 {
                ops.push(Read(floor, 2));
            }
            ops.push(Unlock(floor));
            if chance.below(4) == 0 {
                ops.extend([Lock(8), Read(count, 3), Unlock(8)]);
            }
            if number == 0 && chance.below(5) == 0 {
                ops.push(Write(count, 4));
            }
        }
        ops
    };
    let lifts = (0..4).map(&mut lift).collect();
    let calls: Vec<Op> =
        (0..floors).flat_map(|floor| [Lock(floor), Write(floor, 5), Unlock(floor)]).collect();
    run(lifts, &calls.repeat(3), &[])
}

/// Downloaders under one lock for messages and one for each connection; whether to go on is read
/// without.
fn proz() -> Trace {
    let running = 0;
    let connection = |number: u32| {
        let round =
            [Lock(number), Write(number, 1), Unlock(number), Lock(9), Write(9, 2), Unlock(9)];
        let ends = [Read(running, 3), Write(10 + number, 4)];
        (0..10)
            .flat_map(|at| round.into_iter().chain(ends.into_iter().filter(move |_| at % 3 == 0)))
            .collect()
    };
    let look = (1..4)
        .flat_map(|number| [Lock(number), Read(number, 5), Unlock(number), Read(10 + number, 6)]);
    let look: Vec<Op> = look.chain([Write(running, 7), Lock(9), Read(9, 8), Unlock(9)]).collect();
    run((1..4).map(connection).collect(), &look.repeat(4), &[])
}

/// Workers that take tours from a queue under its lock, and look at the best length without its
/// lock before they look again with it.
fn tsp() -> Trace {
    let (queue, best, mut chance) = (0, 1, Chance(3));
    let mut worker = |_| {
        let mut ops = Vec::new();
        for _ in 0..20 {
            ops.extend([
                Lock(0),
                Read(queue, 1),
                Write(queue, 2),
                Unlock(0),
                Read(best, 3),
                Read(best, 4),
            ]);
            if chance.below(3) == 0 {
                ops.extend([
                    Lock(1),
                    Read(best, 5),
                    Write(best, 6),
                    Lock(2),
                    Write(2, 7),
                    Unlock(2),
                    Unlock(1),
                ]);
            }
            if chance.below(4) == 0 {
                ops.push(Read(2, 8));
            }
        }
        ops
    };
    run(
        (0..4).map(&mut worker).collect(),
        &[Read(best, 9), Lock(1), Read(best, 10), Unlock(1)],
        &[Read(best, 11)],
    )
}
