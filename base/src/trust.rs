//! What is not checked for races: trusted classes, and locations whose races are accepted as benign
//! (JRF, "Precise data race detection in a relaxed memory model", section 5.4).

use std::collections::BTreeSet;

use crate::finding::{Finding, RacingAccess};
use crate::listener::Place;

/// A pattern for the names of classes: `*` stands for a part of a name without dots, `**` for
/// anything. A name without either stands for the class and those nested in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern(String);

impl Pattern {
    /// The pattern of that text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Whether a binary name, as `java.util.Map$Entry`, is one of those it stands for.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        let nested =
            || name.strip_prefix(self.0.as_str()).is_some_and(|rest| rest.starts_with('$'));
        glob(self.0.as_bytes(), name.as_bytes()) || !self.0.contains('*') && nested()
    }
}

fn glob(pattern: &[u8], name: &[u8]) -> bool {
    match pattern {
        [b'*', b'*', rest @ ..] => (0..=name.len()).any(|skipped| glob(rest, &name[skipped..])),
        [b'*', rest @ ..] => {
            let part = name.iter().position(|byte| *byte == b'.').unwrap_or(name.len());
            (0..=part).any(|skipped| glob(rest, &name[skipped..]))
        }
        [first, rest @ ..] => name.first() == Some(first) && glob(rest, &name[1..]),
        [] => name.is_empty(),
    }
}

/// A location: the variables of that name in the classes of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The declaring classes.
    pub class: Pattern,
    /// The field's name, in which `*` stands for any part.
    pub field: String,
}

impl Location {
    /// `Class.field`; none if there is no field in it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (class, field) = text.rsplit_once('.')?;
        let whole = !class.is_empty() && !field.is_empty();
        whole.then(|| Self { class: Pattern::new(class), field: field.to_owned() })
    }

    /// Whether a field is one of those it stands for.
    #[must_use]
    pub fn matches(&self, class: &str, field: &str) -> bool {
        glob(self.field.as_bytes(), field.as_bytes()) && self.class.matches(class)
    }
}

/// The trusted classes, and the locations whose races are accepted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trust {
    /// Classes whose own plain variables are not checked; with `!` before it, classes that are none
    /// of these after all. The last that matches decides.
    pub trusted: Vec<(bool, Pattern)>,
    /// Locations whose races are accepted.
    pub benign: Vec<Location>,
    /// Plain fields of the program, by class and name, that were proved to have no races: no
    /// patterns, since a proof is of one field.
    pub proved: BTreeSet<(String, String)>,
    /// How many of the two lists are the tool's own; what follows is the user's.
    defaults: (usize, usize),
}

impl Trust {
    /// Adds a pattern as it is written, with or without `!`.
    pub fn add(&mut self, pattern: &str) {
        let (trusts, text) =
            pattern.strip_prefix('!').map_or((true, pattern), |text| (false, text));
        self.trusted.push((trusts, Pattern::new(text)));
    }

    /// What is added from now on is the user's.
    pub fn end_defaults(&mut self) {
        self.defaults = (self.trusted.len(), self.benign.len());
    }

    /// Whether a class's own plain variables are not checked.
    #[must_use]
    pub fn is_trusted(&self, class: &str) -> bool {
        is_trusted_by(&self.trusted, class)
    }

    /// The same of a class that is not the class library's: the tool's own list does not count,
    /// whatever the class's name.
    #[must_use]
    pub fn is_trusted_by_user(&self, class: &str) -> bool {
        is_trusted_by(&self.trusted[self.defaults.0..], class)
    }

    /// Whether only the user trusts the class. Its races need not be benign, so threads are
    /// switched at its variables, which may have any value that a schedule gives them.
    #[must_use]
    pub fn is_excepted(&self, class: &str) -> bool {
        self.is_trusted(class) && !is_trusted_by(&self.trusted[..self.defaults.0], class)
    }

    /// Whether the user, and not the tool's own list, accepts the races of a field or of its class.
    #[must_use]
    pub fn is_field_excepted(&self, class: &str, field: &str) -> bool {
        self.is_excepted(class)
            || self.benign[self.defaults.1..].iter().any(|location| location.matches(class, field))
    }

    /// Whether the user trusts any class.
    #[must_use]
    pub fn has_exceptions(&self) -> bool {
        self.trusted[self.defaults.0..].iter().any(|(trusts, _)| *trusts)
    }

    /// Whether a field was proved to have no races.
    #[must_use]
    pub fn is_proved(&self, class: &str, field: &str) -> bool {
        // Asked of every field that is linked, and mostly there is nothing to ask for.
        !self.proved.is_empty() && self.proved.contains(&(class.to_owned(), field.to_owned()))
    }

    /// Whether a field's races are accepted.
    #[must_use]
    pub fn is_benign(&self, class: &str, field: &str) -> bool {
        self.benign.iter().any(|location| location.matches(class, field))
    }
}

/// One's own classes: races of which no access is made by them, or on their behalf, are others'
/// matter. All classes are, if none is named; if the first pattern excludes, it does so from all of
/// the program's.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked(Vec<(bool, Pattern)>);

impl Checked {
    /// By patterns as they are written, with or without `!`.
    #[must_use]
    pub fn new(patterns: &[String]) -> Self {
        let mut trust = Trust::default();
        patterns.iter().for_each(|pattern| trust.add(pattern));
        Self(trust.trusted)
    }

    /// Whether an access is made by one of the classes, or on its behalf: it, or a method reference
    /// in it, called what made it, however indirectly.
    #[must_use]
    pub fn made(&self, access: &RacingAccess) -> bool {
        let mut places = access.stack.iter().chain(&access.referring);
        self.0.is_empty() || places.any(|place| self.has(place))
    }

    /// Whether there are patterns, and none of these classes is checked by them.
    pub fn checks_none(&self, mut classes: impl Iterator<Item = String>) -> bool {
        !self.0.is_empty()
            && !self.excludes()
            && !classes.any(|class| is_trusted_by(&self.0, &class))
    }

    fn has(&self, place: &Place) -> bool {
        verdict_by(&self.0, &place.class).unwrap_or_else(|| self.excludes() && !place.library)
    }

    /// Whether all of the program's classes are checked that no pattern means.
    fn excludes(&self) -> bool {
        self.0.first().is_some_and(|(trusts, _)| !trusts)
    }

    /// Whether a finding is no race, or one of which an access is. Of the first access, a search
    /// knows the place alone, so it may say no where [`crate::Finding`]'s replay says yes.
    #[must_use]
    pub fn concerns(&self, finding: &Finding) -> bool {
        let race = finding.race.as_ref();
        race.is_none_or(|race| race.accesses.iter().any(|access| self.made(access)))
    }
}

fn is_trusted_by(patterns: &[(bool, Pattern)], class: &str) -> bool {
    verdict_by(patterns, class).unwrap_or(false)
}

/// The verdict of the last pattern that matches.
fn verdict_by(patterns: &[(bool, Pattern)], class: &str) -> Option<bool> {
    let mut matching = patterns.iter().rev().filter(|(_, pattern)| pattern.matches(class));
    matching.next().map(|(trusts, _)| *trusts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stop_at_dots_and_two_stars_do_not() {
        let matches = |pattern: &str, name: &str| Pattern::new(pattern).matches(name);
        assert!(matches("java.util.*", "java.util.HashMap$Node"));
        assert!(!matches("java.util.*", "java.util.concurrent.FutureTask"));
        assert!(matches("java.util.**", "java.util.concurrent.FutureTask"));
        assert!(matches("**Cache", "p.q.ImageCache") && !matches("**Cache", "p.q.ImageCache$Key"));
        assert!(matches("p.Bank", "p.Bank$Account") && !matches("p.Bank", "p.Banker"));
        assert!(matches("**", "") && !matches("", "p.Bank"));
    }

    #[test]
    fn the_last_pattern_decides() {
        let mut trust = Trust::default();
        ["java.**", "!java.util.*", "java.util.Random"]
            .iter()
            .for_each(|pattern| trust.add(pattern));
        assert!(trust.is_trusted("java.lang.String") && trust.is_trusted("java.util.Random"));
        assert!(!trust.is_trusted("java.util.HashMap") && !trust.is_trusted("Main"));
        assert!(trust.is_trusted("java.util.concurrent.FutureTask"));
    }

    #[test]
    fn what_the_user_adds_is_an_exception_where_it_changes_something() {
        let mut trust = Trust::default();
        trust.add("java.lang.*");
        trust.benign.push(Location::parse("java.util.HashMap.keySet").unwrap());
        trust.end_defaults();
        assert!(
            trust.is_trusted("java.lang.String") && !trust.is_trusted_by_user("java.lang.String")
        );
        assert!(!trust.has_exceptions() && !trust.is_field_excepted("java.util.HashMap", "keySet"));
        trust.add("**");
        trust.benign.push(Location::parse("p.Bank.hits").unwrap());
        assert!(
            trust.has_exceptions()
                && trust.is_excepted("java.util.HashMap")
                && trust.is_excepted("p.Bank")
        );
        assert!(trust.is_trusted("java.lang.String") && !trust.is_excepted("java.lang.String"));
        assert!(trust.is_trusted_by_user("java.lang.String") && trust.is_trusted_by_user("p.Bank"));
        trust.add("!p.**");
        assert!(
            trust.is_trusted_by_user("java.lang.String") && !trust.is_trusted_by_user("p.Bank")
        );
        assert!(!trust.is_excepted("p.Bank") && trust.is_field_excepted("p.Bank", "hits"));
    }

    #[test]
    fn what_is_checked_is_on_the_stack_or_refers_to_what_is() {
        let place = |class: &str| Place {
            class: class.to_owned(),
            library: class.starts_with("java."),
            ..Place::default()
        };
        let access = |class: &str, referring: &[&str]| RacingAccess {
            thread: String::new(),
            access: crate::AccessKind::Write,
            mode: crate::Mode::Plain,
            stack: vec![place(class), place("java.lang.Thread")],
            referring: referring.iter().map(|class| place(class)).collect(),
            among: None,
            step: None,
        };
        let checked = |patterns: &[&str]| {
            Checked::new(&patterns.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>())
        };
        assert!(checked(&[]).made(&access("lib.Pool", &[])));
        let own = checked(&["p.**"]);
        assert!(own.made(&access("p.Own", &[])) && !own.made(&access("lib.Pool", &["lib.Pool"])));
        assert!(own.made(&access("lib.Pool", &["lib.Pool", "p.Own"])));
        let others = checked(&["!lib.**", "lib.Mine"]);
        assert!(others.made(&access("p.Own", &[])) && others.made(&access("lib.Mine", &[])));
        assert!(!others.made(&access("lib.Pool", &[])) && !others.made(&access("java.Lib", &[])));
        assert!(others.made(&access("lib.Pool", &["p.Own"])));
        let part = checked(&["p.**", "!p.old.**"]);
        assert!(part.made(&access("p.Own", &[])) && !part.made(&access("p.old.Own", &[])));
        assert!(!part.made(&access("q.Own", &[])));
        let none = |checked: &Checked| checked.checks_none(["q.Own".to_owned()].into_iter());
        assert!(none(&own) && none(&part) && !none(&others) && !none(&checked(&[])));
        assert!(!none(&checked(&["p.**", "q.*"])));
    }

    #[test]
    fn a_location_is_a_class_and_a_field() {
        let location = Location::parse("p.Bank$Account.balance").unwrap();
        assert!(
            location.matches("p.Bank$Account", "balance")
                && !location.matches("p.Bank$Account", "owner")
        );
        assert!(Location::parse("p.Bank.*").unwrap().matches("p.Bank", "owner"));
        assert!(Location::parse("p.Bank.own*").unwrap().matches("p.Bank", "owner"));
        assert_eq!(Location::parse("balance"), None);
        assert_eq!(Location::parse("Bank."), None);
    }
}
