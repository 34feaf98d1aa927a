//! Pairs of accesses, and the stage at which each is ruled out. What no stage rules out is a candidate.
//!
//! A stage is a proof that the two cannot race, tried in the order of the paper (section 4.3); a pair of places is ruled out by the last
//! stage that any of its contexts needs.

use crate::accesses::{Access, Checked, Variable};
use crate::escape;
use crate::fresh::{Fresh, Private};
use crate::handover::Handovers;
use crate::ids::{FieldId, InstanceId, MethodId, ObjectId, Reg};
use crate::ir::{ANY_INDEX, Statement};
use crate::owned::Owned;
use crate::points_to::{Bits, PointsTo};
use crate::threads::Threads;
use crate::walk::{Here, Lock, Walks};
use crate::world::{Origin, access};
use raceproof_base::Trust;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

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
    /// By access and thread: what holds there.
    here: FxHashMap<(usize, usize), Here>,
    /// By field: its accesses.
    by_field: FxHashMap<FieldId, Vec<usize>>,
    /// By access: the first of those that nothing tells apart for a proof.
    alike: Vec<usize>,
    /// By access: whether nobody else can know its object yet, and if so, whether other private objects hold it.
    private: Vec<Option<bool>>,
    owned: Owned<'a>,
    trust: &'a Trust,
    checked_arrays: Bits,
}

/// Methods that read plain fields of trusted classes, and which.
const UNORDERED: &[(&str, &str, &str)] = &[
    ("getRawResult", "java/util/concurrent/RecursiveTask", "result"),
    ("getExclusiveOwnerThread", "java/util/concurrent/locks/AbstractOwnableSynchronizer", "exclusiveOwnerThread"),
];

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

/// Tries all stages on all pairs.
#[must_use]
pub fn find(points_to: &PointsTo, threads: &Threads, trust: &Trust) -> Found {
    let handovers = &Handovers::new(points_to, threads);
    let walks = &Walks::new(points_to, threads, handovers);
    let fresh = Fresh::new(points_to);
    let mut checked = Checked::new(points_to, trust, &fresh);
    let accesses = checked.accesses();
    let objects = accesses.iter().map(|access| objects_of(points_to, access, &mut checked)).collect();
    let shared = escape::shared(points_to, threads);
    let private = private_accesses(&fresh, &accesses);
    let owned = Owned::new(points_to, threads, &fresh);
    let here = FxHashMap::default();
    let arrays = points_to.objects.iter().map(|(object, _)| object);
    let checked_arrays = arrays.filter(|array| checked.is_array_checked(*array)).map(|array| array.0).collect();
    let mut pairing = Pairing {
        points_to,
        threads,
        walks,
        handovers,
        shared,
        accesses,
        objects,
        here,
        by_field: FxHashMap::default(),
        alike: Vec::new(),
        private,
        owned,
        trust,
        checked_arrays,
    };
    pairing.find_here();
    for (number, access) in pairing.accesses.iter().enumerate() {
        if let Variable::Field(field) = access.variable {
            pairing.by_field.entry(field).or_default().push(number);
        }
    }
    pairing.find_alike();
    pairing.pairs(&checked)
}

/// By access, whether its object is private there, and kept.
fn private_accesses(fresh: &Fresh<'_>, accesses: &[Access]) -> Vec<Option<bool>> {
    let mut known: FxHashMap<InstanceId, Vec<Private>> = FxHashMap::default();
    let mut is_private = |access: &Access| {
        let here = known.entry(access.instance).or_insert_with(|| fresh.here(access.instance));
        here[access.statement as usize].get(&access.base).copied()
    };
    accesses.iter().map(&mut is_private).collect()
}

/// The objects of an access that have the variable.
fn objects_of(points_to: &PointsTo, access: &Access, checked: &mut Checked<'_>) -> Bits {
    if !access.base.is_some() {
        return Bits::default();
    }
    let is_own = points_to.is_of_application(access.instance);
    let mut fits = |object: &u32| {
        checked.has(ObjectId(*object), access.variable)
            && (is_own || counts_for_others(points_to, access.variable, ObjectId(*object), checked))
    };
    points_to.register(access.instance, access.base).iter().filter(|object| fits(object)).collect()
}

/// Whether an access of an object counts that is not by the application itself.
fn counts_for_others(points_to: &PointsTo, variable: Variable, object: ObjectId, checked: &mut Checked<'_>) -> bool {
    points_to.objects.get(object).is_of_application()
        && (variable != Variable::Elements || checked.is_array_checked(object))
}

impl Pairing<'_> {
    fn find_here(&mut self) {
        let mut by_instance: BTreeMap<InstanceId, Vec<usize>> = BTreeMap::new();
        for (number, access) in self.accesses.iter().enumerate() {
            by_instance.entry(access.instance).or_default().push(number);
        }
        for (instance, accesses) in by_instance {
            for thread in self.threads.reaching(instance).collect::<Vec<_>>() {
                let Some(mut here) = self.walks.here(thread, instance) else { continue };
                for access in &accesses {
                    if let Some(here) = here[self.accesses[*access].statement as usize].as_mut() {
                        self.here.insert((*access, thread), here.clone());
                    }
                }
            }
        }
    }

    fn find_alike(&mut self) {
        let mut known = FxHashMap::default();
        for (number, access) in self.accesses.iter().enumerate() {
            let here: Vec<(usize, Option<&Here>)> = self
                .threads
                .reaching(access.instance)
                .map(|thread| (thread, self.here.get(&(number, thread))))
                .collect();
            let like = (Access { statement: 0, ..*access }, self.private[number], here);
            self.alike.push(*known.entry(like).or_insert(number));
        }
    }

    fn pairs(&self, checked: &Checked<'_>) -> Found {
        let mut by_variable: BTreeMap<Variable, Vec<usize>> = BTreeMap::new();
        for (number, access) in self.accesses.iter().enumerate() {
            by_variable.entry(access.variable).or_default().push(number);
        }
        let (mut found, mut open) = (Found::default(), Vec::new());
        for (variable, accesses) in by_variable {
            self.pairs_of(variable, &accesses, &mut found, &mut open);
        }
        self.reinstate(&mut open, checked);
        for judged in open {
            *found.ruled_out.entry(judged.stage).or_default() += 1;
            found.candidates.extend(judged.candidate);
        }
        found
    }

    /// All pairs of places of one variable: those that are ruled out for good are counted, the others are left open.
    fn pairs_of(&self, variable: Variable, accesses: &[usize], found: &mut Found, open: &mut Vec<Judged>) {
        let mut by_place: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
        for access in accesses {
            by_place.entry(self.place_of(&self.accesses[*access])).or_default().push(*access);
        }
        let mut known: FxHashMap<(usize, usize), Judged> = FxHashMap::default();
        let places: Vec<&Vec<usize>> = by_place.values().collect();
        for (at, first) in places.iter().enumerate() {
            for second in &places[at..] {
                let mut judged: Option<Judged> = None;
                for (one, other) in first.iter().flat_map(|one| second.iter().map(move |other| (*one, *other))) {
                    let (write, read) = (&self.accesses[one], &self.accesses[other]);
                    let conflict = (write.is_write || read.is_write) && !(write.is_atomic && read.is_atomic);
                    if conflict && (!std::ptr::eq(*first, *second) || one <= other) {
                        let alike = (self.alike[one], self.alike[other]);
                        let found = known.entry(alike).or_insert_with(|| self.judge(variable, alike.0, alike.1));
                        judged.get_or_insert_with(Judged::new).add(found, write, read);
                    }
                }
                let Some(judged) = judged else { continue };
                if judged.candidate.is_some() || !judged.withheld.is_empty() {
                    open.push(judged);
                } else {
                    *found.ruled_out.entry(judged.stage).or_default() += 1;
                }
            }
        }
    }

    fn place_of(&self, access: &Access) -> Place {
        (self.points_to.instances[access.instance.index()].method, access.statement)
    }

    /// The stage that rules out a pair in all threads.
    fn judge(&self, variable: Variable, one: usize, other: usize) -> Judged {
        let mut judged = Judged::new();
        let (first, second) = (&self.accesses[one], &self.accesses[other]);
        let objects = match self.common(variable, one, other) {
            Common::None => return judged,
            Common::Private => return judged.at_least(Stage::Escaping),
            Common::Static => Bits::default(),
            Common::Objects(objects) => objects,
        };
        judged = judged.at_least(Stage::Parallel);
        if self.is_by_initialiser(variable, first) || self.is_by_initialiser(variable, second) {
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

    /// Whoever else accesses a static field waits for the initialiser of its class to end, if that is running (JVMS 5.5).
    fn is_by_initialiser(&self, variable: Variable, access: &Access) -> bool {
        let Variable::Field(field) = variable else { return false };
        let world = &self.points_to.world;
        let (field, method) = (&world.fields[field.index()], &world.methods[self.place_of(access).0.index()]);
        field.is(access::STATIC)
            && method.class == field.class
            && &*world.selectors[method.selector.index()].0 == "<clinit>"
    }

    /// What is private was handed on in some way that orders it, unless a variable that may race holds it.
    fn reinstate(&self, judged: &mut [Judged], checked: &Checked<'_>) {
        let mut exposed = Bits::default();
        for field in checked.weak_fields().chain(self.unordered_fields()) {
            self.expose(&mut exposed, &self.held_by_all(field));
        }
        self.expose(&mut exposed, &self.held_by(Variable::Elements, checked.weak_arrays()));
        self.expose(&mut exposed, &self.kept_by_library());
        for judged in judged.iter() {
            if let Some(candidate) = &judged.candidate {
                self.expose(&mut exposed, &self.held_by(candidate.variable, &judged.objects));
            }
        }
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            let behind_final = self.with_final_fields(&exposed);
            for judged in judged.iter_mut() {
                for withheld in std::mem::take(&mut judged.withheld) {
                    let known = if withheld.is_kept { &behind_final } else { &exposed };
                    if withheld.objects.meets(known) {
                        let held = self.held_by(withheld.candidate.variable, &withheld.objects);
                        self.expose(&mut exposed, &held);
                        judged.is_candidate(&withheld.objects, withheld.candidate);
                        has_changed = true;
                    } else {
                        judged.withheld.push(withheld);
                    }
                }
            }
        }
    }

    /// Others may come to know these objects by a race, and so what they had in plain variables that are not checked.
    fn expose(&self, exposed: &mut Bits, objects: &Bits) {
        let world = &self.points_to.world;
        let mut work: Vec<u32> = objects.iter().collect();
        while let Some(object) = work.pop() {
            if !exposed.insert(object) {
                continue;
            }
            let object = ObjectId(object);
            let class = self.points_to.objects.get(object).class;
            if world.is_array(class) {
                if !self.checked_arrays.contains(object.0) {
                    work.extend(self.points_to.elements(object).into_iter().flat_map(Bits::iter));
                }
                continue;
            }
            for field in world.instance_fields(class) {
                let found = &world.fields[field.index()];
                let is_plain = !found.is(access::VOLATILE | access::FINAL);
                if is_plain && self.trust.is_trusted(&world.shown(found.class)) {
                    work.extend(self.points_to.field(object, field).into_iter().flat_map(Bits::iter));
                }
            }
        }
    }

    /// Plain fields of trusted classes that the application reads by methods which order nothing.
    fn unordered_fields(&self) -> Vec<FieldId> {
        let world = &self.points_to.world;
        let is_called = |wanted: &str| {
            let calls = self.points_to.instances.iter().enumerate();
            let mut own = calls.filter(|(number, _)| self.points_to.is_of_application(InstanceId(*number as u32)));
            own.any(|(_, instance)| {
                instance.body.calls.iter().any(|call| world.called(call).is_some_and(|(name, _)| name == wanted))
            })
        };
        let rows = UNORDERED.iter().filter(|(method, ..)| is_called(method));
        rows.filter_map(|(_, class, field)| world.field_named(world.class_if_known(class)?, field)).collect()
    }

    /// Objects of the application's that plain static fields of the class library hold.
    fn kept_by_library(&self) -> Bits {
        let world = &self.points_to.world;
        let mut kept = Bits::default();
        for (field, held) in self.points_to.static_fields() {
            let field = &world.fields[field.index()];
            if world.classes[field.class.index()].origin == Origin::Jdk && !field.is(access::VOLATILE) {
                kept.extend(
                    held.iter().filter(|object| self.points_to.objects.get(ObjectId(*object)).is_of_application()),
                );
            }
        }
        kept
    }

    /// These objects and what their final fields lead to.
    fn with_final_fields(&self, objects: &Bits) -> Bits {
        let world = &self.points_to.world;
        let (mut found, mut work) = (Bits::default(), objects.iter().collect::<Vec<u32>>());
        while let Some(object) = work.pop() {
            if !found.insert(object) {
                continue;
            }
            let class = self.points_to.objects.get(ObjectId(object)).class;
            for field in world.instance_fields(class).filter(|field| world.fields[field.index()].is(access::FINAL)) {
                work.extend(self.points_to.field(ObjectId(object), field).into_iter().flat_map(Bits::iter));
            }
        }
        found
    }

    /// What a variable of these objects may hold.
    fn held_by(&self, variable: Variable, objects: &Bits) -> Bits {
        let mut held = Bits::default();
        let mut add = |more: Option<&Bits>| {
            if let Some(more) = more {
                held.add_all(more, &mut Bits::default());
            }
        };
        match variable {
            Variable::Field(field) if self.points_to.world.fields[field.index()].is(access::STATIC) => {
                add(self.points_to.static_field_if_known(field));
            }
            Variable::Field(field) => {
                objects.iter().for_each(|object| add(self.points_to.field(ObjectId(object), field)));
            }
            Variable::Elements => {
                objects.iter().for_each(|object| add(self.points_to.elements(ObjectId(object))));
            }
        }
        held
    }

    /// What a field may hold, of whatever object.
    fn held_by_all(&self, field: FieldId) -> Bits {
        let all: Bits = self.points_to.objects.iter().map(|(object, _)| object.0).collect();
        self.held_by(Variable::Field(field), &all)
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
        if shared.is_empty() { Common::Private } else { Common::Objects(shared) }
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

    /// In how many steps locks that are held lead to the object that is accessed; none if it is locked itself.
    fn locked_ways(&self, access: &Access, thread: usize, here: &Here, objects: &Bits) -> Vec<(u32, Mutex)> {
        if !access.base.is_some() || here.held.is_empty() {
            return Vec::new();
        }
        let ways = self.owned.ways(access.instance, access.base, objects).into_iter();
        let locked = |reg: Reg| {
            here.held.iter().filter_map(move |lock| match *lock {
                Lock::Register(own) => self.are_same(thread, access.instance, own, reg).then_some(Mutex::Monitor),
                Lock::Itself(own) => self.are_same(thread, access.instance, own, reg).then_some(Mutex::Itself),
                Lock::Single(_) | Lock::Shared(_) => None,
            })
        };
        ways.flat_map(|(reg, steps)| locked(reg).map(move |mutex| (steps, mutex))).collect()
    }

    /// Whether two registers hold the same object when a thread executes an instance: both read the same field of the same object, which
    /// nobody writes as long as the thread lives.
    fn are_same(&self, thread: usize, instance: InstanceId, one: Reg, other: Reg) -> bool {
        let body = &self.points_to.instances[instance.index()].body;
        let read = |reg: Reg| match body.statements[body.definition(reg)? as usize] {
            Statement::GetField { base, field, .. } => Some((base, field)),
            _ => None,
        };
        one == other
            || read(one).zip(read(other)).is_some_and(|((one, field), (other, also))| {
                field == also
                    && self.are_same(thread, instance, one, other)
                    && self.is_never_written(field, self.points_to.register(instance, one), thread)
            })
    }

    /// Whether all who write a field of these objects do so before a thread begins, or behind its end.
    fn is_never_written(&self, field: FieldId, objects: &Bits, thread: usize) -> bool {
        let found = &self.points_to.world.fields[field.index()];
        // All accesses of the fields of untrusted classes are known.
        let class = self.points_to.world.shown(found.class);
        let is_known =
            !found.is(access::VOLATILE) && !self.trust.is_trusted(&class) && !self.trust.is_benign(&class, &found.name);
        let is_apart = |number: usize| {
            let write = &self.accesses[number];
            self.threads.reaching(write.instance).all(|by| match self.here.get(&(number, by)) {
                Some(here) => by != thread && thread != 0 && !here.running.contains(thread as u32),
                None => true,
            })
        };
        let meets = |number: usize| self.objects[number].meets(objects);
        let of_field = self.by_field.get(&field).into_iter().flatten().copied();
        is_known && of_field.filter(|number| self.accesses[*number].is_write && meets(*number)).all(is_apart)
    }

    /// Final fields of the object that is accessed whose values are locked.
    fn guards(&self, access: &Access, here: &Here) -> Vec<(FieldId, Mutex)> {
        let body = &self.points_to.instances[access.instance.index()].body;
        let mut guards = Vec::new();
        for statement in &body.statements {
            if let Statement::GetField { to, base, field } = *statement
                && base == access.base
                && base.is_some()
                && self.points_to.world.fields[field.index()].is(access::FINAL)
            {
                guards.extend(locked_as(here, to).map(|mutex| (field, mutex)));
            }
        }
        guards
    }
}

enum Common {
    None,
    Private,
    Static,
    Objects(Bits),
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

/// An object excludes others by its monitor, or as a lock by itself; the two have nothing to do with each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mutex {
    Monitor,
    Itself,
}

/// As what the object of a register is held.
fn locked_as(here: &Here, reg: Reg) -> impl Iterator<Item = Mutex> {
    let both = [(Lock::Register(reg), Mutex::Monitor), (Lock::Itself(reg), Mutex::Itself)];
    both.into_iter().filter(move |(lock, _)| reg.is_some() && here.held.contains(lock)).map(|(_, mutex)| mutex)
}

/// One of both is for writing.
fn is_locked_by_one(here: &Here, there: &Here) -> bool {
    here.held.iter().any(|lock| match *lock {
        Lock::Single(object) => {
            there.held.contains(&Lock::Single(object)) || there.held.contains(&Lock::Shared(object))
        }
        Lock::Shared(object) => there.held.contains(&Lock::Single(object)),
        Lock::Register(_) | Lock::Itself(_) => false,
    })
}
