//! The report as a page for a browser: one file, which asks the network for nothing. What is found
//! and where stands in the page itself; the schedule is data, which the page's own script draws
//! with a column for each thread (`html/page.js`).
//!
//! Names, messages and source lines are the analysed program's: they get into the page as text by
//! [`text`], or as data by [`data::in_script`], and in no other way.

mod data;
mod rows;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use raceproof_base::{Finding, Place};

use super::excerpt::{self, Spot};
use super::page::{Page, counted};
use super::{CheckReport, attribute as text, fold, verdict};
use crate::failure::Palette;
use crate::source_lines::SourceLines;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = concat!(include_str!("html/common.js"), include_str!("html/page.js"));

/// Lines of source before and after the one that is shown.
const AROUND: usize = 3;

/// Places of a hang whose source is shown.
const MOST_PLACES: usize = 4;

/// What a page has a section for: a check, or that of one test.
pub struct Part<'a> {
    /// The test, if there are several.
    pub name: Option<String>,
    pub content: Content<'a>,
}

pub enum Content<'a> {
    Report(&'a CheckReport),
    /// Why it was not checked.
    Not(&'a str),
}

pub fn as_html(report: &CheckReport, sources: &SourceLines) -> String {
    let part = Part { name: None, content: Content::Report(report) };
    page(&headline(report), &[part], sources)
}

/// A whole page. Its first line says what has come out.
pub fn page(headline: &str, parts: &[Part<'_>], sources: &SourceLines) -> String {
    let mut body = String::new();
    let mut number = 0;
    for part in parts {
        put_part(&mut body, part, &mut number, sources);
    }
    document(headline, &contents(parts), &body, Extra::default())
}

/// What a page has beside the style and the script of all pages.
#[derive(Clone, Copy, Default)]
pub struct Extra {
    pub style: &'static str,
    pub script: &'static str,
}

/// A whole page around its body.
pub fn document(headline: &str, nav: &str, body: &str, extra: Extra) -> String {
    let title = text(headline);
    let version = env!("CARGO_PKG_VERSION");
    let Extra { style, script } = extra;
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"raceproof {version}\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n\
         <header>\n<p class=\"tool\">Raceproof {version}</p>\n\
         <h1>{title}</h1>\n{nav}</header>\n<main>\n{body}</main>\n\
         <script>\n{SCRIPT}{script}</script>\n</body>\n</html>\n"
    )
}

/// The verdict, in two short sentences.
pub fn headline(report: &CheckReport) -> String {
    plain(|page| verdict::put(page, report)).trim_end().to_owned()
}

/// A part of the text report.
fn plain(put: impl FnOnce(&mut Page)) -> String {
    let mut page = Page::new(Palette::Plain);
    put(&mut page);
    page.finish()
}

/// The findings of a part: those of the program, then those of what it only uses.
fn findings<'a>(part: &Part<'a>) -> (&'a [Finding], &'a [Finding]) {
    match part.content {
        Content::Report(report) => (&report.findings, &report.in_libraries),
        Content::Not(_) => (&[], &[]),
    }
}

/// Links to the findings, if there are several.
fn contents(parts: &[Part<'_>]) -> String {
    let all: Vec<String> = parts
        .iter()
        .flat_map(|part| {
            let (own, others) = findings(part);
            own.iter()
                .chain(others)
                .map(|finding| format!("{}: {}", finding.kind.name(), title(finding)))
        })
        .collect();
    if all.len() < 2 {
        return String::new();
    }
    let mut nav = String::from("<nav aria-label=\"Findings\">\n<ol>\n");
    for (number, title) in all.iter().enumerate() {
        let number = number + 1;
        _ = writeln!(nav, "<li><a href=\"#finding-{number}\">{}</a></li>", text(title));
    }
    nav + "</ol>\n</nav>\n"
}

/// What was found besides its kind, in a few words: "Counter.n, by main and Thread-0".
fn title(finding: &Finding) -> String {
    if let Some(race) = &finding.race {
        let [one, other] = race.accesses.each_ref().map(|access| access.thread.as_str());
        return format!("{}, by {one} and {other}", race.variable);
    }
    match (&finding.exception, finding.status, finding.kind) {
        (Some(exception), ..) => exception.clone(),
        (_, Some(status), _) => status.to_string(),
        // "two threads wait for each other: …"
        (.., kind) if kind.is_hang() => {
            finding.message.split(": ").next().unwrap_or_default().to_owned()
        }
        _ => String::new(),
    }
}

fn put_part(body: &mut String, part: &Part<'_>, number: &mut usize, sources: &SourceLines) {
    _ = writeln!(body, "<section class=\"part\">");
    if let Some(name) = &part.name {
        _ = writeln!(body, "<h2 class=\"test\">{}</h2>", text(name));
    }
    match part.content {
        Content::Not(why) => _ = writeln!(body, "<p>{}</p>", text(why)),
        Content::Report(report) => {
            if part.name.is_some() {
                _ = writeln!(body, "<p class=\"verdict\">{}</p>", text(&headline(report)));
            }
            put_report(body, report, number, sources);
        }
    }
    body.push_str("</section>\n");
}

fn put_report(body: &mut String, report: &CheckReport, number: &mut usize, sources: &SourceLines) {
    let beside = plain(|page| super::text::beside(page, report));
    if !beside.trim().is_empty() {
        _ = writeln!(body, "<pre class=\"beside\">{}</pre>", escaped(beside.trim_matches('\n')));
    }
    if report.engine.race == "off" && !report.findings.is_empty() {
        body.push_str(
            "<p class=\"note\">Races were not looked for (<code>--race off</code>), so the diagrams have \
             neither the edges of happens-before nor what happens inside steps.</p>\n",
        );
    }
    for finding in &report.findings {
        *number += 1;
        put_finding(body, finding, *number, sources);
    }
    if !report.in_libraries.is_empty() {
        body.push_str(
            "<h2>Races of what the program uses</h2>\n<p>Neither access of these is made by a class \
             that is checked (<code>--checked</code>), or on its behalf.</p>\n",
        );
    }
    for finding in &report.in_libraries {
        *number += 1;
        put_finding(body, finding, *number, sources);
    }
    let rests = plain(|page| super::text::rests(page, report));
    put_rests(body, &rests, report.findings.is_empty());
}

/// What a verdict rests on, as the report for a terminal has it.
pub fn put_rests(body: &mut String, rests: &str, is_open: bool) {
    let open = if is_open { " open" } else { "" };
    _ = writeln!(
        body,
        "<details class=\"rests\"{open}><summary>What the verdict means, rests on and took</summary>\n\
         <pre>{}</pre>\n</details>",
        escaped(rests.trim_matches('\n'))
    );
}

/// A section with a finding, whose number makes it a target of links.
pub fn put_finding(body: &mut String, finding: &Finding, number: usize, sources: &SourceLines) {
    let kind = finding.kind.name();
    _ = writeln!(
        body,
        "<section class=\"finding\" id=\"finding-{number}\" aria-labelledby=\"title-{number}\">\n\
         <h2 id=\"title-{number}\"><span class=\"kind\">{kind}</span> {}</h2>",
        text(&title(finding))
    );
    _ = writeln!(body, "<p class=\"message\">{}</p>", text(&finding.message));
    if !finding.advice.is_empty() {
        _ = writeln!(
            body,
            "<p class=\"advice\"><strong>What to change:</strong> {}.</p>",
            text(finding.advice.trim_end_matches('.'))
        );
    }
    put_spots(body, finding, sources);
    if !finding.detail.is_empty() {
        _ = writeln!(
            body,
            "<p class=\"detail\"><strong>Why nothing orders them:</strong> {}.</p>",
            text(&finding.detail)
        );
    }
    if finding.stack.len() > 1 && finding.race.is_none() {
        _ = writeln!(body, "<pre class=\"stack\">{}</pre>", folded(&finding.stack));
    }
    put_schedule(body, finding, number, sources);
    body.push_str("</section>\n");
}

/// The places of a finding in their source, side by side.
fn put_spots(body: &mut String, finding: &Finding, sources: &SourceLines) {
    let mut places: Vec<(Spot<'_>, Vec<String>)> = Vec::new();
    for spot in super::text::spots(finding) {
        let same = |(known, _): &&mut (Spot<'_>, _)| known.place == spot.place;
        match places.iter_mut().find(same).filter(|_| finding.kind.is_hang()) {
            Some((_, labels)) => labels.push(spot.label),
            None => {
                let labels = vec![spot.label.clone()];
                places.push((spot, labels));
            }
        }
    }
    if places.is_empty() {
        return;
    }
    // Where most threads stand says most.
    places.sort_by_key(|(_, labels)| std::cmp::Reverse(labels.len()));
    body.push_str("<div class=\"spots\">\n");
    let accesses = finding.race.iter().flat_map(|race| &race.accesses);
    let accesses = accesses.filter(|access| !access.stack.is_empty());
    let mut stacks = accesses.map(|access| access.stack.as_slice());
    for (spot, labels) in places.iter().take(MOST_PLACES) {
        put_spot(body, spot, labels, stacks.next().unwrap_or_default(), sources);
    }
    body.push_str("</div>\n");
    if let Some(more @ 1..) = places.len().checked_sub(MOST_PLACES) {
        let more = counted(more as u64, "more place");
        _ = writeln!(body, "<p class=\"note\">{more}: they stand below, in the schedule.</p>");
    }
}

/// A place, with what happens there.
fn put_spot(
    body: &mut String,
    spot: &Spot<'_>,
    labels: &[String],
    stack: &[Place],
    sources: &SourceLines,
) {
    let place = spot.place;
    let found = sources.line(place);
    let at = excerpt::location(place, found.as_ref().map(|found| &*found.file));
    _ = writeln!(body, "<figure>\n<figcaption>");
    match labels {
        [only] if only.is_empty() => {}
        [only] => _ = writeln!(body, "<strong>{}</strong>", text(only)),
        several => {
            let threads = counted(several.len() as u64, "thread");
            _ = writeln!(body, "<strong>{threads} stand here</strong>");
            several.iter().for_each(|label| _ = writeln!(body, "<span>{}</span>", text(label)));
        }
    }
    _ = writeln!(body, "<span class=\"at\">{}</span>\n</figcaption>", text(&at));
    match found.and_then(|_| sources.of_class(&place.class, &place.file)) {
        None => {
            let why = if place.library {
                "This is in the class library, whose source is not shown."
            } else {
                "The source was not found. <code>--sourcepath FOLDER</code> says where it is."
            };
            _ = writeln!(body, "<p class=\"none\">{why}</p>");
        }
        Some(source) => put_source(body, spot, &source.lines),
    }
    if stack.len() > 1 {
        let stack = folded(stack);
        _ = writeln!(body, "<pre class=\"stack\">{stack}</pre>");
    }
    body.push_str("</figure>\n");
}

fn put_source(body: &mut String, spot: &Spot<'_>, lines: &[String]) {
    let line = usize::try_from(spot.place.line).unwrap_or(usize::MAX).saturating_sub(1);
    let first = line.saturating_sub(AROUND);
    let last = line.saturating_add(AROUND + 1).min(lines.len());
    let width = last.to_string().len();
    body.push_str("<pre class=\"source\">");
    for (number, source) in lines.iter().enumerate().take(last).skip(first) {
        let source = excerpt::with_blanks(source);
        let shown = match number == line {
            true => marked(source.trim_end(), spot),
            false => text(&excerpt::beginning(source.trim_end(), excerpt::WIDEST)),
        };
        let class = if number == line { " class=\"here\"" } else { "" };
        _ = write!(body, "<span{class}><b>{:>width$}</b> {shown}\n</span>", number + 1);
    }
    body.push_str("</pre>\n");
}

/// A line with what is meant marked.
fn marked(source: &str, spot: &Spot<'_>) -> String {
    let Some(span) = excerpt::underlined(source, &spot.mark) else {
        return text(&excerpt::beginning(source, excerpt::WIDEST));
    };
    let (source, (start, length)) = excerpt::cut(source, span, excerpt::WIDEST);
    let part = |from: usize, count: usize| -> String {
        text(&source.chars().skip(from).take(count).collect::<String>())
    };
    let (before, after) = (part(0, start), part(start + length, usize::MAX));
    format!("{before}<mark>{}</mark>{after}", part(start, length))
}

/// The schedule: data for the diagram, and as text for whoever does not see that.
fn put_schedule(body: &mut String, finding: &Finding, number: usize, sources: &SourceLines) {
    if !finding.trace.is_empty() {
        let rows = rows::of(finding);
        let data = data::in_script(&data::of(rows, sources));
        _ = writeln!(
            body,
            "<h3 id=\"schedule-{number}\">How it comes to that</h3>\n\
             <div class=\"schedule\" data-number=\"{number}\"></div>\n\
             <script type=\"application/json\" id=\"data-{number}\">{data}</script>\n\
             <noscript><p>The diagram is drawn by a script, which is switched off here. The same \
             schedule stands below as text.</p></noscript>",
        );
    }
    let told = plain(|page| super::text::schedule(page, finding, sources));
    if !told.trim().is_empty() {
        _ = writeln!(
            body,
            "<details class=\"text\"><summary>The schedule and the threads as text</summary>\n\
             <pre>{}</pre>\n</details>",
            escaped(told.trim_matches('\n'))
        );
    }
}

/// A stack, a line for each frame, whatever names are in it.
fn folded(stack: &[Place]) -> String {
    let frames = fold::stack(stack, false);
    frames.iter().map(|frame| text(frame)).collect::<Vec<_>>().join("\n")
}

/// A text of several lines, of which each is visible text already.
pub fn escaped(lines: &str) -> String {
    lines.lines().map(text).collect::<Vec<_>>().join("\n")
}
