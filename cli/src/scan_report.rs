//! What `scan` has found, for people and for programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use raceproof_scan::Scan;
use raceproof_scan::accesses::Variable;
use raceproof_scan::harness;
use raceproof_scan::ids::{InstanceId, MethodId};
use raceproof_scan::ir;
use raceproof_scan::pairs::{CandidateRace, Stage};
use raceproof_vm::hotspot_names::external_type;
use serde_json::{Value, json};

use crate::target::Program;

/// What "race-free" rests on, whatever the program.
const ASSUMPTIONS: [&str; 5] = [
    "the class library is the one of this JDK, as it is when it has started",
    "classes come from this class path alone, none is made while the program runs, and the class library finds none by itself (services, names in properties)",
    "natives of the class library keep no object and call nobody, but for those that are modelled",
    "objects that a final field leads to are published with it",
    "what the class library does for itself about locales, text formats, security providers, class loading and logging calls no object of the application that it was not given just then",
];

/// How many pairs of places of one variable are shown as text.
const SHOWN: usize = 2;

/// The places of a candidate, as they are told.
struct Told {
    variable: String,
    accesses: [Access; 2],
}

struct Access {
    writes: bool,
    method: String,
    place: String,
    thread: String,
}

/// The report.
pub struct ScanReport {
    target: String,
    clients: Option<usize>,
    stages: BTreeMap<Stage, usize>,
    candidates: Vec<Told>,
    gaps: Vec<String>,
    threads: usize,
    methods: usize,
    elapsed: Duration,
}

/// The report of a scan.
pub fn of(scan: &Scan, program: &Program, elapsed: Duration) -> ScanReport {
    let mut candidates: Vec<Told> = scan.found.candidates.iter().map(|candidate| told(scan, candidate)).collect();
    candidates.sort_by(|one, other| key(one).cmp(&key(other)));
    candidates.dedup_by(|one, other| key(one) == key(other));
    let methods: std::collections::BTreeSet<MethodId> =
        scan.points_to.instances.iter().map(|instance| instance.method).collect();
    ScanReport {
        target: program.told(),
        clients: scan.clients,
        stages: scan.found.ruled_out.clone(),
        candidates,
        gaps: scan.points_to.world.gaps.clone(),
        threads: scan.threads.all.len(),
        methods: methods.len(),
        elapsed,
    }
}

fn key(told: &Told) -> (&str, [(&str, bool); 2]) {
    (&told.variable, [0, 1].map(|side| (&*told.accesses[side].place, told.accesses[side].writes)))
}

fn told(scan: &Scan, candidate: &CandidateRace) -> Told {
    let world = &scan.points_to.world;
    let variable = match (candidate.variable, candidate.array) {
        (Variable::Field(field), _) => {
            let field = &world.fields[field.index()];
            format!("{}.{}", world.shown(field.class), field.name)
        }
        (Variable::Elements, array) => array.map_or_else(String::new, |array| {
            external_type(&world.classes[scan.points_to.objects.get(array).class.index()].name)
        }),
    };
    let access = |(access, thread): (raceproof_scan::accesses::Access, usize)| Access {
        writes: access.is_write,
        method: shown_method(scan, scan.points_to.instances[access.instance.index()].method),
        place: place(scan, access.instance, access.statement),
        thread: thread_name(scan, thread),
    };
    Told { variable, accesses: candidate.accesses.map(access) }
}

fn shown_method(scan: &Scan, method: MethodId) -> String {
    let world = &scan.points_to.world;
    let found = &world.methods[method.index()];
    format!("{}.{}", world.shown(found.class), world.selectors[found.selector.index()].0)
}

fn place(scan: &Scan, instance: InstanceId, statement: u32) -> String {
    let world = &scan.points_to.world;
    let instance = &scan.points_to.instances[instance.index()];
    let class = world.methods[instance.method.index()].class;
    let file = ir::source_file(world, class).unwrap_or_else(|| world.shown(class));
    let position = instance.body.positions[statement as usize];
    ir::line(world, instance.method, position).map_or_else(|| file.clone(), |line| format!("{file}:{line}"))
}

/// By where its object is made, if that is one place; else by where it is started.
fn thread_name(scan: &Scan, thread: usize) -> String {
    if thread == 0 {
        return "the main thread".to_owned();
    }
    let thread = &scan.threads.all[thread];
    let entry = scan.points_to.instances[thread.entry.index()].method;
    let class = scan.points_to.world.methods[entry.index()].class;
    if scan.points_to.world.classes[class.index()].name.starts_with(harness::CLIENT) {
        return "a client".to_owned();
    }
    let made = thread.object.and_then(|object| scan.points_to.allocations(object)).and_then(|all| all.first());
    if let Some((instance, statement)) = made {
        return format!("a thread made at {}", place(scan, *instance, *statement));
    }
    let Some((instance, call)) = thread.starts.first() else { return "a thread".to_owned() };
    let statement = scan.points_to.instances[instance.index()].body.calls[*call as usize].statement;
    format!("a thread started at {}", place(scan, *instance, statement))
}

/// What a library is used by.
fn client_assumption(objects: usize) -> String {
    let objects = if objects == 1 { "one object".to_owned() } else { format!("{objects} objects") };
    format!(
        "clients make {objects}, one by each constructor, and call public and protected methods from any number of threads, in any order and with the same arguments"
    )
}

impl ScanReport {
    /// 0 is a proof, under what is assumed.
    pub fn status(&self) -> i32 {
        match (self.candidates.is_empty(), self.gaps.is_empty()) {
            (true, true) => 0,
            (true, false) => 3,
            (false, _) => 1,
        }
    }

    fn verdict(&self) -> &'static str {
        match self.status() {
            0 => "race-free",
            1 => "candidates",
            _ => "incomplete",
        }
    }

    fn headline(&self) -> String {
        let gaps = match self.gaps.len() {
            0 => String::new(),
            1 => ", and one gap".to_owned(),
            many => format!(", and {many} gaps"),
        };
        match self.candidates.len() {
            0 if self.gaps.is_empty() => "race-free for every input, under what is assumed".to_owned(),
            0 => format!("incomplete: no pair of accesses is left{gaps}"),
            1 => format!("one pair of accesses may race{gaps}"),
            many => format!("{many} pairs of accesses may race{gaps}"),
        }
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "raceproof scan {}: {}", self.target, self.headline());
        for (number, group) in self.candidates.chunk_by(|one, other| one.variable == other.variable).enumerate() {
            let _ = writeln!(text, "\n{}. {}", number + 1, group[0].variable);
            for candidate in group.iter().take(SHOWN) {
                for access in &candidate.accesses {
                    let verb = if access.writes { "written" } else { "read" };
                    let _ =
                        writeln!(text, "   {verb:7} at {} in {}, by {}", access.place, access.method, access.thread);
                }
                text.push('\n');
            }
            text.truncate(text.trim_end().len() + 1);
            if group.len() > SHOWN {
                let _ = writeln!(text, "   and {} more pairs of places (`--format json` has all)", group.len() - SHOWN);
            }
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
        let access = |access: &Access| json!({"kind": if access.writes { "write" } else { "read" }, "method": access.method, "place": access.place, "thread": access.thread});
        let candidates: Vec<Value> = self
            .candidates
            .iter()
            .map(|candidate| json!({"variable": candidate.variable, "accesses": candidate.accesses.each_ref().map(access)}))
            .collect();
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
