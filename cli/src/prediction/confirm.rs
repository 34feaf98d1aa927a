//! Executes a witness in the machine: threads go on in its order until the two accesses come next,
//! and then make them. A detector that looks on says whether that is a race.

use raceproof_base::{Choice, Finding, Listener, Machine as _, ThreadId, variables_alike};
use raceproof_listeners::WithListener;
use raceproof_predict::analysis::Analysed;
use raceproof_predict::event::{Event, EventKind, Subject};
use raceproof_predict::names::Names;
use raceproof_predict::record::TraceRecorder;
use raceproof_predict::reordering::Reordering;
use raceproof_search::{ReplayEnd, Walk, walk};
use raceproof_vm::Explorer;

use crate::detectors::{self, Confirmed};
use crate::exploration::Job;
use crate::machine::{self, Fineness, Refusal};
use crate::prediction::observe::Observed;
use crate::prediction::telling::are_same;

/// Steps beyond those of the observed execution after which the script is given up: a thread spins.
const MOST_MORE: usize = 10_000;

/// Why a witness was not executed.
pub enum NotExecuted {
    /// It was followed to its end, and there was no race there: a compare-and-set, for one, that
    /// fails in that order writes nothing.
    NoRace,
    /// The machine did not come there, as a clause.
    Because(String),
}

/// A race that was executed, with how finely the machine worked for that.
pub struct Executed {
    pub finding: Finding,
    pub fineness: Fineness,
}

/// Executes a witness; or says why the machine does not come to the two accesses, or they do not
/// race there.
pub fn execute(
    job: &Job<'_>,
    observed: &Observed,
    analysed: &Analysed,
    witness: &Reordering,
) -> Result<Result<Executed, NotExecuted>, Refusal> {
    execute_as(job, observed, analysed, witness, observed.fineness.clone())
}

fn execute_as(
    job: &Job<'_>,
    observed: &Observed,
    analysed: &Analysed,
    witness: &Reordering,
    mut fineness: Fineness,
) -> Result<Result<Executed, NotExecuted>, Refusal> {
    let [one, _] = witness.pair();
    let variable = analysed.names.variables.name(analysed.trace.event(one).object);
    let alike = variables_alike(&variable).to_owned();
    if !fineness.contested.contains(&alike) {
        fineness.contested.push(alike);
    }
    let script = Script::of(observed, analysed, witness);
    // The reordering may need more than the observed order did.
    let (mut explorer, walked, progress) = loop {
        let mut explorer = job.start(machine::predict_options(job.options, &fineness))?;
        let start = explorer.save();
        let steering = Steering { explorer: &mut explorer, script: &script, observed };
        let (walked, progress) = detectors::with_detector(job.detection(&fineness), steering);
        explorer.restore(&start);
        match &walked.end {
            ReplayEnd::TooCoarse(finer) if fineness.refine(finer) => {
                log::info!("executed anew: {finer:?}");
            }
            _ => break (explorer, walked, progress),
        }
    };
    log::debug!("the script {:?} led to {:?}, {:?}", script.0, progress.done, walked.end);
    let places = witness
        .pair()
        .map(|position| analysed.names.locations.name(analysed.trace.event(position).location));
    let Some(mut finding) = asked_for(walked.findings, &variable, &places) else {
        return Ok(Err(script.why(&progress, &walked.end, &observed.names)));
    };
    let (found, detection) = (finding.clone(), job.detection(&fineness));
    match detectors::confirm(detection, &mut explorer, &mut finding).map_err(Refusal::Failed)? {
        Confirmed::Yes => {
            detectors::simplify(detection, &mut explorer, &found, &mut finding, job.effort(1))
                .map_err(Refusal::Failed)?;
            Ok(Ok(Executed { finding, fineness }))
        }
        Confirmed::Cancelled(_) => {
            Ok(Err(NotExecuted::Because("a limit came before it was executed again".to_owned())))
        }
        Confirmed::TooCoarse(finer, failure) => match fineness.refine(&finer) {
            true => execute_as(job, observed, analysed, witness, fineness),
            false => Err(Refusal::Failed(failure)),
        },
    }
}

/// The race between these places, or another one on the variable; what else raced on the way is
/// predicted in its own right.
fn asked_for(findings: Vec<Finding>, variable: &str, places: &[String; 2]) -> Option<Finding> {
    let is_of_variable =
        |finding: &Finding| finding.race.as_ref().is_some_and(|race| race.variable == variable);
    let is_between = |finding: &Finding| {
        finding
            .race
            .as_ref()
            .is_some_and(|race| are_same(&race.places().map(ToString::to_string), places))
    };
    let mut of_variable: Vec<Finding> = findings.into_iter().filter(is_of_variable).collect();
    let exact = of_variable.iter().position(is_between).unwrap_or(0);
    (exact < of_variable.len()).then(|| of_variable.swap_remove(exact))
}

/// Whether an event is told of its thread in each execution in which the thread sees the same. Most
/// messages depend on who waits; to interrupt, to initialise a class, and to pass a fence do not.
fn counts(kind: EventKind) -> bool {
    kind.subject() != Subject::Message || kind == EventKind::Send
}

/// How far which thread is to go, one after the other.
struct Script(Vec<(u32, usize)>);

impl Script {
    fn of(observed: &Observed, analysed: &Analysed, witness: &Reordering) -> Self {
        // How many events that count come before each event in its thread. Of what the machine has
        // not told it tells nothing again.
        let mut counted = vec![0; observed.names.threads.len()];
        let before = |(number, event): (usize, &Event)| {
            let count = &mut counted[event.thread as usize];
            let before = *count;
            *count += usize::from(number >= observed.untold && counts(event.kind));
            before
        };
        let before: Vec<usize> = observed.events.iter().enumerate().map(before).collect();
        let mut script: Vec<(u32, usize)> = Vec::new();
        for position in witness.positions(&analysed.trace) {
            let event = analysed.trace.event(position);
            let origin = analysed.origins[position as usize] as usize;
            if origin < observed.untold || !counts(event.kind) {
                continue;
            }
            let done = before[origin] + 1;
            match script.last_mut() {
                Some((thread, end)) if *thread == event.thread => *end = done,
                _ => script.push((event.thread, done)),
            }
        }
        Self(script)
    }

    /// Why an execution that followed it shows no race.
    fn why(&self, progress: &Progress, end: &ReplayEnd, names: &Names) -> NotExecuted {
        let is_open = |(thread, end): &&(u32, usize)| !progress.has_reached(*thread, *end);
        let Some((thread, _)) = self.0.iter().find(is_open) else {
            return NotExecuted::NoRace;
        };
        let thread = names.threads.name(*thread);
        NotExecuted::Because(match end {
            ReplayEnd::Unsupported(what) => {
                format!("what is not modelled came before: {}", what.what)
            }
            ReplayEnd::Cancelled(_) => "a limit came before".to_owned(),
            _ => format!(
                "{thread} does not come to its next event of the witness there: it depends on more than what it reads"
            ),
        })
    }
}

struct Steering<'a> {
    explorer: &'a mut Explorer,
    script: &'a Script,
    observed: &'a Observed,
}

/// How many events that count each thread of the observed trace has done again.
#[derive(Default)]
pub struct Progress {
    looked_at: usize,
    done: Vec<usize>,
}

impl Progress {
    fn follow(&mut self, events: &[Event], thread_of: impl Fn(u32) -> Option<u32>) {
        for event in &events[self.looked_at..] {
            if let Some(thread) = thread_of(event.thread).map(|thread| thread as usize) {
                if self.done.len() <= thread {
                    self.done.resize(thread + 1, 0);
                }
                self.done[thread] += usize::from(counts(event.kind));
            }
        }
        self.looked_at = events.len();
    }

    fn has_reached(&self, thread: u32, end: usize) -> bool {
        self.done.get(thread as usize).is_some_and(|done| *done >= end)
    }
}

impl WithListener for Steering<'_> {
    type Answer = (Walk, Progress);

    fn run<L: Listener>(self, detector: L) -> Self::Answer {
        let Self { explorer, script, observed } = self;
        let mut both = (detector, TraceRecorder::default());
        let (mut progress, mut reached) = (Progress::default(), 0);
        let longest = observed.steps + MOST_MORE;
        let walked = walk(explorer, &mut both, |explorer, (_, recorder), offered, walk| {
            let known: Vec<(u32, u32)> = (0..observed.names.threads.len() as u32)
                .filter_map(|thread| {
                    let thread = ThreadId(thread);
                    Some((recorder.thread_of(thread)?, *observed.keys.get(&explorer.key(thread))?))
                })
                .collect();
            progress.follow(recorder.events(), |number| {
                known.iter().find(|(own, _)| *own == number).map(|(_, observed)| *observed)
            });
            let thread_of =
                |choice: &Choice| observed.keys.get(&explorer.key(choice.thread())).copied();
            // What was reached stays so, and is looked at once.
            while script
                .0
                .get(reached)
                .is_some_and(|(thread, end)| progress.has_reached(*thread, *end))
            {
                reached += 1;
            }
            let open = script.0[reached..]
                .iter()
                .filter(|(thread, end)| !progress.has_reached(*thread, *end));
            let of_thread = |thread: u32| {
                let is_its = |choice: &&Choice| thread_of(choice) == Some(thread);
                let runs =
                    offered.iter().filter(is_its).find(|choice| matches!(choice, Choice::Run(_)));
                runs.or_else(|| offered.iter().find(is_its)).copied()
            };
            // Who is held up, since another went further than it had to, lets that one go on first.
            let next = open.map(|(thread, _)| *thread).find_map(of_thread);
            // Where the machine offers one thread only, another's step would be the same before and
            // behind it.
            let forced = || {
                offered.first().filter(|_| offered.len() == 1 && reached < script.0.len()).copied()
            };
            next.or_else(forced).filter(|_| walk.schedule.len() < longest)
        });
        (walked, progress)
    }
}
