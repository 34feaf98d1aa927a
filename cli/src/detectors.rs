//! Which listeners look on while a program is explored: a detector of data races, the values of the
//! heuristic search, a printer. The machine is compiled for each combination, so here they are put
//! together once.

use std::io::{self, BufWriter};
use std::path::Path;

use raceproof_base::{
    Cause, Checked, Finding, FindingKind, Finer, Listener, Machine as _, Place, RacingAccess,
    Schedule,
};
use raceproof_config::{CheckOptions, suggest};
use raceproof_listeners::{
    Chosen, DetectorKind, LostUpdates, Printer, Recorder, Values, Wanted, WithListener, Witness,
    behind, came_by, deadlock,
};
use raceproof_search::{End, Exploration, Monitor, ReplayEnd, ReplayOutcome, SearchOptions};
use raceproof_vm::{Explorer, TimedWaits, Vm};

use crate::failure::{Failure, Status};
use crate::machine::Fineness;
use crate::next;
use crate::report::{RoundReport, visible};

/// Which detector looks on, and what it is to go by.
#[derive(Clone, Copy)]
pub struct Detection<'a> {
    pub race: DetectorKind,
    pub wanted: Wanted<'a>,
    /// Whether a report draws what happens inside the steps of what was found.
    pub draws: bool,
}

/// With the listener of the detector.
pub fn with_detector<W: WithListener>(detection: Detection<'_>, work: W) -> W::Answer {
    detection.race.with(detection.wanted, work)
}

/// What came of a search.
pub struct Explored {
    pub exploration: Exploration,
    /// What the detector keeps: what has a set of variables, and the variables.
    pub detector_size: Option<(usize, usize)>,
    /// How finely the machine worked in the end.
    pub fineness: Fineness,
    /// So many findings could not be executed again within the limits, and are not told.
    pub unconfirmed: usize,
    /// If there were rounds: how the one searched that has decided, and what each did.
    pub options: Option<CheckOptions>,
    pub rounds: Vec<RoundReport>,
    /// Whether all was explored but for waits that end though something else can go on.
    pub is_complete_when_idle: bool,
    /// Whether no order was left out that only plain accesses of the class library tell apart.
    pub are_all_orders_told: bool,
    /// And how the one searched that has each finding: on such a machine it is shown again.
    pub shown_by: Vec<(CheckOptions, Fineness)>,
}

impl Explored {
    /// What is known when the program could not even be brought to its first choice.
    pub fn without_a_search(end: End) -> Self {
        let statistics = raceproof_search::Statistics::default();
        let exploration = Exploration {
            findings: Vec::new(),
            apart: Vec::new(),
            noted: Vec::new(),
            unsupported: Vec::new(),
            weak_races: Vec::new(),
            statistics,
            covered_depth: None,
            bounded: None,
            unending: Vec::new(),
            divided: None,
            uncompared: None,
            unargued: None,
            has_operations: false,
            untold: None,
            timed_out: false,
            end,
        };
        Self::new(exploration, None)
    }

    fn new(exploration: Exploration, detector_size: Option<(usize, usize)>) -> Self {
        let fineness = Fineness::default();
        let (unconfirmed, options, rounds, shown_by) = (0, None, Vec::new(), Vec::new());
        let (is_complete_when_idle, are_all_orders_told) = (false, false);
        Self {
            exploration,
            detector_size,
            fineness,
            unconfirmed,
            options,
            rounds,
            is_complete_when_idle,
            are_all_orders_told,
            shown_by,
        }
    }
}

impl Explored {
    /// With what another search has explored behind this one. What the detector keeps is told of the
    /// first, whose machine is new: one that has linked before tells it less.
    pub fn absorb(&mut self, next: Self) {
        self.exploration.absorb(next.exploration);
        self.detector_size = self.detector_size.or(next.detector_size);
        self.fineness = next.fineness;
    }
}

/// A search, with whoever looks on besides the detector.
pub struct Exploring<'a> {
    pub explorer: &'a mut Explorer,
    pub options: &'a SearchOptions,
    pub monitor: &'a mut dyn Monitor,
    /// The heuristics, and whether plain accesses are steps.
    pub heuristics: Option<(Chosen, bool)>,
    pub prints: bool,
}

impl WithListener for Exploring<'_> {
    type Answer = Explored;

    fn run<L: Listener>(self, detector: L) -> Explored {
        match self.heuristics {
            Some((chosen, by_access)) => self.printed((detector, Values::new(chosen, by_access))),
            None => self.printed(detector),
        }
    }
}

impl Exploring<'_> {
    fn printed<L: Listener>(self, listener: L) -> Explored {
        if !self.prints {
            return self.search(listener).0;
        }
        let printer = Printer::new(BufWriter::new(io::stderr()));
        let (explored, (_, printer)) = self.search((listener, printer));
        finish(printer);
        explored
    }

    fn search<L: Listener>(self, mut listener: L) -> (Explored, L) {
        let exploration =
            raceproof_search::explore(self.explorer, &mut listener, self.options, self.monitor);
        (Explored::new(exploration, listener.size()), listener)
    }
}

/// The execution of a schedule, with whoever looks on besides the detector.
pub struct Replaying<'a> {
    pub explorer: &'a mut Explorer,
    /// What the schedule is to show, if that is known.
    pub shows: Option<FindingKind>,
    pub schedule: &'a Schedule,
    pub prints: bool,
    /// Whether what happens inside the steps is recorded.
    pub draws: bool,
}

impl WithListener for Replaying<'_> {
    type Answer = (ReplayOutcome, Recorder);

    fn run<L: Listener>(self, detector: L) -> Self::Answer {
        let recorder = Recorder::of(self.schedule);
        let recorder = if self.draws { recorder.with_moments() } else { recorder };
        if self.prints {
            let printer = Printer::new(BufWriter::new(io::stderr()));
            let mut all = (detector, (recorder, printer));
            let outcome =
                raceproof_search::replay(self.explorer, &mut all, self.schedule, self.shows);
            let (recorder, printer) = all.1;
            finish(printer);
            return (outcome, recorder);
        }
        let mut both = (detector, recorder);
        let outcome = raceproof_search::replay(self.explorer, &mut both, self.schedule, self.shows);
        (outcome, both.1)
    }
}

fn finish<W: io::Write>(printer: Printer<W>) {
    if let Err(error) = printer.finish() {
        log::warn!("not all events could be printed: {error}");
    }
}

/// What came of executing a finding's schedule again.
pub enum Confirmed {
    /// It shows the finding.
    Yes,
    /// A limit came before.
    Cancelled(Cause),
    /// Executed by itself, the schedule needs a finer machine: an initialiser that the search had run
    /// before reads or keeps what this schedule has made. If the machine is as fine already, we are
    /// wrong.
    TooCoarse(Finer, Failure),
}

impl Confirmed {
    /// Whether it shows the finding, where nothing can be begun anew.
    pub fn shown(self) -> Result<bool, Failure> {
        match self {
            Self::Yes => Ok(true),
            Self::Cancelled(_) => Ok(false),
            Self::TooCoarse(_, failure) => Err(failure),
        }
    }
}

/// Tells a finding that was confirmed by a simpler schedule, if there is one within so many steps. To
/// be called when all findings are confirmed: a machine that an attempt has spoilt confirms nothing.
pub fn simplify(
    detection: Detection<'_>,
    explorer: &mut Explorer,
    found: &Finding,
    told: &mut Finding,
    effort: u64,
) -> Result<(), Failure> {
    if effort == 0 || explorer.is_spoilt() {
        return Ok(());
    }
    let minimising = Minimising { explorer, finding: found, effort };
    let simpler = with_detector(detection, minimising);
    if let Some(mut simpler) = simpler.filter(|_| !explorer.is_spoilt())
        && let Confirmed::Yes = confirm(detection, explorer, &mut simpler)?
        && are_made_alike(told, &simpler)
    {
        *told = simpler;
    }
    Ok(())
}

/// Whether the accesses of a race come about by the same calls, by which it is decided whose matter
/// it is. Of the first access that is known only when it is told.
fn are_made_alike(finding: &Finding, simpler: &Finding) -> bool {
    let made = |finding: &Finding| {
        let accesses = finding.race.as_ref().map(|race| race.accesses.clone());
        accesses.map(|accesses| accesses.map(|access| (access.stack, access.referring)))
    };
    made(finding) == made(simpler)
}

/// The search for a simpler schedule.
struct Minimising<'a> {
    explorer: &'a mut Explorer,
    finding: &'a Finding,
    effort: u64,
}

impl WithListener for Minimising<'_> {
    type Answer = Option<Finding>;

    fn run<L: Listener>(self, mut detector: L) -> Self::Answer {
        raceproof_search::minimise(self.explorer, &mut detector, self.finding, self.effort)
    }
}

/// Executes a finding's schedule again. If that shows the finding, it is told step by step; if not,
/// we are wrong.
pub fn confirm(
    detection: Detection<'_>,
    explorer: &mut Explorer,
    finding: &mut Finding,
) -> Result<Confirmed, Failure> {
    let start = explorer.save();
    let shows = Some(finding.kind);
    let Detection { draws, .. } = detection;
    let replaying =
        Replaying { explorer, schedule: &finding.schedule, shows, prints: false, draws };
    let (outcome, recorder) = with_detector(detection, replaying);
    explorer.restore(&start);
    if let ReplayEnd::Cancelled(cause) = outcome.end {
        return Ok(Confirmed::Cancelled(cause));
    }
    if !outcome.confirms(finding) {
        return not_confirmed(finding, outcome);
    }
    // Of several accesses at the same two places, those that `replay` meets are told.
    let by_threads = outcome.findings.iter().find(|shown| shown.is_same_by_threads(finding));
    let shown = by_threads.or(outcome.findings.iter().find(|shown| shown.is_same(finding)));
    if let Some(shown) = shown {
        let schedule = std::mem::take(&mut finding.schedule);
        *finding = Finding { schedule, ..shown.clone() };
    }
    finding.trace = recorder.into_steps();
    complete(explorer, finding);
    Ok(Confirmed::Yes)
}

const EXITS: &str = "what the program prints on its way there may say why: `--program-output show` shows it; if such an end is no \
     mistake, `--exit-status note` only counts it";

/// The same for a weak race, which is told without its schedule.
pub fn confirm_weak(
    detection: Detection<'_>,
    explorer: &mut Explorer,
    weak: &mut Finding,
) -> Result<Confirmed, Failure> {
    let start = explorer.save();
    let replaying =
        Replaying { explorer, schedule: &weak.schedule, shows: None, prints: false, draws: false };
    let (mut outcome, _) = with_detector(detection, replaying);
    explorer.restore(&start);
    if let ReplayEnd::Cancelled(cause) = outcome.end {
        return Ok(Confirmed::Cancelled(cause));
    }
    let Some(shown) = outcome.weak_races.iter().position(|shown| shown.is_same_in_detail(weak))
    else {
        outcome.findings = outcome.weak_races.clone();
        return not_confirmed(weak, outcome);
    };
    *weak = outcome.weak_races.swap_remove(shown);
    complete(explorer, weak);
    Ok(Confirmed::Yes)
}

/// Says why, and what to do.
pub fn complete(explorer: &mut Explorer, finding: &mut Finding) {
    let ending = finding.ending();
    if let Some(last) = finding.trace.last_mut() {
        last.ending = ending;
    }
    deadlock::complete(finding);
    if finding.kind == FindingKind::ExitStatus {
        EXITS.clone_into(&mut finding.advice);
    }
    if explorer.vm().exploration().timed_waits != TimedWaits::WhenIdle {
        next::advise_of_timeouts(finding);
    }
    advise_of_lost_updates(explorer, finding);
    behind::complete(finding);
    if let Some(race) = &finding.race {
        let start = explorer.save();
        let mut witness = Witness::of(race);
        raceproof_search::replay(explorer, &mut witness, &finding.schedule, None);
        explorer.restore(&start);
        witness.complete(finding);
        advise_of_libraries(explorer.vm(), finding);
    }
}

/// Which update is lost on the way to an exception; it is executed again for that.
fn advise_of_lost_updates(explorer: &mut Explorer, finding: &mut Finding) {
    if !LostUpdates::may_explain(finding) || finding.schedule.choices.is_empty() {
        return;
    }
    let start = explorer.save();
    let mut lost = LostUpdates::default();
    raceproof_search::replay(explorer, &mut lost, &finding.schedule, None);
    explorer.restore(&start);
    lost.complete(finding);
}

/// Where both accesses are those of a jar that the program uses, nobody mends it there.
fn advise_of_libraries(vm: &Vm, finding: &mut Finding) {
    let Some(race) = &finding.race else { return };
    let origin_of = |name: &str| {
        let class = vm.linked.classes().iter().find(|class| class.java_name() == name)?;
        class.origin.borrow().clone()
    };
    let own = origin_of(&vm.options().main_class);
    let jar_of = |place: &Place| {
        origin_of(&place.class).filter(|jar| jar.ends_with(".jar") && own.as_ref() != Some(jar))
    };
    fn innermost(access: &RacingAccess) -> Option<&Place> {
        access.stack.iter().find(|place| !place.library)
    }
    let jars = race.accesses.iter().map(|access| innermost(access).and_then(jar_of));
    let Some(Some(jar)) = jars.reduce(|a, b| a.filter(|a| Some(a) == b.as_ref())) else { return };
    let Some(place) = innermost(&race.accesses[1]) else { return };
    let package = place.class.rsplit_once('.').map_or("", |(package, _)| package);
    let jar = Path::new(&jar).file_name().unwrap_or_default().to_string_lossy();
    finding.advice += &format!(
        "; if {jar} is right to do so, `--trusted '{package}.**'` accepts the races of its own variables, and `--checked` with \
         your classes tells apart what does not concern them"
    );
}

fn not_confirmed(finding: &Finding, mut outcome: ReplayOutcome) -> Result<Confirmed, Failure> {
    let needed = outcome.needed.take();
    let failure = unconfirmed(finding, &outcome);
    match needed {
        Some(finer) => Ok(Confirmed::TooCoarse(finer, failure)),
        None => Err(failure),
    }
}

fn unconfirmed(finding: &Finding, outcome: &ReplayOutcome) -> Failure {
    let told =
        |finding: &Finding| format!("{} ({})", finding.kind.name(), visible(&finding.message));
    let mut failure = Failure::new(
        Status::Defect,
        format!(
            "a finding is not shown again by its own schedule of {} steps, so it may be none: {}",
            finding.schedule.len(),
            told(finding)
        ),
    );
    let stands = |finding: &Finding| -> Vec<String> {
        let stack = finding.stack.iter().filter(|_| finding.race.is_none());
        let stack = stack.map(|place| visible(&format!("at {place}")));
        stack
            .chain(finding.threads.iter().map(|t| visible(&format!("{} {}", t.name, t.state))))
            .collect()
    };
    failure.details = stands(finding);
    failure
        .details
        .push(format!("the schedule leads to: {}", visible(&format!("{:?}", outcome.end))));
    failure.details.push(format!("schedule: {:?}", finding.schedule.choices));
    for shown in &outcome.findings {
        failure.details.push(format!("there: {}", told(shown)));
        failure.details.extend(stands(shown));
    }
    failure.help(
        "this says nothing about your program: please report it, with the program and these lines",
    )
}

/// Races that are the same ([`Finding::is_same`]) are told once: only when both stacks are known
/// whole are they known to be.
pub fn each_race_once(findings: &mut Vec<Finding>) {
    let mut seen: Vec<Finding> = Vec::new();
    for finding in findings.drain(..) {
        if finding.kind != FindingKind::DataRace
            || !seen.iter().any(|known| known.is_same(&finding))
        {
            seen.push(finding);
        }
    }
    *findings = seen;
}

/// Completes advice by what else was found.
pub fn relate(findings: &mut [Finding]) {
    behind::none_for_each_other(findings);
    came_by::complete(findings);
}

/// Warns of patterns of the user's that stand for nothing in the program, naming the nearest name
/// that is there.
pub fn warn_of_idle_patterns(options: &CheckOptions, vm: &Vm) {
    warn_of_idle_classes("trusted", &options.trusted, vm);
    warn_of_idle_classes("checked", &options.checked, vm);
    let elements = options
        .switch_at
        .iter()
        .filter(|text| !text.ends_with("[]") && !text.ends_with(".<clinit>"));
    let benign = options.benign.iter().map(|text| ("benign", text));
    let locations: Vec<_> = benign.chain(elements.map(|text| ("switch-at", text))).collect();
    // The names of all variables are longer to make than a small program takes to explore.
    if !locations.is_empty() {
        warn_of_idle_variables(&locations, vm);
    }
}

fn names_of_classes(vm: &Vm) -> impl Iterator<Item = String> {
    let classes = vm.linked.classes().iter().filter(|class| class.file.is_some());
    classes.map(|class| class.java_name())
}

/// Whether the user names whose races count, and no class that was loaded is meant: nothing that
/// happened could have counted.
pub fn checks_none(options: &CheckOptions, vm: &Vm) -> bool {
    Checked::new(&options.checked).checks_none(names_of_classes(vm))
}

/// Why that is no answer.
pub fn nothing_checked(options: &CheckOptions) -> Failure {
    let patterns = options.checked.join(", ");
    Failure::bad_input(format!(
        "no class of the program or of what it uses is one of those that are checked ({patterns}), so no race could count"
    ))
    .help("name classes as Java does, `com.mine.**` for a package and those below it (--checked); or leave it out")
}

fn warn_of_idle_classes(key: &str, patterns: &[String], vm: &Vm) {
    if patterns.is_empty() {
        return;
    }
    let classes: Vec<String> = names_of_classes(vm).collect();
    for text in patterns {
        let pattern = raceproof_base::Pattern::new(text.trim_start_matches('!'));
        if !classes.iter().any(|class| pattern.matches(class)) {
            idle(key, text, "no class", suggest::nearest(text, classes.iter().map(String::as_str)));
        }
    }
}

fn warn_of_idle_variables(locations: &[(&str, &String)], vm: &Vm) {
    let fields: Vec<(String, String)> = vm.fields().collect();
    for (key, text) in locations {
        let Some(location) = raceproof_base::Location::parse(text) else { continue };
        if !fields.iter().any(|(class, field)| location.matches(class, field)) {
            let names: Vec<String> =
                fields.iter().map(|(class, field)| format!("{class}.{field}")).collect();
            idle(
                key,
                text,
                "no variable",
                suggest::nearest(text, names.iter().map(String::as_str)),
            );
        }
    }
}

fn idle(key: &str, text: &str, what: &str, near: Option<&str>) {
    let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    log::warn!("`{key} = {text}` stands for {what} of the program or of what it uses{near}");
}
