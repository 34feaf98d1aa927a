//! From options to the machine, and from what it refuses to a failure.

use raceproof_base::{
    Cancellation, Cause, Finer, Location, Operations, Pattern, Trust, Unsupported,
};
use raceproof_config::{
    CheckOptions, Command, Granularity, Library, MachineOptions, Nondeterminism, Timeouts, atomic,
    trusted,
};
use raceproof_listeners::Hears;
use raceproof_search::{Covers, StrategyKind};
use raceproof_vm::vm::Telling;
use raceproof_vm::{
    ENDS, ExploreOptions, Explorer, OBSERVED_ENDS, PRINTING, Registry, RunOptions, RunOutcome,
    TimedWaits,
};

use crate::failure::{Failure, Status};
use crate::jdk::Jdk;
use crate::main_method;
use crate::target::Program;

pub fn run_options(machine: &MachineOptions, jdk: &Jdk, program: &Program) -> RunOptions {
    let given = machine.properties.iter().map(|(name, value)| (name.clone(), value.clone()));
    RunOptions {
        java_home: jdk.home.clone(),
        class_path: program.class_path.clone(),
        main_class: program.main_class.clone(),
        from_source: program.from_source,
        is_test: program.test.is_some(),
        add_exports: program.add_exports.clone(),
        add_opens: program.add_opens.clone(),
        arguments: program.arguments.clone(),
        properties: program.properties.iter().cloned().chain(given).collect(),
        heap_bytes: machine.heap_bytes,
        assertions: machine.assertions,
        processors: machine.processors,
        previews: machine.previews,
        explore: false,
        cancellation: Cancellation::default(),
        reflection: None,
    }
}

/// The peers of a machine, with those that record, if it does.
pub fn registry(run: &RunOptions) -> Registry {
    let mut registry = raceproof_models::registry();
    if run.reflection.is_some() {
        raceproof_models::record_reflection(&mut registry);
    }
    registry
}

pub fn explore_options(options: &CheckOptions, fineness: &Fineness) -> ExploreOptions {
    let Nondeterminism { spurious_wakeups, weak_cas_failures, enumerate_random } =
        options.nondeterminism;
    let strategy = fineness.strategy(options.search.strategy);
    let is_contested = |name: &str| fineness.contested.iter().any(|known| known == name);
    let ends_are_steps = is_contested(ENDS);
    ExploreOptions {
        accesses: options.granularity == Granularity::Access,
        spurious_wakeups,
        weak_failures: weak_cas_failures,
        enumerate_random,
        show_output: false,
        prints_itself: is_contested(PRINTING),
        telling: telling(options),
        private: fineness.private,
        weak_modes: fineness.weak_modes,
        contested: fineness.contested.clone(),
        dependences: strategy.reduces(),
        // Where states are kept, ends are told apart by them.
        ends_within: strategy.reduces()
            && !strategy.about().keeps_states
            && !ends_are_steps
            && !is_contested(OBSERVED_ENDS),
        ends_are_steps,
        log: strategy.about().covers == Covers::RacingOrders,
        // What prunes executions in which nothing the user asks for races, may prune these.
        watches_accepted: telling(options) == Telling::All
            && options.search.strategy.about().covers != Covers::RacingOrders,
        rounds: fineness.rounds,
        timed_waits: match options.timeouts {
            Timeouts::Any => TimedWaits::AtAnyMoment,
            Timeouts::Usual => TimedWaits::WorkersLast,
            Timeouts::Idle => TimedWaits::WhenIdle,
        },
        library: operations(options.library, fineness),
    }
}

/// The same for `predict`, whose analysis knows nothing of what the user accepts.
pub fn predict_options(options: &CheckOptions, fineness: &Fineness) -> ExploreOptions {
    ExploreOptions { watches_accepted: false, ..explore_options(options, fineness) }
}

/// Which methods of the class library are one step.
fn operations(library: Library, fineness: &Fineness) -> Operations {
    let mut operations = Operations::default();
    if !fineness.is_inside(library) {
        atomic::operations().for_each(|line| operations.add(line.what));
    }
    if library == Library::Instant {
        operations.keep_instants();
    }
    operations
}

/// How finely the machine works beyond the granularity: coarse first, finer where somebody needs
/// it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fineness {
    /// Each access of what only one thread knows is told.
    pub private: bool,
    /// What accesses by modes weaker than volatile and fences need is told.
    pub weak_modes: bool,
    /// Variables at whose plain accesses threads are switched, and initialisers of the JDK that are
    /// executed step by step.
    pub contested: Vec<String>,
    /// By a search that leaves out no order of steps: where threads are held back, one order does
    /// not stand for another.
    pub unreduced: bool,
    /// Threads are switched inside operations of the class library, whatever the options say.
    pub inside_operations: bool,
    /// Likewise where only those are steps that take effect at one instant.
    pub inside_instants: bool,
    /// How often a loop that does not end goes round at least while another thread could go on.
    pub rounds: u32,
}

impl Fineness {
    /// Where the options say to begin.
    pub fn of(options: &CheckOptions) -> Self {
        Self { contested: options.switch_at.clone(), ..Self::default() }
    }

    /// As fine as an execution is told again whose schedule is known.
    pub fn of_replay(&self) -> Self {
        Self { private: true, weak_modes: true, ..self.clone() }
    }

    /// Whether threads are switched inside operations of the class library.
    pub fn is_inside(&self, library: Library) -> bool {
        match library {
            Library::Atomic => self.inside_operations,
            Library::Instant => self.inside_instants,
            Library::Exact => true,
        }
    }

    /// The search that is as fine. What has no data race may have a weak one, so where there are
    /// weak modes nothing is pruned.
    pub fn strategy(&self, asked: StrategyKind) -> StrategyKind {
        match asked.about().covers {
            Covers::Orders | Covers::RacingOrders if self.unreduced => StrategyKind::BreadthFirst,
            Covers::RacingOrders if self.weak_modes => StrategyKind::Dpor,
            Covers::Schedules
            | Covers::Samples
            | Covers::Part
            | Covers::Orders
            | Covers::RacingOrders => asked,
        }
    }

    /// As fine as somebody needs it. False if it was so before.
    pub fn refine(&mut self, finer: &Finer) -> bool {
        match finer {
            Finer::PrivateAccesses => !std::mem::replace(&mut self.private, true),
            Finer::WeakModes => !std::mem::replace(&mut self.weak_modes, true),
            Finer::InsideOperations => {
                self.inside_instants = true;
                !std::mem::replace(&mut self.inside_operations, true)
            }
            Finer::InsideInstants => !std::mem::replace(&mut self.inside_instants, true),
            Finer::Rounds(rounds) => std::mem::replace(&mut self.rounds, *rounds) < *rounds,
            Finer::AllOrders => !std::mem::replace(&mut self.unreduced, true),
            Finer::Accesses(variable) if self.contested.contains(variable) => false,
            Finer::Accesses(variable) => {
                self.contested.push(variable.clone());
                true
            }
        }
    }
}

/// What a detector must be told.
fn telling(options: &CheckOptions) -> Telling {
    match options.race.about().hears {
        Hears::Nothing if options.search.strategy.about().goes_by_value => Telling::Writes,
        Hears::Nothing => Telling::Operations,
        Hears::Writes => Telling::Writes,
        Hears::All => Telling::All,
    }
}

/// Who is trusted: the list of defaults, unless it was cleared, then what the user adds.
pub fn trust(options: &CheckOptions) -> Trust {
    let mut trust = Trust::default();
    for line in trusted::defaults().filter(|_| options.trusts_library) {
        match line.what.split_once('#') {
            Some((class, field)) => {
                trust.benign.push(Location { class: Pattern::new(class), field: field.to_owned() });
            }
            None => trust.add(line.what),
        }
    }
    trust.end_defaults();
    options.trusted.iter().for_each(|pattern| trust.add(pattern));
    trust.proved.clone_from(&options.proved);
    trust.benign.extend(options.benign.iter().filter_map(|location| Location::parse(location)));
    trust
}

/// Why a program cannot be explored at all.
#[derive(Debug)]
pub enum Refusal {
    /// Something is wrong that the user can mend, or we must.
    Failed(Failure),
    /// The program, or the JDK, needs what is not modelled.
    Unsupported(Unsupported),
    /// A limit came before its first choice.
    Cancelled(Cause),
}

/// The program at its first choice.
pub fn start(
    run: &RunOptions,
    explore: ExploreOptions,
    trust: Trust,
    program: &Program,
) -> Result<Explorer, Refusal> {
    Explorer::start(run, explore, trust, registry(run))
        .map_err(|outcome| refusal(outcome, program, Command::Check))
}

/// Why the program did not begin.
pub fn refusal(outcome: RunOutcome, program: &Program, command: Command) -> Refusal {
    match outcome {
        RunOutcome::BadTarget(message) => Refusal::Failed(bad_target(message, program, command)),
        RunOutcome::Unsupported { what, stack } => {
            Refusal::Unsupported(Unsupported { what, stack })
        }
        RunOutcome::Cancelled(cause) => Refusal::Cancelled(cause),
        RunOutcome::Exited { .. } | RunOutcome::Deadlock { .. } => Refusal::Failed(Failure::new(
            Status::Defect,
            "the class library ended before the program began",
        )),
    }
}

pub fn bad_target(message: String, program: &Program, command: Command) -> Failure {
    // Where the machine says so, the class file tells more.
    let has_no_main = message.contains("no main method");
    let main = program.class_file().filter(|_| has_no_main);
    let was_not_found = message.contains("was not found");
    let mut failure = Failure::bad_input(message);
    failure.help = program.advice_if_missing(command);
    failure.help.extend(main.as_ref().and_then(|file| main_method::main_advice(file)));
    let tests = main.and_then(|file| main_method::test_advice(&file, &program.main_class));
    failure.help.extend(tests);
    if failure.help.is_empty() {
        let next = match () {
            () if has_no_main => "add one, or name the class that has it: `--main CLASS`",
            () if was_not_found => {
                "compile it, and name the folder or the jar that it is in: `--classpath PATH`"
            }
            () => return failure,
        };
        return failure.help(next);
    }
    failure
}

/// What is not modelled, where there is no report to say so.
pub fn unsupported(what: &str, stack: Vec<String>) -> Failure {
    let mut failure = Failure::new(Status::Unsupported, what);
    failure.details = stack;
    failure.help("raceproof does not model this; leave it out of what you run, or report it with the stack above")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_inside_an_operation_asks_outside_of_those_of_one_instant() {
        let all = [Library::Atomic, Library::Instant, Library::Exact];
        let inside = |finer: &Finer| {
            let mut fineness = Fineness::default();
            assert!(fineness.refine(finer) && !fineness.refine(finer));
            all.map(|library| fineness.is_inside(library))
        };
        assert_eq!(inside(&Finer::InsideInstants), [false, true, true]);
        assert_eq!(inside(&Finer::InsideOperations), [true, true, true]);
        assert_eq!(all.map(|library| Fineness::default().is_inside(library)), [false, false, true]);
    }
}
