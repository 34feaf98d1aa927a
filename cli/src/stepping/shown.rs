//! One moment of a trace as text: the step, its source, the values it read and wrote, who holds
//! which monitor, and how the threads stand behind it.

use raceproof_base::{
    AccessKind, Finding, Locking, Moments, Place, Step, StepAccess, ThreadReport,
};

use crate::report::{
    Page, Style, WIDEST, beginning, grouped, location, put_message, short, visible, with_blanks,
};
use crate::source_lines::SourceLines;

/// Lines of source before and behind the present one.
const AROUND: u32 = 3;

/// Accesses of a step that are shown: the last ones, which lead to what comes next.
const MOST_ACCESSES: usize = 12;

/// Shows the state behind so many steps, on lines that are as wide as that, if it is known.
pub fn put(
    page: &mut Page,
    finding: &Finding,
    at: usize,
    threads: &[ThreadReport],
    (sources, width): (&SourceLines, Option<usize>),
) {
    let steps = &finding.trace;
    let last = steps.len();
    page.end();
    match at.checked_sub(1).and_then(|index| steps.get(index)) {
        None => {
            page.put(Style::Strong, &format!("before the first step of {last}")).end();
        }
        Some(step) => {
            page.put(Style::Strong, &format!("step {at} of {last}: {}", step.thread)).plain("  ");
            page.plain(&operation(step)).end();
            source(page, &step.place, (sources, width));
            values(page, &step.moments);
        }
    }
    if at == last {
        ending(page, finding);
    }
    locks(page, &held(steps, at));
    self::threads(page, threads, steps.get(at));
}

fn operation(step: &Step) -> String {
    let inside = step.called.as_ref().filter(|_| step.library);
    let inside = inside.map_or(String::new(), |called| format!(", inside {called}"));
    let ends = if step.timed_out { " (timed out)" } else { "" };
    format!("{}{inside}{ends}", step.operation)
}

/// The line of a place among its neighbours, or why it is not shown.
fn source(page: &mut Page, place: &Place, (sources, width): (&SourceLines, Option<usize>)) {
    let found = sources.line(place);
    let file = found.as_ref().map(|found| &*found.file);
    if short(place).is_empty() {
        return;
    }
    page.plain("  ").put(Style::Frame, "--> ").plain(&location(place, file)).end();
    let Some(source) = found.and_then(|_| sources.of_class(&place.class, &place.file)) else {
        let why = if place.library { "of the class library, is not shown" } else { "is not found" };
        page.put(Style::Dim, &format!("      its source {why}")).end();
        return;
    };
    let number = |line: usize| u32::try_from(line + 1).unwrap_or(u32::MAX);
    let margin = (place.line + AROUND).to_string().len();
    for (line, text) in source.lines.iter().enumerate() {
        let line = number(line);
        if line.abs_diff(place.line) > AROUND {
            continue;
        }
        let is_here = line == place.line;
        let text = visible(with_blanks(text).trim_end());
        let room = width.map_or(WIDEST, |width| width.saturating_sub(margin + 7).min(WIDEST));
        let text = beginning(&text, room);
        page.put(
            Style::Frame,
            &format!("  {}{line:>margin$} |", if is_here { "> " } else { "  " }),
        );
        let style = if is_here { Style::Strong } else { Style::Dim };
        page.plain(" ").put(style, &text).end();
    }
}

/// What the step read and wrote.
fn values(page: &mut Page, moments: &Moments) {
    let Moments { accesses, untold, .. } = moments;
    if accesses.is_empty() && *untold == 0 {
        return;
    }
    page.put(Style::Strong, "values:").end();
    let hidden = accesses.len().saturating_sub(MOST_ACCESSES);
    if hidden + untold > 0 {
        let more = (hidden + untold) as u64;
        let accesses = if more == 1 { "access" } else { "accesses" };
        page.plain(&format!("  … {} {accesses} before", grouped(more))).end();
    }
    for StepAccess { thread, variable, access, value, place, .. } in &accesses[hidden..] {
        let verb = if *access == AccessKind::Read { "reads" } else { "writes" };
        let value = value.as_ref().map_or(String::new(), |value| format!(" = {value}"));
        page.plain(&format!("  {thread} {verb} {variable}{value}  "))
            .put(Style::Dim, &short(place));
        page.end();
    }
}

/// What the trace leads to, which shows here.
fn ending(page: &mut Page, finding: &Finding) {
    page.put(Style::Bad, &format!("here it shows: {}", finding.kind.name())).plain(": ");
    put_message(page, finding, 2);
    if let Some(ending) = finding.trace.last().and_then(|step| step.ending.as_ref()) {
        page.plain("  ")
            .put(Style::Bad, &ending.what)
            .plain("  ")
            .plain(&short(&ending.place))
            .end();
    }
}

/// The monitors that are held behind so many steps, and by whom.
fn held(steps: &[Step], at: usize) -> Vec<&Locking> {
    let before = steps.first().and_then(|step| step.moments.before.as_deref());
    let behind = steps[..at].iter().map(|step| &step.moments);
    let mut held: Vec<&Locking> = Vec::new();
    for locking in before.into_iter().chain(behind).flat_map(|moments| &moments.locks) {
        held.retain(|other| (&other.thread, &other.object) != (&locking.thread, &locking.object));
        held.extend(locking.taken.then_some(locking));
    }
    held
}

fn locks(page: &mut Page, held: &[&Locking]) {
    page.put(Style::Strong, "monitors held:");
    if held.is_empty() {
        page.plain(" none").end();
        return;
    }
    page.end();
    for Locking { thread, object, .. } in held {
        page.plain(&format!("  {object} by {thread}")).end();
    }
}

/// How the threads stand, and what the next step does.
fn threads(page: &mut Page, threads: &[ThreadReport], next: Option<&Step>) {
    page.put(Style::Strong, "threads:").end();
    for thread in threads {
        let is_next = next.is_some_and(|next| next.thread == thread.name);
        page.plain(if is_next { "> " } else { "  " }).put(Style::Strong, &thread.name);
        page.plain(" ").plain(&thread.state);
        let own = thread.stack.iter().find(|place| !place.library).or(thread.stack.first());
        page.put(Style::Dim, &own.map_or(String::new(), |place| format!("  at {place}"))).end();
    }
    if let Some(next) = next {
        page.plain(&format!("next: {}  {}", next.thread, operation(next))).end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Palette;
    use crate::report::samples::{self, step};
    use raceproof_base::FindingKind;

    fn finding() -> Finding {
        let mut finding = Finding::new(FindingKind::Deadlock, "two threads\nwait");
        let locking = |thread: &str, taken| Locking {
            thread: thread.to_owned(),
            object: "Object@1".to_owned(),
            taken,
        };
        let mut steps = vec![step("main", "lock Object@1", 6), step("main", "begin to wait", 7)];
        steps[0].moments.locks = vec![locking("main", true)];
        steps[1].moments.locks = vec![locking("main", false), locking("\u{1b}[2J", true)];
        finding.trace = steps;
        finding
    }

    fn text(finding: &Finding, at: usize, width: Option<usize>) -> String {
        let sources = SourceLines::of_text("Forks.java", samples::FORKS);
        let threads = [ThreadReport {
            name: "main".to_owned(),
            state: "can run".to_owned(),
            stack: vec![
                samples::library("java.Lock", "park", 1),
                samples::place("Forks", "run", 7),
            ],
        }];
        let mut page = Page::new(Palette::Plain);
        put(&mut page, finding, at, &threads, (&sources, width));
        page.finish()
    }

    #[test]
    fn a_moment_has_source_locks_and_threads() {
        let told = text(&finding(), 1, None);
        let parts = [
            "step 1 of 2: main  lock Object@1\n",
            "  --> Forks.java:6 in Forks.run\n",
            "    5 |         new Thread",
            "  > 6 |         synchronized (left) {\n",
            "    9 |",
            "monitors held:\n  Object@1 by main\nthreads:\n> main can run  at Forks.run(Forks.java:7)\n",
            "next: main  begin to wait\n",
        ];
        for part in parts {
            assert!(told.contains(part), "`{part}` is not in\n{told}");
        }
        assert!(!told.contains("10 |") && !told.contains("here it shows"), "{told}");
    }

    #[test]
    fn the_first_and_the_last_moment_say_so() {
        let told = text(&finding(), 0, None);
        assert!(told.contains("before the first step of 2\nmonitors held: none\n"), "{told}");
        let told = text(&finding(), 2, None);
        assert!(told.contains("here it shows: deadlock: two threads\\nwait\n"), "{told}");
        assert!(told.contains("  Object@1 by \\u001b[2J\n") && !told.contains("by main"), "{told}");
        assert!(!told.contains("next: "), "{told}");
    }

    #[test]
    fn source_is_cut_where_the_terminal_ends_and_missed_where_there_is_none() {
        let told = text(&finding(), 1, Some(24));
        assert!(told.contains("  > 6 |         synchro…\n"), "{told}");
        let mut finding = finding();
        finding.trace[0].place.file = "Other.java".to_owned();
        let told = text(&finding, 1, None);
        assert!(told.contains("its source is not found"), "{told}");
        finding.trace[0].place.library = true;
        assert!(text(&finding, 1, None).contains("of the class library, is not shown"));
    }

    #[test]
    fn of_many_accesses_the_last_are_shown_with_their_values() {
        let mut finding = finding();
        let access = |number: usize| StepAccess {
            event: number,
            thread: "main".to_owned(),
            variable: format!("Forks.x{number}"),
            access: AccessKind::Write,
            value: Some(number.to_string()),
            place: samples::place("Forks", "run", 7),
            is_operation: false,
        };
        finding.trace[0].moments.accesses = (0..20).map(access).collect();
        finding.trace[0].moments.untold = 5;
        let told = text(&finding, 1, None);
        assert!(
            told.contains(
                "values:\n  … 13 accesses before\n  main writes Forks.x8 = 8  Forks.java:7\n"
            ),
            "{told}"
        );
    }
}
