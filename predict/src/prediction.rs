//! The races that one execution predicts, by pairs of places: cheap engines first, dearer ones on
//! what those leave undecided. A race is told only with a witness that the checker has accepted.

use crate::checker::{Checker, Flaw};
use crate::contexts::{Context, Contexts};
use crate::engine::{Engine, Outcome};
use crate::model::Model;
use crate::reordering::Reordering;
use crate::trace::Trace;
use std::collections::BTreeMap;

/// What is known of two places of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Settled {
    /// Accesses there race.
    Race {
        /// Behind this.
        witness: Reordering,
        /// By which engine that was found.
        engine: &'static str,
    },
    /// No two accesses there race in any correct reordering of the trace.
    Infeasible,
    /// Neither a race nor a proof that there is none was found.
    Open,
}

/// Two places whose accesses can race by the locks that are held there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    /// The two, the lower number first.
    pub places: [u32; 2],
    /// What is known of them.
    pub known: Settled,
}

/// All that was found out.
#[derive(Clone, Default, Debug)]
pub struct Prediction {
    /// In the order in which the trace comes to the earlier access of a race, then of the others.
    pub places: Vec<Places>,
    /// Witnesses that the checker has refused: defects of an engine.
    pub refused: Vec<(&'static str, [u32; 2], Flaw)>,
    /// Acquires, by position in the trace, that an engine has seen wait for each other, without a
    /// witness.
    pub deadlocks: Vec<[u32; 2]>,
    /// Whether it was ended before all pairs were looked at.
    pub is_cut: bool,
}

impl Prediction {
    /// The pairs of places of which this is known.
    pub fn count(&self, is_it: impl Fn(&Settled) -> bool) -> usize {
        self.places.iter().filter(|places| is_it(&places.known)).count()
    }
}

/// What several pairs of contexts of the same two places came to.
#[derive(Default)]
struct Sum {
    race: Option<(Reordering, &'static str)>,
    /// Whether the engine that is asked has left one of them open.
    is_open: bool,
    /// Whether an engine has left none open.
    is_proved: bool,
}

fn places(pair: [&Context; 2]) -> [u32; 2] {
    let [one, other] = pair.map(|context| context.location);
    [one.min(other), one.max(other)]
}

/// Asks one engine after the other about all pairs that are not decided yet, as long as `goes_on`
/// says so. Two places have one answer, by whichever accesses; or one for each pair of contexts, if
/// `all_pairs` are asked for.
#[must_use]
pub fn predict(
    trace: &Trace,
    model: &Model,
    engines: &mut [Box<dyn Engine + '_>],
    all_pairs: bool,
    goes_on: &dyn Fn() -> bool,
) -> Prediction {
    let contexts = Contexts::new(model, trace);
    let checker = Checker::new(trace);
    let mut sums: BTreeMap<([u32; 2], usize), Sum> = BTreeMap::new();
    let mut prediction = Prediction::default();
    for engine in engines {
        for (number, pair) in contexts.pairs(model).enumerate() {
            let sum = sums.entry((places(pair), if all_pairs { number } else { 0 })).or_default();
            if sum.race.is_some() || sum.is_proved {
                continue;
            }
            prediction.is_cut = prediction.is_cut || !goes_on();
            let outcome =
                if prediction.is_cut { Outcome::Unknown } else { engine.race(pair[0], pair[1]) };
            match outcome {
                Outcome::NoRace => {}
                Outcome::Unknown => {
                    sum.is_open = true;
                    // The engine may have been the one that was told to end.
                    prediction.is_cut = prediction.is_cut || !goes_on();
                }
                Outcome::Race(witness) => match checker.check(&witness.positions(trace)) {
                    Ok(()) => sum.race = Some((witness, engine.name())),
                    Err(flaw) => {
                        sum.is_open = true;
                        prediction.refused.push((engine.name(), witness.pair(), flaw));
                    }
                },
            }
        }
        prediction.deadlocks.extend(engine.deadlocks());
        // What one engine has proved, none that knows less takes back.
        for sum in sums.values_mut() {
            sum.is_proved |= !std::mem::take(&mut sum.is_open);
        }
    }
    let known = |sum: Sum| match sum.race {
        Some((witness, engine)) => Settled::Race { witness, engine },
        None if sum.is_proved => Settled::Infeasible,
        None => Settled::Open,
    };
    prediction.places =
        sums.into_iter().map(|((places, _), sum)| Places { places, known: known(sum) }).collect();
    let first = |places: &Places| match &places.known {
        Settled::Race { witness, .. } => (witness.pair().into_iter().min(), 0),
        _ => (None, 1),
    };
    prediction.places.sort_by_key(|places| {
        let (at, rank) = first(places);
        (rank, at, places.places)
    });
    prediction
}
