//! The exploring machine's ways back to a state, against each other: rolling back, restoring a
//! snapshot, and executing the same choices again must give the same fingerprint, canonical state,
//! memory word for word, and choices. Random walks with fixed seeds over real programs. No two
//! states of a program's walks may share a fingerprint, nor one state have two. Of a new machine
//! that repeats a walk, only the choices are compared. Where what steps leave is put together in
//! batches, the states of all schedules are compared, as far as these are gone through.

use raceproof_base::{Choice, Fingerprint, Machine, Mark, Situation, StepOutcome};
use raceproof_search::SplitMix;
use raceproof_tests::jdk::Jdk;
use raceproof_tests::place;
use raceproof_vm::{ExploreOptions, Explorer, RunOptions};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Programs of many kinds: monitors, waiting, timeouts, class initialisation, executors, choices,
/// spinning.
const PROGRAMS: [&str; 20] = [
    "safe/BufferNotifyAll",
    "safe/ReentrantLockTwice",
    "safe/WaitTimeout",
    "safe/LazyHolder",
    "safe/PoolSubmitGet",
    "safe/TreiberStack",
    "safe/McsLock",
    "safe/ThreadStartsThread",
    "safe/LinkedBlockingQueueHandOver",
    "safe/InterruptJoin",
    "safe/ProxyInThreads",
    "safe/NodesExchanged",
    "safe/ReadsOnInFile",
    "safe/ReadsFileInThreads",
    "safe/ReadsZipInThreads",
    "safe/ResourcesInThreads",
    "race-free/FormattedByTwo",
    "deadlock/DiningThree",
    "every/HookAfterEnd",
    "exception/NoClassDefFound",
];

/// The state in full: its identity (fingerprint, canonical form), memory and threads as they are.
#[derive(PartialEq, Debug, Clone)]
struct Picture {
    fingerprint: Fingerprint,
    canonical: Vec<u64>,
    raw: Vec<u64>,
    choices: Vec<Choice>,
}

fn picture(machine: &mut Explorer) -> Picture {
    assert_eq!(machine.vm().find_unshared(), None, "a shared object leads to one that is not");
    let choices = match machine.situation() {
        Situation::Open(choices) => choices,
        Situation::Ended | Situation::Deadlock(_) => Vec::new(),
    };
    Picture {
        fingerprint: machine.fingerprint(),
        canonical: machine.dump(),
        raw: machine.raw_dump(),
        choices,
    }
}

impl Picture {
    /// Fails, and shows the first difference.
    fn must_be(&self, other: &Self, when: &str) {
        assert_eq!(self.choices, other.choices, "{when}");
        assert_eq!(self.fingerprint, other.fingerprint, "{when}");
        for (name, ours, theirs) in
            [("canonical", &self.canonical, &other.canonical), ("raw", &self.raw, &other.raw)]
        {
            if let Some(at) = ours.iter().zip(theirs).position(|(a, b)| a != b) {
                let (from, to) =
                    (at.saturating_sub(40), (at + 40).min(ours.len()).min(theirs.len()));
                let text =
                    |words: &[u64]| words.iter().map(|w| char::from(*w as u8)).collect::<String>();
                let (ours, theirs) = (&ours[from..to], &theirs[from..to]);
                panic!(
                    "{when}: {name} word {at}: {ours:x?} {:?} but {theirs:x?} {:?}",
                    text(ours),
                    text(theirs)
                );
            }
            assert_eq!(ours.len(), theirs.len(), "{when}: {name}");
        }
    }
}

/// A state of the current path.
struct Point {
    mark: Mark,
    picture: Picture,
    saved: Option<<Explorer as Machine>::Snapshot>,
    /// The choice taken from here.
    choice: Option<Choice>,
}

struct Walk<'a> {
    machine: &'a mut Explorer,
    random: SplitMix,
    path: Vec<Point>,
    /// Canonical states by fingerprint, and fingerprints by canonical state, over all walks of a
    /// program.
    seen: &'a mut (HashMap<Fingerprint, Vec<u64>>, HashMap<Vec<u64>, Fingerprint>),
}

impl Walk<'_> {
    fn arrive(&mut self) {
        let picture = picture(self.machine);
        let (canonical, fingerprint) = (picture.canonical.clone(), picture.fingerprint);
        assert_eq!(
            *self.seen.0.entry(fingerprint).or_insert_with(|| canonical.clone()),
            canonical,
            "one fingerprint"
        );
        assert_eq!(*self.seen.1.entry(canonical).or_insert(fingerprint), fingerprint, "one state");
        let saved = (self.random.below(3) == 0).then(|| self.machine.save());
        self.path.push(Point { mark: self.machine.mark(), picture, saved, choice: None });
    }

    /// One step forward, if there is one; a violation ends the path.
    fn forward(&mut self) -> bool {
        let Some(here) = self.path.last_mut() else { return false };
        if here.picture.choices.is_empty() {
            return false;
        }
        let choice =
            here.picture.choices[self.random.below(here.picture.choices.len() as u64) as usize];
        here.choice = Some(choice);
        let outcome = self.machine.step(choice, &mut ());
        if !matches!(outcome, StepOutcome::Done) {
            return false;
        }
        self.arrive();
        true
    }

    /// Back by some steps, one by one or at once: each state that is reached must be the one that
    /// was left.
    fn back(&mut self) {
        let steps = 1 + self.random.below(4) as usize;
        let at_once = if self.random.below(2) == 0 { 1 } else { steps };
        for _ in 0..steps / at_once {
            self.path.truncate(self.path.len().saturating_sub(at_once).max(1));
            let there = self.path.last().expect("the first state stays");
            self.machine.rollback(there.mark);
            picture(self.machine)
                .must_be(&there.picture, &format!("after going back {:?}", there.choice));
        }
    }

    /// From each saved state on, the same choices must lead through the same states.
    fn restore_and_repeat(&mut self) {
        for start in 0..self.path.len() {
            let Some(saved) = self.path[start].saved.clone() else { continue };
            self.machine.restore(&saved);
            for point in &self.path[start..] {
                picture(self.machine)
                    .must_be(&point.picture, &format!("after restoring state {start}"));
                let Some(choice) = point.choice else { break };
                self.machine.step(choice, &mut ());
                self.machine.mark();
            }
        }
    }
}

fn start(program: &str, classes: &Path, jdk: &Jdk, options: &ExploreOptions) -> Explorer {
    let run = RunOptions::new(&jdk.home, &[classes], program.rsplit('/').next().unwrap_or(program));
    let trust = raceproof_base::Trust::default();
    Explorer::start(&run, options.clone(), trust, raceproof_models::registry())
        .map_err(|e| format!("{e:?}"))
        .unwrap()
}

fn walk(program: &str, classes: &Path, jdk: &Jdk, options: &ExploreOptions) {
    let start = || start(program, classes, jdk, options);
    let mut machine = start();
    let first = machine.save();
    let mut seen = Default::default();
    for seed in 0..3 {
        machine.restore(&first);
        let mut walk = Walk {
            machine: &mut machine,
            random: SplitMix::new(seed),
            path: Vec::new(),
            seen: &mut seen,
        };
        walk.arrive();
        for _ in 0..80 {
            if !walk.forward() || walk.random.below(5) == 0 {
                let back = walk.path.last().expect("the first state stays").mark;
                walk.machine.rollback(back);
                walk.back();
            }
        }
        walk.restore_and_repeat();
        if seed == 0 {
            execute_again(&mut start(), &std::mem::take(&mut walk.path));
        }
    }
    let contested = machine.vm().contested_words();
    assert!(contested.is_empty(), "written by linking and by steps: {contested:?}");
}

/// A new machine must offer the same choices along the same path. Its states are not compared.
fn execute_again(machine: &mut Explorer, path: &[Point]) {
    for (number, point) in path.iter().enumerate() {
        let choices = match machine.situation() {
            Situation::Open(choices) => choices,
            Situation::Ended | Situation::Deadlock(_) => Vec::new(),
        };
        assert_eq!(choices, point.picture.choices, "step {number} of a new machine");
        let (Some(choice), true) = (point.choice, number + 1 < path.len()) else { break };
        machine.step(choice, &mut ());
    }
}

fn classes(jdk: &Jdk) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("state").join(jdk.feature.to_string());
    std::fs::create_dir_all(&folder).unwrap();
    let sources = PROGRAMS.map(|program| place::java_programs("").join(format!("{program}.java")));
    let done = jdk.tool("javac").arg("-d").arg(&folder).args(sources).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    folder
}

/// So many states of a program are gone through.
const STATES: usize = 1_500;

/// All that was met of a program where each step that leaves anything makes a batch.
#[derive(Default)]
struct Met {
    by_fingerprint: HashMap<Fingerprint, Vec<u64>>,
    states: HashSet<Vec<u64>>,
    batches: usize,
}

impl Met {
    fn meet(&mut self, machine: &mut Explorer) -> Picture {
        let here = picture(machine);
        let other = self.by_fingerprint.entry(here.fingerprint).or_insert(here.canonical.clone());
        assert_eq!(*other, here.canonical, "one fingerprint");
        self.batches = self.batches.max(machine.count_batches());
        here
    }

    /// Goes through what follows the state, depth first.
    fn explore(&mut self, machine: &mut Explorer) {
        let here = self.meet(machine);
        if self.states.len() >= STATES || !self.states.insert(here.canonical.clone()) {
            return;
        }
        for choice in &here.choices {
            let mark = machine.mark();
            if matches!(machine.step(*choice, &mut ()), StepOutcome::Done) {
                self.explore(machine);
            }
            machine.rollback(mark);
            picture(machine).must_be(&here, &format!("after going back {choice:?}"));
        }
        // Some steps with one mark, and once more, so that what was noted is taken back at once.
        for choices in
            [here.choices.iter().collect::<Vec<_>>(), here.choices.iter().rev().collect()]
        {
            let mark = machine.mark();
            for choice in choices {
                let may_go =
                    matches!(machine.situation(), Situation::Open(all) if all.contains(choice));
                if may_go && matches!(machine.step(*choice, &mut ()), StepOutcome::Done) {
                    self.meet(machine);
                }
            }
            machine.rollback(mark);
        }
    }
}

#[test]
fn no_two_states_are_taken_for_one_where_what_steps_leave_is_one_thing() {
    let jdk = Jdk::installed().unwrap().swap_remove(0);
    let folder = classes(&jdk);
    let (mut batches, mut states, mut fingerprints) = (0, 0, 0);
    for program in PROGRAMS {
        let mut machine = start(program, &folder, &jdk, &ExploreOptions::default());
        machine.make_batches_of(1);
        machine.goes_back_only();
        let mut met = Met::default();
        met.explore(&mut machine);
        batches = batches.max(met.batches);
        states += met.states.len();
        fingerprints += met.by_fingerprint.len();
    }
    assert!(batches > 4, "there were {batches} batches at most");
    // What has become garbage in batches tells some states apart that are one.
    assert!(fingerprints < 2 * states, "{fingerprints} fingerprints of {states} states");
}

fn walk_all(options: &ExploreOptions) {
    for jdk in Jdk::installed().unwrap() {
        let folder = classes(&jdk);
        // One release in full; the others by every third program.
        let step = if jdk.feature == 17 { 1 } else { 3 };
        for program in PROGRAMS.iter().step_by(step) {
            walk(program, &folder, &jdk, options);
        }
    }
}

#[test]
fn all_ways_back_lead_to_the_same_state() {
    walk_all(&ExploreOptions::default());
}

#[test]
fn so_they_do_where_every_access_and_spurious_end_is_a_step() {
    let options = ExploreOptions {
        accesses: true,
        spurious_wakeups: true,
        weak_failures: true,
        ..ExploreOptions::default()
    };
    walk_all(&options);
}
