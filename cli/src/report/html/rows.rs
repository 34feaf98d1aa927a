//! The rows of a schedule's diagram: its steps, the accesses inside them, and the points at which
//! threads hear of each other, each in the column of its thread; and the lines between rows. All
//! that is to be thought about is done here, so the page only draws.

use std::collections::{BTreeMap, BTreeSet};

use raceproof_base::{
    AccessKind, Edge, Finding, Moment, Moments, Place, Race, Step, StepAccess, programs_own,
};
use raceproof_listeners::deadlock;

/// What a row is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A step of the schedule.
    Step,
    /// An access inside a step.
    Access,
    /// A release or an acquire inside a step.
    Edge,
    /// What fails at the end.
    Ending,
    /// How a thread stands at the end.
    Standing,
}

/// A row of the diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row<'a> {
    pub sort: Sort,
    pub thread: &'a str,
    /// The step it belongs to, counted from one; zero before the first choice.
    pub step: usize,
    pub text: String,
    pub place: Option<&'a Place>,
    /// The object or the variable it is about.
    pub about: Option<&'a str>,
    /// If it happens inside the class library: the method that the program called.
    pub called: Option<&'a str>,
    /// Whether a wait ends there by its time.
    pub timed_out: bool,
    /// Whether it is an access that nothing else in the trace could conflict with.
    pub is_quiet: bool,
}

/// A line between two rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub from: usize,
    pub to: usize,
    pub text: String,
}

/// A schedule as rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rows<'a> {
    pub threads: Vec<&'a str>,
    pub rows: Vec<Row<'a>>,
    /// Happens-before, from one thread to another.
    pub edges: Vec<Line>,
    /// Who waits for whom at the end: from a thread to where the other one took what it holds.
    pub waits: Vec<Line>,
    /// The two accesses of a race, of which the first may not be among the rows.
    pub race: Option<(Option<usize>, usize)>,
    /// Accesses that were not kept.
    pub untold: usize,
}

pub fn of(finding: &Finding) -> Rows<'_> {
    let mut rows = Rows { threads: threads(finding), ..Rows::default() };
    let mut at = BTreeMap::new();
    let mut started = BTreeMap::new();
    let leaving = leaving(&finding.trace);
    for (number, moments, step) in stages(&finding.trace) {
        let releases = leaving.get(&number).map_or(&[][..], Vec::as_slice);
        put_stage(&mut rows, number, moments, step, releases, (&mut at, &mut started));
    }
    for (thread, moments) in started {
        let first = rows.rows.iter().position(|row| row.thread == thread);
        first
            .into_iter()
            .for_each(|first| at.extend(moments.iter().map(|moment| (*moment, first))));
    }
    for (number, moments, _) in stages(&finding.trace) {
        for edge in &moments.edges {
            let to = Moment { step: number, event: edge.event };
            if let (Some(&from), Some(&to)) = (at.get(&edge.from), at.get(&to)) {
                rows.edges.push(Line { from, to, text: edge.carrier.clone() });
            }
        }
    }
    match &finding.race {
        Some(race) => end_by_race(&mut rows, finding, race),
        None => end(&mut rows, finding),
    }
    hush(&mut rows);
    rows
}

/// The steps with their numbers, and before them what happened before the first choice.
fn stages(trace: &[Step]) -> impl Iterator<Item = (usize, &Moments, Option<&Step>)> {
    let before = trace.first().and_then(|first| first.moments.before.as_deref());
    let steps = trace.iter().enumerate();
    before
        .into_iter()
        .map(|moments| (0, moments, None))
        .chain(steps.map(|(number, step)| (number + 1, &step.moments, Some(step))))
}

/// The names of threads, in the order in which they act.
fn threads(finding: &Finding) -> Vec<&str> {
    let acting = stages(&finding.trace).flat_map(|(_, moments, step)| {
        let inside = moments.accesses.iter().map(|access| access.thread.as_str());
        let heard = moments.edges.iter().flat_map(|edge| [&edge.releaser, &edge.acquirer]);
        inside.chain(heard.map(String::as_str)).chain(step.map(|step| step.thread.as_str()))
    });
    let standing = finding.threads.iter().filter(|_| finding.kind.is_hang());
    let racing = finding.race.iter().flat_map(|race| &race.accesses);
    let all = acting
        .chain(standing.map(|thread| thread.name.as_str()))
        .chain(racing.map(|access| access.thread.as_str()));
    let mut seen = BTreeSet::new();
    all.filter(|name| seen.insert(*name)).collect()
}

/// The edges that leave each step.
fn leaving(trace: &[Step]) -> BTreeMap<usize, Vec<&Edge>> {
    let mut leaving: BTreeMap<usize, Vec<&Edge>> = BTreeMap::new();
    for edge in stages(trace).flat_map(|(_, moments, _)| &moments.edges) {
        leaving.entry(edge.from.step).or_default().push(edge);
    }
    leaving
}

/// What happens inside a step, in its order.
enum Event<'a> {
    Access(&'a StepAccess),
    Acquire(&'a Edge),
    Release(&'a Edge),
}

impl<'a> Event<'a> {
    fn thread(&self) -> &'a str {
        match self {
            Event::Access(access) => &access.thread,
            Event::Acquire(edge) => &edge.acquirer,
            Event::Release(edge) => &edge.releaser,
        }
    }
}

fn put_stage<'a>(
    rows: &mut Rows<'a>,
    number: usize,
    moments: &'a Moments,
    step: Option<&'a Step>,
    releases: &[&'a Edge],
    (at, started): (&mut BTreeMap<Moment, usize>, &mut BTreeMap<&'a str, Vec<Moment>>),
) {
    let first = rows.rows.len();
    rows.untold += moments.untold;
    rows.rows.extend(step.map(|step| row_of(number, step)));
    let mut events: Vec<(usize, Event<'a>)> = moments
        .accesses
        .iter()
        .map(|access| (access.event, Event::Access(access)))
        .chain(moments.edges.iter().map(|edge| (edge.event, Event::Acquire(edge))))
        .chain(releases.iter().map(|edge| (edge.from.event, Event::Release(edge))))
        .collect();
    events.sort_by_key(|(event, _)| *event);
    for (event, what) in events {
        let now = Moment { step: number, event };
        // Several edges may leave one release.
        if at.contains_key(&now) {
            continue;
        }
        let before = rows.rows[first..].iter().rposition(|row| row.thread == what.thread());
        let before = before.map(|row| first + row);
        let shown = before.filter(|row| is_told(&what, &rows.rows[*row]));
        let is_known = before.is_some() || rows.rows.iter().any(|row| row.thread == what.thread());
        if !is_known && matches!(what, Event::Acquire(_)) {
            // A thread that has not begun yet does so by what it does next.
            started.entry(what.thread()).or_default().push(now);
            continue;
        }
        at.insert(now, shown.unwrap_or(rows.rows.len()));
        if shown.is_none() {
            let called = step.and_then(|step| step.called.as_deref().filter(|_| step.library));
            let called = called.filter(|_| step.is_some_and(|step| step.thread == what.thread()));
            rows.rows.push(event_row(number, &what, called));
        }
    }
}

fn row_of(number: usize, step: &Step) -> Row<'_> {
    let told = step.moments.accesses.iter().find(|access| access.is_operation);
    let value =
        told.filter(|told| step.operation == format!("{} {}", verb(told.access), told.variable));
    let value = value.and_then(|told| told.value.as_ref());
    let value = value.map_or(String::new(), |value| format!(" = {value}"));
    let has_place = !step.place.class.is_empty() || !step.place.file.is_empty();
    Row {
        text: format!("{}{value}", step.operation),
        place: has_place.then_some(&step.place),
        about: step.moments.on.as_deref(),
        called: step.called.as_deref().filter(|_| step.library),
        timed_out: step.timed_out,
        ..Row::new(Sort::Step, &step.thread, number)
    }
}

/// Whether the thread's row before it tells an event: that of the operation, or, of an edge, that of
/// the access that carries it.
fn is_told(what: &Event<'_>, before: &Row<'_>) -> bool {
    match what {
        Event::Access(access) => access.is_operation,
        Event::Acquire(edge) => before.sort == Sort::Step || edge.release.is_none(),
        Event::Release(edge) => match &edge.release {
            // A monitor is left by no step.
            Some(release) => edge.object.is_none() && before.text == *release,
            None => true,
        },
    }
}

/// The row of an event that no other tells.
fn event_row<'a>(number: usize, what: &Event<'a>, called: Option<&'a str>) -> Row<'a> {
    match what {
        Event::Access(access) => {
            let StepAccess { variable, value, .. } = access;
            let value = value.as_ref().map_or(String::new(), |value| format!(" = {value}"));
            Row {
                text: format!("{} {variable}{value}", verb(access.access)),
                place: Some(&access.place),
                about: Some(variable),
                ..Row::new(Sort::Access, &access.thread, number)
            }
        }
        Event::Acquire(edge) => Row {
            text: format!("goes on after {}", edge.carrier),
            about: edge.object.as_deref(),
            called,
            ..Row::new(Sort::Edge, &edge.acquirer, number)
        },
        Event::Release(edge) => Row {
            text: edge.release.clone().unwrap_or_else(|| format!("releases {}", edge.carrier)),
            about: edge.object.as_deref(),
            called,
            ..Row::new(Sort::Edge, &edge.releaser, number)
        },
    }
}

impl<'a> Row<'a> {
    fn new(sort: Sort, thread: &'a str, step: usize) -> Self {
        Self {
            sort,
            thread,
            step,
            text: String::new(),
            place: None,
            about: None,
            called: None,
            timed_out: false,
            is_quiet: false,
        }
    }
}

fn verb(access: AccessKind) -> &'static str {
    match access {
        AccessKind::Read => "read",
        AccessKind::Write => "write",
    }
}

/// The second access of a race is the end: what its step does after that is no part of it.
fn end_by_race<'a>(rows: &mut Rows<'a>, finding: &'a Finding, race: &'a Race) {
    let [one, other] = &race.accesses;
    let is_access = |row: &Row<'_>, of: &raceproof_base::RacingAccess| {
        let does = row.text.starts_with(verb(of.access))
            || row.text.starts_with("compare-and-set ") && row.sort == Sort::Step;
        row.thread == of.thread && row.about == Some(&race.variable) && does
    };
    let place = programs_own(&other.stack);
    let last = finding.trace.len();
    let shown = rows.rows.iter().rposition(|row| row.step == last && is_access(row, other));
    let second = match shown {
        Some(second) => {
            rows.rows.truncate(second + 1);
            let is_there = |line: &Line| line.from <= second && line.to <= second;
            rows.edges.retain(is_there);
            second
        }
        None => {
            rows.rows.push(Row {
                text: format!("{} {}", verb(other.access), race.variable),
                place: Some(place),
                about: Some(&race.variable),
                ..Row::new(Sort::Ending, &other.thread, last)
            });
            rows.rows.len() - 1
        }
    };
    let before = &rows.rows[..second];
    let there = programs_own(&one.stack);
    let exactly = before.iter().rposition(|row| is_access(row, one) && row.place == Some(there));
    let first = exactly.or_else(|| before.iter().rposition(|row| is_access(row, one)));
    rows.race = Some((first, second));
}

/// What fails, or how the threads stand that cannot go on.
fn end<'a>(rows: &mut Rows<'a>, finding: &'a Finding) {
    let steps = finding.trace.len();
    if let Some((step, ending)) =
        finding.trace.last().and_then(|step| Some((step, step.ending.as_ref()?)))
    {
        rows.rows.push(Row {
            text: ending.what.clone(),
            place: Some(&ending.place),
            ..Row::new(Sort::Ending, &step.thread, steps)
        });
    }
    if !finding.kind.is_hang() {
        return;
    }
    let first = rows.rows.len();
    rows.rows.extend(finding.threads.iter().map(|thread| Row {
        text: thread.state.clone(),
        place: Some(programs_own(&thread.stack)).filter(|place| !place.class.is_empty()),
        about: wanted(&thread.state),
        ..Row::new(Sort::Standing, &thread.name, steps)
    }));
    let holders = deadlock::holders(&finding.threads);
    for (number, holder) in holders.into_iter().enumerate() {
        let Some(holder) = holder else { continue };
        let waiting = &finding.threads[number];
        let name = finding.threads[holder].name.as_str();
        let wanted = wanted(&waiting.state);
        let is_taking = |row: &Row<'_>| {
            row.thread == name && row.sort == Sort::Step && row.text.starts_with("lock ")
        };
        let taken = wanted.and_then(|wanted| {
            rows.rows[..first].iter().rposition(|row| is_taking(row) && row.about == Some(wanted))
        });
        let text = format!("{} {}", waiting.name, waiting.state);
        rows.waits.push(Line { from: first + number, to: taken.unwrap_or(first + holder), text });
    }
}

/// The object whose monitor a thread waits for, by the clause that says so.
fn wanted(state: &str) -> Option<&str> {
    state.strip_prefix("waits to lock ")?.split_once(", held by ").map(|(object, _)| object)
}

/// Marks accesses of what no two threads access, or none writes.
fn hush(rows: &mut Rows<'_>) {
    let mut users: BTreeMap<&str, (&str, bool, bool)> = BTreeMap::new();
    for row in &rows.rows {
        let Some(variable) = row.about else { continue };
        let writes = !row.text.starts_with("read ");
        let user = users.entry(variable).or_insert((row.thread, false, false));
        user.1 |= user.0 != row.thread;
        user.2 |= writes;
    }
    let quiet: Vec<bool> = rows
        .rows
        .iter()
        .map(|row| {
            row.sort == Sort::Access
                && row.about.is_some_and(|variable| {
                    users.get(variable).is_some_and(|(_, several, written)| !(*several && *written))
                })
        })
        .collect();
    for (row, is_quiet) in rows.rows.iter_mut().zip(quiet) {
        row.is_quiet = is_quiet;
    }
}
