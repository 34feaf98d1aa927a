//! Pairs of accesses, and the stage at which each is ruled out. What no stage rules out is a candidate.
//!
//! A stage is a proof that the two cannot race, tried in the order of the paper (section 4.3); a pair of places is ruled out by the last
//! stage that any of its contexts needs.

mod exposed;
mod initialisers;
mod locks;

use crate::Work;
use crate::accesses::{Access, Checked, Variable};
use crate::escape;
use crate::fresh::Fresh;
use crate::handover::Handovers;
use crate::ids::{FieldId, InstanceId, MethodId, ObjectId};
use crate::ir::ANY_INDEX;
use crate::owned::Owned;
use crate::points_to::{Bits, Object, PointsTo};
use crate::threads::Threads;
use crate::walk::{Here, Lock, Walks};
use crate::world::access;
use initialisers::HeldByStatics;
use locks::is_locked_by_one;
use raceproof_base::Trust;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Why a pair cannot race; in the order in which it is tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// No object is accessed by both.
    Aliasing,
    /// The objects are known by one thread only.
    Escaping,
    /// The two are never executed at the same time.
    Parallel,
    /// Both hold the one lock of its kind.
    GlobalLock,
    /// Both hold a lock that is another one only if the objects are others, too.
    LocalLock,
    /// The objects are others, since the threads are.
    LocalThread,
    /// One is before the other knows the object.
    Ordered,
    /// Nothing rules it out.
    Candidate,
}

impl Stage {
    /// Its name in reports: what is left before it is tried.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
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
    /// The locks that each holds.
    pub held: [BTreeSet<Lock>; 2],
    /// The objects on which it may be; none of a static field.
    pub objects: Bits,
}

/// What the stages have found.
#[derive(Debug, Default)]
pub struct Found {
    /// By stage: how many pairs of places were ruled out there; of the last, how many are left.
    pub ruled_out: BTreeMap<Stage, usize>,
    /// What is left, by variable and place.
    pub candidates: Vec<CandidateRace>,
    /// Two accesses that may meet on what the class library keeps deep inside an object, where objects are not told apart: such pairs are
    /// not looked at.
    pub deep: Option<[Access; 2]>,
}

struct Pairing<'a> {
    points_to: &'a PointsTo,
    threads: &'a Threads,
    walks: &'a Walks<'a>,
    handovers: &'a Handovers<'a>,
    shared: Bits,
    accesses: Vec<Access>,
    /// By access: the objects that it may access; those of the class library only if the application itself accesses them.
    objects: Vec<Bits>,
    /// Objects of the class library that are not told apart.
    deep: Bits,
    met_deep: Cell<Option<[Access; 2]>>,
    /// Instances with accesses that meet another.
    met: BTreeSet<InstanceId>,
    /// By access that meets another, and thread: what holds there.
    here: FxHashMap<(usize, usize), Rc<Here>>,
    /// By field: its accesses.
    by_field: FxHashMap<FieldId, Vec<usize>>,
    /// By access: the first of those that nothing tells apart for a proof.
    alike: Vec<usize>,
    /// By access: whether nobody else can know its object yet, and if so, whether other private objects hold it.
    private: Vec<Option<bool>>,
    owned: Owned<'a>,
    held_by_statics: HeldByStatics,
    checked: Checked<'a>,
}

/// What would be a candidate if others could come to know one of these objects by a race.
struct Withheld {
    objects: Bits,
    /// Other objects hold them already, maybe in final fields: what was done with them behind that is not published with those.
    is_kept: bool,
    candidate: CandidateRace,
}

/// A pair of places, and what was found of it in all its contexts.
struct Judged {
    stage: Stage,
    candidate: Option<CandidateRace>,
    /// The objects on which it is one.
    objects: Bits,
    withheld: Vec<Withheld>,
}

/// Tries all stages on all pairs. The answer says what was done last, if the work is stopped meanwhile.
#[must_use]
pub fn find(points_to: &PointsTo, threads: &Threads, trust: &Trust) -> (Found, Work) {
    let fresh = Fresh::new(points_to);
    let mut checked = Checked::new(points_to, trust, &fresh);
    let accesses = checked.accesses();
    let objects: Vec<Bits> = accesses.iter().map(|access| objects_of(points_to, access, &checked)).collect();
    let shared = escape::shared(points_to, threads);
    let met = meeting(&accesses, &objects, &shared);
    let handovers = &Handovers::new(points_to, threads);
    let walks = &Walks::new(points_to, threads, handovers, &met);
    if !points_to.goes_on() {
        return (Found::default(), Work::Walking);
    }
    let private = private_accesses(&fresh, &accesses);
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
    (pairing.pairs(), Work::Pairing)
}

/// The instances with accesses of which some other may access the same shared object, and one of the two writes.
fn meeting(accesses: &[Access], objects: &[Bits], shared: &Bits) -> BTreeSet<InstanceId> {
    let mut all: BTreeMap<Variable, (Bits, bool)> = BTreeMap::new();
    for (access, objects) in accesses.iter().zip(objects).filter(|(access, _)| access.is_write) {
        let (written, is_static) = all.entry(access.variable).or_default();
        written.add_all(objects, &mut Bits::default());
        *is_static |= !access.base.is_some();
    }
    let shared_of =
        all.into_iter().map(|(variable, (written, is_static))| (variable, (written.common(shared), is_static)));
    let written: BTreeMap<Variable, (Bits, bool)> = shared_of.collect();
    let meets = |(access, objects): &(&Access, &Bits)| {
        written.get(&access.variable).is_some_and(|(written, is_static)| *is_static || written.meets(objects))
    };
    accesses.iter().zip(objects).filter(meets).map(|(access, _)| access.instance).collect()
}

/// By access, whether its object is private there, and kept.
fn private_accesses(fresh: &Fresh<'_>, accesses: &[Access]) -> Vec<Option<bool>> {
    let mut found = vec![None; accesses.len()];
    for (instance, mut accesses) in by_statement(accesses) {
        fresh.tell(instance, |at, private| {
            for (number, access) in accesses.remove(&at).into_iter().flatten() {
                found[number] = private.get(&access.base).copied();
            }
        });
    }
    found
}

/// By instance and statement: the accesses, and their numbers.
fn by_statement(accesses: &[Access]) -> BTreeMap<InstanceId, FxHashMap<u32, Vec<(usize, Access)>>> {
    let mut all: BTreeMap<InstanceId, FxHashMap<u32, Vec<(usize, Access)>>> = BTreeMap::new();
    for (number, access) in accesses.iter().enumerate() {
        all.entry(access.instance).or_default().entry(access.statement).or_default().push((number, *access));
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
            && (is_own || counts_for_others(points_to, access.variable, ObjectId(*object), checked))
    };
    points_to.register(access.instance, access.base).iter().filter(|object| fits(object)).collect()
}

/// Whether an access of an object counts that is not by the application itself.
fn counts_for_others(points_to: &PointsTo, variable: Variable, object: ObjectId, checked: &Checked<'_>) -> bool {
    points_to.objects.get(object).is_of_application()
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
                    self.here.extend(accesses.iter().map(|(number, _)| ((*number, thread), here.clone())));
                });
            }
        }
    }

    fn find_alike(&mut self) {
        let mut known = FxHashMap::default();
        for (number, access) in self.accesses.iter().enumerate() {
            // Equal ones are one.
            let here_in = |thread| (thread, self.here.get(&(number, thread)).map(Rc::as_ptr));
            let here: Vec<(usize, Option<*const Here>)> = self.threads.reaching(access.instance).map(here_in).collect();
            let like = (Access { statement: 0, ..*access }, self.private[number], here);
            self.alike.push(*known.entry(like).or_insert(number));
        }
    }

    fn pairs(&self) -> Found {
        let mut by_variable: BTreeMap<Variable, Vec<usize>> = BTreeMap::new();
        for (number, access) in self.accesses.iter().enumerate() {
            by_variable.entry(access.variable).or_default().push(number);
        }
        let (mut found, mut open) = (Found::default(), Vec::new());
        for (variable, accesses) in by_variable {
            self.pairs_of(variable, &accesses, &mut found, &mut open);
        }
        self.reinstate(&mut open);
        for judged in open {
            *found.ruled_out.entry(judged.stage).or_default() += 1;
            found.candidates.extend(judged.candidate);
        }
        found.deep = self.met_deep.get();
        found
    }

    /// All pairs of places of one variable: those that are ruled out for good are counted, the others are left open.
    fn pairs_of(&self, variable: Variable, accesses: &[usize], found: &mut Found, open: &mut Vec<Judged>) {
        let mut by_place: BTreeMap<Place, AtPlace> = BTreeMap::new();
        for access in accesses {
            by_place.entry(self.place_of(&self.accesses[*access])).or_default().add(self, *access);
        }
        let mut known: FxHashMap<(usize, usize), Rc<Judged>> = FxHashMap::default();
        let places: Vec<&AtPlace> = by_place.values().collect();
        for (at, first) in places.iter().enumerate() {
            if !self.points_to.goes_on() {
                return;
            }
            for second in &places[at..] {
                if !first.conflicts(second) {
                    continue;
                }
                let judged = match self.ruled_out_at_once(first, second) {
                    Some(stage) => Judged::new().at_least(stage),
                    None => self.judge_places(variable, first, second, &mut known),
                };
                if judged.candidate.is_some() || !judged.withheld.is_empty() {
                    open.push(judged);
                } else {
                    *found.ruled_out.entry(judged.stage).or_default() += 1;
                }
            }
        }
    }

    /// By the objects of all contexts together.
    fn ruled_out_at_once(&self, one: &AtPlace, other: &AtPlace) -> Option<Stage> {
        let may_meet = one.is_static || other.is_static || one.objects.meets(&other.objects);
        (!may_meet).then_some(Stage::Aliasing)
    }

    fn judge_places(
        &self,
        variable: Variable,
        first: &AtPlace,
        second: &AtPlace,
        known: &mut FxHashMap<(usize, usize), Rc<Judged>>,
    ) -> Judged {
        let mut judged = Judged::new();
        for (one, other) in first.all.iter().flat_map(|one| second.all.iter().map(move |other| (*one, *other))) {
            let (write, read) = (&self.accesses[one], &self.accesses[other]);
            let conflict = (write.is_write || read.is_write) && !(write.is_atomic && read.is_atomic);
            if !conflict || std::ptr::eq(first, second) && one > other {
                continue;
            }
            let common = self.common(variable, one, other);
            let objects = match common {
                Common::None => continue,
                Common::Private => {
                    judged = judged.at_least(Stage::Escaping);
                    continue;
                }
                Common::Deep(_) if self.met_deep.get().is_some() => {
                    judged = judged.at_least(Stage::Escaping);
                    continue;
                }
                Common::Static => Bits::default(),
                Common::Objects(ref objects) | Common::Deep(ref objects) => objects.clone(),
            };
            let alike = (self.alike[one], self.alike[other]);
            let found = known.entry(alike).or_insert_with(|| self.judge(variable, alike.0, alike.1, objects).into());
            let is_open = found.candidate.is_some() || !found.withheld.is_empty();
            if is_open && matches!(common, Common::Deep(_)) {
                self.met_deep.set(Some([*write, *read]));
                judged = judged.at_least(Stage::Escaping);
                continue;
            }
            judged.add(found, write, read);
        }
        judged
    }

    fn place_of(&self, access: &Access) -> Place {
        (self.points_to.instances[access.instance.index()].method, access.statement)
    }

    /// The stage that rules out a pair on these objects in all threads.
    fn judge(&self, variable: Variable, one: usize, other: usize, objects: Bits) -> Judged {
        let mut judged = Judged::new().at_least(Stage::Parallel);
        let (first, second) = (&self.accesses[one], &self.accesses[other]);
        if [first, second].into_iter().any(|access| self.is_by_initialiser(variable, access, &objects)) {
            return judged.at_least(Stage::Ordered);
        }
        for thread in self.threads.reaching(first.instance) {
            for beside in self.threads.reaching(second.instance) {
                let (Some(here), Some(there)) = (self.here.get(&(one, thread)), self.here.get(&(other, beside))) else {
                    continue;
                };
                let stage = self.stage_of(first, second, &objects, (thread, here), (beside, there));
                if stage != Stage::Candidate {
                    judged = judged.at_least(stage);
                    continue;
                }
                let array = objects.iter().next().filter(|_| variable == Variable::Elements).map(ObjectId);
                let accesses = [(*first, thread), (*second, beside)];
                let held = [here.held.clone(), there.held.clone()];
                let candidate = CandidateRace { variable, array, accesses, held, objects: objects.clone() };
                if let Some(is_kept) = self.private[one].or(self.private[other]) {
                    judged = judged.at_least(Stage::Ordered);
                    judged.withheld.push(Withheld { objects, is_kept, candidate });
                } else {
                    judged.is_candidate(&objects, candidate);
                }
                return judged;
            }
        }
        judged
    }

    fn common(&self, variable: Variable, one: usize, other: usize) -> Common {
        let (first, second) = (&self.accesses[one], &self.accesses[other]);
        if !first.base.is_some() || !second.base.is_some() {
            let is_static = match variable {
                Variable::Field(field) => self.points_to.world.fields[field.index()].is(access::STATIC),
                Variable::Elements => false,
            };
            return if is_static { Common::Static } else { Common::None };
        }
        if first.index != ANY_INDEX && second.index != ANY_INDEX && first.index != second.index {
            return Common::None;
        }
        let common = self.objects[one].common(&self.objects[other]);
        if common.is_empty() {
            return Common::None;
        }
        let shared = common.common(&self.shared);
        let is_own = |access: &Access| self.points_to.is_of_application(access.instance);
        if shared.is_empty() {
            return Common::Private;
        }
        if is_own(first) || is_own(second) {
            return Common::Objects(shared);
        }
        let told_apart = shared.without(&self.deep);
        if told_apart.is_empty() { Common::Deep(shared) } else { Common::Objects(told_apart) }
    }

    fn stage_of(
        &self,
        one: &Access,
        other: &Access,
        objects: &Bits,
        (thread, here): (usize, &Here),
        (beside, there): (usize, &Here),
    ) -> Stage {
        let runs_beside =
            |other: usize, own: usize, here: &Here| other == 0 || own == other || here.running.contains(other as u32);
        if !self.walks.parallel[thread].contains(beside as u32)
            || !runs_beside(beside, thread, here)
            || !runs_beside(thread, beside, there)
        {
            return Stage::Parallel;
        }
        if is_locked_by_one(here, there) {
            return Stage::GlobalLock;
        }
        let is_guarded = self.locked_ways(other, beside, there, objects);
        if self.locked_ways(one, thread, here, objects).iter().any(|steps| is_guarded.contains(steps))
            || self.guards(one, here).iter().any(|field| self.guards(other, there).contains(field))
        {
            return Stage::LocalLock;
        }
        let from_thread =
            |thread, access: &Access| self.owned.from_thread(thread, access.instance, access.base, objects);
        if one.base.is_some()
            && let (Some(here), Some(there)) = (from_thread(thread, one), from_thread(beside, other))
            && here == there
        {
            return Stage::LocalThread;
        }
        let is_before = |thread: usize, first: &Here, other: usize, second: &Here| {
            second.seen.iter().any(|flag| !first.set.contains(flag) && self.handovers.orders(flag, thread, other))
        };
        if thread != beside && (is_before(thread, here, beside, there) || is_before(beside, there, thread, here)) {
            return Stage::Ordered;
        }
        Stage::Candidate
    }
}

/// The accesses of one place.
#[derive(Default)]
struct AtPlace {
    all: Vec<usize>,
    objects: Bits,
    is_static: bool,
    /// Whether they write and whether they are atomic, each that there is.
    kinds: BTreeSet<(bool, bool)>,
}

impl AtPlace {
    fn add(&mut self, pairing: &Pairing<'_>, number: usize) {
        let (access, objects) = (&pairing.accesses[number], &pairing.objects[number]);
        self.all.push(number);
        self.objects.add_all(objects, &mut Bits::default());
        self.is_static |= !access.base.is_some();
        self.kinds.insert((access.is_write, access.is_atomic));
    }

    fn conflicts(&self, other: &Self) -> bool {
        let mut pairs = self.kinds.iter().flat_map(|one| other.kinds.iter().map(move |other| (one, other)));
        pairs.any(|((writes, is_atomic), (also_writes, both))| (*writes || *also_writes) && !(*is_atomic && *both))
    }
}

enum Common {
    None,
    Private,
    Static,
    Objects(Bits),
    /// Shared, but only such as the class library keeps deep inside others.
    Deep(Bits),
}

impl Judged {
    fn new() -> Self {
        Self { stage: Stage::Aliasing, candidate: None, objects: Bits::default(), withheld: Vec::new() }
    }

    fn at_least(self, stage: Stage) -> Self {
        Self { stage: self.stage.max(stage), ..self }
    }

    /// What was found of one pair of contexts, for another that is like it.
    fn add(&mut self, found: &Self, one: &Access, other: &Access) {
        self.stage = self.stage.max(found.stage);
        let instead = |candidate: &CandidateRace| CandidateRace {
            accesses: [(*one, candidate.accesses[0].1), (*other, candidate.accesses[1].1)],
            ..candidate.clone()
        };
        if let Some(candidate) = &found.candidate {
            self.is_candidate(&found.objects, instead(candidate));
        }
        for withheld in &found.withheld {
            let (objects, candidate) = (withheld.objects.clone(), instead(&withheld.candidate));
            self.withheld.push(Withheld { objects, is_kept: withheld.is_kept, candidate });
        }
    }

    fn is_candidate(&mut self, objects: &Bits, candidate: CandidateRace) {
        self.stage = Stage::Candidate;
        self.objects.add_all(objects, &mut Bits::default());
        self.candidate.get_or_insert(candidate);
    }
}
