//! The steps of a counterexample as text: a list with the source of each, or, where there is room, a
//! column for each thread.

use raceproof_base::{Ending, Finding, Place};

use super::excerpt;
use super::fold::{self, Block, Line, Part};
use super::page::{Page, Style, counted, grouped};
use super::text::TextOptions;
use super::thread_columns::{Room, ThreadColumns};
use crate::source_lines::SourceLines;

/// Columns beyond which the trace is not aligned.
const WIDEST_OPERATION: usize = 48;
const WIDEST_PLACE: usize = 32;

pub fn put(page: &mut Page, finding: &Finding, sources: &SourceLines, options: TextOptions) {
    if finding.trace.is_empty() {
        return;
    }
    let mut parts = fold::fold(&finding.trace, options.verbose);
    let handling = behind_the_throw(&mut parts, finding);
    page.end()
        .put(Style::Strong, &format!("trace, {}:", counted(finding.trace.len() as u64, "step")))
        .end();
    let laid_out = options.room.map(|room| (ThreadColumns::of(&finding.trace, room), room));
    match laid_out {
        Some((Ok(columns), _)) => return columns.put(page, &parts, ending(finding), &handling),
        Some((Err(why), Room { is_asked: true, .. })) => {
            page.plain(&format!("  (no column for each thread: {why})")).end();
        }
        _ => {}
    }
    list(page, &parts, ending(finding), &handling, sources);
}

/// Takes out what a thread does about the exception that ends it, which is told behind the throw.
fn behind_the_throw<'a>(parts: &mut [Part<'a>], finding: &Finding) -> Vec<Line<'a>> {
    match parts.last_mut() {
        Some(Part::Block(block)) if finding.exception.is_some() => {
            let handling = fold::handling(&block.lines);
            block.lines.split_off(block.lines.len() - handling)
        }
        _ => Vec::new(),
    }
}

/// What fails at the end.
fn ending(finding: &Finding) -> Option<&Ending> {
    finding.trace.last().and_then(|step| step.ending.as_ref())
}

/// Step by step, each with its source.
fn list(
    page: &mut Page,
    parts: &[Part<'_>],
    ending: Option<&Ending>,
    handling: &[Line<'_>],
    sources: &SourceLines,
) {
    let columns = Columns::of(parts, handling);
    for part in parts {
        match part {
            Part::Block(block) => self::block(page, block, &columns, sources),
            Part::Omitted(steps) => {
                put_omitted(page, *steps);
            }
        }
    }
    if let Some(Ending { what, place }) = ending {
        let number = " ".repeat(columns.number);
        page.plain(&format!("  {number}  ")).put(Style::Bad, &padded(what, columns.operation));
        put_place(page, place, columns.place, sources);
    }
    handling.iter().for_each(|line| put_line(page, line, &columns, sources));
}

pub fn put_omitted(page: &mut Page, steps: usize) {
    page.plain("  … ").plain(&counted(steps as u64, "step")).plain(" of several threads").end();
}

/// A place with its line of source, at the end of a line.
fn put_place(page: &mut Page, place: &Place, width: usize, sources: &SourceLines) {
    page.plain("  ").plain(&padded(&excerpt::short(place), width));
    if let Some(source) = sources.line(place) {
        let text = source.text.replace('\t', " ");
        page.plain("  ").put(Style::Dim, &excerpt::beginning(text.trim(), excerpt::WIDEST));
    }
    page.end();
}

fn block(page: &mut Page, block: &Block<'_>, columns: &Columns, sources: &SourceLines) {
    page.plain("  ")
        .put(Style::Strong, block.thread)
        .plain(", ")
        .plain(&counted(block.steps as u64, "step"))
        .end();
    block.lines.iter().for_each(|line| put_line(page, line, columns, sources));
}

fn put_line(page: &mut Page, line: &Line<'_>, columns: &Columns, sources: &SourceLines) {
    let (what, place) = words(line);
    let Columns { number, operation, place: width } = *columns;
    match line {
        Line::Step { number: n, .. } | Line::Inside { number: n, .. } => {
            page.plain(&format!("  {n:>number$}  "))
        }
        Line::Omitted(_) => page.plain(&format!("  {:>number$}  ", "")),
    };
    page.plain(&padded(&what, operation));
    match place {
        Some(place) => put_place(page, place, width, sources),
        None => _ = page.end(),
    }
}

/// What a line says, and of which place.
fn words<'a>(line: &Line<'a>) -> (String, Option<&'a Place>) {
    match line {
        Line::Step { step, times: 1, .. } => (step.operation.clone(), Some(&step.place)),
        Line::Step { step, times, .. } => {
            (format!("{}, {} times", step.operation, grouped(*times as u64)), Some(&step.place))
        }
        Line::Inside { steps, called, place, timed_out, value, .. } => {
            let ends = if *timed_out { ", where a wait ends by its time" } else { "" };
            let value = fold::comes_to(*steps, *value);
            let steps = counted(*steps as u64, "step");
            (format!("… {steps} inside {called}{value}{ends}"), Some(place))
        }
        Line::Omitted(steps) => (format!("… {}", counted(*steps as u64, "step")), None),
    }
}

/// The widths of the trace's columns.
struct Columns {
    number: usize,
    operation: usize,
    place: usize,
}

impl Columns {
    fn of(parts: &[Part<'_>], handling: &[Line<'_>]) -> Self {
        let mut columns = Self { number: 1, operation: 0, place: 0 };
        let blocks = parts.iter().filter_map(|part| match part {
            Part::Block(block) => Some(block),
            Part::Omitted(_) => None,
        });
        for line in blocks.flat_map(|block| &block.lines).chain(handling) {
            if let Line::Step { number, .. } | Line::Inside { number, .. } = line {
                columns.number = columns.number.max(number.to_string().len());
            }
            let (what, place) = words(line);
            let fit = |width: usize, text: &str, widest: usize| {
                let length = text.chars().count();
                if length > widest { width } else { width.max(length) }
            };
            columns.operation = fit(columns.operation, &what, WIDEST_OPERATION);
            columns.place =
                fit(columns.place, &place.map(excerpt::short).unwrap_or_default(), WIDEST_PLACE);
        }
        columns
    }
}

fn padded(text: &str, width: usize) -> String {
    format!("{text:width$}")
}
