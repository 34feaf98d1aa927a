//! Names of threads, variables, locks, messages and places, as dense numbers in the order in which
//! they appear.
//!
//! Reading names is most of the time that a textual trace takes, so those of the shape
//! letters-then-digits, which is nearly all of them, are read eight bytes at a time and looked up
//! by their digits in a table, and only the others by their bytes. A trace can consist of hardly
//! anything but names, so each takes eight bytes beside its own.

use crate::event::{NONE, Subject};
use crate::objects::{Found, Objects};
use crate::stacks::Stacks;
use rustc_hash::{FxHashMap as HashMap, FxHasher};
use std::hash::Hasher;
use std::io::Write;

/// Digits of a name that is looked up by its number.
const MOST_DIGITS: usize = 7;

/// Letters before them.
const MOST_LETTERS: usize = 8;

/// The bits that tell the length of a text.
const LENGTH_BITS: u32 = 24;

/// The longest name. Who gives a longer one gives its beginning.
pub const LONGEST: usize = (1 << LENGTH_BITS) - 1;

enum Name {
    /// The letters of all such names, and this.
    Number(u32),
    /// Where it begins, and how long it is.
    Text { at: usize, length: usize },
}

/// A name in eight bytes: the highest bit tells which sort it is.
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    const IS_NUMBER: u64 = 1 << 63;

    fn unpack(self) -> Name {
        if self.0 & Self::IS_NUMBER != 0 {
            return Name::Number(self.0 as u32);
        }
        Name::Text { at: (self.0 >> LENGTH_BITS) as usize, length: self.0 as usize & LONGEST }
    }
}

/// The letters before the digits, as a text and as a number of eight bytes.
#[derive(Clone, Copy)]
struct Letters {
    bytes: [u8; MOST_LETTERS],
    len: usize,
    word: u64,
    mask: u64,
}

/// The table by digits always may have so many places, and more only if there are names for a
/// quarter of them.
const PLACES: usize = 1 << 16;

/// The names of things of one sort.
#[derive(Clone, Default)]
pub struct Interner {
    names: Vec<Packed>,
    /// Of those that are texts.
    bytes: Vec<u8>,
    /// Once a name had that shape.
    letters: Option<Letters>,
    /// By digits, and those that would make the table longer than the trace.
    numbers: Vec<u32>,
    far: HashMap<u32, u32>,
    /// Numbers of texts, each at the first free place behind where its hash points; at most half of
    /// the places are taken.
    texts: Vec<u32>,
    taken: usize,
    /// If some are made of those of objects, which all of this numbers. Then none is looked up.
    objects: Option<Box<Objects>>,
}

impl Interner {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.objects.as_ref().map_or(self.names.len(), |objects| objects.len() as usize)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What has the number; empty if nothing has.
    #[must_use]
    pub fn name(&self, number: u32) -> String {
        let mut bytes = Vec::new();
        self.append_name(number, &mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The bytes that the names themselves take, without what they are looked up by.
    #[must_use]
    pub fn size(&self) -> u64 {
        let texts = (self.names.len() * size_of::<Packed>() + self.bytes.len()) as u64;
        texts + self.objects.as_ref().map_or(0, |objects| objects.size())
    }

    /// Appends the bytes of what has the number; none if nothing has.
    pub fn append_name(&self, number: u32, out: &mut Vec<u8>) {
        let text = match self.objects.as_ref().map(|objects| objects.append_name(number, out)) {
            None => number,
            Some(Some(Found::Text(text))) => text,
            Some(None | Some(Found::Told)) => return,
        };
        match self.names.get(text as usize).map(|name| name.unpack()) {
            None => {}
            Some(Name::Text { at, length }) => out.extend_from_slice(&self.bytes[at..at + length]),
            Some(Name::Number(digits)) => {
                out.extend_from_slice(self.letters());
                // Writing to memory does not fail.
                let _ = write!(out, "{digits}");
            }
        }
    }

    /// Gives a name the next number, even if another has it already: things are called alike where
    /// each was numbered by whoever recorded them. They are not found by their names.
    pub fn add(&mut self, name: &[u8]) -> u32 {
        let number = self.len() as u32;
        if let Some(objects) = &mut self.objects {
            // Where there is no room for a number, there is none for the name.
            let _ = objects.add_text(self.names.len() as u32);
        }
        if self.letters.is_none() {
            self.letters = shape(name);
        }
        match self.digits_at(name, 0) {
            Some((digits, end)) if end == name.len() => self.push_number(digits),
            _ => self.push_text(name),
        }
        number
    }

    /// For names that are made of objects'; nothing if there are too many names for that.
    pub(crate) fn objects(&mut self) -> Option<&mut Objects> {
        if self.objects.is_none() {
            let texts = u32::try_from(self.names.len()).ok()?;
            self.objects = Some(Box::new(Objects::behind(texts)?));
        }
        self.objects.as_deref_mut()
    }

    /// The number of a name.
    #[inline]
    pub fn number(&mut self, name: &[u8]) -> u32 {
        match self.digits_at(name, 0) {
            Some((digits, end)) if end == name.len() => self.numbered(digits),
            _ => self.text_or_shape(name),
        }
    }

    /// The number of the name that consists of letters and digits.
    pub fn number_with(&mut self, letters: &str, digits: u64) -> u32 {
        if self.letters.is_some()
            && self.letters() == letters.as_bytes()
            && digits < 10_u64.pow(MOST_DIGITS as u32)
        {
            return self.numbered(digits as u32);
        }
        self.number(format!("{letters}{digits}").as_bytes())
    }

    /// The number of the name that begins at a place of a line and ends before a byte that ends
    /// names, and where that is; none if the name is empty or nothing ends it.
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

    /// The same for a name of the usual shape, if the text goes on for some bytes: quick, and
    /// nothing is known if it has no answer.
    #[inline]
    pub fn usual_until(&mut self, text: &[u8], at: usize, stop: u8) -> Option<(u32, usize)> {
        const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
        let Letters { len, word, mask, .. } = *self.letters.as_ref()?;
        if eight_bytes(text, at)? & mask != word {
            return None;
        }
        let bytes = eight_bytes(text, at + len)?;
        // A digit becomes its value. What else there is exceeds nine, and adding shows that in its
        // highest bit.
        let values = bytes ^ ZEROS;
        let others = (((values & LOW_BITS) + (LOW_BITS - 9 * ONES)) | values) & !LOW_BITS;
        let digits = others.trailing_zeros() as usize / 8;
        let is_written_so = bytes as u8 != b'0' || digits == 1;
        if digits == 0
            || digits > MOST_DIGITS
            || !is_written_so
            || (bytes >> (8 * digits)) as u8 != stop
        {
            return None;
        }
        // The first digit has the lowest byte, so what is shifted has leading zeros. Neighbours are
        // joined: two digits, four, eight.
        let ones = values << (64 - 8 * digits);
        let pairs = (ones.wrapping_mul(10).wrapping_add(ones >> 8)) & 0x00ff_00ff_00ff_00ff;
        let fours = (pairs.wrapping_mul(100).wrapping_add(pairs >> 16)) & 0x0000_ffff_0000_ffff;
        let all = fours.wrapping_mul(10_000).wrapping_add(fours >> 32) as u32;
        Some((self.numbered(all), at + len + digits))
    }

    fn letters(&self) -> &[u8] {
        self.letters.as_ref().map_or(&[], |letters| &letters.bytes[..letters.len])
    }

    /// The digits behind the letters that names of this shape begin with, and where they end.
    fn digits_at(&self, line: &[u8], at: usize) -> Option<(u32, usize)> {
        let first = at + self.letters.as_ref()?.len;
        if line.get(at..first)? != self.letters() {
            return None;
        }
        let (mut digits, mut end) = (0, first);
        while let Some(digit) =
            line.get(end).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit <= 9)
        {
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
        match self.numbers.get(digits as usize) {
            Some(number) if *number != NONE => *number,
            _ => self.new_or_far(digits),
        }
    }

    #[cold]
    fn new_or_far(&mut self, digits: u32) -> u32 {
        if let Some(number) = self.far.get(&digits) {
            return *number;
        }
        let (number, place) = (self.names.len() as u32, digits as usize);
        self.push_number(digits);
        if place >= PLACES.max(4 * self.names.len()) {
            self.far.insert(digits, number);
            return number;
        }
        if place >= self.numbers.len() {
            self.numbers.resize((place + 1).next_power_of_two(), NONE);
        }
        self.numbers[place] = number;
        number
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
        let name = &name[..name.len().min(LONGEST)];
        if 2 * self.taken >= self.texts.len() {
            self.widen();
        }
        let mut place = self.place_of(name);
        loop {
            match self.texts[place] {
                NONE => break,
                number if self.text_of(number) == name => return number,
                _ => place = (place + 1) & (self.texts.len() - 1),
            }
        }
        let number = self.names.len() as u32;
        self.push_text(name);
        self.texts[place] = number;
        self.taken += 1;
        number
    }

    /// Where to begin to look for a text.
    fn place_of(&self, name: &[u8]) -> usize {
        let mut hasher = FxHasher::default();
        hasher.write(name);
        hasher.finish() as usize & (self.texts.len() - 1)
    }

    /// Twice as many places.
    #[cold]
    fn widen(&mut self) {
        const LEAST: usize = 16;
        let places = (2 * self.texts.len()).max(LEAST);
        let before = std::mem::replace(&mut self.texts, vec![NONE; places]);
        for number in before.into_iter().filter(|number| *number != NONE) {
            let mut place = self.place_of(self.text_of(number));
            while self.texts[place] != NONE {
                place = (place + 1) & (places - 1);
            }
            self.texts[place] = number;
        }
    }

    /// The text that has a number.
    fn text_of(&self, number: u32) -> &[u8] {
        match self.names[number as usize].unpack() {
            Name::Text { at, length } => &self.bytes[at..at + length],
            Name::Number(_) => &[],
        }
    }

    fn push_text(&mut self, name: &[u8]) {
        let name = &name[..name.len().min(LONGEST)];
        self.names.push(Packed((self.bytes.len() as u64) << LENGTH_BITS | name.len() as u64));
        self.bytes.extend_from_slice(name);
    }

    fn push_number(&mut self, digits: u32) {
        self.names.push(Packed(Packed::IS_NUMBER | u64::from(digits)));
    }
}

const ONES: u64 = u64::from_le_bytes([1; 8]);
const LOW_BITS: u64 = u64::from_le_bytes([0x7f; 8]);

#[inline]
fn eight_bytes(text: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*text.get(at..)?.first_chunk()?))
}

/// The letters of a name that has digits behind them.
fn shape(name: &[u8]) -> Option<Letters> {
    let len = name.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    if len > MOST_LETTERS || len == name.len() || !name[len..].iter().all(u8::is_ascii_digit) {
        return None;
    }
    let (mut bytes, mut mask) = ([0; MOST_LETTERS], [0; MOST_LETTERS]);
    bytes[..len].copy_from_slice(&name[..len]);
    mask[..len].fill(0xff);
    Some(Letters { bytes, len, word: u64::from_le_bytes(bytes), mask: u64::from_le_bytes(mask) })
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
    /// How threads came to these.
    pub stacks: Stacks,
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
        let told = [
            "V1",
            "V10",
            "V01",
            "x",
            "V1",
            "W1",
            "V1x",
            "V12345678",
            "V",
            "V1234567",
            "V0",
            "x",
            "",
        ];
        let numbers: Vec<u32> = told.iter().map(|name| names.number(name.as_bytes())).collect();
        assert_eq!(numbers, [0, 1, 2, 3, 0, 4, 5, 6, 7, 8, 9, 3, 10]);
        assert!(told.iter().zip(&numbers).all(|(name, number)| names.name(*number) == *name));
    }

    #[test]
    fn letters_and_digits_are_a_name_too() {
        for letters in ["", "V", "tooManyLetters"] {
            let mut names = Interner::default();
            for digits in [7, 0, 9_999_999, 10_000_000, u64::MAX] {
                let number = names.number_with(letters, digits);
                assert_eq!(names.number(format!("{letters}{digits}").as_bytes()), number);
                assert_eq!(
                    (names.name(number), names.number_with(letters, digits)),
                    (format!("{letters}{digits}"), number)
                );
            }
        }
    }

    #[test]
    fn many_texts_are_found_again_and_those_that_were_added_are_not() {
        let mut names = Interner::default();
        let text = |number: u32| format!("a.b.C#{number}.f");
        for number in 0..2_000 {
            assert_eq!(names.add(text(number).as_bytes()), 2 * number);
            assert_eq!(names.number(text(number).as_bytes()), 2 * number + 1);
        }
        for number in 0..2_000 {
            assert_eq!(names.number(text(number).as_bytes()), 2 * number + 1);
            assert_eq!(
                [names.name(2 * number), names.name(2 * number + 1)],
                [text(number), text(number)]
            );
        }
        assert!(names.texts.len() <= 8_000 && names.len() == 4_000 && names.name(4_000).is_empty());
        assert_eq!(
            names.size(),
            (0..2_000).map(|number| 2 * (8 + text(number).len() as u64)).sum::<u64>()
        );
    }

    #[test]
    fn a_name_that_is_too_long_is_cut() {
        let (mut names, long) = (Interner::default(), vec![b'x'; LONGEST + 7]);
        assert_eq!(
            [
                names.number(&long),
                names.number(&long),
                names.number(&long[..LONGEST]),
                names.add(&long)
            ],
            [0, 0, 0, 1]
        );
        assert_eq!([names.name(0).len(), names.name(1).len()], [LONGEST; 2]);
    }

    #[test]
    fn numbers_far_from_the_others_take_no_table() {
        let mut names = Interner::default();
        assert_eq!(
            (names.number(b"V9999999"), names.number(b"V1"), names.number(b"V9999999")),
            (0, 1, 0)
        );
        assert!(names.numbers.len() <= PLACES);
        for number in 2..100_000 {
            assert_eq!(names.number(format!("V{}", 20 * number).as_bytes()), number);
        }
        assert_eq!(
            (names.number(b"V9999999"), names.number(b"V1999980"), names.number(b"V40")),
            (0, 99_999, 2)
        );
        assert!(names.numbers.len() <= 4 * 100_000 * 2);
        // A number that was far stays where it is when the table has come to it.
        let mut names = Interner::default();
        assert_eq!(names.number(b"V70000"), 0);
        (0..40_000).for_each(|number| {
            assert_eq!(names.number(format!("V{number}").as_bytes()), number + 1);
        });
        assert_eq!((names.number(b"V70001"), names.number(b"V70000")), (40_001, 0));
        assert!(names.numbers.len() > 70_001);
    }

    #[test]
    fn a_name_of_the_usual_shape_is_the_same_name() {
        for letters in ["", "V", "variable"] {
            let (mut quick, mut slow) = (Interner::default(), Interner::default());
            assert_eq!(
                quick.number(format!("{letters}3").as_bytes()),
                slow.number(format!("{letters}3").as_bytes())
            );
            for name in
                ["0", "7", "10", "99", "123", "1234", "98765", "123456", "9999999", "1000000", "3"]
            {
                let text = format!("({letters}{name}) and so on");
                let expected = slow.number_until(text.as_bytes(), 1, b')');
                assert_eq!(quick.usual_until(text.as_bytes(), 1, b')'), expected, "{text}");
                assert_eq!(expected.unwrap().1, text.find(')').unwrap());
            }
            for other in ["", "03", "00", "12345678", "1/", "1:", "1a", "1\u{b9}", "(", "1)"] {
                let text = format!("{letters}{other}|        ");
                assert_eq!(quick.usual_until(text.as_bytes(), 0, b'|'), None, "{text}");
            }
            assert_eq!(
                quick.usual_until(&[letters.as_bytes(), b"1\xb1|         "].concat(), 0, b'|'),
                None
            );
            assert_eq!(quick.usual_until(b"W3|            ", 0, b'|'), None);
            assert_eq!(
                quick.usual_until(format!("{letters}3|").as_bytes(), 0, b'|'),
                None,
                "too near to the end"
            );
        }
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
