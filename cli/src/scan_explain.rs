//! Why two lines cannot race, in words: `scan --explain A.java:12,B.java:40`.

use std::collections::{BTreeMap, BTreeSet};

use raceproof_config::CheckOptions;
use raceproof_scan::Scan;
use raceproof_scan::accesses::Variable;
use raceproof_scan::handover::Flag;
use raceproof_scan::pairs::explain::{Answer, Explained, Line, Question, Reason, Side};
use raceproof_scan::pairs::{Guard, Proof, Stage};
use raceproof_scan::points_to::PointsTo;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::scan_told::Teller;

/// How many reasons are shown of one pair of places.
const SHOWN: usize = 8;

/// What somebody asks.
pub struct Lines {
    option: &'static str,
    pub lines: [Line; 2],
    /// Whether one was named, which stands for both.
    pub is_one: bool,
}

/// What is known of two lines.
pub struct Explanation {
    lines: [String; 2],
    /// Why there is nothing to say.
    nothing: Option<String>,
    pairs: Vec<Pair>,
}

struct Pair {
    variable: String,
    owner: Option<String>,
    accesses: [String; 2],
    may_race: bool,
    /// The stage, and why.
    reasons: BTreeSet<(Stage, String)>,
    advice: Option<String>,
}

impl Lines {
    /// `A.java:12,B.java:40`; one line alone is held against itself.
    pub fn asked(options: &CheckOptions) -> Result<Option<Self>, Failure> {
        options.explain.as_ref().map(|text| Self::named("explain", text)).transpose()
    }

    /// What an option of that name says.
    pub fn named(option: &'static str, text: &str) -> Result<Self, Failure> {
        let two = text.split_once(',');
        let (one, other) = two.unwrap_or((text, text));
        let wrong = || {
            Failure::bad_input(format!("`{option} = {text}` names no two lines"))
                .help(format!("say them as `--{option} A.java:12,B.java:40`, each a source file and the number of a line"))
        };
        let line = |text: &str| {
            let (file, number) = text.trim().rsplit_once(':')?;
            let number = number.parse().ok().filter(|number| *number > 0)?;
            (!file.is_empty()).then(|| Line { file: file.replace('\\', "/"), number })
        };
        line(one)
            .zip(line(other))
            .map(|(one, other)| Self { option, lines: [one, other], is_one: two.is_none() })
            .ok_or_else(wrong)
    }

    /// What is executed for them.
    pub fn question(&self, points_to: &PointsTo) -> Result<Question, Failure> {
        let side = |line: &Line| {
            Side::new(points_to, line).ok_or_else(|| {
                let text = format!("`{}`: no class that is executed is from a file `{}`", self.option, line.file);
                Failure::bad_input(text)
                    .help("give the name of a source file, or the end of its path, as the class files name it")
            })
        };
        Ok([side(&self.lines[0])?, side(&self.lines[1])?])
    }

    /// For an option that takes lines for granted at which something is executed.
    pub fn refuse_if_nothing_is_there(&self, points_to: &PointsTo) -> Result<(), Failure> {
        let question = self.question(points_to)?;
        let Some(empty) = question.iter().position(Side::is_empty) else { return Ok(()) };
        let Line { file, number } = &self.lines[empty];
        Err(Failure::bad_input(format!(
            "`{}`: {}",
            self.option,
            nothing_at(&format!("{file}:{number}"))
        ))
        .help("name lines that read or write what threads share, or call who does"))
    }

    /// What the scan has found of them.
    pub fn explanation(&self, scan: &Scan, question: Option<&Question>) -> Explanation {
        let lines = self.lines.each_ref().map(|line| format!("{}:{}", line.file, line.number));
        let (teller, is_one_line) = (Teller::new(scan), self.lines[0] == self.lines[1]);
        let explained = scan.found.explained.as_ref();
        let pairs = explained
            .map(|explained| pairs(&teller, &explained.answers, is_one_line))
            .unwrap_or_default();
        let nothing = pairs.is_empty().then(|| nothing(&teller, &lines, question, explained));
        Explanation { lines, nothing, pairs }
    }
}

fn nothing_at(line: &str) -> String {
    format!("{line} has no access and no call, or no thread reaches it")
}

/// Why no pair was looked at.
fn nothing(
    teller: &Teller<'_>,
    lines: &[String; 2],
    question: Option<&Question>,
    explained: Option<&Explained>,
) -> String {
    let Some((question, explained)) = question.zip(explained) else {
        return "the scan was stopped before pairs were looked at".to_owned();
    };
    if let Some(side) = question.iter().position(Side::is_empty) {
        return nothing_at(&lines[side]);
    }
    let names = |variables: &BTreeSet<Variable>| -> Vec<String> {
        let names: BTreeSet<String> =
            variables.iter().map(|variable| teller.variable_named(*variable)).collect();
        names.into_iter().collect()
    };
    let [one, other] = explained.accessed.each_ref().map(names);
    if let Some(side) = [&one, &other].iter().position(|names| names.is_empty()) {
        return format!(
            "nothing at {} accesses a variable that could race: no field that is neither final nor volatile, of a class that is checked, and no element",
            lines[side]
        );
    }
    if one.iter().any(|name| other.contains(name)) {
        return format!("both only read what both access: {}", one.join(", "));
    }
    format!("they access different variables: {} and {}", one.join(", "), other.join(", "))
}

/// Of each variable and two places, those that may race first.
fn pairs(teller: &Teller<'_>, answers: &[Answer], is_one_line: bool) -> Vec<Pair> {
    let mut pairs: BTreeMap<(bool, String, [String; 2]), Pair> = BTreeMap::new();
    for answer in answers {
        let mut accesses = answer.accesses.each_ref().map(|access| teller.access_named(access));
        if is_one_line {
            accesses.sort();
        }
        let variable = teller.variable_of(answer.variable, answer.objects.iter().next());
        let key = (!answer.is_candidate, variable.clone(), accesses.clone());
        let owner = teller.owner(&answer.objects);
        let reasons = BTreeSet::new();
        let (may_race, advice) = (answer.is_candidate, advice(teller, answer));
        let pair = pairs.entry(key).or_insert(Pair {
            variable,
            owner,
            accesses,
            may_race,
            reasons,
            advice,
        });
        pair.reasons
            .extend(answer.reasons.iter().map(|reason| told(teller, reason, answer.is_candidate)));
    }
    pairs.into_values().collect()
}

fn told(teller: &Teller<'_>, reason: &Reason, is_candidate: bool) -> (Stage, String) {
    let between = |threads: &[usize; 2]| {
        let mut names = threads.map(|thread| teller.thread(thread));
        names.sort();
        let [one, other] = names;
        if one == other { format!("{one} and another such") } else { format!("{one} and {other}") }
    };
    match reason {
        Reason::NeverConflict => {
            (Stage::Aliasing, "neither is plain, so they are ordered".to_owned())
        }
        Reason::OtherObjects => (Stage::Aliasing, "no object is accessed by both".to_owned()),
        Reason::OtherElements => {
            (Stage::Aliasing, "they access elements with different indices".to_owned())
        }
        Reason::OneThread => (Stage::Escaping, "one thread alone knows the object".to_owned()),
        Reason::Deep => (
            Stage::Escaping,
            "the class library keeps it deep inside some object: that is a gap, and not looked at"
                .to_owned(),
        ),
        Reason::Initialiser => (
            Stage::Ordered,
            "the initialiser of a class does one of them, before anybody else can do the other"
                .to_owned(),
        ),
        Reason::Private { threads } if is_candidate => (
            Stage::Candidate,
            format!(
                "{}: one is executed before the other thread knows the object, which it may come to know by a race",
                between(threads)
            ),
        ),
        Reason::Private { threads } => (
            Stage::Ordered,
            format!(
                "{}: one is executed before the other thread knows the object",
                between(threads)
            ),
        ),
        Reason::Proved { threads, proof } => {
            (proof.stage(), format!("{}: {}", between(threads), why(teller, *proof)))
        }
        Reason::Open { threads, held } => {
            let holds = held.each_ref().map(|(instance, held)| {
                let locks = teller.locks(*instance, held);
                if locks.is_empty() { "nothing".to_owned() } else { locks.join(" and ") }
            });
            let [one, other] = [0, 1]
                .map(|side| format!("{} holds {}", teller.thread(threads[side]), holds[side]));
            (
                Stage::Candidate,
                if one == other {
                    format!("{one}, and another such, too")
                } else {
                    format!("{one}, {other}")
                },
            )
        }
    }
}

fn why(teller: &Teller<'_>, proof: Proof) -> String {
    match proof {
        Proof::NotParallel => "they are never executed at the same time".to_owned(),
        Proof::Lock(object) => format!("both hold {}", teller.object(object)),
        Proof::Guard(Guard::Owner(0)) => "both lock the object that they access".to_owned(),
        Proof::Guard(Guard::Owner(_)) => {
            "both lock an object that alone leads to what they access: other locks, other objects"
                .to_owned()
        }
        Proof::Guard(Guard::Field(field)) => {
            format!(
                "both lock what the object's final field {} holds",
                teller.variable_named(Variable::Field(field))
            )
        }
        Proof::OwnOfThread(_) => {
            "each accesses an object that belongs to its own thread".to_owned()
        }
        Proof::Flag(flag) => {
            let flag = match flag {
                Flag::Static(field) | Flag::Field(_, field) => {
                    teller.variable_named(Variable::Field(field))
                }
                Flag::Object(object) => teller.object(object),
                Flag::End(object) => format!("the end of {}", teller.object(object)),
            };
            format!("one is over when the other has seen {flag}")
        }
    }
}

/// What would complete the proof.
fn advice(teller: &Teller<'_>, answer: &Answer) -> Option<String> {
    if !answer.is_candidate {
        return None;
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (instance, held) in &answer.held {
        for lock in teller.locks(*instance, held) {
            *counts.entry(lock).or_default() += 1;
        }
    }
    let all = answer.held.len();
    let best =
        counts.into_iter().max_by_key(|(lock, count)| (*count, std::cmp::Reverse(lock.clone())));
    if let Some((lock, count)) = best {
        return Some(format!("hold {lock} at both: {count} of {all} places that access it do"));
    }
    let or_volatile = match answer.variable {
        Variable::Field(_) => {
            "; or make it volatile, if what is written does not depend on what was read"
        }
        Variable::Elements => "",
    };
    Some(format!(
        "hold one lock, that exists once or belongs to the object, at all {all} places that access it{or_volatile}"
    ))
}

impl Explanation {
    pub fn text(&self) -> String {
        let mut text = format!("\n{} and {}:\n", self.lines[0], self.lines[1]);
        if let Some(nothing) = &self.nothing {
            text += &format!("   cannot race: {nothing}\n");
        }
        for pair in &self.pairs {
            text += &pair.text();
        }
        text
    }

    pub fn json(&self) -> Value {
        let pair = |pair: &Pair| {
            let reasons = pair
                .reasons
                .iter()
                .map(|(stage, why)| json!({ "stage": stage.name(), "why": why }));
            json!({
                "variable": pair.variable,
                "object": pair.owner,
                "accesses": pair.accesses,
                "may_race": pair.may_race,
                "reasons": reasons.collect::<Vec<Value>>(),
                "advice": pair.advice,
            })
        };
        json!({ "lines": self.lines, "nothing": self.nothing, "pairs": self.pairs.iter().map(pair).collect::<Vec<Value>>() })
    }
}

impl Pair {
    fn text(&self) -> String {
        let of = self.owner.as_ref().map_or_else(String::new, |owner| format!(" of {owner}"));
        let [one, other] = &self.accesses;
        let verdict = if self.may_race { "may race" } else { "cannot race" };
        let mut text = format!("\n{}{of}: {verdict}\n   {one}\n   {other}\n", self.variable);
        // Where it fails comes first.
        for (stage, why) in self.reasons.iter().rev().take(SHOWN) {
            text += &format!("      {:16} {why}\n", stage.name());
        }
        if self.reasons.len() > SHOWN {
            text += &format!(
                "      and {} more reasons (`--format json` has all)\n",
                self.reasons.len() - SHOWN
            );
        }
        if let Some(advice) = &self.advice {
            text += &format!("   to rule it out, {advice}\n");
        }
        text
    }
}
