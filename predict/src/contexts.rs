//! Contexts, classes of equal accesses: by one thread, of one variable, at one place, with one
//! lockset, of one kind. And pairs of contexts that can race at all: of two threads, in conflict,
//! with disjoint locksets (shared holds do not exclude each other).

use crate::event::{EventKind, Subject};
use crate::model::Model;
use crate::trace::Trace;
use rustc_hash::FxHashMap as HashMap;

/// Accesses that are alike, as items of the model in ascending order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Context {
    /// What is accessed.
    pub variable: u32,
    /// By whom.
    pub thread: u32,
    /// Where.
    pub location: u32,
    /// Holding what.
    pub lockset: u32,
    /// How.
    pub kind: EventKind,
    /// The accesses.
    pub items: Vec<u32>,
}

/// All contexts of a model, those of a variable together.
pub struct Contexts {
    contexts: Vec<Context>,
    /// Where those of a variable begin and end.
    variables: Vec<(usize, usize)>,
}

impl Contexts {
    /// Of a model of the trace.
    #[must_use]
    pub fn new(model: &Model, trace: &Trace) -> Self {
        let mut numbers: HashMap<(u32, u32, u32, u32, EventKind), usize> = HashMap::default();
        let mut contexts: Vec<Context> = Vec::new();
        for (number, item) in model.items.iter().enumerate() {
            if item.kind.subject() != Subject::Variable {
                continue;
            }
            let location = trace.event(item.at).location;
            let key = (item.object, item.thread, location, item.lockset, item.kind);
            let place = *numbers.entry(key).or_insert(contexts.len());
            if place == contexts.len() {
                let (variable, thread, lockset, kind) =
                    (item.object, item.thread, item.lockset, item.kind);
                contexts.push(Context {
                    variable,
                    thread,
                    location,
                    lockset,
                    kind,
                    items: Vec::new(),
                });
            }
            contexts[place].items.push(number as u32);
        }
        // Stable, so those of a variable stay in the order in which they were met.
        contexts.sort_by_key(|context| context.variable);
        let mut variables: Vec<(usize, usize)> = Vec::new();
        for at in 0..contexts.len() {
            match variables.last_mut() {
                Some((start, end)) if contexts[*start].variable == contexts[at].variable => {
                    *end = at + 1;
                }
                _ => variables.push((at, at + 1)),
            }
        }
        Self { contexts, variables }
    }

    /// All pairs that can race, if nothing else keeps them apart.
    pub fn pairs<'a>(&'a self, model: &'a Model) -> impl Iterator<Item = [&'a Context; 2]> {
        let of_variable = |(start, end): &(usize, usize)| {
            let contexts = &self.contexts[*start..*end];
            contexts
                .iter()
                .enumerate()
                .flat_map(|(at, one)| contexts[at + 1..].iter().map(move |other| [one, other]))
        };
        let can_race = |[one, other]: &[&Context; 2]| {
            one.thread != other.thread
                && one.kind.conflicts(other.kind)
                && model.locksets.are_compatible(one.lockset, other.lockset)
        };
        self.variables.iter().flat_map(of_variable).filter(can_race)
    }
}
