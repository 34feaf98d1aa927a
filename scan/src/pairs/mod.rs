//! Pairs of accesses, and the stage at which each is ruled out. A pair that no stage rules out is a
//! candidate race.
//!
//! A pair is two places in the code and a variable. It is ruled out if in each two contexts and
//! threads in which the places may be executed some stage proves that the two do not race; it
//! counts for the last stage that any of these needs.
//!
//! The stages are those of Chord (Naik and Aiken, "Conditional must not aliasing for static race
//! detection", POPL 2007, 10.1145/1190216.1190265, section 5.1). Deviations: [`Stage::Ordered`] is
//! added, proofs of happens-before; escaping is flow-insensitive, and its flow-sensitive half
//! counts as ordered ([`crate::fresh`]); accesses in constructors and class initialisers are
//! checked.

pub mod explain;
mod exposed;
mod initialisers;
mod judge;
mod locks;
mod original;
pub mod specified;

use crate::Work;
use crate::accesses::{Access, Checked, Variable};
use crate::escape;
use crate::fresh::Fresh;
use crate::guarded::Specification;
use crate::handover::Handovers;
use crate::ids::{FieldId, InstanceId, MethodId, ObjectId};
use crate::ir::Statement;
use crate::owned::Owned;
use crate::points_to::{Bits, Object, PointsTo};
use crate::threads::Threads;
use crate::walk::{Here, Lock, Walks};
use crate::world::{Origin, access};
use explain::{Explained, Question};
use initialisers::HeldByStatics;
use raceproof_base::Trust;
use rustc_hash::{FxHashMap, FxHashSet};
use specified::Unguarded;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

pub use judge::Proof;
pub use locks::Guard;

/// Why a pair cannot race, in the order in which it is tried; of [`Stage::Ordered`], class
/// initialisers are tried before [`Stage::Parallel`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// No thread reaches one of them in the call graph.
    Reachable,
    /// The points-to sets of the two are disjoint.
    Aliasing,
    /// The objects do not escape their thread.
    Escaping,
    /// The two may not happen in parallel.
    Parallel,
    /// Both hold a lock with one concrete object.
    GlobalLock,
    /// Both hold locks such that the objects must not alias if the locks are distinct.
    LocalLock,
    /// The objects must not alias, since the thread objects are distinct.
    LocalThread,
    /// Happens-before orders them: one is before its object escapes, or by a class initialiser, or
    /// before a hand-over.
    Ordered,
    /// Nothing rules it out.
    Candidate,
}

impl Stage {
    /// Its name in reports: what is left before it is tried.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Reachable => "reachable",
            Self::Aliasing => "aliasing",
            Self::Escaping => "escaping",
            Self::Parallel => "parallel",
            Self::GlobalLock => "unlocked-global",
            Self::LocalLock => "unlocked-local",
            Self::LocalThread => "thread-local",
            Self::Ordered => "ordered",
            Self::Candidate => "candidates",
        }
    }
}

/// A place in the code: a statement of a method.
pub type Place = (MethodId, u32);

/// A pair of places that may race, on one variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CandidateRace {
    /// What both access.
    pub variable: Variable,
    /// Of an element: some array that both access.
    pub array: Option<ObjectId>,
    /// The two, each with the thread that does it.
    pub accesses: [(Access, usize); 2],
    /// Whether one is before its object escapes: then the race by which it escapes is the cause.
    pub is_consequence: bool,
    /// The locks that each holds.
    pub held: [BTreeSet<Lock>; 2],
    /// The objects on which they may race; none of a static field.
    pub objects: Bits,
    /// The objects on which a pair of these places is a candidate, in whatever contexts: accepting
    /// the pair accepts all of them.
    pub everywhere: Bits,
}

/// What the stages have found.
#[derive(Debug, Default)]
pub struct Found {
    /// By stage: how many pairs of places were ruled out there; of the last, how many are left.
    pub ruled_out: BTreeMap<Stage, usize>,
    /// What is left, by variable and place.
    pub candidates: Vec<CandidateRace>,
    /// Plain fields of the application of which some pair was ruled out, and none is left.
    pub proved: BTreeSet<FieldId>,
    /// Two accesses that may meet on what the class library keeps deep inside an object, where
    /// objects are not told apart: such pairs are not looked at.
    pub deep: Option<[Access; 2]>,
    /// Places where a lock is not held that should be, as the program itself says.
    pub unguarded: Vec<Unguarded>,
    /// The explanation of two lines, if that is asked for.
    pub explained: Option<Explained>,
}

struct Pairing<'a> {
    points_to: &'a PointsTo,
    threads: &'a Threads,
    walks: &'a Walks<'a>,
    handovers: &'a Handovers<'a>,
    shared: Bits,
    accesses: Vec<Access>,
    /// By access: the objects that it may access; those of the class library only if the
    /// application itself accesses them.
    objects: Vec<Bits>,
    /// Objects of the class library that are not told apart.
    deep: Bits,
    met_deep: Cell<Option<[Access; 2]>>,
    /// Instances with accesses that meet another.
    met: BTreeSet<InstanceId>,
    /// By access that meets another, and thread: the state there.
    here: FxHashMap<(usize, usize), Rc<Here>>,
    /// By field: its accesses.
    by_field: FxHashMap<FieldId, Vec<usize>>,
    /// By access: the first one that has all in common with it that proofs depend on.
    alike: Vec<usize>,
    /// By access: none if its object may have escaped before it; else whether other private objects
    /// hold that.
    private: Vec<Option<bool>>,
    owned: Owned<'a>,
    held_by_statics: HeldByStatics,
    checked: Checked<'a>,
}

/// Tries all stages on all pairs. The answer says what was done last, if the work is stopped
/// meanwhile.
#[must_use]
pub fn find(
    points_to: &PointsTo,
    threads: &Threads,
    trust: &Trust,
    (specification, question): (&Specification, Option<&Question>),
) -> (Found, Work) {
    let fresh = Fresh::new(points_to);
    let mut checked = Checked::new(points_to, trust, &fresh);
    let accesses = checked.accesses();
    let objects: Vec<Bits> =
        accesses.iter().map(|access| objects_of(points_to, access, &checked)).collect();
    let shared = escape::shared(points_to, threads);
    let mut met = meeting(&accesses, &objects, &shared);
    let uses = specified::find_uses(points_to, specification);
    met.extend(uses.keys());
    let handovers = &Handovers::new(points_to, threads);
    let walks = &Walks::new(points_to, threads, handovers, &met);
    if !points_to.goes_on() {
        return (Found::default(), Work::Walking);
    }
    let private = private_accesses(points_to, &fresh, &accesses);
    let owned = Owned::new(points_to, threads, &fresh);
    let here = FxHashMap::default();
    let is_deep = |(_, object): &(ObjectId, &Object)| object.is_deep();
    let deep = points_to.objects.iter().filter(is_deep).map(|(id, _)| id.0).collect();
    let mut pairing = Pairing {
        points_to,
        threads,
        walks,
        handovers,
        shared,
        accesses,
        objects,
        deep,
        met_deep: Cell::default(),
        met,
        here,
        by_field: FxHashMap::default(),
        alike: Vec::new(),
        private,
        owned,
        held_by_statics: HeldByStatics::new(points_to),
        checked,
    };
    pairing.find_here();
    for (number, access) in pairing.accesses.iter().enumerate() {
        if let Variable::Field(field) = access.variable {
            pairing.by_field.entry(field).or_default().push(number);
        }
    }
    pairing.find_alike();
    let mut found = pairing.pairs();
    found.unguarded = pairing.unguarded(specification, uses, &fresh);
    original::count(points_to, &pairing.accesses, &pairing.checked, &mut found.ruled_out);
    found.explained = question.map(|question| pairing.explain(question, &found));
    (found, Work::Pairing)
}

/// The instances with accesses of which some other may access the same shared object, and one of
/// the two writes.
fn meeting(accesses: &[Access], objects: &[Bits], shared: &Bits) -> BTreeSet<InstanceId> {
    let mut all: BTreeMap<Variable, (Bits, bool)> = BTreeMap::new();
    for (access, objects) in accesses.iter().zip(objects).filter(|(access, _)| access.is_write) {
        let (written, is_static) = all.entry(access.variable).or_default();
        written.add_all(objects, &mut Bits::default());
        *is_static |= !access.base.is_some();
    }
    let shared_of = all
        .into_iter()
        .map(|(variable, (written, is_static))| (variable, (written.common(shared), is_static)));
    let written: BTreeMap<Variable, (Bits, bool)> = shared_of.collect();
    let meets = |(access, objects): &(&Access, &Bits)| {
        written
            .get(&access.variable)
            .is_some_and(|(written, is_static)| *is_static || written.meets(objects))
    };
    accesses.iter().zip(objects).filter(meets).map(|(access, _)| access.instance).collect()
}

/// By access, whether its object is private there, and kept.
fn private_accesses(
    points_to: &PointsTo,
    fresh: &Fresh<'_>,
    accesses: &[Access],
) -> Vec<Option<bool>> {
    let mut found = vec![None; accesses.len()];
    for (instance, mut accesses) in by_statement(accesses) {
        // What a call itself makes, and fills.
        let body = &points_to.instances[instance.index()].body;
        for (number, access) in accesses.values().flatten() {
            if let Statement::Call { call } = body.statements[access.statement as usize]
                && body.calls[call as usize].result == access.base
                && access.base.is_some()
            {
                found[*number] = Some(false);
            }
        }
        fresh.tell(instance, |at, private| {
            for (number, access) in accesses.remove(&at).into_iter().flatten() {
                found[number] = found[number].or(private.get(&access.base).copied());
            }
        });
    }
    found
}

/// By instance and statement: the accesses, and their numbers.
fn by_statement(accesses: &[Access]) -> BTreeMap<InstanceId, FxHashMap<u32, Vec<(usize, Access)>>> {
    let mut all: BTreeMap<InstanceId, FxHashMap<u32, Vec<(usize, Access)>>> = BTreeMap::new();
    for (number, access) in accesses.iter().enumerate() {
        all.entry(access.instance)
            .or_default()
            .entry(access.statement)
            .or_default()
            .push((number, *access));
    }
    all
}

/// The objects of an access that have the variable.
fn objects_of(points_to: &PointsTo, access: &Access, checked: &Checked<'_>) -> Bits {
    if !access.base.is_some() {
        return Bits::default();
    }
    let is_own = points_to.is_of_application(access.instance);
    let fits = |object: &u32| {
        checked.has(ObjectId(*object), access.variable)
            && (is_own || counts_for_others(access.variable, ObjectId(*object), checked))
    };
    points_to.register(access.instance, access.base).iter().filter(|object| fits(object)).collect()
}

/// Whether an access of an object counts that is not by the application itself.
fn counts_for_others(variable: Variable, object: ObjectId, checked: &Checked<'_>) -> bool {
    checked.is_of_application(object)
        && (variable != Variable::Elements || checked.is_array_checked(object))
}

impl Pairing<'_> {
    fn find_here(&mut self) {
        let mut known: FxHashSet<Rc<Here>> = FxHashSet::default();
        for (instance, accesses) in by_statement(&self.accesses) {
            if !self.met.contains(&instance) || !self.points_to.goes_on() {
                continue;
            }
            for thread in self.threads.reaching(instance) {
                self.walks.tell(thread, instance, |at, here| {
                    let Some(accesses) = accesses.get(&at) else { return };
                    let here = known.get(here).cloned().unwrap_or_else(|| {
                        let new = Rc::new(here.clone());
                        known.insert(new.clone());
                        new
                    });
                    self.here.extend(
                        accesses.iter().map(|(number, _)| ((*number, thread), here.clone())),
                    );
                });
            }
        }
    }

    fn find_alike(&mut self) {
        let mut known = FxHashMap::default();
        for (number, access) in self.accesses.iter().enumerate() {
            // Equal ones are one.
            let here_in = |thread| (thread, self.here.get(&(number, thread)).map(Rc::as_ptr));
            let here: Vec<(usize, Option<*const Here>)> =
                self.threads.reaching(access.instance).map(here_in).collect();
            let like = (Access { statement: 0, ..*access }, self.private[number], here);
            self.alike.push(*known.entry(like).or_insert(number));
        }
    }

    fn pairs(&self) -> Found {
        let mut by_variable: BTreeMap<Variable, Vec<usize>> = BTreeMap::new();
        for (number, access) in self.accesses.iter().enumerate() {
            by_variable.entry(access.variable).or_default().push(number);
        }
        let (mut found, mut untold) = (Found::default(), Found::default());
        let (told, silent): (Vec<_>, Vec<_>) =
            by_variable.iter().partition(|(variable, _)| self.checked.is_told(**variable));
        let mut open = Vec::new();
        for (variable, accesses) in told {
            self.pairs_of(*variable, accesses, &mut found, &mut open);
        }
        let count = open.len();
        for (variable, accesses) in silent {
            self.pairs_of(*variable, accesses, &mut untold, &mut open);
        }
        self.reinstate(&mut open);
        for judged in open.drain(..count) {
            *found.ruled_out.entry(judged.stage).or_default() += 1;
            let everywhere = judged.objects;
            found.candidates.extend(
                judged.candidate.map(|candidate| CandidateRace { everywhere, ..candidate }),
            );
        }
        found.proved = self.proved(&by_variable, &found.candidates);
        found.deep = self.met_deep.get();
        found
    }

    /// Fields of which no pair is a candidate. One that nobody writes has no pair, and needs no
    /// proof.
    fn proved(
        &self,
        by_variable: &BTreeMap<Variable, Vec<usize>>,
        candidates: &[CandidateRace],
    ) -> BTreeSet<FieldId> {
        let world = &self.points_to.world;
        let is_plain = |field: FieldId| {
            let found = &world.fields[field.index()];
            !found.is(access::VOLATILE)
                && world.classes[found.class.index()].origin == Origin::Application
        };
        let is_written = |accesses: &[usize]| accesses.iter().any(|at| self.accesses[*at].is_write);
        let told = by_variable.iter().filter(|(variable, _)| self.checked.is_told(**variable));
        let written = told.filter(|(_, accesses)| is_written(accesses));
        let fields = written.filter_map(|(variable, _)| match variable {
            Variable::Field(field) => Some(*field),
            Variable::Elements => None,
        });
        let mut proved: BTreeSet<FieldId> = fields.filter(|field| is_plain(*field)).collect();
        for candidate in candidates {
            if let Variable::Field(field) = candidate.variable {
                proved.remove(&field);
            }
        }
        proved
    }
}
