//! Which of the places on a source line is the access that is meant. Class files have no columns:
//! the accesses of the bytecode, in its order, are laid beside those of the text, and where the two
//! do not agree in number, nothing is said.

use raceproof_base::{AccessKind, Among};

/// Start and length, in characters.
pub type Span = (usize, usize);

/// Where a field or an element is used, in the order in which Java evaluates.
struct Use {
    span: Span,
    reads: bool,
    writes: bool,
}

/// Where in a line of source the access stands; none if that cannot be told.
pub fn of_access(line: &str, among: &Among, access: AccessKind) -> Option<Span> {
    let code = blanked(line)?;
    let all = if among.name.is_empty() { elements(&code) } else { fields(&code, &among.name) };
    let does = |used: &&Use| if access == AccessKind::Read { used.reads } else { used.writes };
    let alike: Vec<&Use> = all.iter().filter(does).collect();
    if alike.len() != among.of {
        return None;
    }
    // `a = b = 0` writes b first, and what a `for` does at the end of a round stands at its
    // beginning.
    let is_in_order =
        access == AccessKind::Read || alike.windows(2).all(|two| is_apart(&code, two[0], two[1]));
    let is_loop = !words(&code, "for").is_empty();
    (alike.len() == 1 || is_in_order && !is_loop)
        .then(|| alike.get(among.nth).map(|used| used.span))?
}

/// Where a word stands, if it stands there once.
pub fn of_word(line: &str, word: &str) -> Result<Option<Span>, Ambiguous> {
    let Some(code) = blanked(line) else { return Ok(None) };
    match words(&code, word)[..] {
        [] => Ok(None),
        [start] => Ok(Some((start, word.chars().count()))),
        _ => Err(Ambiguous),
    }
}

/// The word stands there more than once.
#[derive(Debug, PartialEq, Eq)]
pub struct Ambiguous;

/// The line without what stands in quotes and comments; none if a comment or a text goes on from
/// another line or to one.
fn blanked(line: &str) -> Option<Vec<char>> {
    let mut code: Vec<char> = line.chars().collect();
    let mut at = 0;
    while at < code.len() {
        let next = code.get(at + 1).copied();
        let end = match (code[at], next) {
            ('/', Some('/')) => code.len(),
            ('/', Some('*')) => {
                (at + 2..code.len()).find(|&i| code[i] == '*' && code.get(i + 1) == Some(&'/'))? + 2
            }
            (quote @ ('"' | '\''), _) => end_of_literal(&code, at, quote)?,
            _ => {
                at += 1;
                continue;
            }
        };
        code[at..end].fill(' ');
        at = end;
    }
    Some(code)
}

fn end_of_literal(code: &[char], start: usize, quote: char) -> Option<usize> {
    if code[start..].starts_with(&['"', '"', '"']) {
        return None;
    }
    let mut at = start + 1;
    while *code.get(at)? != quote {
        at += if code[at] == '\\' { 2 } else { 1 };
    }
    Some(at + 1)
}

fn is_part(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

/// Where a whole word begins.
fn words(code: &[char], word: &str) -> Vec<usize> {
    let word: Vec<char> = word.chars().collect();
    if word.is_empty() {
        return Vec::new();
    }
    let is_there = |at: &usize| {
        code[*at..].starts_with(&word)
            && !at.checked_sub(1).is_some_and(|before| is_part(code[before]))
            && !code.get(at + word.len()).copied().is_some_and(is_part)
    };
    (0..code.len()).filter(is_there).collect()
}

fn fields(code: &[char], name: &str) -> Vec<Use> {
    let length = name.chars().count();
    let is_field = |start: &usize| {
        !code[..*start].ends_with(&[':', ':']) && after(code, start + length).first() != Some(&'(')
    };
    words(code, name)
        .into_iter()
        .filter(is_field)
        .map(|start| used(code, beginning(code, start), start, start + length))
        .collect()
}

/// Elements of arrays: `name[index]`, in the order of their closing brackets.
fn elements(code: &[char]) -> Vec<Use> {
    let mut open = Vec::new();
    let mut made: Vec<usize> = Vec::new();
    let mut all = Vec::new();
    for (at, character) in code.iter().enumerate() {
        match character {
            '[' => open.push(at),
            ']' => {
                let Some(start) = open.pop() else { return Vec::new() };
                let is_empty = code[start + 1..at].iter().all(|c| c.is_whitespace());
                let array = beginning(code, start);
                let before = trimmed(&code[..array]);
                // `new int[3][4]` accesses nothing, nor does the type `int[]`.
                let is_made = before.ends_with(&['n', 'e', 'w'])
                    || trimmed(&code[..start])
                        .len()
                        .checked_sub(1)
                        .is_some_and(|last| made.contains(&last));
                if is_made {
                    made.push(at);
                } else if !is_empty
                    && trimmed(&code[..start])
                        .last()
                        .is_some_and(|c| is_part(*c) || "])".contains(*c))
                {
                    all.push(used(code, array, array, at + 1));
                }
            }
            _ => {}
        }
    }
    all
}

/// Where the names begin that lead to what stands at a place: `this.account.` of `balance`.
fn beginning(code: &[char], at: usize) -> usize {
    let is_name = |c: &&char| is_part(**c) || **c == '.';
    at - code[..at].iter().rev().take_while(is_name).count()
}

fn trimmed(code: &[char]) -> &[char] {
    let end = code.iter().rposition(|c| !c.is_whitespace()).map_or(0, |last| last + 1);
    &code[..end]
}

fn after(code: &[char], at: usize) -> &[char] {
    let rest = &code[at.min(code.len())..];
    &rest[rest.iter().position(|c| !c.is_whitespace()).unwrap_or(rest.len())..]
}

/// What is done to what stands from `start` to `end`; its whole expression begins earlier.
fn used(code: &[char], expression: usize, start: usize, end: usize) -> Use {
    const COMPOUND: [&str; 11] =
        ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>="];
    let rest: String = after(code, end).iter().take(4).collect();
    let before = trimmed(&code[..expression]);
    let is_step = |text: &str| text.starts_with("++") || text.starts_with("--");
    let is_stepped =
        is_step(&rest) || before.ends_with(&['+', '+']) || before.ends_with(&['-', '-']);
    let is_compound = is_stepped || COMPOUND.iter().any(|operator| rest.starts_with(operator));
    let is_assigned = rest.starts_with('=') && !rest.starts_with("==");
    Use { span: (start, end - start), reads: !is_assigned, writes: is_assigned || is_compound }
}

/// Whether two uses belong to different statements.
fn is_apart(code: &[char], one: &Use, other: &Use) -> bool {
    code[one.span.0..other.span.0.max(one.span.0)].contains(&';')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The piece of the line that is meant, if one is.
    #[track_caller]
    fn points_at(
        line: &str,
        name: &str,
        access: AccessKind,
        (nth, of): (usize, usize),
        expected: Option<(usize, &str)>,
    ) {
        let among = Among { name: name.to_owned(), nth, of, ..Among::default() };
        let span = of_access(line, &among, access);
        let piece = span.map(|(start, length)| {
            (start, line.chars().skip(start).take(length).collect::<String>())
        });
        assert_eq!(piece, expected.map(|(start, text)| (start, text.to_owned())), "{line}");
    }

    #[test]
    fn fields_are_told_apart_by_what_is_done_to_them() {
        points_at("n = n + 1;", "n", AccessKind::Read, (0, 1), Some((4, "n")));
        points_at("n = n + 1;", "n", AccessKind::Write, (0, 1), Some((0, "n")));
        points_at("n++;", "n", AccessKind::Read, (0, 1), Some((0, "n")));
        points_at("--this.n; m = n;", "n", AccessKind::Write, (0, 1), Some((7, "n")));
        points_at("--this.n; m = n;", "n", AccessKind::Read, (1, 2), Some((14, "n")));
        points_at("if (n == 0) { n = 1; n = 2; }", "n", AccessKind::Write, (1, 2), Some((21, "n")));
        points_at("x.n += y.n; // n", "n", AccessKind::Read, (1, 2), Some((9, "n")));
        points_at(
            "log(\"n\" + n, 'n'); n(); F::n;",
            "n",
            AccessKind::Read,
            (0, 1),
            Some((10, "n")),
        );
        points_at("f(n >= 1, n);", "n", AccessKind::Read, (1, 2), Some((10, "n")));
    }

    #[test]
    fn where_text_and_bytecode_differ_nothing_is_said() {
        // One of them belongs to the lambda, or is a variable of the method.
        points_at("run(() -> n); m = n;", "n", AccessKind::Read, (0, 1), None);
        points_at("a.n = b.n = 1;", "n", AccessKind::Write, (0, 2), None);
        points_at("for (; n < 3; n++) f(n);", "n", AccessKind::Read, (1, 3), None);
        points_at("n = /* goes on", "n", AccessKind::Write, (0, 1), None);
        points_at("\"\"\"n", "n", AccessKind::Read, (0, 1), None);
        points_at("for (; go; ) f(n);", "n", AccessKind::Read, (0, 1), Some((15, "n")));
    }

    #[test]
    fn elements_of_arrays() {
        points_at("a[i] = b[j];", "", AccessKind::Read, (0, 1), Some((7, "b[j]")));
        points_at("a[i] = b[j];", "", AccessKind::Write, (0, 1), Some((0, "a[i]")));
        points_at("this.a[b[0]]++;", "", AccessKind::Read, (0, 2), Some((7, "b[0]")));
        points_at(
            "int[] c = new int[3]; c[0] = 1;",
            "",
            AccessKind::Write,
            (0, 1),
            Some((22, "c[0]")),
        );
        points_at("m[i][j] = 1;", "", AccessKind::Read, (0, 1), Some((0, "m[i]")));
        points_at("m[i][j] = 1;", "", AccessKind::Write, (0, 1), Some((4, "[j]")));
        points_at("f(new int[2][3]);", "", AccessKind::Read, (0, 1), None);
    }

    #[test]
    fn words_are_told_only_if_they_stand_there_once() {
        assert_eq!(of_word("x.exit(1); // exit", "exit"), Ok(Some((2, 4))));
        assert_eq!(of_word("exits();", "exit"), Ok(None));
        assert_eq!(of_word("exit(exit);", "exit"), Err(Ambiguous));
    }
}
