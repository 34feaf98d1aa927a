//! What `scan` has found, for people and for programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::time::Duration;

use raceproof_base::Cancellation;
use raceproof_scan::ids::MethodId;
use raceproof_scan::pairs::Stage;
use raceproof_scan::{Scan, Work};
use serde_json::{Value, json};

use crate::scan_told::{Access, Rank, Teller, Told};
use crate::target::Program;
use crate::watchdog::limit_that_came;

/// What "race-free" rests on, whatever the program.
const ASSUMPTIONS: [&str; 5] = [
    "the class library is the one of this JDK, as it is when it has started",
    "classes come from this class path alone, none is made while the program runs, and the class library finds none by itself (services, names in properties)",
    "natives of the class library keep no object and call nobody, but for those that are modelled",
    "objects that a final field leads to are published with it",
    "what the class library does for itself about locales, text formats, security providers, class loading, logging and management guards its own state, and calls no object of the application that it was not given just then",
];

/// How many groups are shown as text.
const GROUPS: usize = 20;

/// How many pairs of places of one variable are shown as text.
const SHOWN: usize = 2;

/// The report.
pub struct ScanReport {
    target: String,
    clients: Option<usize>,
    stages: BTreeMap<Stage, usize>,
    groups: Vec<Vec<Told>>,
    gaps: Vec<String>,
    threads: usize,
    methods: usize,
    elapsed: Duration,
    /// Which limit came when, if one did.
    stopped: Option<String>,
}

/// The report of a scan.
pub fn of(scan: &Scan, program: &Program, cancellation: &Cancellation, elapsed: Duration) -> ScanReport {
    let mut teller = Teller::new(scan);
    let mut candidates: Vec<Told> = scan.found.candidates.iter().map(|candidate| teller.told(candidate)).collect();
    candidates.sort_by(|one, other| key(one).cmp(&key(other)));
    candidates.dedup_by(|one, other| key(one) == key(other));
    let deep = scan.found.deep.as_ref().map(|accesses| teller.deep(accesses));
    let methods: BTreeSet<MethodId> = scan.points_to.instances.iter().map(|instance| instance.method).collect();
    ScanReport {
        target: program.told(),
        clients: scan.clients.as_ref().map(Vec::len),
        stages: scan.found.ruled_out.clone(),
        groups: groups(candidates),
        gaps: scan.points_to.world.gaps.iter().cloned().chain(deep).collect(),
        threads: scan.threads.all.len(),
        methods: methods.len(),
        elapsed,
        stopped: scan.stopped.map(|work| stopped(work, cancellation)),
    }
}

/// Which limit came when, and what to try.
fn stopped(work: Work, cancellation: &Cancellation) -> String {
    let when = match work {
        Work::Reaching => "before all that is reached was known: no pair was looked at",
        Work::Walking => "before it was known what runs beside what: no pair was looked at",
        Work::Pairing => "before all pairs were looked at",
    };
    match limit_that_came(cancellation) {
        Some(limit) => format!("{limit} came {when}; give it more, or name one class with `--main CLASS`"),
        None => format!("it was interrupted {when}"),
    }
}

fn key(told: &Told) -> (&str, &Option<String>, [(&str, bool); 2]) {
    let place = |side: usize| (&*told.accesses[side].place, told.accesses[side].writes);
    (&told.variable, &told.owner, [place(0), place(1)])
}

/// Of one variable each, or where the class library is at its own objects of one of those, the most suspicious first.
fn groups(candidates: Vec<Told>) -> Vec<Vec<Told>> {
    let mut groups: BTreeMap<(Option<String>, Option<String>), Vec<Told>> = BTreeMap::new();
    for told in candidates {
        let variable = (told.rank < Rank::Container).then(|| told.variable.clone());
        groups.entry((variable, told.owner.clone())).or_default().push(told);
    }
    let mut groups: Vec<Vec<Told>> = groups.into_values().collect();
    groups.iter_mut().for_each(|group| group.sort_by_key(|told| told.rank));
    let order = |told: &Told| (told.rank, !told.is_shared);
    groups.sort_by(|one, other| (order(&one[0]), key(&one[0])).cmp(&(order(&other[0]), key(&other[0]))));
    groups
}

/// What a library is used by.
fn client_assumption(objects: usize) -> String {
    let objects = if objects == 1 { "one object".to_owned() } else { format!("{objects} objects") };
    format!(
        "clients make {objects}, one by each constructor, and call public and protected methods from any number of threads, in any order and with the same arguments"
    )
}

fn told_group(number: usize, group: &[Told]) -> String {
    let of = group[0].owner.as_ref().map_or_else(String::new, |owner| format!(" of {owner}"));
    let variables: BTreeSet<&str> = group.iter().map(|told| &*told.variable).collect();
    let others = match variables.len() - 1 {
        0 => String::new(),
        1 => " and another variable".to_owned(),
        many => format!(" and {many} more variables"),
    };
    let mut text = format!("\n{number}. {}{others}{of}: {}\n", group[0].variable, group[0].rank.words());
    for told in group.iter().take(SHOWN) {
        for access in &told.accesses {
            let verb = if access.writes { "written" } else { "read" };
            let inside = format!("{} in {}", access.place, access.method);
            let at = match &access.call {
                Some(call) => format!("{call} ({inside})"),
                None => inside,
            };
            let holds = if access.holds.is_empty() { "nothing".to_owned() } else { access.holds.join(" and ") };
            // Writing to a `String` cannot fail.
            let _ = writeln!(text, "   {verb:7} at {at}\n           by {}, holding {holds}", access.thread);
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len() + 1);
    if group.len() > SHOWN {
        let _ = writeln!(text, "   and {} more pairs of places", group.len() - SHOWN);
    }
    text
}

impl ScanReport {
    /// Never 0 yet: two attacks found 75 programs that race and were not told, from 52 causes. Until one finds none, what is left open is
    /// no proof.
    pub fn status(&self) -> i32 {
        if self.groups.is_empty() || self.stopped.is_some() { 3 } else { 1 }
    }

    fn verdict(&self) -> &'static str {
        if self.groups.is_empty() || self.stopped.is_some() { "incomplete" } else { "candidates" }
    }

    fn headline(&self) -> String {
        if let Some(stopped) = &self.stopped {
            return format!("incomplete: {stopped}");
        }
        let gaps = match self.gaps.len() {
            0 => String::new(),
            1 => ", and one gap".to_owned(),
            many => format!(", and {many} gaps"),
        };
        match self.groups.iter().map(Vec::len).sum::<usize>() {
            0 => format!(
                "incomplete: no pair of accesses is left{gaps}; `scan` is young, and not trusted with a proof yet"
            ),
            1 => format!("one pair of accesses may race{gaps}"),
            many => format!("{many} pairs of accesses may race{gaps}"),
        }
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "raceproof scan {}: {}", self.target, self.headline());
        for (number, group) in self.groups.iter().take(GROUPS).enumerate() {
            text.push_str(&told_group(number + 1, group));
        }
        if self.groups.len() > GROUPS {
            let _ = writeln!(text, "\nand {} more groups (`--format json` has all)", self.groups.len() - GROUPS);
        }
        if !self.gaps.is_empty() {
            let _ = writeln!(text, "\nNot covered:");
            text += &self.gaps.iter().map(|gap| format!("   {gap}\n")).collect::<String>();
        }
        let _ = writeln!(text, "\nPairs of places, by the stage that rules them out:");
        for (stage, count) in &self.stages {
            let _ = writeln!(text, "   {:16} {count}", stage.name());
        }
        let _ = writeln!(text, "\nAssumed:");
        text += &self.assumptions().iter().map(|assumption| format!("   {assumption}\n")).collect::<String>();
        let _ = writeln!(
            text,
            "\n{} threads, {} methods, {:.2} s\nverdict: {}",
            self.threads,
            self.methods,
            self.elapsed.as_secs_f64(),
            self.headline()
        );
        text
    }

    fn assumptions(&self) -> Vec<String> {
        let clients = self.clients.map(client_assumption);
        ASSUMPTIONS.into_iter().map(str::to_owned).chain(clients).collect()
    }

    pub fn json(&self) -> String {
        let access = |access: &Access| {
            json!({
                "kind": if access.writes { "write" } else { "read" },
                "method": access.method,
                "place": access.place,
                "call": access.call,
                "thread": access.thread,
                "holds": access.holds,
                "path": access.path,
            })
        };
        let candidate = |told: &Told| {
            json!({
                "variable": told.variable,
                "object": told.owner,
                "rank": told.rank.words(),
                "accesses": told.accesses.each_ref().map(access),
            })
        };
        let candidates: Vec<Value> = self.groups.iter().flatten().map(candidate).collect();
        let stages: serde_json::Map<String, Value> =
            self.stages.iter().map(|(stage, count)| (stage.name().to_owned(), json!(count))).collect();
        let report = json!({
            "command": "scan",
            "target": self.target,
            "verdict": self.verdict(),
            "stopped": self.stopped,
            "stages": stages,
            "candidates": candidates,
            "gaps": self.gaps,
            "assumptions": self.assumptions(),
            "methods": self.methods,
            "threads": self.threads,
        });
        format!("{report:#}\n")
    }
}
