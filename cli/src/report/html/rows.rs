//! The rows of a schedule's diagram: its steps, the accesses inside them, and the points at which
//! threads hear of each other, each in the column of its thread; and the lines between rows. All
//! that is to be thought about is done here, so the page only draws.

use std::collections::{BTreeMap, BTreeSet};

use raceproof_base::{
    AccessKind, Edge, Finding, Moment, Place, Race, Step, StepAccess, programs_own,
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
    /// The step it belongs to, counted from one.
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
    let leaving = leaving(&finding.trace);
    for (number, step) in finding.trace.iter().enumerate() {
        let releases = leaving.get(&number).map_or(&[][..], Vec::as_slice);
        put_step(&mut rows, number, step, releases, &mut at);
    }
    let edges = finding.trace.iter().enumerate().flat_map(|(number, step)| {
        step.moments.edges.iter().map(move |edge| (Moment { step: number, event: edge.event }, edge))
    });
    for (to, edge) in edges {
        if let (Some(&from), Some(&to)) = (at.get(&edge.from), at.get(&to)) {
            rows.edges.push(Line { from, to, text: edge.carrier.clone() });
        }
    }
    match &finding.race {
        Some(race) => end_by_race(&mut rows, finding, race),
        None => end(&mut rows, finding),
    }
    hush(&mut rows);
    rows
}

/// The names of threads, in the order in which they act.
fn threads(finding: &Finding) -> Vec<&str> {
    let acting = finding.trace.iter().flat_map(|step| {
        let inside = step.moments.accesses.iter().map(|access| access.thread.as_str());
        let heard = step.moments.edges.iter().map(|edge| edge.acquirer.as_str());
        std::iter::once(step.thread.as_str()).chain(inside).chain(heard)
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
    for edge in trace.iter().flat_map(|step| &step.moments.edges) {
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

fn put_step<'a>(
    rows: &mut Rows<'a>,
    number: usize,
    step: &'a Step,
    releases: &[&'a Edge],
    at: &mut BTreeMap<Moment, usize>,
) {
    let moments = &step.moments;
    let head = rows.rows.len();
    rows.untold += moments.untold;
    rows.rows.push(Row {
        sort: Sort::Step,
        thread: &step.thread,
        step: number + 1,
        text: step.operation.clone(),
        place: Some(&step.place).filter(|place| !place.class.is_empty() || !place.file.is_empty()),
        about: moments.on.as_deref(),
        called: step.called.as_deref().filter(|_| step.library),
        timed_out: step.timed_out,
        is_quiet: false,
    });
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
        let row = event_row(&rows.rows[head], &what, rows.rows.len() == head + 1);
        let position = if row.is_some() { rows.rows.len() } else { head };
        rows.rows.extend(row);
        at.insert(now, position);
    }
}

/// The row of an event; none if the row of its step tells it.
fn event_row<'a>(head: &Row<'a>, what: &Event<'a>, is_first: bool) -> Option<Row<'a>> {
    let row = |sort, thread, text| Row {
        sort,
        thread,
        text,
        place: None,
        about: None,
        timed_out: false,
        called: head.called.filter(|_| thread == head.thread),
        ..head.clone()
    };
    match what {
        Event::Access(access) if access.is_operation => None,
        Event::Access(access) => {
            let StepAccess { variable, value, .. } = access;
            Some(Row {
                place: Some(&access.place),
                about: Some(variable),
                called: None,
                ..row(
                    Sort::Access,
                    access.thread.as_str(),
                    format!("{} {variable} = {value}", verb(access.access)),
                )
            })
        }
        Event::Acquire(edge) if is_first && edge.acquirer == head.thread => None,
        Event::Acquire(edge) => {
            let text = format!("goes on after {}", edge.carrier);
            Some(row(Sort::Edge, edge.acquirer.as_str(), text))
        }
        Event::Release(edge) => match &edge.monitor {
            Some(object) => Some(Row {
                about: Some(object),
                ..row(Sort::Edge, edge.releaser.as_str(), format!("unlock {object}"))
            }),
            None if is_first && edge.releaser == head.thread => None,
            None => {
                let text = format!("leaves {} behind", edge.carrier);
                Some(row(Sort::Edge, edge.releaser.as_str(), text))
            }
        },
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
                sort: Sort::Ending,
                thread: &other.thread,
                step: last,
                text: format!("{} {}", verb(other.access), race.variable),
                place: Some(place),
                about: Some(&race.variable),
                called: None,
                timed_out: false,
                is_quiet: false,
            });
            rows.rows.len() - 1
        }
    };
    let before = &rows.rows[..second];
    let there = programs_own(&one.stack);
    let exactly =
        before.iter().rposition(|row| is_access(row, one) && row.place == Some(there));
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
            sort: Sort::Ending,
            thread: &step.thread,
            step: steps,
            text: ending.what.clone(),
            place: Some(&ending.place),
            about: None,
            called: None,
            timed_out: false,
            is_quiet: false,
        });
    }
    if !finding.kind.is_hang() {
        return;
    }
    let first = rows.rows.len();
    rows.rows.extend(finding.threads.iter().map(|thread| Row {
        sort: Sort::Standing,
        thread: &thread.name,
        step: steps,
        text: thread.state.clone(),
        place: Some(programs_own(&thread.stack)).filter(|place| !place.class.is_empty()),
        about: wanted(&thread.state),
        called: None,
        timed_out: false,
        is_quiet: false,
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
