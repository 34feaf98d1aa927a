//! How long the happens-before summary takes at 200 rows by 20,000 columns: an acquire, and a
//! question whether an access races. Ends with status 1 if a bar is missed.

use raceproof_base::{AccessKind, Address, Event, Listener, Mode, Site, Sync, ThreadId};
use raceproof_listeners::H;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

const ROWS: u32 = 200;
const COLUMNS: u64 = 20_000;
/// Nanoseconds.
const ACQUIRE: f64 = 2_000.0;
const NORACE: f64 = 5.0;
/// The least of so many measurements counts: others were held up by who else uses the machine.
const MEASUREMENTS: u32 = 30;

fn variable(number: u64) -> Address {
    Address(0x10_0000 + 8 * number)
}

fn write(thread: ThreadId, number: u64) -> Event {
    let (object, access, mode) = (Address(0x10_0000), AccessKind::Write, Mode::Plain);
    Event::Access { thread, object, variable: variable(number), access, mode, site: Site::NOWHERE }
}

fn monitor(number: u32) -> Sync {
    Sync::Monitor(Address(0x1000 + 8 * u64::from(number)))
}

fn acquire(thread: ThreadId, from: Sync) -> Event {
    Event::Acquire { thread, from, site: Site::NOWHERE }
}

fn release(thread: ThreadId, to: Sync) -> Event {
    Event::Release { thread, to, site: Site::NOWHERE }
}

/// Half of the rows are threads, half are monitors; a hundred threads have written, each its share,
/// and some know of others.
fn summary() -> H {
    let mut h = H::default();
    for thread in (0..ROWS / 2).map(ThreadId) {
        h.event(&release(thread, monitor(thread.0)), &());
    }
    for number in 0..COLUMNS {
        let thread = ThreadId(number as u32 % (ROWS / 2));
        h.event(&write(thread, number), &());
    }
    for thread in (0..ROWS / 2).map(ThreadId) {
        h.event(&release(thread, monitor(thread.0)), &());
    }
    assert_eq!(h.size(), Some((ROWS as usize, COLUMNS as usize)));
    h
}

/// The least time of one of `count` rounds, in nanoseconds; `before` is not measured.
fn least<T>(count: u64, mut before: impl FnMut() -> T, mut rounds: impl FnMut(T)) -> f64 {
    let measured = (0..MEASUREMENTS).map(|_| {
        let prepared = before();
        let started = Instant::now();
        rounds(prepared);
        started.elapsed().as_nanos() as f64 / count as f64
    });
    measured.fold(f64::INFINITY, f64::min)
}

fn main() -> ExitCode {
    let mut h = summary();
    let start = h.mark();
    // Each thread acquires what its neighbour knows: every word of its row changes.
    let acquires: Vec<Event> = (0..ROWS / 2)
        .map(|thread| acquire(ThreadId(thread), monitor((thread + 1) % (ROWS / 2))))
        .collect();
    let changing = least(
        acquires.len() as u64,
        || (),
        |()| {
            acquires.iter().for_each(|event| h.event(event, &()));
            black_box(h.mark());
        },
    );
    h.rollback(start);
    let mut first = f64::INFINITY;
    for _ in 0..MEASUREMENTS {
        let started = Instant::now();
        acquires.iter().for_each(|event| h.event(event, &()));
        first = first.min(started.elapsed().as_nanos() as f64 / acquires.len() as f64);
        h.rollback(start);
    }
    // As a thread comes to one variable after another: the elements of an array, the fields of
    // objects.
    let asked: Vec<(ThreadId, Address)> =
        (0..COLUMNS).map(|number| (ThreadId(number as u32 / 200), variable(number))).collect();
    let norace = least(
        COLUMNS,
        || (),
        |()| {
            let races =
                asked.iter().filter(|(thread, variable)| !h.norace(*thread, *variable)).count();
            assert!(black_box(races) > 0);
        },
    );
    println!("h of {ROWS} rows and {COLUMNS} columns, the least of {MEASUREMENTS} measurements:");
    println!("acquire, all words change  {first:8.1} ns  (at most {ACQUIRE})");
    println!("acquire, nothing changes   {changing:8.1} ns  (at most {ACQUIRE})");
    println!("norace                     {norace:8.1} ns  (at most {NORACE})");
    let is_met = first < ACQUIRE && changing < ACQUIRE && norace < NORACE;
    if is_met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
