//! What of the found pairs and gaps is accepted: by comments in the source, by the baseline, and,
//! of what is left then, what has to do with nothing that has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use raceproof_config::CheckOptions;
use raceproof_scan::Scan;
use raceproof_scan::pairs::CandidateRace;

use crate::companion;
use crate::failure::Failure;
use crate::scan_baseline::{Accepted, Baseline, Entries};
use crate::scan_changed::{Changed, Parts};
use crate::scan_names::{self, Found};
use crate::scan_report::groups;
use crate::scan_source::{Acceptance, Accepting};
use crate::scan_specified::Broken;
use crate::scan_told::Told;
use crate::scan_verdict::{Amount, Tally};
use crate::source_lines::SourceLines;
use crate::target::Program;

/// A pair as it is told, and all candidates that are told so.
pub struct Pair<'a> {
    pub told: Told,
    pub candidates: Vec<&'a CandidateRace>,
}

/// What the options say of it, read before the work begins: who gave a wrong file is told at once.
pub struct Asked {
    sources: Sources,
    baseline: Option<(PathBuf, Baseline)>,
    /// The file to write, and what is in it.
    target: Option<(PathBuf, Baseline)>,
    changed: Option<Changed>,
}

/// Where sources are looked for.
struct Sources {
    target: Option<PathBuf>,
    source_path: Vec<PathBuf>,
    class_path: Vec<PathBuf>,
}

/// What is left, and what is accepted.
#[derive(Default)]
pub struct Sifted {
    pub tally: Tally,
    /// What is open, the most suspicious group first.
    pub groups: Vec<Vec<Told>>,
    pub gaps: Vec<String>,
    /// Where the program does not keep to its own `@GuardedBy`.
    pub broken: Vec<Broken>,
    /// By comment in the source: how many pairs it accepts.
    pub in_source: BTreeMap<Acceptance, usize>,
    pub baseline: Option<Compared>,
    pub outside: Option<Outside>,
    pub warnings: Vec<String>,
    /// The new baseline.
    pub written: Option<Written>,
}

/// How the baseline does.
pub struct Compared {
    pub path: String,
    /// Lines of it that stand for nothing any more.
    pub fixed: Vec<String>,
}

/// What has to do with nothing that has changed.
pub struct Outside {
    /// Of what, in words.
    pub of: String,
    pub groups: usize,
}

/// The baseline that is to be written.
pub struct Written {
    pub path: PathBuf,
    /// Nothing if not all is known that belongs into it.
    pub baseline: Option<Baseline>,
    pub entries: usize,
    /// Comments of entries that are no more.
    pub gone: Vec<String>,
}

impl Asked {
    pub fn prepare(options: &CheckOptions, program: &Program) -> Result<Self, Failure> {
        let sources = Sources {
            target: program.source.clone(),
            source_path: options.source_path.clone(),
            class_path: companion::own(&program.class_path),
        };
        let read = |path: &PathBuf| Ok::<_, Failure>((path.clone(), Baseline::read(path)?));
        let baseline = options.baseline.as_ref().map(read).transpose()?;
        let old = |path: &PathBuf| {
            let old = Baseline::read_to_replace(path)?.unwrap_or_default();
            let compared =
                baseline.as_ref().map_or(Baseline::default(), |(_, baseline)| baseline.clone());
            Ok::<_, Failure>((path.clone(), old.with_comments_of(&compared)))
        };
        let target = options.write_baseline.as_ref().map(old).transpose()?;
        Ok(Self { sources, baseline, target, changed: Changed::find(options)? })
    }

    /// Says of files of `--changed` that they are not there; which are no classes a scan alone knows.
    pub fn refuse_strangers(&self, scan: &Scan) -> Result<(), Failure> {
        self.changed.as_ref().map_or(Ok(()), |changed| changed.refuse_strangers(scan))
    }

    /// Parts what was found.
    pub fn sift(
        &self,
        scan: &Scan,
        pairs: Vec<Pair<'_>>,
        (broken, gaps): (Vec<Broken>, Vec<String>),
    ) -> Sifted {
        let mut sifted = Sifted { broken, ..Sifted::default() };
        sifted.tally.is_stopped = scan.stopped.is_some();
        sifted.tally.has_clients = scan.clients.is_some();
        let (open, accepted) = self.without_accepted(scan, pairs, &mut sifted);
        let (open, gaps) = self.without_known(scan, open, &accepted, gaps, &mut sifted);
        self.keep_changed(scan, open, gaps, &mut sifted);
        let (unguarded, gaps) = (sifted.broken.len(), sifted.gaps.len());
        sifted.tally.open =
            Amount { pairs: sifted.groups.iter().map(Vec::len).sum(), unguarded, gaps };
        sifted
    }

    /// What no comment accepts, and the rest.
    fn without_accepted<'a>(
        &self,
        scan: &Scan,
        pairs: Vec<Pair<'a>>,
        sifted: &mut Sifted,
    ) -> (Vec<Pair<'a>>, Vec<Pair<'a>>) {
        let Sources { target, source_path, class_path } = &self.sources;
        let mut accepting =
            Accepting::new(scan, &SourceLines::new(target.as_deref(), source_path, class_path));
        let (mut open, mut accepted) = (Vec::new(), Vec::new());
        for pair in pairs {
            // What is told alike is accepted alike: its accesses are at the same lines.
            // All are asked, so that no comment of theirs is called unused.
            let by: Vec<_> =
                pair.candidates.iter().map(|candidate| accepting.accepts(candidate)).collect();
            match by.into_iter().collect::<Option<Vec<BTreeSet<Acceptance>>>>() {
                Some(by) => {
                    for by in by.into_iter().flatten().collect::<BTreeSet<Acceptance>>() {
                        *sifted.in_source.entry(by).or_default() += 1;
                    }
                    accepted.push(pair);
                }
                None => open.push(pair),
            }
        }
        sifted.tally.in_source = accepted.len();
        // What was not looked at may be what a comment speaks of.
        if scan.stopped.is_none() {
            sifted.warnings.extend(accepting.warnings());
        }
        (open, accepted)
    }

    /// What the baseline does not have. What belongs into the new one is noted.
    fn without_known<'a>(
        &self,
        scan: &Scan,
        pairs: Vec<Pair<'a>>,
        accepted: &[Pair<'a>],
        gaps: Vec<String>,
        sifted: &mut Sifted,
    ) -> (Vec<Pair<'a>>, Vec<String>) {
        if self.baseline.is_none() && self.target.is_none() {
            return (pairs, gaps);
        }
        let by_pair: Vec<Found> = pairs.iter().map(|pair| pair.entries(scan)).collect();
        let of_gaps: Vec<Accepted> = gaps.iter().map(|gap| scan_names::gap(gap)).collect();
        let of_broken = sifted.broken.iter().map(|broken| broken.entry.clone());
        let single: Vec<Accepted> = of_gaps.iter().cloned().chain(of_broken).collect();
        let open = together(by_pair.iter().cloned());
        let entries = counts(&open, &single);
        sifted.written = self.written(&entries, sifted.tally.is_stopped);
        let Some((path, baseline)) = &self.baseline else { return (pairs, gaps) };
        sifted.tally.has_baseline = true;
        let of_accepted = accepted.iter().map(|pair| pair.entries(scan));
        let all = counts(&together(of_accepted.chain([open])), &single);
        // What was not looked at may still be there.
        let fixed = if sifted.tally.is_stopped { Vec::new() } else { fixed(baseline, &all) };
        sifted.baseline = Some(Compared { path: path.display().to_string(), fixed });

        let is_new = |entry: &Accepted| entries.get(entry) > baseline.entries.get(entry);
        let mark = |(mut pair, its): (Pair<'a>, Found)| {
            pair.told.new = its
                .keys()
                .filter(|entry| is_new(entry))
                .map(|entry| entry.line(entries[entry]))
                .collect();
            pair.told.known = its.len() - pair.told.new.len();
            pair
        };
        let (open, known): (Vec<Pair<'a>>, Vec<Pair<'a>>) =
            pairs.into_iter().zip(by_pair).map(mark).partition(|pair| !pair.told.new.is_empty());
        let (open_gaps, known_gaps): (Vec<_>, Vec<_>) =
            gaps.into_iter().zip(of_gaps).partition(|(_, gap)| is_new(gap));
        let broken = std::mem::take(&mut sifted.broken);
        let (open_broken, known_broken): (Vec<_>, Vec<_>) =
            broken.into_iter().partition(|broken| is_new(&broken.entry));
        sifted.broken = open_broken;
        sifted.tally.in_baseline =
            Amount { pairs: known.len(), unguarded: known_broken.len(), gaps: known_gaps.len() };
        (open, open_gaps.into_iter().map(|(gap, _)| gap).collect())
    }

    fn written(&self, entries: &Entries, is_stopped: bool) -> Option<Written> {
        let (path, old) = self.target.as_ref()?;
        if is_stopped {
            return Some(Written {
                path: path.clone(),
                baseline: None,
                entries: 0,
                gone: Vec::new(),
            });
        }
        let (baseline, gone) = old.clone().replaced(entries.clone());
        Some(Written { path: path.clone(), baseline: Some(baseline), entries: entries.len(), gone })
    }

    /// Groups and gaps that have to do with what has changed.
    fn keep_changed(
        &self,
        scan: &Scan,
        pairs: Vec<Pair<'_>>,
        gaps: Vec<String>,
        sifted: &mut Sifted,
    ) {
        let Some(changed) = &self.changed else {
            sifted.groups = groups(pairs.into_iter().map(|pair| pair.told).collect());
            sifted.gaps = gaps;
            return;
        };
        let (classes, note) = changed.classes(scan);
        // Where the work was stopped, a class may lack only since nobody came to it.
        sifted.warnings.extend(note.filter(|_| !sifted.tally.is_stopped));
        sifted.tally.has_changes = true;
        let mut parts = Parts::new(scan, classes);
        let mark = |mut pair: Pair<'_>| {
            pair.told.is_in_change =
                pair.candidates.iter().any(|candidate| parts.concern(candidate));
            pair.told
        };
        let told = pairs.into_iter().map(mark).collect();
        let (inside, outside): (Vec<Vec<Told>>, Vec<Vec<Told>>) =
            groups(told).into_iter().partition(|group| group.iter().any(|told| told.is_in_change));
        let (gaps, gaps_outside): (Vec<String>, Vec<String>) =
            gaps.into_iter().partition(|gap| parts.concern_gap(gap));
        let broken = std::mem::take(&mut sifted.broken);
        let (broken, broken_outside): (Vec<Broken>, Vec<Broken>) =
            broken.into_iter().partition(|broken| parts.concern_gap(&broken.line()));
        sifted.broken = broken;
        sifted.tally.outside = Amount {
            pairs: outside.iter().map(Vec::len).sum(),
            unguarded: broken_outside.len(),
            gaps: gaps_outside.len(),
        };
        sifted.outside = Some(Outside { of: changed.words().to_owned(), groups: outside.len() });
        (sifted.groups, sifted.gaps) = (inside, gaps);
    }
}

impl Written {
    /// Writes the file, if all is known that belongs into it.
    pub fn write(&self) -> Result<(), Failure> {
        self.baseline.as_ref().map_or(Ok(()), |baseline| baseline.write(&self.path))
    }
}

impl Pair<'_> {
    fn entries(&self, scan: &Scan) -> Found {
        together(self.candidates.iter().map(|candidate| scan_names::entries(scan, candidate)))
    }
}

fn together(all: impl Iterator<Item = Found>) -> Found {
    let mut found = Found::new();
    for (entry, mut made) in all.flatten() {
        found.entry(entry).or_default().append(&mut made);
    }
    found
}

/// Each entry with the number of objects that it stands for.
fn counts(found: &Found, single: &[Accepted]) -> Entries {
    let races = found.iter().map(|(entry, made)| (entry.clone(), made.len()));
    races.chain(single.iter().map(|entry| (entry.clone(), 1))).collect()
}

/// The lines of what a baseline has, and does not occur, or of fewer objects.
fn fixed(baseline: &Baseline, occurring: &Entries) -> Vec<String> {
    let now = |entry: &Accepted| occurring.get(entry).copied().unwrap_or(0);
    let lines = baseline.entries.iter().filter(|(entry, count)| now(entry) < **count).map(
        |(entry, count)| {
            let left = match now(entry) {
                0 => String::new(),
                left => format!(" (of {left} still)"),
            };
            entry.line(*count) + &left
        },
    );
    lines.collect()
}
