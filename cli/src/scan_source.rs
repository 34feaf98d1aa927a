//! Comments in the program's source by which its authors accept candidates: `// raceproof: benign
//! REASON`, behind the code of a line, or alone on the line above.
//!
//! A comment accepts the pairs of which one access is at its line. What the class library accesses
//! is at the lines where the application calls it: a pair of places in the library is one candidate
//! for all who call them, so all these calls must have a comment.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use raceproof_scan::Scan;
use raceproof_scan::accesses::Access;
use raceproof_scan::ids::{ClassId, InstanceId, MethodId};
use raceproof_scan::ir;
use raceproof_scan::pairs::CandidateRace;

use crate::scan_changed::{analysed, source_name};
use crate::source::line_comments;
use crate::source_lines::SourceLines;

const MARK: &str = "raceproof:";
const WORD: &str = "benign";

/// As it is to be written.
const FORM: &str = "`// raceproof: benign REASON`";

/// A comment of a file.
#[derive(Debug, PartialEq, Eq)]
struct Comment {
    /// The line it is on.
    line: usize,
    /// The line it speaks of.
    of: usize,
    said: Said,
}

#[derive(Debug, PartialEq, Eq)]
enum Said {
    Benign(String),
    NoReason,
    NotUnderstood,
}

/// The comments of a file, in order.
fn comments(text: &str) -> Vec<Comment> {
    let mut found = Vec::new();
    let (mut line, mut counted) = (1, 0);
    for (at, comment) in line_comments(text) {
        line += text[counted..at].matches('\n').count();
        counted = at;
        let Some(words) = comment.trim_start_matches('/').trim_start().strip_prefix(MARK) else {
            continue;
        };
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let is_alone = text[start..at].trim().is_empty();
        let of = if is_alone { line + 1 } else { line };
        found.push(Comment { line, of, said: said(words.trim()) });
    }
    found
}

fn said(words: &str) -> Said {
    match words.strip_prefix(WORD) {
        Some("") => Said::NoReason,
        Some(reason) if reason.starts_with([' ', '\t']) => Said::Benign(reason.trim().to_owned()),
        _ => Said::NotUnderstood,
    }
}

/// Where a comment stands: a file, as it is shown, and the number in it.
type Name = (String, usize);

/// A pair that is accepted, and by what.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Acceptance {
    /// `src/Foo.java:12`, the line of the comment.
    pub place: String,
    pub reason: String,
}

/// A place of the application: its class, and the line.
type Spot = (ClassId, usize);

/// The comments of all sources that were found, and what they accept.
pub struct Accepting<'a> {
    scan: &'a Scan,
    files: BTreeMap<String, Vec<Comment>>,
    /// By class: the file.
    file_of: BTreeMap<ClassId, String>,
    /// Who calls whom; made when it is first asked for.
    calls: Option<Calls>,
    used: BTreeSet<Name>,
    /// By comment: a place that lacks one like it.
    lacking: BTreeMap<Name, String>,
}

/// A caller, and its statement; none if it is the initialiser of a class that it needs.
type Caller = (InstanceId, Option<u32>);

/// Calls, backwards.
struct Calls {
    /// By instance: who calls it, or starts a thread with it.
    callers: Vec<Vec<Caller>>,
    by_method: BTreeMap<MethodId, Vec<InstanceId>>,
    /// Where threads begin.
    entries: BTreeSet<InstanceId>,
}

impl<'a> Accepting<'a> {
    pub fn new(scan: &'a Scan, sources: &SourceLines) -> Self {
        let (mut files, mut file_of) = (BTreeMap::new(), BTreeMap::new());
        let world = &scan.points_to.world;
        for class in analysed(scan) {
            let name = source_name(world, class);
            // What is a comment is known of Java alone.
            let source =
                sources.of_class(&world.shown(class), &name).filter(|_| name.ends_with(".java"));
            let Some(source) = source else { continue };
            let file = source.file.to_string();
            files.entry(file.clone()).or_insert_with(|| comments(&source.lines.join("\n")));
            file_of.insert(class, file);
        }
        files.retain(|_, comments: &mut Vec<Comment>| !comments.is_empty());
        Self { scan, files, file_of, calls: None, used: BTreeSet::new(), lacking: BTreeMap::new() }
    }

    /// By which comments a pair is accepted, if it is.
    pub fn accepts(&mut self, candidate: &CandidateRace) -> Option<BTreeSet<Acceptance>> {
        if self.files.is_empty() {
            return None;
        }
        let mut by = BTreeSet::new();
        for (access, _) in candidate.accesses {
            by.extend(self.accepting(&access, candidate).unwrap_or_default());
        }
        let acceptance = |name: &Name| Acceptance { place: shown(name), reason: self.reason(name) };
        let accepted: BTreeSet<Acceptance> = by.iter().map(acceptance).collect();
        self.used.extend(by);
        (!accepted.is_empty()).then_some(accepted)
    }

    /// The comments at all places of an access.
    fn accepting(&mut self, access: &Access, candidate: &CandidateRace) -> Option<BTreeSet<Name>> {
        let spots = self.spots(access, candidate);
        let found: BTreeSet<Name> =
            spots.iter().flatten().flat_map(|spot| self.comments(*spot)).collect();
        let lacks =
            spots.iter().find(|spot| spot.is_none_or(|spot| self.comments(spot).next().is_none()));
        let Some(lacks) = lacks else { return Some(found) };
        let lacks =
            lacks.map_or_else(|| "a place without a line".to_owned(), |spot| self.shown_spot(spot));
        found.into_iter().for_each(|name| drop(self.lacking.insert(name, lacks.clone())));
        None
    }

    /// The comments that speak of a place, with a reason: one may be behind it, and one above.
    fn comments(&self, (class, line): Spot) -> impl Iterator<Item = Name> {
        let file = self.file_of.get(&class);
        let comments = file.and_then(|file| Some((file, self.files.get(file)?)));
        let all = comments
            .into_iter()
            .flat_map(|(file, comments)| comments.iter().map(move |one| (file, one)));
        all.filter(move |(_, one)| one.of == line && matches!(one.said, Said::Benign(_)))
            .map(|(file, one)| (file.clone(), one.line))
    }

    fn reason(&self, (file, line): &Name) -> String {
        let comments = self.files.get(file).into_iter().flatten();
        let reason = comments.filter(|comment| comment.line == *line).find_map(|comment| {
            match &comment.said {
                Said::Benign(reason) => Some(reason.clone()),
                _ => None,
            }
        });
        reason.unwrap_or_default()
    }

    fn shown_spot(&self, (class, line): Spot) -> String {
        format!("{}:{line}", source_name(&self.scan.points_to.world, class))
    }

    // ---- places

    /// Where the application does what an access does; nothing for a place that has no line of the
    /// application's.
    fn spots(&mut self, access: &Access, candidate: &CandidateRace) -> BTreeSet<Option<Spot>> {
        let points_to = &self.scan.points_to;
        if points_to.is_of_application(access.instance) {
            return BTreeSet::from([self.spot(access.instance, access.statement)]);
        }
        let calls = self.calls.get_or_insert_with(|| Calls::new(self.scan));
        let all = &calls.by_method[&points_to.instances[access.instance.index()].method];
        let is_meant = |instance: &&InstanceId| {
            !access.base.is_some()
                || points_to.register(**instance, access.base).meets(&candidate.everywhere)
        };
        let calls = calls.by_application(self.scan, all.iter().filter(is_meant).copied().collect());
        calls
            .into_iter()
            .map(|call| call.and_then(|(by, statement)| self.spot(by, statement?)))
            .collect()
    }

    fn spot(&self, instance: InstanceId, statement: u32) -> Option<Spot> {
        let points_to = &self.scan.points_to;
        let found = &points_to.instances[instance.index()];
        let position = found.body.positions.get(statement as usize)?;
        let line = ir::line(&points_to.world, found.method, *position)?;
        Some((points_to.world.methods[found.method.index()].class, usize::from(line)))
    }

    // ---- what is wrong with comments

    /// What comments do not do, though they were written to.
    pub fn warnings(&self) -> Vec<String> {
        let all = self
            .files
            .iter()
            .flat_map(|(file, comments)| comments.iter().map(move |comment| (file, comment)));
        all.filter_map(|(file, comment)| self.warning(&(file.clone(), comment.line), comment))
            .collect()
    }

    fn warning(&self, name: &Name, comment: &Comment) -> Option<String> {
        let why = match &comment.said {
            Said::NotUnderstood => {
                format!("a comment begins with `{MARK}` and is not understood: write {FORM}")
            }
            Said::NoReason => {
                format!("a comment gives no reason, so it accepts nothing: write {FORM}")
            }
            Said::Benign(_) if self.used.contains(name) => return None,
            Said::Benign(_) => match self.lacking.get(name) {
                Some(other) => format!(
                    "unused: what is called at line {} accesses the same from {other}, too, where no comment accepts it",
                    comment.of
                ),
                None => format!(
                    "unused: no pair has an access at line {}; take the comment away, or put it at a line that the report names",
                    comment.of
                ),
            },
        };
        Some(format!("{}: {why}", shown(name)))
    }
}

fn shown((file, line): &Name) -> String {
    format!("{file}:{line}")
}

impl Calls {
    fn new(scan: &Scan) -> Self {
        let all = &scan.points_to.instances;
        let (mut callers, mut by_method) =
            (vec![Vec::new(); all.len()], BTreeMap::<MethodId, Vec<InstanceId>>::new());
        for (number, found) in all.iter().enumerate() {
            let id = InstanceId(number as u32);
            by_method.entry(found.method).or_default().push(id);
            let starts = found.starts.iter().map(|(call, entry)| (Some(*call), *entry));
            for (call, callee) in found.callees.iter().copied().chain(starts) {
                let statement = call.map(|call| found.body.calls[call as usize].statement);
                callers[callee.index()].push((id, statement));
            }
        }
        Self { callers, by_method, entries: scan.points_to.entries.iter().copied().collect() }
    }

    /// Where the application calls the library, so that it comes to one of these; nothing for a
    /// thread of the library's own.
    fn by_application(&self, scan: &Scan, instances: Vec<InstanceId>) -> BTreeSet<Option<Caller>> {
        let mut met: BTreeSet<InstanceId> = instances.iter().copied().collect();
        let (mut work, mut calls) = (VecDeque::from(instances), BTreeSet::new());
        while let Some(instance) = work.pop_front() {
            let callers = &self.callers[instance.index()];
            if callers.is_empty() && self.entries.contains(&instance) {
                calls.insert(None);
            }
            for caller in callers {
                if scan.points_to.is_of_application(caller.0) {
                    calls.insert(Some(*caller));
                } else if met.insert(caller.0) {
                    work.push_back(caller.0);
                }
            }
        }
        calls
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn benign(line: usize, of: usize, reason: &str) -> Comment {
        Comment { line, of, said: Said::Benign(reason.to_owned()) }
    }

    #[test]
    fn comments_speak_of_their_line_or_of_the_next() {
        let text = "class A {\n  int x; // raceproof: benign  one reason \n\n  //raceproof:benign two\n  int y;\n\
                    \t/* */ // raceproof: benign three\n x++; // x // raceproof: benign no\n/// raceproof: benign\tfour";
        let wanted = [
            benign(2, 2, "one reason"),
            benign(4, 5, "two"),
            benign(6, 6, "three"),
            benign(8, 9, "four"),
        ];
        assert_eq!(comments(text), wanted);
    }

    #[test]
    fn strings_and_other_comments_say_nothing() {
        let text = "String s = \"// raceproof: benign a\"; /* \n // raceproof: benign b\n */ String t = \"\"\"\n\
                    // raceproof: benign c\n\"\"\"; char c = '\"'; // raceproof: benign d";
        assert_eq!(comments(text), [benign(5, 5, "d")]);
    }

    #[test]
    fn what_says_too_little_is_told() {
        let said: Vec<Said> = comments(
            "// raceproof: benign\n// raceproof: benign  \n// raceproof: benignly so\n// raceproof:\n// raceproof benign x\n// raceproof: bening x",
        )
        .into_iter()
        .map(|comment| comment.said)
        .collect();
        let wanted = [
            Said::NoReason,
            Said::NoReason,
            Said::NotUnderstood,
            Said::NotUnderstood,
            Said::NotUnderstood,
        ];
        assert_eq!(said, wanted);
    }
}
