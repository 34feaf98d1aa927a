//! The report of a scan as text.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::report::visible;
use crate::scan_report::ScanReport;
use crate::scan_specified::Broken;
use crate::scan_told::Told;
use crate::scan_verdict::{Amount, counted, unguarded_words};

/// How many groups are shown.
const GROUPS: usize = 20;

/// How many pairs of places of one variable are shown.
const SHOWN: usize = 2;

/// How many lines are shown of what may be long.
const LINES: usize = 20;

impl ScanReport {
    pub fn text(&self) -> String {
        let mut text = format!("raceproof scan {}: {}\n", self.target, self.headline());
        if let Some(explained) = &self.explained {
            return text + &explained.text() + &format!("\nverdict: {}\n", self.headline());
        }
        for (number, group) in self.sifted.groups.iter().take(GROUPS).enumerate() {
            text.push_str(&told_group(number + 1, group));
        }
        if self.sifted.groups.len() > GROUPS {
            let more = self.sifted.groups.len() - GROUPS;
            text += &format!("\nand {more} more groups (`--format json` has all)\n");
        }
        let broken: Vec<String> = self.sifted.broken.iter().map(Broken::line).collect();
        put_list(&mut text, "Not as `@GuardedBy` says:", &broken);
        put_list(&mut text, "Not covered:", &self.sifted.gaps);
        put_list(&mut text, "Accepted:", &self.accepted());
        self.put_fixed(&mut text);
        self.put_written(&mut text);
        put_list(&mut text, "Warnings:", &self.sifted.warnings);
        let stages: Vec<String> = self
            .stages
            .iter()
            .map(|(stage, count)| format!("{:16} {count}", stage.name()))
            .collect();
        text +=
            &format!("\nPairs of places, by the stage that rules them out:\n{}", lines(&stages));
        put_list(&mut text, "Assumed:", &self.assumptions());
        let (seconds, headline) = (self.elapsed.as_secs_f64(), self.headline());
        // Writing to a `String` cannot fail.
        let _ =
            write!(text, "\n{} threads, {} methods, {seconds:.2} s", self.threads, self.methods);
        text + &format!("\nverdict: {headline}\n")
    }

    /// Who accepts how much.
    fn accepted(&self) -> Vec<String> {
        let tally = &self.sifted.tally;
        let mut accepted = Vec::new();
        if let Some((compared, words)) =
            self.sifted.baseline.as_ref().zip(tally.in_baseline.words())
        {
            let are = if tally.in_baseline.is_one() { "is" } else { "are" };
            accepted.push(format!("{words} {are} in the baseline {}", compared.path));
        }
        for (by, pairs) in &self.sifted.in_source {
            accepted.push(format!(
                "{} by the comment at {}: {}",
                counted(*pairs, "pair"),
                by.place,
                by.reason
            ));
        }
        if let Some(outside) = &self.sifted.outside {
            let Amount { pairs, unguarded, gaps } = tally.outside;
            if unguarded > 0 {
                let lie = if unguarded == 1 { "lies" } else { "lie" };
                accepted.push(format!(
                    "{} {lie} outside of {}",
                    unguarded_words(unguarded),
                    outside.of
                ));
            }
            if pairs > 0 {
                let (groups, lie) = match outside.groups {
                    1 => ("one more group".to_owned(), "lies"),
                    many => (format!("{many} more groups"), "lie"),
                };
                accepted.push(format!(
                    "{groups} ({}) {lie} outside of {}",
                    counted(pairs, "pair"),
                    outside.of
                ));
            }
            if gaps > 0 {
                let lie = if gaps == 1 { "lies" } else { "lie" };
                accepted.push(format!("{} {lie} outside of {}", counted(gaps, "gap"), outside.of));
            }
        }
        accepted
    }

    fn put_fixed(&self, text: &mut String) {
        let Some(compared) =
            self.sifted.baseline.as_ref().filter(|compared| !compared.fixed.is_empty())
        else {
            return;
        };
        put_some(
            text,
            &format!("Fixed, though the baseline {} has it:", compared.path),
            &compared.fixed,
        );
        let is_written_again = self.sifted.written.as_ref().is_some_and(|written| {
            written.baseline.is_some() && written.path.display().to_string() == compared.path
        });
        if !is_written_again {
            let advice = format!(
                "write it again, so that it does not come back unseen: `--write-baseline {}`",
                compared.path
            );
            text.push_str(&lines(&[advice]));
        }
    }

    fn put_written(&self, text: &mut String) {
        let Some(written) = &self.sifted.written else { return };
        let path = written.path.display();
        if written.baseline.is_none() {
            text.push_str(&format!(
                "\nThe baseline {path} was not written: not all is known that belongs into it.\n"
            ));
            return;
        }
        let entries = if written.entries == 1 {
            "one entry".to_owned()
        } else {
            format!("{} entries", written.entries)
        };
        text.push_str(&format!("\nThe baseline {path} was written, with {entries}.\n"));
        if !written.gone.is_empty() {
            put_some(text, "These comments of it went with their entries:", &written.gone);
        }
    }
}

fn lines(list: &[String]) -> String {
    list.iter().map(|line| format!("   {}\n", visible(line))).collect()
}

/// Nothing of an empty list.
fn put_list(text: &mut String, title: &str, list: &[String]) {
    if !list.is_empty() {
        text.push_str(&format!("\n{title}\n{}", lines(list)));
    }
}

/// The first of a list that may be long.
fn put_some(text: &mut String, title: &str, list: &[String]) {
    put_list(text, title, &list[..list.len().min(LINES)]);
    if list.len() > LINES {
        text.push_str(&lines(&[format!(
            "and {} more (`--format json` has all)",
            list.len() - LINES
        )]));
    }
}

fn told_group(number: usize, group: &[Told]) -> String {
    let of = group[0].owner.as_ref().map_or_else(String::new, |owner| format!(" of {owner}"));
    let variables: BTreeSet<&str> = group.iter().map(|told| &*told.variable).collect();
    let others = match variables.len() - 1 {
        0 => String::new(),
        1 => " and another variable".to_owned(),
        many => format!(" and {many} more variables"),
    };
    let what = visible(&format!("{}{others}{of}", group[0].variable));
    let mut text = format!("\n{number}. {what}: {}\n", group[0].rank.words());
    for told in group.iter().take(SHOWN) {
        for access in &told.accesses {
            let verb = if access.writes { "written" } else { "read" };
            let inside = match access.place == access.method {
                true => access.place.clone(),
                false => format!("{} in {}", access.place, access.method),
            };
            let at = match &access.call {
                Some(call) => format!("{call} ({inside})"),
                None => inside,
            };
            let holds = if access.holds.is_empty() {
                "nothing".to_owned()
            } else {
                access.holds.join(" and ")
            };
            // Writing to a `String` cannot fail.
            let _ = writeln!(
                text,
                "   {verb:7} at {}\n           by {}, holding {}",
                visible(&at),
                visible(&access.thread),
                visible(&holds)
            );
        }
        // It is told by one of its objects, which need not be the new one.
        if told.known > 0 {
            let new = told.new.iter().map(|line| visible(line));
            let new = new.map(|line| format!("   not in the baseline: {line}\n"));
            text.extend(new);
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len() + 1);
    if group.len() > SHOWN {
        let _ = writeln!(text, "   and {} more pairs of places", group.len() - SHOWN);
    }
    text
}
