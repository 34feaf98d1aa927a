//! The steps of a counterexample with a column for each thread: time goes down, and who acts when
//! is seen at a glance.

use raceproof_base::{Ending, Place, Step};

use super::excerpt;
use super::fold::{Line, Part, comes_to};
use super::page::{Page, Style, counted, grouped, visible};
use super::steps::put_omitted;

/// Columns that a thread needs at least: what is narrower is a list.
const LEAST: usize = 20;
/// And if columns were asked for: what is narrower is letters below each other.
const LEAST_ASKED: usize = 8;
/// A line that is longer is hard to follow.
const MOST: usize = 44;
const GAP: usize = 2;

/// What a thread's cell has in a line of text.
type Cell = Vec<(Style, String)>;

/// Where a trace with a column for each thread may be put.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub width: usize,
    /// Whether the user asked for columns: narrow ones will do, and it is said why there are none.
    pub is_asked: bool,
}

/// The columns of the threads that act.
pub struct ThreadColumns<'a> {
    threads: Vec<&'a str>,
    /// That of the steps' numbers.
    number: usize,
    /// That of each thread.
    width: usize,
}

impl<'a> ThreadColumns<'a> {
    /// Or why there are none: there is one thread only, or no room.
    pub fn of(trace: &'a [Step], Room { width, is_asked }: Room) -> Result<Self, String> {
        let mut threads: Vec<&str> = Vec::new();
        for step in trace {
            if !threads.contains(&step.thread.as_str()) {
                threads.push(&step.thread);
            }
        }
        let number = trace.len().to_string().len();
        if threads.len() < 2 {
            return Err("only one thread acts".to_owned());
        }
        let least = if is_asked { LEAST_ASKED } else { LEAST };
        let needed = 2 + number + threads.len() * (GAP + least);
        if width < needed {
            return Err(format!(
                "{} need {needed} characters, and a line has {width}; `COLUMNS` says how many it has",
                counted(threads.len() as u64, "thread")
            ));
        }
        let width = ((width - 2 - number) / threads.len() - GAP).min(MOST);
        Ok(Self { threads, number, width })
    }

    /// The heads, the steps, what fails at the end, and what its thread does about that.
    pub fn put(
        &self,
        page: &mut Page,
        parts: &[Part<'_>],
        ending: Option<&Ending>,
        handling: &[Line<'_>],
    ) {
        page.plain(&" ".repeat(2 + self.number));
        for thread in &self.threads {
            let name = self.cut(&visible(thread));
            page.plain(&" ".repeat(GAP)).put(Style::Strong, &format!("{name:0$}", self.width));
        }
        page.end();
        let mut last = None;
        for part in parts {
            match part {
                Part::Omitted(steps) => put_omitted(page, *steps),
                Part::Block(block) => {
                    let lines = block.lines.iter();
                    lines.for_each(|line| self.line(page, block.thread, line));
                    last = Some(block.thread);
                }
            }
        }
        if let (Some(Ending { what, place }), Some(thread)) = (ending, last) {
            self.cell(page, thread, None, self.told(Style::Bad, what, Some(place)));
            handling.iter().for_each(|line| self.line(page, thread, line));
        }
    }

    fn line(&self, page: &mut Page, thread: &str, line: &Line<'_>) {
        let (number, what, place, timed_out) = match line {
            Line::Step { number, step, times } => {
                let again = match times {
                    1 => String::new(),
                    _ => format!(", {} times", grouped(*times as u64)),
                };
                let what = format!("{}{again}", step.operation);
                (Some(*number), what, Some(&step.place), step.timed_out)
            }
            Line::Inside { number, steps, called, place, timed_out, value } => {
                let called = excerpt::simple(called);
                let value = comes_to(*steps, *value);
                let what = format!("… {} inside {called}{value}", counted(*steps as u64, "step"));
                (Some(*number), what, Some(*place), *timed_out)
            }
            Line::Omitted(steps) => {
                (None, format!("… {}", counted(*steps as u64, "step")), None, false)
            }
        };
        let what = if timed_out { format!("{what} (timed out)") } else { what };
        self.cell(page, thread, number, self.told(Style::Plain, &what, place));
    }

    /// What happens, and below it where.
    fn told(&self, style: Style, what: &str, place: Option<&Place>) -> Cell {
        let lines = wrapped(&visible(what), self.width).into_iter().map(|line| (style, line));
        let place = place.map(|place| visible(&excerpt::short(place))).unwrap_or_default();
        let below = wrapped(&place, self.width).into_iter().map(|line| (Style::Dim, line));
        lines.chain(below).collect()
    }

    fn cell(&self, page: &mut Page, thread: &str, number: Option<usize>, cell: Cell) {
        let column = self.threads.iter().position(|name| *name == thread).unwrap_or_default();
        let before = GAP + column * (self.width + GAP);
        let mut number = number.map_or(String::new(), |number| number.to_string());
        for (style, line) in cell {
            page.plain(&format!("  {number:>0$}{1:2$}", self.number, "", before));
            page.put(style, &line).end();
            number.clear();
        }
    }

    fn cut(&self, name: &str) -> String {
        if name.chars().count() <= self.width {
            return name.to_owned();
        }
        name.chars().take(self.width - 1).chain(['…']).collect()
    }
}

/// Lines of at most that many characters, broken between words, and inside what is longer.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut room = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let characters: Vec<char> = word.chars().collect();
        let fits = lines.last_mut().filter(|_| characters.len() < room);
        if let Some(line) = fits {
            line.push(' ');
            line.push_str(word);
            room -= characters.len() + 1;
            continue;
        }
        for piece in characters.chunks(width) {
            lines.push(piece.iter().collect());
            room = width - piece.len();
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Palette;
    use crate::report::fold;
    use crate::report::samples::{inside, step};

    fn laid_out(trace: &[Step], width: usize) -> Option<String> {
        let mut page = Page::new(Palette::Plain);
        let ending = trace.last().and_then(|step| step.ending.as_ref());
        let room = Room { width, is_asked: false };
        ThreadColumns::of(trace, room).ok()?.put(&mut page, &fold::fold(trace, false), ending, &[]);
        Some(page.finish())
    }

    fn trace() -> Vec<Step> {
        let waits =
            Step { timed_out: true, ..inside("Thread-0", "time out: park", 12, "Lock.lock") };
        let mut last = step("main", "write Account.balance = 70", 9);
        last.ending = Some(Ending { what: "throw Lost".to_owned(), place: last.place.clone() });
        vec![step("main", "start Thread-0", 3), waits, last]
    }

    #[test]
    fn each_thread_has_a_column() {
        let text = laid_out(&trace(), 60).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "     main                        Thread-0",
                "  1  start Thread-0",
                "     Forks.java:3",
                "  2                              … 1 step inside Lock.lock",
                "                                 (timed out)",
                "                                 Forks.java:12",
                "  3  write Account.balance = 70",
                "     Forks.java:9",
                "     throw Lost",
                "     Forks.java:9",
            ]
        );
        assert!(lines.iter().all(|line| line.chars().count() <= 60));
    }

    #[test]
    fn without_room_there_are_none() {
        assert!(laid_out(&trace(), 40).is_none());
        assert!(laid_out(&trace(), 0).is_none());
        assert!(laid_out(&trace()[..1], 200).is_none());
        assert!(laid_out(&[], 200).is_none());
        let many: Vec<Step> = (0..9).map(|n| step(&format!("Thread-{n}"), "begin", 1)).collect();
        assert!(laid_out(&many, 100).is_none());
        assert!(laid_out(&many, 250).is_some());
    }

    #[test]
    fn those_that_were_asked_for_may_be_narrow_and_it_is_said_why_there_are_none() {
        let trace = trace();
        let of = |trace, width| ThreadColumns::of(trace, Room { width, is_asked: true });
        let widths = [60, 40, 23].map(|width| of(&trace, width).map(|columns| columns.width));
        assert_eq!(widths, [Ok(26), Ok(16), Ok(8)]);
        let needed =
            "2 threads need 23 characters, and a line has 22; `COLUMNS` says how many it has";
        assert_eq!(of(&trace, 22).err().as_deref(), Some(needed));
        assert_eq!(of(&trace[..1], 200).err().as_deref(), Some("only one thread acts"));
        let mut page = Page::new(Palette::Plain);
        let ending = trace.last().and_then(|step| step.ending.as_ref());
        of(&trace, 23).unwrap().put(&mut page, &fold::fold(&trace, false), ending, &[]);
        let text = page.finish();
        assert!(text.lines().all(|line| line.chars().count() <= 23), "{text}");
    }

    #[test]
    fn names_that_are_long_or_hostile_stay_in_their_column() {
        let name = format!("\u{1b}[2J{}", "x".repeat(90));
        let text = laid_out(&[step("main", "begin", 1), step(&name, "a\nb", 2)], 80).unwrap();
        assert!(text.contains("\\u001b[2Jxx") && text.contains("…\n"), "{text}");
        assert!(text.contains("a\\nb") && !text.contains('\u{1b}'), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }

    #[test]
    fn words_are_broken_where_they_must() {
        assert_eq!(wrapped("a bc d", 4), ["a bc", "d"]);
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("abcd e", 3), ["abc", "d e"]);
        assert_eq!(wrapped("", 3), [""; 0]);
    }
}
