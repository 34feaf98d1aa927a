//! Thread escape, flow-insensitive: the objects reachable from static fields, from arguments of
//! threads' entry methods and exceptions that leave these, and from objects that exist in any case.

use crate::ids::ObjectId;
use crate::points_to::{Bits, PointsTo, Site};
use crate::threads::Threads;

/// The objects that may escape. All others only their allocating thread can reach, which passes
/// them on in calls only.
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
