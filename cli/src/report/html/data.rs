//! A schedule's rows as the data of the page: texts once, in a table, and rows as numbers; with what
//! is folded, and what of a very long schedule is left out.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::rows::{Line, Row, Rows, Sort};
use crate::report::excerpt::{WIDEST, beginning, short, simple};
use crate::report::page::{counted, visible};
use crate::source_lines::SourceLines;

/// Rows at the beginning and at the end of a longer schedule: a page of more is a page that no
/// browser scrolls well.
const FIRST_ROWS: usize = 5_000;
const LAST_ROWS: usize = 35_000;

/// Texts, each once.
#[derive(Default)]
struct Texts {
    numbers: BTreeMap<String, usize>,
    texts: Vec<String>,
}

impl Texts {
    fn of(&mut self, text: &str) -> usize {
        let text = visible(text);
        if let Some(number) = self.numbers.get(&text) {
            return *number;
        }
        let number = self.texts.len();
        self.texts.push(text.clone());
        self.numbers.insert(text, number);
        number
    }

    fn maybe(&mut self, text: Option<&str>) -> Value {
        text.map_or(Value::Null, |text| json!(self.of(text)))
    }
}

/// Rows that are shown as one until they are asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fold {
    pub first: usize,
    pub rows: usize,
    pub text: String,
}

/// The data of a diagram; it is put into the page by [`in_script`].
pub fn of(mut rows: Rows<'_>, sources: &SourceLines) -> Value {
    let cut = cut(&mut rows);
    let mut texts = Texts::default();
    let numbers: BTreeMap<&str, usize> =
        rows.threads.iter().enumerate().map(|(number, name)| (*name, number)).collect();
    let of_rows: Vec<Value> = rows
        .rows
        .iter()
        .map(|row| of_row(row, numbers.get(row.thread).copied(), &mut texts, sources))
        .collect();
    let folds: Vec<Value> = folds(&rows, cut.map(|(at, _)| at))
        .iter()
        .map(|fold| json!([fold.first, fold.rows, texts.of(&fold.text)]))
        .collect();
    let mut lines = |lines: &[Line]| -> Value {
        lines.iter().map(|line| json!([line.from, line.to, texts.of(&line.text)])).collect()
    };
    let (edges, waits) = (lines(&rows.edges), lines(&rows.waits));
    json!({
        "threads": rows.threads.iter().map(|name| visible(name)).collect::<Vec<_>>(),
        "columns": ["sort", "thread", "step", "text", "place", "source", "about", "called", "marks"],
        "rows": of_rows,
        "folds": folds,
        "edges": edges,
        "waits": waits,
        "race": rows.race.map(|(first, second)| json!([first, second])),
        "cut": cut.map(|(at, left_out)| json!([at, left_out])),
        "untold": rows.untold,
        "texts": texts.texts,
    })
}

/// JSON that can stand in a `script` element, whatever its texts are.
pub fn in_script(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

fn of_row(row: &Row<'_>, thread: Option<usize>, texts: &mut Texts, sources: &SourceLines) -> Value {
    let sort = match row.sort {
        Sort::Step => 0,
        Sort::Access => 1,
        Sort::Edge => 2,
        Sort::Ending => 3,
        Sort::Standing => 4,
    };
    let source = row.place.and_then(|place| sources.line(place));
    let source = source.map(|line| line.text.replace('\t', " "));
    let source = source.map(|text| beginning(text.trim(), WIDEST));
    let place = row.place.map(short).filter(|place| !place.is_empty());
    json!([
        sort,
        thread,
        row.step,
        texts.of(&row.text),
        texts.maybe(place.as_deref()),
        texts.maybe(source.as_deref()),
        texts.maybe(row.about),
        texts.maybe(row.called),
        u8::from(row.timed_out),
    ])
}

/// Leaves out the middle of a very long schedule: where, and how many rows.
fn cut(rows: &mut Rows<'_>) -> Option<(usize, usize)> {
    let left_out = rows.rows.len().checked_sub(FIRST_ROWS + LAST_ROWS).filter(|more| *more > 0)?;
    rows.rows.drain(FIRST_ROWS..FIRST_ROWS + left_out);
    let place = |row: usize| match row {
        _ if row < FIRST_ROWS => Some(row),
        _ => row.checked_sub(left_out).filter(|row| *row >= FIRST_ROWS),
    };
    let kept = |lines: &[Line]| -> Vec<Line> {
        lines
            .iter()
            .filter_map(|line| {
                let (from, to) = (place(line.from)?, place(line.to)?);
                Some(Line { from, to, text: line.text.clone() })
            })
            .collect()
    };
    (rows.edges, rows.waits) = (kept(&rows.edges), kept(&rows.waits));
    rows.race = rows.race.and_then(|(first, second)| Some((first.and_then(place), place(second)?)));
    Some((FIRST_ROWS, left_out))
}

/// What is folded: the inside of a call of the class library, accesses that conflict with nothing,
/// and the same step again and again. Never the accesses of a race.
pub fn folds(rows: &Rows<'_>, cut: Option<usize>) -> Vec<Fold> {
    let mut folds = Vec::new();
    let mut first = 0;
    while first < rows.rows.len() {
        let alike = |row: &usize| is_foldable(rows, *row) && are_alike(rows, first, *row);
        let ends = |row: &usize| Some(*row) == cut;
        let length =
            (first + 1..rows.rows.len()).take_while(|row| !ends(row) && alike(row)).count();
        let length = if is_foldable(rows, first) { length + 1 } else { 1 };
        if let Some(text) = folded(&rows.rows[first..first + length]) {
            folds.push(Fold { first, rows: length, text });
        }
        first += length;
    }
    folds
}

fn is_foldable(rows: &Rows<'_>, row: usize) -> bool {
    let races = rows.race.is_some_and(|(one, other)| one == Some(row) || other == row);
    !races && matches!(rows.rows[row].sort, Sort::Step | Sort::Access | Sort::Edge)
}

fn are_alike(rows: &Rows<'_>, one: usize, other: usize) -> bool {
    let (one, other) = (&rows.rows[one], &rows.rows[other]);
    if one.thread != other.thread {
        return false;
    }
    let is_quiet = one.is_quiet && other.is_quiet;
    let is_inside = one.called.is_some() && one.called == other.called;
    let is_again = one.sort == Sort::Step
        && (one.sort, &one.text, one.place) == (other.sort, &other.text, other.place);
    is_quiet || is_inside || is_again
}

/// What a fold says; none if its rows are not folded.
fn folded(rows: &[Row<'_>]) -> Option<String> {
    let (first, count) = (rows.first()?, rows.len() as u64);
    if let Some(called) = first.called {
        let steps = rows.iter().filter(|row| row.sort == Sort::Step).count() as u64;
        let ends = if rows.iter().any(|row| row.timed_out) {
            ", where a wait ends by its time"
        } else {
            ""
        };
        return Some(format!("{}, {}{ends}", simple(called), counted(steps, "step")));
    }
    if first.is_quiet {
        let variables = match rows {
            [only] => only.text.clone(),
            _ => format!("{} accesses without a conflict", crate::report::page::grouped(count)),
        };
        return (count > 1).then_some(variables);
    }
    (count > 1).then(|| format!("{}, {} times", first.text, crate::report::page::grouped(count)))
}
