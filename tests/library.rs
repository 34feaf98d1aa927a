//! Differential test of operations of the class library as atomic steps (`--library atomic`): small
//! clients of each listed class (`java/library`) must have the same outcomes, deadlock among them,
//! as with thread switches inside the operations (`exact`), both explored depth first in full. It
//! is the evidence for `config/atomic.properties`. `dpor` with such steps must have these outcomes,
//! too, if it ends; `LIBRARY_DPOR=0` leaves it out.
//!
//! A client is two threads with one or two operations each; or two with one each, of which the
//! second then interrupts the first; or three with one each. These are too many: every
//! `LIBRARY_EVERY`th is tried (1 for all), and a client with more than `LIBRARY_STATES` states is
//! not compared, but counted. `LIBRARY_WITH=i0` tries those with an interrupt only.
//!
//! The clients of the classes `Sees*` are observers: one thread performs an operation, the other
//! two in a row, which can see an intermediate state if there is one. Those of the classes `Mixes*`
//! have objects of several classes: what is done to one tells of another.
//!
//! What a machine links stays until its process ends, so this program starts itself again, for some
//! clients at a time.

use libtest_mimic::{Arguments, Failed, Trial};
use raceproof_base::{Finer, Fingerprint, Machine, Mark, Operations, Situation, StepOutcome};
use raceproof_search::{End, SearchOptions, StrategyKind};
use raceproof_tests::jdk::Jdk;
use raceproof_tests::outcomes::{Noting, outcome};
use raceproof_tests::place;
use raceproof_vm::{ExploreOptions, Explorer, RunOptions};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// A class of clients: its name, and how many operations it has.
fn kinds() -> Vec<(String, usize)> {
    let folder = place::java_programs("library");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut kinds: Vec<(String, usize)> = files
        .filter_map(|file| {
            let text = std::fs::read_to_string(&file).unwrap();
            let operations = text.strip_prefix("// client: operations=")?.lines().next()?;
            let name = file.file_stem()?.to_str()?.to_owned();
            Some((name, operations.parse().unwrap()))
        })
        .collect();
    kinds.sort();
    kinds
}

/// The arguments of all clients of so many operations, each thread's operations one argument.
fn clients(operations: usize) -> Vec<Vec<String>> {
    let one: Vec<String> = (0..operations).map(|operation| operation.to_string()).collect();
    let two = one.iter().flat_map(|first| one.iter().map(move |next| format!("{first},{next}")));
    let sequences: Vec<String> = one.iter().cloned().chain(two).collect();
    let mut clients = Vec::new();
    for (index, first) in sequences.iter().enumerate() {
        for second in &sequences[index..] {
            clients.push(vec![first.clone(), second.clone()]);
        }
    }
    for (index, first) in one.iter().enumerate() {
        clients.extend(one.iter().map(|other| vec![first.clone(), format!("{other},i0")]));
        for (between, second) in one.iter().enumerate().skip(index) {
            clients.extend(
                one[between..]
                    .iter()
                    .map(|third| vec![first.clone(), second.clone(), third.clone()]),
            );
        }
    }
    clients
}

/// The arguments of the observers: one thread with one operation, one with two in a row.
fn observed(operations: usize) -> Vec<Vec<String>> {
    let all = 0..operations;
    let pairs =
        all.clone().flat_map(|first| all.clone().map(move |next| format!("{first},{next}")));
    let pairs: Vec<String> = pairs.collect();
    all.flat_map(|one| pairs.iter().map(move |two| vec![one.to_string(), two.clone()])).collect()
}

fn classes(jdk: &Jdk) -> PathBuf {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("library").join(jdk.feature.to_string());
    std::fs::create_dir_all(&folder).unwrap();
    let sources = std::fs::read_dir(place::java_programs("library")).unwrap();
    let sources = sources.map(|file| file.unwrap().path());
    let done = jdk.tool("javac").arg("-g").arg("-d").arg(&folder).args(sources).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    folder
}

/// The outcomes of a client's executions, and its number of states; none if it has more than
/// `most`, or if an operation must not be one step. A violation panics.
fn ends(
    arguments: &[String],
    classes: &Path,
    java_home: &Path,
    library: Operations,
    most: usize,
) -> Option<(BTreeSet<String>, usize)> {
    let run = RunOptions {
        arguments: arguments.to_vec(),
        ..RunOptions::new(java_home, &[classes], "Clients")
    };
    let options = ExploreOptions { library, ..ExploreOptions::default() };
    let trust = raceproof_base::Trust::default();
    let mut machine =
        Explorer::start(&run, options, trust, raceproof_models::registry()).expect("it starts");
    let mut found = BTreeSet::new();
    let mut seen: HashSet<Fingerprint> = HashSet::new();
    let mut path: Vec<(Mark, Vec<raceproof_base::Choice>)> = Vec::new();
    let mut arrived = true;
    loop {
        if arrived && seen.insert(machine.fingerprint()) {
            match machine.situation() {
                Situation::Open(choices) => path.push((machine.mark(), choices)),
                Situation::Ended => drop(found.insert(outcome(&machine))),
                Situation::Deadlock(_) => drop(found.insert("deadlock".to_owned())),
            }
        }
        if seen.len() > most {
            return None;
        }
        let Some((mark, choices)) = path.last_mut() else { break };
        machine.rollback(*mark);
        let Some(choice) = choices.pop() else {
            path.pop();
            arrived = false;
            continue;
        };
        let step = machine.step(choice, &mut ());
        arrived = match step {
            StepOutcome::Done => true,
            // It sees the middle of others' operations: `check` would explore it exactly.
            StepOutcome::TooCoarse(_) => return None,
            other => panic!("{arguments:?}: {other:?}"),
        };
    }
    Some((found, seen.len()))
}

/// The outcomes by `dpor`, operations being steps; none if the search is incomplete within `most`
/// transitions.
fn ends_reduced(
    arguments: &[String],
    classes: &Path,
    java_home: &Path,
    most: u64,
) -> Option<BTreeSet<String>> {
    let run = RunOptions {
        arguments: arguments.to_vec(),
        ..RunOptions::new(java_home, &[classes], "Clients")
    };
    let search = SearchOptions {
        all: true,
        max_transitions: Some(most),
        ..SearchOptions::of(StrategyKind::Dpor)
    };
    let mut contested = Vec::new();
    loop {
        let options = ExploreOptions {
            library: operations(),
            dependences: true,
            contested: contested.clone(),
            ..ExploreOptions::default()
        };
        let trust = raceproof_base::Trust::default();
        let machine =
            Explorer::start(&run, options, trust, raceproof_models::registry()).expect("it starts");
        let mut noting = Noting { machine, outcomes: BTreeSet::new() };
        let answer = raceproof_search::explore(&mut noting, &mut (), &search, &mut ());
        match answer.end {
            End::TooCoarse(Finer::Accesses(variable)) => contested.push(variable),
            _ => return answer.is_complete().then_some(noting.outcomes),
        }
    }
}

/// The operations of `config/atomic.properties`.
fn operations() -> Operations {
    let mut operations = Operations::default();
    raceproof_config::atomic::operations().for_each(|line| operations.add(line.what));
    operations
}

/// The first argument with which this program starts itself to explore.
const EXPLORE: &str = "--explore";
/// The number of clients that one process explores.
const AT_ONCE: usize = 24;

/// One process: its arguments are a folder of classes, a JDK, a bound of states, and clients as
/// words separated by blanks. It prints a line for each client: both numbers of states, and what
/// differs.
fn explore(words: &[String]) -> ExitCode {
    let [classes, java_home, most, clients @ ..] = words else { return ExitCode::FAILURE };
    let (classes, java_home) = (Path::new(classes), Path::new(java_home));
    let most = most.parse().expect("a number");
    for client in clients {
        let arguments: Vec<String> = client.split(' ').map(str::to_owned).collect();
        let atomic = ends(&arguments, classes, java_home, operations(), most);
        let exact = || ends(&arguments, classes, java_home, Operations::default(), most);
        let Some(((atomic, some), (exact, many))) =
            atomic.and_then(|atomic| Some((atomic, exact()?)))
        else {
            println!("{} 0", usize::MAX);
            continue;
        };
        let transitions = 10 * most as u64;
        let is_reduced = number("LIBRARY_DPOR", 1) == 1;
        let reduced = is_reduced.then(|| ends_reduced(&arguments, classes, java_home, transitions));
        let told = [("atomic", Some(atomic)), ("dpor", reduced.flatten())]
            .into_iter()
            .filter_map(|(way, ends)| Some((way, ends.filter(|ends| *ends != exact)?)))
            .map(|(way, ends)| {
                let missing: Vec<_> = exact.difference(&ends).collect();
                let extra: Vec<_> = ends.difference(&exact).collect();
                format!("{client}, {way}: misses {missing:?}, has {extra:?} beside {ends:?}")
            });
        println!("{some} {many} {}", told.collect::<Vec<_>>().join("; "));
    }
    ExitCode::SUCCESS
}

/// Whether the clients of a class are observers or mixtures, of which there are too many for each
/// JDK.
fn are_many(name: &str) -> bool {
    name.starts_with("Sees") || name.starts_with("Mixes")
}

/// Compares the sampled clients of a class on a JDK.
fn compare(name: &str, operations: usize, jdk: &Jdk, classes: &Path) -> Result<(), Failed> {
    let sees = name.starts_with("Sees");
    let made = if sees { observed(operations) } else { clients(operations) };
    let every = number("LIBRARY_EVERY", if are_many(name) { 5_987 } else { 1_201 });
    let most = number("LIBRARY_STATES", 3_000);
    let with = std::env::var("LIBRARY_WITH").unwrap_or_default();
    let all: Vec<String> = made
        .iter()
        .map(|client| format!("{name} {}", client.join(" ")))
        .filter(|client| client.contains(&with))
        .step_by(every)
        .collect();
    let (mut some, mut many, mut same, mut wrong) = (0, 0, 0, String::new());
    for clients in all.chunks(AT_ONCE) {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(EXPLORE).arg(classes).arg(&jdk.home).arg(most.to_string()).args(clients);
        let done = command.output()?;
        let told = String::from_utf8_lossy(&done.stdout);
        if !done.status.success() || told.lines().count() != clients.len() {
            return Err(String::from_utf8_lossy(&done.stderr).into_owned().into());
        }
        for line in told.lines() {
            let mut words = line.splitn(3, ' ');
            let mut number = || words.next().and_then(|word| word.parse::<usize>().ok());
            let (Some(of_atomic), Some(of_exact)) = (number(), number()) else { continue };
            if of_atomic == usize::MAX {
                continue;
            }
            (some, many) = (some + of_atomic, many + of_exact);
            match words.next().filter(|differs| !differs.is_empty()) {
                Some(differs) => drop(writeln!(wrong, "{differs}")),
                None => same += 1,
            }
        }
    }
    let (tried, differ) = (all.len(), wrong.lines().count());
    println!(
        "JDK {}, {name}: {tried} clients, {same} the same, {differ} not, the others have more than \
         {most} states, or are explored exactly; {some} states instead of {many}",
        jdk.feature
    );
    if wrong.is_empty() { Ok(()) } else { Err(wrong.into()) }
}

/// Each pattern of the list names something of one of the JDKs: a mistyped one would list nothing.
fn every_name_is_there(compiled: &[(Jdk, PathBuf)]) -> Result<(), Failed> {
    let names: BTreeSet<String> = raceproof_config::atomic::operations()
        .map(|line| line.what.trim_start_matches(['!', '?', '~', '+', '|', '=']).to_owned())
        .collect();
    let mut missing = names.clone();
    for (jdk, classes) in compiled {
        let mut command = jdk.tool("java");
        command.arg("-cp").arg(classes).arg("ListedNames");
        let mut java = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let lines: String = names.iter().map(|name| format!("{name}\n")).collect();
        java.stdin.take().ok_or("no input")?.write_all(lines.as_bytes())?;
        let found = String::from_utf8(java.wait_with_output()?.stdout)?;
        missing.retain(|name| !found.lines().any(|line| line == name));
    }
    match missing.is_empty() && names.len() > 50 {
        true => Ok(()),
        false => Err(format!("no JDK has any of {missing:?}, of {} names", names.len()).into()),
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.first().is_some_and(|word| word == EXPLORE) {
        return explore(&words[1..]);
    }
    let jdks = Jdk::installed().expect("there is a JDK");
    let compiled: Vec<(Jdk, PathBuf)> =
        jdks.into_iter().map(|jdk| (jdk.clone(), classes(&jdk))).collect();
    let names = compiled.clone();
    let mut trials = vec![Trial::test("every_name_is_there", move || every_name_is_there(&names))];
    // By default the classes of observers and mixtures, which are many, are divided among the JDKs.
    let is_asked = std::env::var_os("LIBRARY_EVERY").is_some();
    for (number, (jdk, classes)) in compiled.iter().enumerate() {
        for (index, (name, operations)) in kinds().into_iter().enumerate() {
            if !is_asked && are_many(&name) && index % compiled.len() != number {
                continue;
            }
            let (jdk, classes) = (jdk.clone(), classes.clone());
            trials.push(Trial::test(format!("{}/{name}", jdk.feature), move || {
                compare(&name, operations, &jdk, &classes)
            }));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
