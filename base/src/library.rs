//! Which methods of the class library are operations: entered from a program's code, one of them is
//! executed without a switch of threads ([`Operations`], `--library atomic`).

use crate::Pattern;

/// What a method is to operations of the class library.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Part {
    /// Belongs to whatever operation calls it: the class library's code that no line names, and what
    /// is one visible operation by itself. A thread at such a step is known to do no more in it,
    /// while what one inside an operation goes on to do depends on what it finds.
    #[default]
    Inner,
    /// An operation, where it is not called by another one: clients of it come to the same ends
    /// with and without switches inside.
    Operation,
    /// An operation likewise; the list says why it takes effect at one instant, so that a proof may
    /// rest on it.
    Instant,
    /// An operation likewise; but too few of its clients were small enough to be compared with what
    /// switches inside it lead to: reports name it.
    Uncompared,
    /// An operation that tells what others are in the middle of, such as how many threads wait. A
    /// program that calls it may see what no switch between operations shows, so threads must be
    /// switched inside them, too ([`crate::Finer::InsideOperations`]).
    Estimate,
    /// Likewise, if a program's own code calls it: the class library knows what it is worth.
    Glimpse,
    /// Belongs to the operation that calls it as far as it looks: each of its own changes, by
    /// variable handles and their like, begins a step.
    Divided,
    /// Not the operation's that calls it, and none itself: what it calls may be one. So are a
    /// program's own methods, and those of the class library that a line takes out.
    Apart,
}

/// A line of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    part: Part,
    class: Pattern,
    /// All of the class's if there is none; by its name, or by its name and its descriptor.
    method: Option<String>,
}

/// The list of operations; empty where each visible operation is a step of its own.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Operations(Vec<Line>);

impl Operations {
    /// Adds a line as it is written: a pattern for classes, or one, `#` and a method; with `!`
    /// before it, they are [`Part::Apart`], with `?` [`Part::Estimate`], with `??`
    /// [`Part::Glimpse`], with `~` [`Part::Uncompared`], with `+` [`Part::Instant`],
    /// with `|` [`Part::Divided`], with `=` [`Part::Inner`].
    pub fn add(&mut self, text: &str) {
        let (part, text) = match text.as_bytes().first() {
            Some(b'!') => (Part::Apart, &text[1..]),
            Some(b'?') if text[1..].starts_with('?') => (Part::Glimpse, &text[2..]),
            Some(b'?') => (Part::Estimate, &text[1..]),
            Some(b'~') => (Part::Uncompared, &text[1..]),
            Some(b'|') => (Part::Divided, &text[1..]),
            Some(b'+') => (Part::Instant, &text[1..]),
            Some(b'=') => (Part::Inner, &text[1..]),
            _ => (Part::Operation, text),
        };
        let (class, method) =
            text.split_once('#').map_or((text, None), |(class, method)| (class, Some(method)));
        let (class, method) = (Pattern::new(class), method.map(str::to_owned));
        self.0.push(Line { part, class, method });
    }

    /// Only those on which a proof may rest: other lines that make operations are left out.
    pub fn keep_instants(&mut self) {
        self.0.retain(|line| !matches!(line.part, Part::Operation | Part::Uncompared));
        let divided = self.0.iter_mut().filter(|line| line.part == Part::Divided);
        divided.for_each(|line| line.part = Part::Apart);
    }

    /// Whether only those are left on which a proof may rest.
    #[must_use]
    pub fn are_instants(&self) -> bool {
        !self.0.iter().any(|line| matches!(line.part, Part::Operation | Part::Uncompared))
    }

    /// Whether no method is one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What a method of the class library is, its class by its binary name. The last line that
    /// means it decides.
    #[must_use]
    pub fn part(&self, class: &str, method: &str, descriptor: &str) -> Part {
        let is_named = |named: &str| {
            let rest = named.strip_prefix(method);
            rest.is_some_and(|rest| rest.is_empty() || rest == descriptor)
        };
        let means =
            |line: &&Line| line.method.as_deref().is_none_or(is_named) && line.class.matches(class);
        self.0.iter().rev().find(means).map_or(Part::Inner, |line| line.part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_that_means_a_method_decides() {
        let mut operations = Operations::default();
        assert!(operations.is_empty());
        let lines = ["java.util.Map", "!java.util.Map#putAll", "?java.util.*#size"];
        lines.iter().for_each(|line| operations.add(line));
        operations.add("??java.util.Maps#state");
        operations.add("|java.util.Maps#fire");
        operations.add("java.util.Counts");
        operations.add("=java.util.Counts#get");
        let lines = ["java.util.Pool#execute", "~java.util.Pool#get", "!java.util.Pool#get(J)V"];
        lines.iter().for_each(|line| operations.add(line));
        assert!(!operations.is_empty());
        let parts = [
            ("java.util.Map", "get", Part::Operation),
            ("java.util.Map$Node", "find", Part::Operation),
            ("java.util.Map", "putAll", Part::Apart),
            ("java.util.Map", "size", Part::Estimate),
            ("java.util.Pool", "execute", Part::Operation),
            ("java.util.Pool", "get", Part::Uncompared),
            ("java.util.Pool", "runWorker", Part::Inner),
            ("java.util.Maps", "get", Part::Inner),
            ("java.util.Counts", "get", Part::Inner),
            ("java.util.Counts", "add", Part::Operation),
            ("java.util.Maps", "state", Part::Glimpse),
            ("java.util.Maps", "fire", Part::Divided),
        ];
        for (class, method, part) in parts {
            assert_eq!(operations.part(class, method, "()V"), part, "{class}.{method}");
        }
        assert_eq!(operations.part("java.util.Pool", "get", "(J)V"), Part::Apart);
        assert_eq!(operations.part("java.util.Pool", "getTask", "()V"), Part::Inner);
    }

    #[test]
    fn instants_are_kept_with_what_takes_methods_out() {
        let mut operations = Operations::default();
        let lines = ["java.util.Map", "~java.util.Pool", "+java.util.*#get", "!java.util.Set#get"];
        lines.iter().for_each(|line| operations.add(line));
        operations.add("?java.util.*#size");
        operations.add("|java.util.Map#fire");
        assert!(!operations.are_instants());
        operations.keep_instants();
        assert!(operations.are_instants());
        let parts = [
            ("java.util.Map", "get", Part::Instant),
            ("java.util.Map", "put", Part::Inner),
            ("java.util.Pool", "execute", Part::Inner),
            ("java.util.Set", "get", Part::Apart),
            ("java.util.Map", "fire", Part::Apart),
            ("java.util.Map", "size", Part::Estimate),
        ];
        for (class, method, part) in parts {
            assert_eq!(operations.part(class, method, "()V"), part, "{class}.{method}");
        }
    }
}
