//! Names of threads, variables, locks, messages and places, as dense numbers in the order in which they appear.
//!
//! Reading names is most of the time that a textual trace takes, so those of the shape letters-then-digits, which is nearly all
//! of them, are looked up by their digits in a table, and only the others by their bytes.

use crate::event::{NONE, Subject};
use rustc_hash::FxHashMap as HashMap;
use std::io::Write;

/// Digits of a name that is looked up by its number.
const MOST_DIGITS: usize = 7;

/// Letters before them.
const MOST_LETTERS: usize = 8;

#[derive(Clone)]
enum Name {
    /// The prefix of all such names, and this.
    Number(u32),
    Text(Box<[u8]>),
}

/// The names of things of one sort.
#[derive(Clone, Default)]
pub struct Interner {
    names: Vec<Name>,
    /// The letters before the digits, once a name had that shape.
    letters: Option<([u8; MOST_LETTERS], usize)>,
    /// By digits.
    numbers: Vec<u32>,
    texts: HashMap<Box<[u8]>, u32>,
}

impl Interner {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// What has the number; empty if nothing has.
    #[must_use]
    pub fn name(&self, number: u32) -> String {
        match self.names.get(number as usize) {
            None => String::new(),
            Some(Name::Text(text)) => String::from_utf8_lossy(text).into_owned(),
            Some(Name::Number(digits)) => {
                let (letters, len) = self.letters.unwrap_or_default();
                format!("{}{digits}", String::from_utf8_lossy(&letters[..len]))
            }
        }
    }

    /// Appends the bytes of what has the number; none if nothing has.
    pub fn append_name(&self, number: u32, out: &mut Vec<u8>) {
        match self.names.get(number as usize) {
            None => {}
            Some(Name::Text(text)) => out.extend_from_slice(text),
            Some(Name::Number(digits)) => {
                let (letters, len) = self.letters.unwrap_or_default();
                out.extend_from_slice(&letters[..len]);
                // Writing to memory does not fail.
                let _ = write!(out, "{digits}");
            }
        }
    }

    /// Gives a name the next number, even if another has it already: things are called alike where each was numbered by whoever
    /// recorded them. They are not found by their names.
    pub fn add(&mut self, name: &[u8]) {
        if self.letters.is_none() {
            self.letters = shape(name);
        }
        match self.digits_at(name, 0) {
            Some((digits, end)) if end == name.len() => self.names.push(Name::Number(digits)),
            _ => self.names.push(Name::Text(name.into())),
        }
    }

    /// The number of a name.
    #[inline]
    pub fn number(&mut self, name: &[u8]) -> u32 {
        match self.digits_at(name, 0) {
            Some((digits, end)) if end == name.len() => self.numbered(digits),
            _ => self.text_or_shape(name),
        }
    }

    /// The number of the name that begins at a place of a line and ends before a byte that ends names, and where that is; none if
    /// the name is empty or nothing ends it.
    #[inline]
    pub fn number_until(&mut self, line: &[u8], at: usize, stop: u8) -> Option<(u32, usize)> {
        if let Some((digits, end)) = self.digits_at(line, at)
            && line.get(end) == Some(&stop)
        {
            return Some((self.numbered(digits), end));
        }
        let length = line.get(at..)?.iter().position(|byte| *byte == stop)?;
        (length > 0).then(|| (self.text_or_shape(&line[at..at + length]), at + length))
    }

    /// The digits behind the letters that names of this shape begin with, and where they end.
    #[inline]
    fn digits_at(&self, line: &[u8], at: usize) -> Option<(u32, usize)> {
        let (letters, len) = self.letters.as_ref()?;
        let first = at + len;
        // One byte first: most tables have a single letter.
        if *len > 0 && line.get(at..first)? != &letters[..*len] {
            return None;
        }
        let (mut digits, mut end) = (0, first);
        while let Some(digit) = line.get(end).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit <= 9) {
            digits = digits * 10 + u32::from(digit);
            end += 1;
            if end - first > MOST_DIGITS {
                return None;
            }
        }
        // With a leading zero, it would be told as another name.
        let is_written_so = end > first && (line[first] != b'0' || end == first + 1);
        is_written_so.then_some((digits, end))
    }

    #[inline]
    fn numbered(&mut self, digits: u32) -> u32 {
        let slot = digits as usize;
        if slot >= self.numbers.len() {
            self.numbers.resize((slot + 1).next_power_of_two(), NONE);
        }
        if self.numbers[slot] == NONE {
            self.numbers[slot] = self.names.len() as u32;
            self.names.push(Name::Number(digits));
        }
        self.numbers[slot]
    }

    /// The first name that consists of letters and digits says which letters those are.
    fn text_or_shape(&mut self, name: &[u8]) -> u32 {
        if self.letters.is_none() {
            self.letters = shape(name);
            if self.letters.is_some() {
                return self.number(name);
            }
        }
        self.text(name)
    }

    fn text(&mut self, name: &[u8]) -> u32 {
        if let Some(number) = self.texts.get(name) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.names.push(Name::Text(name.into()));
        self.texts.insert(name.into(), number);
        number
    }
}

/// The letters of a name that has digits behind them, and how many they are.
fn shape(name: &[u8]) -> Option<([u8; MOST_LETTERS], usize)> {
    let len = name.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    if len > MOST_LETTERS || len == name.len() || !name[len..].iter().all(u8::is_ascii_digit) {
        return None;
    }
    let mut letters = [0; MOST_LETTERS];
    letters[..len].copy_from_slice(&name[..len]);
    Some((letters, len))
}

/// What the ids of a trace are called.
#[derive(Clone, Default)]
pub struct Names {
    /// Of threads.
    pub threads: Interner,
    /// Of variables.
    pub variables: Interner,
    /// Of locks.
    pub locks: Interner,
    /// Of messages.
    pub messages: Interner,
    /// Of places in the program.
    pub locations: Interner,
}

impl Names {
    /// The names of things of one sort; those of threads where there is no sort.
    pub fn of(&mut self, subject: Subject) -> &mut Interner {
        match subject {
            Subject::Variable => &mut self.variables,
            Subject::Lock => &mut self.locks,
            Subject::Message => &mut self.messages,
            Subject::Thread | Subject::Nothing => &mut self.threads,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_a_number_and_each_number_its_name() {
        let mut names = Interner::default();
        let told = ["V1", "V10", "V01", "x", "V1", "W1", "V1x", "V12345678", "V", "V1234567", "V0", "x", ""];
        let numbers: Vec<u32> = told.iter().map(|name| names.number(name.as_bytes())).collect();
        assert_eq!(numbers, [0, 1, 2, 3, 0, 4, 5, 6, 7, 8, 9, 3, 10]);
        assert!(told.iter().zip(&numbers).all(|(name, number)| names.name(*number) == *name));
    }

    #[test]
    fn a_name_ends_where_it_is_told() {
        let mut names = Interner::default();
        let line = b"T1|r(V2)|7";
        assert_eq!(names.number_until(line, 0, b'|'), Some((0, 2)));
        assert_eq!(names.number_until(line, 0, b'|'), Some((0, 2)));
        assert_eq!(names.number_until(line, 3, b'('), Some((1, 4)));
        assert_eq!(names.number_until(line, 9, b'|'), None);
        assert_eq!(names.number_until(line, 2, b'|'), None);
        assert_eq!(names.number_until(line, 99, b'|'), None);
    }
}
