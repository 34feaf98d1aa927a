//! One race or deadlock that was predicted, as text and as an object.

use raceproof_base::{Finding, FindingKind, Place, programs_own};
use raceproof_predict::event::EventKind;
use raceproof_predict::told::{RacingEvent, Stretch, ToldDeadlock, ToldRace};
use serde_json::{Value, json};

use crate::report::{self, Labelled, Page, Problem, Style, TextOptions, Weight, counted, method};
use crate::source_lines::SourceLines;

/// Stretches of a witness that are shown at its beginning and at its end; all are in the object.
const SHOWN: usize = 6;

/// A race.
pub enum Predicted {
    /// Of the execution that was observed.
    Observed(Box<Finding>),
    /// Of two accesses that nothing orders in the execution that was recorded.
    Unordered(Box<ToldRace>),
    /// Of a reordering of it, with its witness; as it was executed, or why it was not.
    Witnessed { race: Box<ToldRace>, engine: &'static str, executed: Result<Box<Finding>, String> },
}

impl Predicted {
    pub fn executed(&self) -> Option<&Finding> {
        match self {
            Self::Observed(finding) | Self::Witnessed { executed: Ok(finding), .. } => {
                Some(finding)
            }
            Self::Witnessed { .. } | Self::Unordered(_) => None,
        }
    }

    /// The two places.
    pub fn places(&self) -> [String; 2] {
        match self {
            Self::Observed(finding) => match &finding.race {
                Some(race) => {
                    race.accesses.each_ref().map(|access| programs_own(&access.stack).to_string())
                }
                None => [String::new(), String::new()],
            },
            Self::Unordered(race) | Self::Witnessed { race, .. } => {
                race.accesses.each_ref().map(|access| access.location.clone())
            }
        }
    }

    pub fn message(&self) -> String {
        match (self.executed(), self) {
            (Some(finding), _) => finding.message.clone(),
            (None, Self::Unordered(race) | Self::Witnessed { race, .. }) => message(race),
            (None, Self::Observed(_)) => String::new(),
        }
    }
}

fn verb(kind: EventKind) -> &'static str {
    match (kind.reads(), kind.writes()) {
        (true, true) => "updates",
        (false, true) => "writes",
        _ => "reads",
    }
}

fn conflict(race: &ToldRace) -> &'static str {
    let [first, second] = &race.accesses;
    match (first.kind.writes(), second.kind.writes()) {
        (true, true) => "write-write",
        (true, false) => "write-read",
        _ => "read-write",
    }
}

fn message(race: &ToldRace) -> String {
    let told = |access: &RacingEvent| {
        format!("{} {} it at {}", access.thread, verb(access.kind), access.location)
    };
    let [first, second] = &race.accesses;
    format!("data race on {}: {}, {}", race.variable, told(first), told(second))
}

const UNCHECKED: &str = "seen by lock histories on the way to a race, as if no value mattered: no execution was made of it";

const IN_ONE_ORDER: &str = "take locks that are held together in one order everywhere";

fn waits(deadlock: &ToldDeadlock) -> String {
    let wait = |(lock, access): &(String, RacingEvent)| {
        let held =
            if access.locks.is_empty() { "no lock".to_owned() } else { access.locks.join(", ") };
        format!("{} waits for {lock} at {} and holds {held}", access.thread, access.location)
    };
    let [one, other] = &deadlock.waits;
    format!("{}; {}", wait(one), wait(other))
}

/// A deadlock as an object.
pub fn deadlock_as_object(deadlock: &ToldDeadlock) -> Value {
    let wait = |(lock, access): &(String, RacingEvent)| json!({ "thread": access.thread, "lock": lock, "location": access.location, "locks": access.locks });
    json!({
        "kind": "deadlock",
        "status": "open",
        "predicted_by": "ipa",
        "waits": deadlock.waits.iter().map(wait).collect::<Value>(),
        "detail": UNCHECKED,
        "advice": IN_ONE_ORDER,
    })
}

/// Shows a deadlock.
pub fn put_deadlock(page: &mut Page, deadlock: &ToldDeadlock) {
    page.end().put(Style::Doubtful, "possible[deadlock]").put(Style::Strong, ": ");
    page.put(Style::Strong, &waits(deadlock)).end();
    page.remark(Style::Strong, "note", UNCHECKED);
    page.remark(Style::Help, "help", IN_ONE_ORDER);
}

/// Why nothing orders the two.
fn detail(race: &ToldRace) -> String {
    let holds = |access: &RacingEvent| match access.locks.as_slice() {
        [] => format!("{} holds no lock there", access.thread),
        locks => format!("{} holds {} there", access.thread, locks.join(", ")),
    };
    let [first, second] = &race.accesses;
    format!(
        "{}; {}: no lock is held by both. They were observed in this order, but the threads can also come to the two at the same time",
        holds(first),
        holds(second)
    )
}

const ADVICE: &str =
    "guard both accesses by one lock, or hand the value over by something that orders them";

/// Shows a race.
pub fn put_race(page: &mut Page, predicted: &Predicted, sources: &SourceLines) {
    match predicted {
        Predicted::Observed(finding) | Predicted::Witnessed { executed: Ok(finding), .. } => {
            report::put_finding(page, finding, sources, TextOptions::PLAIN);
        }
        Predicted::Unordered(race) => put_unordered(page, race),
        Predicted::Witnessed { race, engine, executed: Err(why) } => {
            put_witness(page, race, engine, why);
        }
    }
}

const UNORDERED: &str = "both were recorded, and nothing orders them: no lock that both hold, no volatile, no start or end of a thread comes between. \
                         What one thread may have seen of the other (by a plain, opaque or unparked hand-over) orders nothing";

/// The place of an access, and by which calls its thread came there for the first time.
fn stack(access: &RacingEvent) -> Vec<&String> {
    std::iter::once(&access.location).chain(&access.callers).collect()
}

/// By which calls the threads came to the two places first. The accesses may have been later ones.
fn put_stacks(page: &mut Page, accesses: &[RacingEvent; 2]) {
    for access in accesses.iter().filter(|access| !access.callers.is_empty()) {
        page.plain(&format!("  {} was there for the first time by:", access.thread)).end();
        for place in stack(access) {
            page.plain(&format!("    at {place}")).end();
        }
    }
}

/// A race of the execution that was recorded.
fn put_unordered(page: &mut Page, race: &ToldRace) {
    page.put(Style::Bad, "error[data-race]").put(Style::Strong, ": ");
    page.put(Style::Strong, &message(race)).end();
    page.remark(Style::Strong, "note", UNORDERED);
    page.remark(Style::Help, "help", ADVICE);
    put_stacks(page, &race.accesses);
}

/// A race that was not executed.
fn put_witness(page: &mut Page, race: &ToldRace, engine: &str, why: &str) {
    page.put(Style::Bad, "predicted[data-race]").put(Style::Strong, ": ");
    page.put(Style::Strong, &message(race)).end();
    page.remark(Style::Strong, "note", &detail(race));
    if !why.is_empty() {
        page.remark(Style::Strong, "note", &format!("the witness was not executed: {why}"));
    }
    page.remark(Style::Help, "help", ADVICE);
    put_stacks(page, &race.accesses);
    let title = format!("witness, {}, found by {engine}:", counted(race.length as u64, "event"));
    page.end().put(Style::Strong, &title).end();
    let shown = race.stretches.len().min(SHOWN);
    let left_out = race.stretches.len() - shown;
    if left_out > 0 {
        page.plain(&format!("  … {} before these", counted(left_out as u64, "part"))).end();
    }
    for Stretch { thread, events, places: [first, last] } in &race.stretches[left_out..] {
        page.plain(&format!(
            "  {thread} goes on for {}: {first} … {last}",
            counted(*events as u64, "event")
        ))
        .end();
    }
    for access in &race.accesses {
        page.plain(&format!(
            "  {} {} {} at {}",
            access.thread,
            verb(access.kind),
            race.variable,
            access.location
        ))
        .end();
    }
}

/// A race as an object.
pub fn as_object(predicted: &Predicted, sources: &SourceLines) -> Value {
    let (race, engine, executed) = match predicted {
        Predicted::Observed(finding) => {
            let mut object = report::finding_as_json(finding, sources);
            object["status"] = json!("race");
            return object;
        }
        Predicted::Unordered(race) => {
            return json!({
                "kind": "data-race",
                "status": "race",
                "predicted_by": "hb",
                "variable": race.variable,
                "conflict": conflict(race),
                "accesses": race.accesses.iter().map(|access| without_locks(access, sources)).collect::<Value>(),
                "message": message(race),
                "detail": UNORDERED,
                "advice": ADVICE,
            });
        }
        Predicted::Witnessed { race, engine, executed } => (race, engine, executed),
    };
    let mut object = match executed {
        Ok(finding) => report::finding_as_json(finding, sources),
        Err(why) => json!({
            "kind": "data-race",
            "variable": race.variable,
            "conflict": conflict(race),
            "accesses": race.accesses.iter().map(|access| access_as_object(access, sources)).collect::<Value>(),
            "message": message(race),
            "detail": detail(race),
            "advice": ADVICE,
            "not_executed": why,
        }),
    };
    object["status"] = json!(if executed.is_ok() { "race" } else { "predicted" });
    object["predicted_by"] = json!(engine);
    let stretch = |stretch: &Stretch| json!({ "thread": stretch.thread, "events": stretch.events, "from": stretch.places[0], "to": stretch.places[1] });
    object["witness"] = json!({
        "events": race.length,
        "stretches": race.stretches.iter().map(stretch).collect::<Value>(),
    });
    object
}

/// A race as a problem, for other programs.
pub fn as_problem(predicted: &Predicted) -> Problem<'_> {
    let (race, detail, weight) = match predicted {
        Predicted::Observed(finding) | Predicted::Witnessed { executed: Ok(finding), .. } => {
            return Problem::of(finding, Weight::Finding);
        }
        Predicted::Unordered(race) => (race, UNORDERED.to_owned(), Weight::Finding),
        Predicted::Witnessed { race, executed: Err(why), .. } if why.is_empty() => {
            (race, detail(race), Weight::Suspected)
        }
        Predicted::Witnessed { race, executed: Err(why), .. } => {
            let detail = format!("{}; the witness was not executed: {why}", detail(race));
            (race, detail, Weight::Suspected)
        }
    };
    let label =
        |access: &RacingEvent| format!("{} {} {}", access.thread, verb(access.kind), race.variable);
    let spots = race.accesses.each_ref().map(|access| spot(access, label(access)));
    let mut methods = spots.each_ref().map(|spot| method(&spot.place));
    methods.sort_unstable();
    Problem {
        variable: Some(race.variable.clone()),
        conflict: Some(conflict(race)),
        identity: [race.variable.clone()].into_iter().chain(methods).collect(),
        ..Problem::not_executed(
            FindingKind::DataRace,
            weight,
            [message(race), detail, ADVICE.to_owned()],
            spots,
        )
    }
}

/// A deadlock as a problem, for other programs.
pub fn deadlock_as_problem(deadlock: &ToldDeadlock) -> Problem<'_> {
    let spots = deadlock
        .waits
        .each_ref()
        .map(|(lock, access)| spot(access, format!("{} waits for {lock}", access.thread)));
    let mut identity: Vec<String> = spots.iter().map(|spot| method(&spot.place)).collect();
    identity.sort_unstable();
    let told = [waits(deadlock), UNCHECKED.to_owned(), IN_ONE_ORDER.to_owned()];
    Problem {
        identity,
        ..Problem::not_executed(FindingKind::Deadlock, Weight::Suspected, told, spots)
    }
}

fn spot(access: &RacingEvent, label: String) -> Labelled {
    Labelled { place: place(&access.location), label }
}

/// Of an access whose locks nobody has looked at.
fn without_locks(access: &RacingEvent, sources: &SourceLines) -> Value {
    let mut object = access_as_object(access, sources);
    object.as_object_mut().and_then(|object| object.remove("locks"));
    object
}

fn access_as_object(access: &RacingEvent, sources: &SourceLines) -> Value {
    let place = place(&access.location);
    let mut object = json!({
        "thread": access.thread,
        "kind": if access.kind.writes() { "write" } else { "read" },
        "class": place.class,
        "method": place.method,
        "file": place.file,
        "line": place.line,
        "location": access.location,
        "locks": access.locks,
        "stack": stack(access),
    });
    report::put_path(&mut object, &place, sources);
    object
}

/// A location as a place in Java code, as far as it is written as one.
fn place(location: &str) -> Place {
    let Some((name, inside)) = location.strip_suffix(')').and_then(|text| text.split_once('('))
    else {
        return Place::default();
    };
    let (class, method) = name.rsplit_once('.').unwrap_or(("", name));
    let (file, line) = inside.rsplit_once(':').unwrap_or((inside, "0"));
    Place {
        class: class.to_owned(),
        method: method.to_owned(),
        file: file.to_owned(),
        line: line.parse().unwrap_or(0),
        library: false,
    }
}

/// Whether two pairs of places are the same, in whichever order.
pub fn are_same(one: &[String; 2], other: &[String; 2]) -> bool {
    one == other || one[0] == other[1] && one[1] == other[0]
}
