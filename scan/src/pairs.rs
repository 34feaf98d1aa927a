//! Pairs of accesses, and the stage at which each is ruled out. What no stage rules out is a candidate.
//!
//! A stage is a proof that the two cannot race, tried in the order of the paper (section 4.3); a pair of places is ruled out by the last
//! stage that any of its contexts needs.

use crate::accesses::{Access, Checked, Variable};
use crate::escape;
use crate::ids::{FieldId, InstanceId, MethodId, ObjectId, Reg};
use crate::ir::{ANY_INDEX, Statement};
use crate::points_to::{Bits, PointsTo};
use crate::threads::Threads;
use crate::walk::{Here, Lock, Walks};
use crate::world::access;
use raceproof_base::Trust;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

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
    shared: Bits,
    accesses: Vec<Access>,
    /// By access and thread: what holds there.
    here: FxHashMap<(usize, usize), Here>,
}

/// Tries all stages on all pairs.
#[must_use]
pub fn find(points_to: &PointsTo, threads: &Threads, walks: &Walks<'_>, trust: &Trust) -> Found {
    let mut checked = Checked::new(points_to, trust);
    let accesses = checked.accesses();
    let shared = escape::shared(points_to, threads);
    let mut pairing = Pairing { points_to, threads, walks, shared, accesses, here: FxHashMap::default() };
    pairing.find_here();
    pairing.pairs(&mut checked)
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

    fn pairs(&self, checked: &mut Checked<'_>) -> Found {
        let mut by_variable: BTreeMap<Variable, Vec<usize>> = BTreeMap::new();
        for (number, access) in self.accesses.iter().enumerate() {
            by_variable.entry(access.variable).or_default().push(number);
        }
        let mut found = Found::default();
        for (variable, accesses) in by_variable {
            let mut stages: BTreeMap<(Place, Place), (Stage, Option<CandidateRace>)> = BTreeMap::new();
            for (at, one) in accesses.iter().enumerate() {
                for other in &accesses[at..] {
                    let (first, second) = (&self.accesses[*one], &self.accesses[*other]);
                    if !first.is_write && !second.is_write || first.is_atomic && second.is_atomic {
                        continue;
                    }
                    let (stage, candidate) = self.stage(variable, *one, *other, checked);
                    let (first, second) = (self.place(*one), self.place(*other));
                    let places = if first <= second { (first, second) } else { (second, first) };
                    let known = stages.entry(places).or_insert((Stage::Aliasing, None));
                    if stage > known.0 {
                        *known = (stage, candidate);
                    }
                }
            }
            for (stage, candidate) in stages.into_values() {
                *found.ruled_out.entry(stage).or_default() += 1;
                found.candidates.extend(candidate);
            }
        }
        found
    }

    fn place(&self, access: usize) -> Place {
        let access = &self.accesses[access];
        (self.points_to.instances[access.instance.index()].method, access.statement)
    }

    /// The stage that rules out a pair in all threads.
    fn stage(
        &self,
        variable: Variable,
        one: usize,
        other: usize,
        checked: &mut Checked<'_>,
    ) -> (Stage, Option<CandidateRace>) {
        let (first, second) = (&self.accesses[one], &self.accesses[other]);
        let objects = match self.common(variable, first, second, checked) {
            Common::None => return (Stage::Aliasing, None),
            Common::Private => return (Stage::Escaping, None),
            Common::Static => None,
            Common::Object(object) => Some(object),
        };
        let mut last = Stage::Parallel;
        let mut candidate = None;
        for thread in self.threads.reaching(first.instance) {
            for beside in self.threads.reaching(second.instance) {
                let (Some(here), Some(there)) = (self.here.get(&(one, thread)), self.here.get(&(other, beside))) else {
                    continue;
                };
                let stage = self.stage_of(first, second, (thread, here), (beside, there));
                if stage > last {
                    last = stage;
                    if stage == Stage::Candidate {
                        candidate = Some(CandidateRace {
                            variable,
                            array: objects.filter(|_| variable == Variable::Elements),
                            accesses: [(*first, thread), (*second, beside)],
                        });
                    }
                }
            }
        }
        (last, candidate)
    }

    fn common(&self, variable: Variable, one: &Access, other: &Access, checked: &mut Checked<'_>) -> Common {
        if !one.base.is_some() || !other.base.is_some() {
            let is_static = match variable {
                Variable::Field(field) => self.points_to.world.fields[field.index()].is(access::STATIC),
                Variable::Elements => false,
            };
            return if is_static { Common::Static } else { Common::None };
        }
        if one.index != ANY_INDEX && other.index != ANY_INDEX && one.index != other.index {
            return Common::None;
        }
        let (first, second) =
            (self.points_to.register(one.instance, one.base), self.points_to.register(other.instance, other.base));
        // What the application itself accesses counts, whoever has made it.
        let is_own = self.points_to.is_of_application(one.instance) && self.points_to.is_of_application(other.instance);
        let mut found = Common::None;
        for object in first.iter().filter(|object| second.contains(*object)).map(ObjectId) {
            let class = self.points_to.objects.get(object).class;
            let fits = match variable {
                Variable::Field(field) => {
                    self.points_to.world.is_subtype(class, self.points_to.world.fields[field.index()].class)
                }
                Variable::Elements => {
                    self.points_to.world.is_array(class) && (checked.is_array_checked(object) || is_own)
                }
            };
            let fits = fits && (is_own || self.points_to.objects.get(object).is_of_application());
            if fits && self.shared.contains(object.0) {
                return Common::Object(object);
            }
            if fits {
                found = Common::Private;
            }
        }
        found
    }

    fn stage_of(
        &self,
        one: &Access,
        other: &Access,
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
        if self.is_guarded_by_base(one, here) && self.is_guarded_by_base(other, there)
            || self.guards(one, here).iter().any(|field| self.guards(other, there).contains(field))
        {
            return Stage::LocalLock;
        }
        Stage::Candidate
    }

    /// Whether the object that is accessed is locked itself.
    fn is_guarded_by_base(&self, access: &Access, here: &Here) -> bool {
        access.base.is_some() && here.held.contains(&Lock::Register(access.base))
    }

    /// Final fields of the object that is accessed whose values are locked.
    fn guards(&self, access: &Access, here: &Here) -> Vec<FieldId> {
        let body = &self.points_to.instances[access.instance.index()].body;
        let mut guards = Vec::new();
        for statement in &body.statements {
            if let Statement::GetField { to, base, field } = *statement
                && base == access.base
                && base.is_some()
                && self.points_to.world.fields[field.index()].is(access::FINAL)
                && is_locked(here, to)
            {
                guards.push(field);
            }
        }
        guards
    }
}

enum Common {
    None,
    Private,
    Static,
    Object(ObjectId),
}

fn is_locked(here: &Here, reg: Reg) -> bool {
    reg.is_some() && here.held.contains(&Lock::Register(reg))
}

/// One of both is for writing.
fn is_locked_by_one(here: &Here, there: &Here) -> bool {
    here.held.iter().any(|lock| match *lock {
        Lock::Single(object) => {
            there.held.contains(&Lock::Single(object)) || there.held.contains(&Lock::Shared(object))
        }
        Lock::Shared(object) => there.held.contains(&Lock::Single(object)),
        Lock::Register(_) => false,
    })
}
