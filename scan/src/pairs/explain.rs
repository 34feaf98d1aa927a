//! Why two lines cannot race, or where the proof fails.

use super::judge::{Common, Proof};
use super::{Found, Pairing, Place};
use crate::accesses::{Access, Variable};
use crate::ids::{ClassId, InstanceId};
use crate::ir::{self, ANY_INDEX, Statement};
use crate::points_to::{Bits, PointsTo};
use crate::walk::Lock;
use raceproof_base::is_source;
use std::collections::{BTreeMap, BTreeSet};

/// A line of a source file: `A.java`, `some/package/A.java` or `src/some/package/A.java`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The file, with any part of the end of its path.
    pub file: String,
    /// Its number.
    pub number: u16,
}

/// What is executed for a line: its own statements, and what the class library does for them.
#[derive(Default, Debug)]
pub struct Side {
    places: BTreeSet<Place>,
    library: BTreeSet<InstanceId>,
}

/// A question about two lines.
pub type Question = [Side; 2];

/// What is known of two lines.
#[derive(Debug, Default)]
pub struct Explained {
    /// What each accesses.
    pub accessed: [BTreeSet<Variable>; 2],
    /// By variable and place, each pair of which one writes.
    pub answers: Vec<Answer>,
}

/// What is known of a pair of places.
#[derive(Debug)]
pub struct Answer {
    /// What both access.
    pub variable: Variable,
    /// The two, in some context.
    pub accesses: [Access; 2],
    /// On which objects they meet.
    pub objects: Bits,
    /// Whether it is among the candidates.
    pub is_candidate: bool,
    /// What was found in each two contexts and threads.
    pub reasons: BTreeSet<Reason>,
    /// All places that access the variable on these objects, each with the locks that are held
    /// there.
    pub held: Vec<(InstanceId, BTreeSet<Lock>)>,
}

/// What was found of two accesses in two contexts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// Neither is plain.
    NeverConflict,
    /// They access different objects.
    OtherObjects,
    /// They access elements with different constant indices.
    OtherElements,
    /// The objects do not escape their thread.
    OneThread,
    /// The class library keeps the objects deep inside others, and does not tell them apart.
    Deep,
    /// A class initialiser does one of them, which happens before accesses by other threads.
    Initialiser,
    /// One of them is before its object escapes, unless a variable that may race lets it escape.
    Private {
        /// The threads.
        threads: [usize; 2],
    },
    /// A proof holds between two threads.
    Proved {
        /// The threads.
        threads: [usize; 2],
        /// Which.
        proof: Proof,
    },
    /// None holds between two threads.
    Open {
        /// The threads.
        threads: [usize; 2],
        /// In which contexts, and which locks each holds.
        held: [(InstanceId, BTreeSet<Lock>); 2],
    },
}

impl Side {
    /// What is executed for a line; none if no class that was looked at is from that file.
    #[must_use]
    pub fn new(points_to: &PointsTo, line: &Line) -> Option<Self> {
        let mut of_file: BTreeMap<ClassId, bool> = BTreeMap::new();
        let mut side = Self::default();
        for (instance, at, statement) in points_to.statements() {
            let found = &points_to.instances[instance.index()];
            let class = points_to.world.methods[found.method.index()].class;
            let is_of_file =
                *of_file.entry(class).or_insert_with(|| is_from(points_to, class, &line.file));
            let position = found.body.positions[at as usize];
            if !is_of_file
                || ir::line(&points_to.world, found.method, position) != Some(line.number)
            {
                continue;
            }
            side.places.insert((found.method, at));
            if let Statement::Call { call } = statement {
                found.called_by(call).for_each(|callee| side.add_library(points_to, callee));
            }
        }
        of_file.values().any(|is_one| *is_one).then_some(side)
    }

    /// Whether nothing that is executed is of the line.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    fn add_library(&mut self, points_to: &PointsTo, callee: InstanceId) {
        let mut work = vec![callee];
        while let Some(instance) = work.pop() {
            if !points_to.is_of_application(instance) && self.library.insert(instance) {
                work.extend(
                    points_to.instances[instance.index()].callees.iter().map(|(_, callee)| *callee),
                );
            }
        }
    }
}

fn is_from(points_to: &PointsTo, class: ClassId, file: &str) -> bool {
    let name = &points_to.world.classes[class.index()].name;
    let package = name.rsplit_once('/').map_or(String::new(), |(package, _)| format!("{package}/"));
    let path = ir::source_file(&points_to.world, class).map(|source| package + &source);
    path.is_some_and(|path| is_source(&path, file))
}

impl Pairing<'_> {
    /// What is known of two lines, once all pairs are judged.
    pub(super) fn explain(&self, question: &Question, found: &Found) -> Explained {
        let asked = |side: &Side, access: &Access| {
            let is_its = side.places.contains(&self.place_of(access))
                || side.library.contains(&access.instance);
            is_its && self.checked.is_told(access.variable)
        };
        let of_side = |side| {
            let all = self.accesses.iter().enumerate();
            all.filter(|(_, access)| asked(side, access)).map(|(number, _)| number).collect()
        };
        let [first, second]: [Vec<usize>; 2] = question.each_ref().map(of_side);
        let variables = |numbers: &[usize]| {
            numbers.iter().map(|number| self.accesses[*number].variable).collect()
        };
        let accessed = [variables(&first), variables(&second)];
        let mut answers: BTreeMap<(Variable, Place, Place), Answer> = BTreeMap::new();
        for (one, other) in
            first.iter().flat_map(|one| second.iter().map(move |other| (*one, *other)))
        {
            let (access, also) = (&self.accesses[one], &self.accesses[other]);
            if access.variable == also.variable && (access.is_write || also.is_write) {
                let key = (access.variable, self.place_of(access), self.place_of(also));
                self.add_reasons(
                    one,
                    other,
                    answers.entry(key).or_insert_with(|| Answer::new(access, also)),
                );
            }
        }
        for ((variable, one, other), answer) in &mut answers {
            answer.is_candidate = found.candidates.iter().any(|candidate| {
                let places = candidate.accesses.each_ref().map(|(access, _)| self.place_of(access));
                candidate.variable == *variable
                    && (places == [*one, *other] || places == [*other, *one])
            });
            answer.held = self.held_at(*variable, &answer.objects);
        }
        Explained { accessed, answers: answers.into_values().collect() }
    }

    fn add_reasons(&self, one: usize, other: usize, answer: &mut Answer) {
        let (access, also) = (&self.accesses[one], &self.accesses[other]);
        let is_other_element =
            access.index != ANY_INDEX && also.index != ANY_INDEX && access.index != also.index;
        let objects = match self.common(access.variable, one, other) {
            _ if access.is_atomic && also.is_atomic => return answer.add(Reason::NeverConflict),
            Common::None if is_other_element => return answer.add(Reason::OtherElements),
            Common::None => return answer.add(Reason::OtherObjects),
            Common::Private => return answer.add(Reason::OneThread),
            Common::Deep(_) => return answer.add(Reason::Deep),
            Common::Static => Bits::default(),
            Common::Objects(objects) => objects,
        };
        answer.objects.add_all(&objects, &mut Bits::default());
        if [access, also]
            .into_iter()
            .any(|access| self.is_by_initialiser(access.variable, access, &objects))
        {
            return answer.add(Reason::Initialiser);
        }
        for thread in self.threads.reaching(access.instance) {
            for beside in self.threads.reaching(also.instance) {
                let (Some(here), Some(there)) =
                    (self.here.get(&(one, thread)), self.here.get(&(other, beside)))
                else {
                    continue;
                };
                let threads = [thread, beside];
                let proof = self.proof(access, also, &objects, (thread, here), (beside, there));
                answer.add(match (proof, self.private[one].or(self.private[other])) {
                    (Some(proof), _) => Reason::Proved { threads, proof },
                    (None, Some(_)) => Reason::Private { threads },
                    (None, None) => {
                        let held = [
                            (access.instance, here.held.clone()),
                            (also.instance, there.held.clone()),
                        ];
                        Reason::Open { threads, held }
                    }
                });
            }
        }
    }

    fn held_at(&self, variable: Variable, objects: &Bits) -> Vec<(InstanceId, BTreeSet<Lock>)> {
        let mut by_place: BTreeMap<Place, (InstanceId, BTreeSet<Lock>)> = BTreeMap::new();
        for (number, access) in self.accesses.iter().enumerate() {
            let meets = objects.is_empty() || self.objects[number].meets(objects);
            let here = self
                .threads
                .reaching(access.instance)
                .find_map(|thread| self.here.get(&(number, thread)));
            if let Some(here) = here.filter(|_| access.variable == variable && meets) {
                by_place
                    .entry(self.place_of(access))
                    .or_insert_with(|| (access.instance, here.held.clone()));
            }
        }
        by_place.into_values().collect()
    }
}

impl Answer {
    fn new(one: &Access, other: &Access) -> Self {
        let (objects, reasons, held) = (Bits::default(), BTreeSet::new(), Vec::new());
        Self {
            variable: one.variable,
            accesses: [*one, *other],
            objects,
            is_candidate: false,
            reasons,
            held,
        }
    }

    fn add(&mut self, reason: Reason) {
        self.reasons.insert(reason);
    }
}
