//! Decides the stage that rules out a pair of places: for each two of their contexts, and each two
//! threads that may execute these, a proof is tried. One pair of contexts and threads without a
//! proof makes the pair of places a candidate.

use super::locks::{Guard, common_lock};
use super::{CandidateRace, Found, Pairing, Place, Stage};
use crate::accesses::{Access, Variable};
use crate::handover::Flag;
use crate::ids::ObjectId;
use crate::ir::ANY_INDEX;
use crate::points_to::Bits;
use crate::walk::Here;
use crate::world::access;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Why two accesses do not race, as far as two threads go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Proof {
    /// The two never happen in parallel.
    NotParallel,
    /// Both hold this lock, which is a single object.
    Lock(ObjectId),
    /// Each holds a lock such that distinct locks imply distinct objects; one lock excludes itself.
    Guard(Guard),
    /// By so many loads over owned objects, each thread gets from its own object to what it
    /// accesses; distinct thread objects imply distinct objects ([`crate::owned`]).
    OwnOfThread(u32),
    /// One thread has not set that flag yet at its access, and the other has found it set before
    /// its own.
    Flag(Flag),
}

impl Proof {
    /// The stage that it belongs to.
    #[must_use]
    pub fn stage(self) -> Stage {
        match self {
            Self::NotParallel => Stage::Parallel,
            Self::Lock(_) => Stage::GlobalLock,
            Self::Guard(_) => Stage::LocalLock,
            Self::OwnOfThread(_) => Stage::LocalThread,
            Self::Flag(_) => Stage::Ordered,
        }
    }
}

/// A pair that is ruled out since one access is before its object escapes: a candidate if one of
/// these objects may escape by a race.
pub(super) struct Withheld {
    pub objects: Bits,
    /// Whether other objects hold them already at the access. If that is by a final field, the
    /// access may come after the constructor's end, and reading the field does not order it (JLS
    /// 17.5).
    pub is_kept: bool,
    pub candidate: CandidateRace,
}

/// A pair of places, and what was found of it in all its contexts.
pub(super) struct Judged {
    pub stage: Stage,
    pub candidate: Option<CandidateRace>,
    /// The objects on which it is one.
    pub objects: Bits,
    pub withheld: Vec<Withheld>,
}

impl Pairing<'_> {
    /// All pairs of places of one variable: those that are ruled out for good are counted, the
    /// others are left open.
    pub(super) fn pairs_of(
        &self,
        variable: Variable,
        accesses: &[usize],
        found: &mut Found,
        open: &mut Vec<Judged>,
    ) {
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

    /// Whether the points-to sets are disjoint even with the contexts of each place united.
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
        for (one, other) in
            first.all.iter().flat_map(|one| second.all.iter().map(move |other| (*one, *other)))
        {
            let (write, read) = (&self.accesses[one], &self.accesses[other]);
            let conflict =
                (write.is_write || read.is_write) && !(write.is_atomic && read.is_atomic);
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
                Common::Deep(_)
                    if self.checked.is_told(variable) && self.met_deep.get().is_some() =>
                {
                    judged = judged.at_least(Stage::Escaping);
                    continue;
                }
                Common::Static => Bits::default(),
                Common::Objects(ref objects) | Common::Deep(ref objects) => objects.clone(),
            };
            let alike = (self.alike[one], self.alike[other]);
            let found = known
                .entry(alike)
                .or_insert_with(|| self.judge(variable, alike.0, alike.1, objects).into());
            let is_open = found.candidate.is_some() || !found.withheld.is_empty();
            if is_open && self.checked.is_told(variable) && matches!(common, Common::Deep(_)) {
                self.met_deep.set(Some([*write, *read]));
                judged = judged.at_least(Stage::Escaping);
                continue;
            }
            judged.add(found, write, read);
        }
        judged
    }

    pub(super) fn place_of(&self, access: &Access) -> Place {
        (self.points_to.instances[access.instance.index()].method, access.statement)
    }

    /// The stage that rules out a pair on these objects in all threads.
    fn judge(&self, variable: Variable, one: usize, other: usize, objects: Bits) -> Judged {
        let mut judged = Judged::new().at_least(Stage::Parallel);
        let (first, second) = (&self.accesses[one], &self.accesses[other]);
        if [first, second]
            .into_iter()
            .any(|access| self.is_by_initialiser(variable, access, &objects))
        {
            return judged.at_least(Stage::Ordered);
        }
        for thread in self.threads.reaching(first.instance) {
            for beside in self.threads.reaching(second.instance) {
                let (Some(here), Some(there)) =
                    (self.here.get(&(one, thread)), self.here.get(&(other, beside)))
                else {
                    continue;
                };
                if let Some(proof) =
                    self.proof(first, second, &objects, (thread, here), (beside, there))
                {
                    judged = judged.at_least(proof.stage());
                    continue;
                }
                let array =
                    objects.iter().next().filter(|_| variable == Variable::Elements).map(ObjectId);
                let accesses = [(*first, thread), (*second, beside)];
                let held = [here.held.clone(), there.held.clone()];
                let is_private = self.private[one].or(self.private[other]);
                let candidate = CandidateRace {
                    variable,
                    array,
                    accesses,
                    is_consequence: is_private.is_some(),
                    held,
                    objects: objects.clone(),
                    everywhere: Bits::default(),
                };
                if let Some(is_kept) = is_private {
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

    pub(super) fn common(&self, variable: Variable, one: usize, other: usize) -> Common {
        let (first, second) = (&self.accesses[one], &self.accesses[other]);
        if !first.base.is_some() || !second.base.is_some() {
            let is_static = match variable {
                Variable::Field(field) => {
                    self.points_to.world.fields[field.index()].is(access::STATIC)
                }
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

    /// Why two accesses on these objects do not race in these threads.
    pub(super) fn proof(
        &self,
        one: &Access,
        other: &Access,
        objects: &Bits,
        (thread, here): (usize, &Here),
        (beside, there): (usize, &Here),
    ) -> Option<Proof> {
        let runs_beside = |other: usize, own: usize, here: &Here| {
            other == 0 || own == other || here.running.contains(other as u32)
        };
        if !self.walks.parallel[thread].contains(beside as u32)
            || !runs_beside(beside, thread, here)
            || !runs_beside(thread, beside, there)
        {
            return Some(Proof::NotParallel);
        }
        let by_lock = || common_lock(here, there).map(Proof::Lock);
        let by_guard = || {
            self.common_guard((one, thread, here), (other, beside, there), objects)
                .map(Proof::Guard)
        };
        let from = |thread, access: &Access| {
            self.owned.from_thread(thread, access.instance, access.base, objects)
        };
        let by_thread = || {
            let steps = if one.base.is_some() { from(thread, one) } else { None };
            steps.filter(|steps| from(beside, other) == Some(*steps)).map(Proof::OwnOfThread)
        };
        let before = |thread: usize, first: &Here, other: usize, second: &Here| {
            second.seen.iter().find(|flag| {
                !first.set.contains(*flag) && self.handovers.orders(*flag, thread, other)
            })
        };
        let by_flag = || {
            let is_other = thread != beside;
            let found = || {
                before(thread, here, beside, there).or_else(|| before(beside, there, thread, here))
            };
            is_other.then(found).flatten().map(|flag| Proof::Flag(self.handovers.flag(flag)))
        };
        by_lock().or_else(by_guard).or_else(by_thread).or_else(by_flag)
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
        let mut pairs =
            self.kinds.iter().flat_map(|one| other.kinds.iter().map(move |other| (one, other)));
        pairs.any(|((writes, is_atomic), (also_writes, both))| {
            (*writes || *also_writes) && !(*is_atomic && *both)
        })
    }
}

/// The objects on which two accesses may alias.
pub(super) enum Common {
    None,
    Private,
    Static,
    Objects(Bits),
    /// Shared, but only such as the class library allocates in the deep context.
    Deep(Bits),
}

impl Judged {
    fn new() -> Self {
        Self {
            stage: Stage::Aliasing,
            candidate: None,
            objects: Bits::default(),
            withheld: Vec::new(),
        }
    }

    fn at_least(self, stage: Stage) -> Self {
        Self { stage: self.stage.max(stage), ..self }
    }

    /// Adds what was found of one pair of contexts, for another on which proofs depend alike.
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

    pub(super) fn is_candidate(&mut self, objects: &Bits, candidate: CandidateRace) {
        self.stage = Stage::Candidate;
        self.objects.add_all(objects, &mut Bits::default());
        self.candidate.get_or_insert(candidate);
    }
}
