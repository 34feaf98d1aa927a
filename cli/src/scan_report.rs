//! What `scan` has found, for people and for programs.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use raceproof_base::Cancellation;
use raceproof_config::CheckOptions;
use raceproof_scan::ids::MethodId;
use raceproof_scan::pairs::Stage;
use raceproof_scan::{Scan, Work};
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::{Value, json};

use crate::answer;
use crate::failure::Failure;
use crate::report::FORMAT_VERSION;
use crate::scan_accepted::{Asked, Pair, Sifted};
use crate::scan_explain::Explanation;
use crate::scan_specified::{Broken, broken};
use crate::scan_told::{Rank, Teller, Told, ToldAccess};
use crate::scan_verdict::{Amount, Verdict, headline};
use crate::target::Program;
use crate::watchdog::limit_that_came;

/// The key that has most of a report as JSON.
const CANDIDATES: &str = "candidates";

/// What "race-free" rests on, whatever the program.
const ASSUMPTIONS: [&str; 6] = [
    "the class library is the one of this JDK, as it is when it has started",
    "classes come from this class path alone, none is made while the program runs, and the class library finds none by itself (services, names in properties)",
    "natives of the class library keep no object and call nobody, but for those that are modelled",
    "the class library's classes are trusted: their own variables have no races, or benign ones; not so its collections, iterators, streams, buffers, formats and other values that promise no thread safety, and fields that the application itself accesses",
    "objects that a final field leads to are published with it",
    "what the class library does for itself about locales, text formats, security providers, class loading, logging and management guards its own state, and calls no object of the application that it was not given just then",
];

/// The report.
pub struct ScanReport {
    pub target: String,
    clients: Option<usize>,
    /// What else it rests on.
    assumptions: Vec<String>,
    /// Variables whose races the options accept.
    benign: Vec<String>,
    /// Classes that the options trust.
    trusted: Vec<String>,
    pub stages: BTreeMap<Stage, usize>,
    /// What is open and what is accepted.
    pub sifted: Sifted,
    pub threads: usize,
    pub methods: usize,
    pub elapsed: Duration,
    /// Which limit came when, if one did.
    pub stopped: Option<String>,
    /// What is known of two lines, if somebody asked: then that alone is told as text.
    pub explained: Option<Explanation>,
}

/// The report of a scan.
pub fn of(
    scan: &Scan,
    program: &Program,
    asked: &Asked,
    options: &CheckOptions,
    cancellation: &Cancellation,
    elapsed: Duration,
) -> ScanReport {
    let mut teller = Teller::new(scan);
    let deep = scan.found.deep.as_ref().map(|accesses| teller.deep(accesses));
    let (broken, unknown) = broken(scan, &teller);
    let gaps = scan.points_to.world.gaps.iter().cloned().chain(deep).chain(unknown).collect();
    let mut sifted = asked.sift(scan, pairs(scan, &mut teller), (broken, gaps));
    sifted.warnings.extend(options.benign.iter().filter_map(|text| idle_benign(scan, text)));
    let methods: BTreeSet<MethodId> =
        scan.points_to.instances.iter().map(|instance| instance.method).collect();
    ScanReport {
        target: program.told(),
        clients: scan.clients.as_ref().map(Vec::len),
        assumptions: scan.assumptions.clone(),
        benign: options.benign.clone(),
        trusted: options.trusted.clone(),
        stages: scan.found.ruled_out.clone(),
        sifted,
        threads: scan.threads.all.len(),
        methods: methods.len(),
        elapsed,
        stopped: scan.stopped.map(|work| stopped(work, cancellation)),
        explained: None,
    }
}

/// All pairs, each once: code of several methods may be in one line.
fn pairs<'a>(scan: &'a Scan, teller: &mut Teller<'_>) -> Vec<Pair<'a>> {
    let candidates = scan.found.candidates.iter();
    let mut pairs: Vec<Pair<'a>> = candidates
        .map(|candidate| Pair { told: teller.told(candidate), candidates: vec![candidate] })
        .collect();
    pairs.sort_by(|one, other| key(&one.told).cmp(&key(&other.told)));
    pairs.dedup_by(|one, kept| {
        let is_alike = key(&one.told) == key(&kept.told);
        if is_alike {
            kept.candidates.append(&mut one.candidates);
        }
        is_alike
    });
    pairs
}

/// That an option accepts races of what is not there.
fn idle_benign(scan: &Scan, text: &str) -> Option<String> {
    let (world, location) = (&scan.points_to.world, raceproof_base::Location::parse(text)?);
    let is_its =
        world.fields.iter().any(|field| location.matches(&world.shown(field.class), &field.name));
    (!is_its && scan.stopped.is_none()).then(|| {
        format!("`benign = {text}` stands for no variable of the program or of what it uses")
    })
}

/// Which limit came when, and what to try.
fn stopped(work: Work, cancellation: &Cancellation) -> String {
    let when = match work {
        Work::Reaching => "before all that is reached was known: no pair was looked at",
        Work::Walking => "before it was known what runs beside what: no pair was looked at",
        Work::Pairing => "before all pairs were looked at",
    };
    match limit_that_came(cancellation) {
        Some(limit) => {
            format!("{limit} came {when}; give it more, or name one class with `--main CLASS`")
        }
        None => format!("it was interrupted {when}"),
    }
}

fn key(told: &Told) -> (&str, &Option<String>, [(&str, bool); 2]) {
    let place = |side: usize| (&*told.accesses[side].place, told.accesses[side].writes);
    (&told.variable, &told.owner, [place(0), place(1)])
}

/// Of one variable each, or where the class library is at its own objects of one of those, the most
/// suspicious first.
pub fn groups(candidates: Vec<Told>) -> Vec<Vec<Told>> {
    let mut groups: BTreeMap<(Option<String>, Option<String>), Vec<Told>> = BTreeMap::new();
    for told in candidates {
        let variable = (told.rank < Rank::Container).then(|| told.variable.clone());
        groups.entry((variable, told.owner.clone())).or_default().push(told);
    }
    let mut groups: Vec<Vec<Told>> = groups.into_values().collect();
    groups.iter_mut().for_each(|group| group.sort_by_key(|told| told.rank));
    let order = |told: &Told| (told.rank, !told.is_shared);
    groups.sort_by(|one, other| {
        (order(&one[0]), key(&one[0])).cmp(&(order(&other[0]), key(&other[0])))
    });
    groups
}

/// What a library is used by.
fn client_assumption(objects: usize) -> String {
    let objects = if objects == 1 { "one object".to_owned() } else { format!("{objects} objects") };
    format!(
        "clients make {objects}, one by each constructor, call public and protected methods from any number of threads, in any order and with the same arguments, and access public and protected fields, and elements of arrays that these hold or methods give; they make these objects first, and do not use other objects that fields hold or methods give"
    )
}

impl ScanReport {
    /// The exit status.
    pub fn status(&self) -> i32 {
        self.verdict().status()
    }

    pub fn verdict(&self) -> Verdict {
        Verdict::of(&self.sifted.tally)
    }

    pub fn headline(&self) -> String {
        headline(&self.sifted.tally, self.stopped.as_deref())
    }

    /// Writes the baseline, if that was asked for and all is known that belongs into it.
    pub fn write_baseline(&self) -> Result<(), Failure> {
        self.sifted.written.as_ref().map_or(Ok(()), super::scan_accepted::Written::write)
    }

    pub fn assumptions(&self) -> Vec<String> {
        let clients = self.clients.map(client_assumption);
        let benign = answer::accepting(&self.benign);
        let trusted = answer::trusting(&self.trusted);
        ASSUMPTIONS
            .into_iter()
            .map(str::to_owned)
            .chain(clients)
            .chain(benign)
            .chain(trusted)
            .chain(self.assumptions.iter().cloned())
            .collect()
    }

    pub fn json(&self) -> Result<String, Failure> {
        let text = serde_json::to_string_pretty(self);
        text.map(|text| text + "\n").map_err(|error| {
            Failure::bad_input(format!("the report cannot be written as JSON: {error}"))
        })
    }

    /// All of it, but for the candidates.
    fn outline(&self) -> serde_json::Map<String, Value> {
        let stages: serde_json::Map<String, Value> = self
            .stages
            .iter()
            .map(|(stage, count)| (stage.name().to_owned(), json!(count)))
            .collect();
        let outline = json!({
            "tool": "raceproof",
            "version": env!("CARGO_PKG_VERSION"),
            "format_version": FORMAT_VERSION,
            "command": "scan",
            "target": self.target,
            "verdict": self.verdict().name(),
            "stopped": self.stopped,
            "stages": stages,
            CANDIDATES: null,
            "unguarded": self.sifted.broken.iter().map(Broken::json).collect::<Vec<Value>>(),
            "gaps": self.sifted.gaps,
            "suppressed": self.suppressed(),
            "baseline": self.baseline(),
            "outside": self.outside(),
            "written": self.written(),
            "explained": self.explained.as_ref().map(Explanation::json),
            "warnings": self.sifted.warnings,
            "assumptions": self.assumptions(),
            "methods": self.methods,
            "threads": self.threads,
        });
        match outline {
            Value::Object(outline) => outline,
            _ => serde_json::Map::new(),
        }
    }

    fn suppressed(&self) -> Value {
        let by = self.sifted.in_source.iter();
        let by =
            by.map(|(by, pairs)| json!({ "place": by.place, "reason": by.reason, "pairs": pairs }));
        json!({ "pairs": self.sifted.tally.in_source, "by": by.collect::<Vec<Value>>() })
    }

    fn baseline(&self) -> Option<Value> {
        let Amount { pairs, unguarded, gaps } = self.sifted.tally.in_baseline;
        let compared = self.sifted.baseline.as_ref()?;
        Some(
            json!({ "file": compared.path, "pairs": pairs, "unguarded": unguarded, "gaps": gaps, "fixed": compared.fixed }),
        )
    }

    fn outside(&self) -> Option<Value> {
        let Amount { pairs, unguarded, gaps } = self.sifted.tally.outside;
        let outside = self.sifted.outside.as_ref()?;
        Some(
            json!({ "of": outside.of, "groups": outside.groups, "pairs": pairs, "unguarded": unguarded, "gaps": gaps }),
        )
    }

    fn written(&self) -> Option<Value> {
        let written = self.sifted.written.as_ref()?;
        let (file, is_written) = (written.path.display().to_string(), written.baseline.is_some());
        Some(json!({
            "file": file,
            "written": is_written,
            "entries": written.entries,
            "comments_gone": written.gone,
        }))
    }
}

/// As JSON, in which candidates are made one after the other: a library has tens of thousands of
/// them.
impl Serialize for ScanReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let outline = self.outline();
        let mut map = serializer.serialize_map(Some(outline.len()))?;
        for (key, value) in &outline {
            match key.as_str() {
                CANDIDATES => map.serialize_entry(key, &Candidates(&self.sifted.groups))?,
                _ => map.serialize_entry(key, value)?,
            }
        }
        map.end()
    }
}

struct Candidates<'a>(&'a [Vec<Told>]);

impl Serialize for Candidates<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().flatten().map(candidate))
    }
}

fn candidate(told: &Told) -> Value {
    let access = |access: &ToldAccess| {
        json!({
            "kind": if access.writes { "write" } else { "read" },
            "method": access.method,
            "place": access.place,
            "call": access.call,
            "thread": access.thread,
            "holds": access.holds,
            "path": access.path.iter().map(|step| &**step).collect::<Vec<&str>>(),
        })
    };
    json!({
        "variable": told.variable,
        "object": told.owner,
        "rank": told.rank.words(),
        "accesses": told.accesses.each_ref().map(access),
        "new": told.new,
    })
}
