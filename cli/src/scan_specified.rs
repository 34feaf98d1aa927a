//! Where a program does not keep to its own `@GuardedBy`, as it is told.

use std::collections::BTreeSet;

use raceproof_base::Place;
use raceproof_scan::Scan;
use raceproof_scan::pairs::specified::{Done, Member, Unguarded};
use serde_json::{Value, json};

use crate::scan_baseline::Accepted;
use crate::scan_names;
use crate::scan_told::Teller;

/// A place where a lock is not held that should be.
pub struct Broken {
    /// The field or method.
    member: String,
    /// The lock, as it is named.
    guard: String,
    done: Done,
    method: String,
    place: String,
    /// The same, not in words.
    pub spot: Option<Place>,
    thread: String,
    holds: Vec<String>,
    /// What stays when code is moved.
    pub entry: Accepted,
}

/// All of them, and what is not known, as gaps.
pub fn broken(scan: &Scan, teller: &Teller<'_>) -> (Vec<Broken>, Vec<String>) {
    let (known, unknown): (Vec<&Unguarded>, Vec<&Unguarded>) =
        scan.found.unguarded.iter().partition(|unguarded| unguarded.is_known);
    let gap = |unguarded: &Unguarded| {
        let Broken { member, guard, .. } = told(scan, teller, unguarded);
        format!(
            "whether `{guard}` is held wherever {member} is used is not known: there are several such locks for reading and writing, or it is a class of its own around a lock"
        )
    };
    let unknown: BTreeSet<String> = unknown.into_iter().map(gap).collect();
    (
        known.into_iter().map(|unguarded| told(scan, teller, unguarded)).collect(),
        unknown.into_iter().collect(),
    )
}

fn told(scan: &Scan, teller: &Teller<'_>, unguarded: &Unguarded) -> Broken {
    let world = &scan.points_to.world;
    let member = match unguarded.member {
        Member::Field(field) => {
            let field = &world.fields[field.index()];
            format!("{}.{}", world.shown(field.class), field.name)
        }
        Member::Method(method) => {
            let method = &world.methods[method.index()];
            format!("{}.{}", world.shown(method.class), world.selectors[method.selector.index()].0)
        }
    };
    let (guard, method) = (unguarded.guard.to_string(), teller.method(unguarded.instance));
    let entry = scan_names::unguarded(&format!(
        "{member} by {guard}: {} in {method}",
        verb(unguarded.done)
    ));
    Broken {
        place: teller.place(unguarded.instance, unguarded.statement),
        spot: teller.spot(unguarded.instance, unguarded.statement),
        thread: teller.thread(unguarded.thread),
        holds: teller.locks(unguarded.instance, &unguarded.held),
        done: unguarded.done,
        member,
        guard,
        method,
        entry,
    }
}

fn verb(done: Done) -> &'static str {
    match done {
        Done::Read => "read",
        Done::Written => "written",
        Done::Called => "called",
        Done::Used => "used",
    }
}

impl Broken {
    /// The lock, as it is named.
    pub fn guard(&self) -> &str {
        &self.guard
    }

    pub fn line(&self) -> String {
        let Self { member, guard, method, place, thread, .. } = self;
        let holds =
            if self.holds.is_empty() { "nothing".to_owned() } else { self.holds.join(" and ") };
        let verb = verb(self.done);
        format!(
            "{member}, guarded by `{guard}`, is {verb} at {place} in {method} by {thread}, holding {holds}"
        )
    }

    pub fn json(&self) -> Value {
        json!({
            "member": self.member,
            "guard": self.guard,
            "kind": verb(self.done),
            "method": self.method,
            "place": self.place,
            "thread": self.thread,
            "holds": self.holds,
        })
    }
}
