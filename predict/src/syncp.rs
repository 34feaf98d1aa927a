//! Sync-preserving races (Mathur, Pavlogiannis and Viswanathan, "Optimal prediction of
//! synchronization-preserving races", POPL 2021): those with a witness in which critical sections
//! of a lock, and accesses of a variable, keep their observed order, however many are left out.
//!
//! Two conflicting accesses are one if neither is in the closure of what comes before the two in
//! their threads. A set of prefixes is *closed* if it has all that must come before what it has
//! (`crate::ideal`), and of each lock the release of every section but the last that it has begun.
//! What is in the closure, in observed order, and then the two, is the witness.
//!
//! An update beside a plain read must see what it saw: the write that it saw is in the closure as
//! well, and no later one.
//!
//! Sound, and complete for its class. Accesses of a variable are taken in contexts: by one thread,
//! at one place, with one lockset, of one kind. In two contexts both accesses only move forward,
//! since closures of later ones contain those of earlier ones; so two contexts cost one walk.
//! Deviation: shared holds exclude only exclusive ones.

use crate::contexts::Context;
use crate::engine::{Engine, Outcome};
use crate::event::{EventKind, NONE};
use crate::ideal::{Ideal, Marks, ends};
use crate::model::{Item, Model};
use crate::reordering::Reordering;
use rustc_hash::FxHashMap as HashMap;

/// Of a lock, what the closure has begun.
#[derive(Clone, Default)]
struct Begun {
    /// Which context this is of.
    stamp: u32,
    /// Its latest exclusive acquire.
    exclusive: u32,
    /// Shared acquires behind that.
    shared: Vec<u32>,
}

/// The engine, for one model.
pub struct SyncPreserving<'a> {
    model: &'a Model,
    marks: Marks,
    ideal: Ideal,
    locks: Vec<Begun>,
    stamp: u32,
    /// Of each variable that is updated, the writes of each thread.
    writes: HashMap<u32, HashMap<u32, Vec<u32>>>,
}

impl<'a> SyncPreserving<'a> {
    /// For pairs of a model.
    #[must_use]
    pub fn new(model: &'a Model) -> Self {
        let locks = vec![Begun::default(); model.locks];
        let updates = model.items.iter().filter(|item| item.kind == EventKind::OrderedUpdate);
        let mut writes: HashMap<u32, HashMap<u32, Vec<u32>>> =
            updates.map(|update| (update.object, HashMap::default())).collect();
        for (number, item) in model.items.iter().enumerate().filter(|(_, item)| item.kind.writes())
        {
            if let Some(of_variable) = writes.get_mut(&item.object) {
                of_variable.entry(item.thread).or_default().push(number as u32);
            }
        }
        Self { model, marks: Marks::new(model), ideal: Ideal::new(model), locks, stamp: 0, writes }
    }

    /// Whether two accesses race in some sync-preserving reordering.
    pub fn decide(&mut self, one: u32, other: u32) -> Option<Reordering> {
        self.races(&[one], &[other], 1).pop()
    }

    /// The first races, so many at most, of accesses of two contexts, each in ascending order: for
    /// each of the second the first of the first that it races with.
    pub fn races(&mut self, first: &[u32], second: &[u32], most: usize) -> Vec<Reordering> {
        self.ideal.clear();
        self.stamp += 1;
        let (mut found, mut position) = (Vec::new(), 0);
        for other in second {
            self.put_before(*other);
            while let Some(one) = first.get(position) {
                if !self.ideal.has(self.model, *one) {
                    if self.ideal.has(self.model, *other) {
                        break;
                    }
                    let pair = [*one, *other];
                    let update = self.model.must_see_the_same(pair);
                    self.put_before(*one);
                    self.put_what_is_seen(update);
                    if self.ideal.has(self.model, *other)
                        || update == Some(*other) && self.is_overwritten(*other)
                    {
                        break;
                    }
                    // Of an update that is overwritten, nothing more makes a race, since the
                    // closure only grows.
                    let is_overwritten = update == Some(*one) && self.is_overwritten(*one);
                    if !self.ideal.has(self.model, *one) && !is_overwritten {
                        let at = pair.map(|number| self.model.items[number as usize].at);
                        found.push(Reordering::observed(
                            ends(self.model, &self.ideal.counts, pair),
                            at,
                        ));
                        if found.len() == most {
                            return found;
                        }
                        break;
                    }
                }
                position += 1;
            }
            if position == first.len() {
                break;
            }
        }
        found
    }

    /// Adds the write that an update sees.
    fn put_what_is_seen(&mut self, update: Option<u32>) {
        let seen = update.map(|update| self.model.items[update as usize].partner);
        if let Some(seen) = seen.filter(|seen| *seen != NONE) {
            self.ideal.put(self.model, seen);
            self.close();
        }
    }

    /// Whether a write behind an update is in the closure, which is executed in observed order.
    fn is_overwritten(&self, update: u32) -> bool {
        let writes = self.writes[&self.model.items[update as usize].object].values();
        let next = |writes: &Vec<u32>| {
            writes.get(writes.partition_point(|write| *write <= update)).copied()
        };
        writes.filter_map(next).any(|write| self.ideal.has(self.model, write))
    }

    /// Adds all that comes before an item in its thread, and what that needs.
    fn put_before(&mut self, number: u32) {
        let Item { thread, index, .. } = self.model.items[number as usize];
        self.ideal.raise(thread, index);
        self.close();
    }

    fn close(&mut self) {
        let Self { model, marks, ideal, locks, stamp, .. } = self;
        ideal.close(model, marks, |ideal, acquire| {
            take(
                model,
                ideal,
                &mut locks[model.items[acquire as usize].object as usize],
                *stamp,
                acquire,
            );
        });
    }
}

impl Engine for SyncPreserving<'_> {
    fn name(&self) -> &'static str {
        "syncp"
    }

    fn race(&mut self, one: &Context, other: &Context) -> Outcome {
        self.races(&one.items, &other.items, 1).pop().map_or(Outcome::Unknown, Outcome::Race)
    }
}

/// An acquire is new in the closure: of two sections of a lock that exclude each other the earlier
/// one must end.
fn take(model: &Model, ideal: &mut Ideal, lock: &mut Begun, stamp: u32, acquire: u32) {
    if lock.stamp != stamp {
        (lock.stamp, lock.exclusive) = (stamp, NONE);
        lock.shared.clear();
    }
    let mut end = |acquire: u32| {
        let release = model.items[acquire as usize].partner;
        // A section that never ends is followed by no other.
        if release != NONE {
            ideal.put(model, release);
        }
    };
    // One's own sections may overlap: that is a downgrade.
    let are_anothers = |one: u32, other: u32| {
        model.items[one as usize].thread != model.items[other as usize].thread
    };
    if model.items[acquire as usize].kind == EventKind::AcquireShared {
        match lock.exclusive {
            NONE => {}
            exclusive if acquire < exclusive => return end(acquire),
            exclusive if are_anothers(exclusive, acquire) => end(exclusive),
            _ => {}
        }
        lock.shared.push(acquire);
        return;
    }
    match lock.exclusive {
        NONE => {}
        exclusive if acquire < exclusive => return end(acquire),
        exclusive => end(exclusive),
    }
    lock.exclusive = acquire;
    if lock.shared.iter().any(|shared| *shared > acquire && are_anothers(*shared, acquire)) {
        end(acquire);
    }
    for shared in lock.shared.extract_if(.., |shared| *shared < acquire) {
        end(shared);
    }
}
