//! Figure 1 of the paper on iPA as a trace, and its Table II.

use raceproof_predict::event::{Event, EventKind};
use raceproof_predict::model::Model;
use raceproof_predict::trace::Trace;

/// The four targets, accesses of X in the order of section III: 110 is a10, 210 is b10.
pub const TARGETS: [[u32; 2]; 4] = [[110, 210], [110, 211], [111, 210], [111, 211]];

/// Pair and check, row by row, as in Table II. The paper counts from one, and so do these.
pub const TABLE_2: [([u32; 2], &str); 10] = [
    ([3, 4], "RC3"),
    ([4, 5], "RC4"),
    ([5, 5], "RC2"),
    ([6, 5], "RC5"),
    ([6, 6], "RC7"),
    ([7, 6], "LCC4"),
    ([8, 6], "LCC4"),
    ([9, 6], "LCC4"),
    ([10, 6], "LCC3"),
    ([10, 7], "LCC2"),
];

/// An observed order of the events of the figure. The figure ends with dots: ours go on with
/// unlocks. A wait tells when it begins, so that its notification does not come before, and has no
/// lock of its own.
pub fn trace() -> Trace {
    use EventKind::{Acquire, Await, Read, Release, Signal, Write};
    const X: u32 = 0;
    const BEGUN: u32 = 0;
    const NOTIFIED: u32 = 1;
    // Thread, kind, object, location.
    let events: [(u32, EventKind, u32, u32); 32] = [
        (1, Acquire, 1, 201),
        (1, Acquire, 3, 202),
        (1, Release, 3, 203),
        (1, Signal, BEGUN, 0),
        (0, Acquire, 3, 101),
        (0, Acquire, 2, 102),
        (0, Await, BEGUN, 0),
        (0, Signal, NOTIFIED, 0),
        (1, Await, NOTIFIED, 0),
        (1, Release, 1, 204),
        (0, Release, 3, 103),
        (0, Acquire, 1, 104),
        (0, Release, 2, 105),
        (1, Acquire, 3, 205),
        (1, Acquire, 2, 206),
        (1, Acquire, 0, 207),
        (1, Release, 3, 208),
        (1, Release, 0, 209),
        (1, Read, X, 210),
        (1, Release, 2, 210),
        (1, Write, X, 211),
        (0, Acquire, 2, 106),
        (0, Release, 1, 107),
        (0, Acquire, 0, 108),
        (0, Release, 2, 109),
        (0, Write, X, 110),
        (0, Acquire, 3, 110),
        (0, Write, X, 111),
        (0, Release, 3, 111),
        (0, Release, 0, 112),
        (1, Acquire, 1, 211),
        (1, Release, 1, 212),
    ];
    let event = |(thread, kind, object, location)| Event { thread, object, location, kind };
    events.into_iter().map(event).collect()
}

/// The access at a location, as an item of the model.
pub fn access(trace: &Trace, model: &Model, location: u32) -> Option<u32> {
    let is_it = |item: &&u32| {
        let event = trace.event(model.items[**item as usize].at);
        event.location == location && (event.kind.reads() || event.kind.writes())
    };
    (0..model.items.len() as u32).collect::<Vec<_>>().iter().find(is_it).copied()
}
