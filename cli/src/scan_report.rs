//! What `scan` has found, for people and for programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::time::Duration;

use raceproof_scan::Scan;
use raceproof_scan::ids::MethodId;
use raceproof_scan::pairs::Stage;
use serde_json::{Value, json};

use crate::scan_told::{Access, Teller, Told};
use crate::target::Program;

/// What "race-free" rests on, whatever the program.
const ASSUMPTIONS: [&str; 5] = [
    "the class library is the one of this JDK, as it is when it has started",
    "classes come from this class path alone, none is made while the program runs, and the class library finds none by itself (services, names in properties)",
    "natives of the class library keep no object and call nobody, but for those that are modelled",
    "objects that a final field leads to are published with it",
    "what the class library does for itself about locales, text formats, security providers, class loading and logging calls no object of the application that it was not given just then",
];

/// How many variables are shown as text.
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
}

/// The report of a scan.
pub fn of(scan: &Scan, program: &Program, elapsed: Duration) -> ScanReport {
    let mut teller = Teller::new(scan);
    let mut candidates: Vec<Told> = scan.found.candidates.iter().map(|candidate| teller.told(candidate)).collect();
    candidates.sort_by(|one, other| key(one).cmp(&key(other)));
    candidates.dedup_by(|one, other| key(one) == key(other));
    let methods: BTreeSet<MethodId> = scan.points_to.instances.iter().map(|instance| instance.method).collect();
    ScanReport {
        target: program.told(),
        clients: scan.clients,
        stages: scan.found.ruled_out.clone(),
        groups: groups(candidates),
        gaps: scan.points_to.world.gaps.clone(),
        threads: scan.threads.all.len(),
        methods: methods.len(),
        elapsed,
    }
}

fn key(told: &Told) -> (&str, &Option<String>, [(&str, bool); 2]) {
    let place = |side: usize| (&*told.accesses[side].place, told.accesses[side].writes);
    (&told.variable, &told.owner, [place(0), place(1)])
}

/// Of one variable each, the most suspicious first.
fn groups(candidates: Vec<Told>) -> Vec<Vec<Told>> {
    let mut groups: Vec<Vec<Told>> = Vec::new();
    for told in candidates {
        match groups.last_mut() {
            Some(group) if (&group[0].variable, &group[0].owner) == (&told.variable, &told.owner) => group.push(told),
            _ => groups.push(vec![told]),
        }
    }
    groups.iter_mut().for_each(|group| group.sort_by_key(|told| told.rank));
    groups.sort_by_key(|group| group[0].rank);
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
    let mut text = format!("\n{number}. {}{of}: {}\n", group[0].variable, group[0].rank.words());
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
        if self.groups.is_empty() { 3 } else { 1 }
    }

    fn verdict(&self) -> &'static str {
        if self.groups.is_empty() { "incomplete" } else { "candidates" }
    }

    fn headline(&self) -> String {
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
            let _ = writeln!(text, "\nand {} more variables (`--format json` has all)", self.groups.len() - GROUPS);
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
