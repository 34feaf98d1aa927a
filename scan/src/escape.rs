//! Thread escape, flow-insensitive. An object may escape if it is reachable over fields and
//! elements from a static field, from an argument of the entry method of a thread that is not the
//! main thread, from an exception that leaves an entry method, or from an abstract object without
//! an allocation site (merged objects, class mirrors, the heap before the program).
//!
//! Chord's stage `escaping` (section 5.1.1) is flow-sensitive. Here `fresh.rs` is, and pairs that
//! it rules out are counted as ordered.

use crate::ids::ObjectId;
use crate::points_to::{Bits, PointsTo, Site};
use crate::threads::Threads;

/// The objects that may escape. Any other can be reached by the thread that allocates it alone.
#[must_use]
pub fn shared(points_to: &PointsTo, threads: &Threads) -> Bits {
    let mut shared = Bits::default();
    let mut work: Vec<ObjectId> = Vec::new();
    for (_, objects) in points_to.static_fields() {
        work.extend(objects.iter().map(ObjectId));
    }
    for thread in threads.all.iter().skip(1) {
        let parameters = &points_to.instances[thread.entry.index()].body.parameters;
        for parameter in parameters.iter().filter(|parameter| parameter.is_some()) {
            work.extend(points_to.register(thread.entry, *parameter).iter().map(ObjectId));
        }
    }
    for entry in &points_to.entries {
        work.extend(points_to.thrown(*entry).iter().map(ObjectId));
    }
    let is_of_nobody = |site| matches!(site, Site::Merged(_) | Site::Mirror(_) | Site::Booted(_));
    work.extend(
        points_to
            .objects
            .iter()
            .filter(|(_, object)| is_of_nobody(object.site))
            .map(|(object, _)| object),
    );
    while let Some(object) = work.pop() {
        if shared.insert(object.0) {
            work.extend(
                points_to
                    .held(object)
                    .flat_map(|held| held.iter().map(ObjectId).collect::<Vec<_>>()),
            );
        }
    }
    shared
}
