//! Inflaters while schedules are explored.
//!
//! What one has come to is a function of what it was fed. So it is a number for that history, in the
//! program's own object (`InflaterZStreamRef.address`): part of the heap, the same in all schedules
//! that feed the same, and had back by going back like any field. Histories only grow, and each is
//! followed once: who feeds the same again is given what came out before.

use crate::args::reference;
use crate::compress::inflate::{Fed, Inflated, Inflater};
use raceproof_vm::{Exec, Ref, Trap, Vm};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The number of an inflater that was fed nothing, with a header; one more without.
const FRESH: u64 = 1;
/// After the numbers of the fresh ones.
const FIRST: u64 = FRESH + 2;
/// So many streams are kept where they stand, each with a window of 32 KB.
const MOST_STREAMS: usize = 32;

/// What an inflater is given.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Food {
    Input(Vec<u8>, usize),
    Dictionary(Vec<u8>),
}

/// A history: one before it, and what came then.
struct History {
    before: u64,
    /// The history that is then: the one before, if nothing came of it.
    after: u64,
    food: Rc<Food>,
    raw: bool,
    adler: u32,
    /// What came of it; a dictionary that fits gives nothing.
    given: Inflated,
}

/// All that was fed in any schedule.
#[derive(Default)]
struct Histories {
    all: Vec<History>,
    known: FxHashMap<(u64, Rc<Food>), u64>,
    /// Streams that stand at the end of a history.
    streams: FxHashMap<u64, Inflater>,
}

impl Histories {
    fn at(&self, number: u64) -> Option<&History> {
        self.all.get(usize::try_from(number.checked_sub(FIRST)?).ok()?)
    }

    fn is_raw(&self, number: u64) -> bool {
        self.at(number).map_or(number == FRESH + 1, |history| history.raw)
    }

    /// A stream that stands at the end of a history: the one that came there, or another that is
    /// fed the same.
    fn stream_at(&mut self, number: u64) -> Inflater {
        let mut to_be_fed = Vec::new();
        let mut from = number;
        let mut stream = loop {
            if let Some(stream) = self.streams.remove(&from) {
                break stream;
            }
            let Some(history) = self.at(from) else { break Inflater::new(self.is_raw(from)) };
            to_be_fed.push(Rc::clone(&history.food));
            from = history.before;
        };
        for food in to_be_fed.iter().rev() {
            eat(&mut stream, food);
        }
        stream
    }

    /// The history that goes on so.
    fn follow(&mut self, before: u64, food: Food) -> u64 {
        let food = Rc::new(food);
        if let Some(known) = self.known.get(&(before, Rc::clone(&food))) {
            return *known;
        }
        let mut stream = self.stream_at(before);
        let given = eat(&mut stream, &food);
        let (raw, adler) = (stream.raw, stream.adler);
        let number = FIRST + self.all.len() as u64;
        let after = if matches!(given.answer, Fed::NoProgress) { before } else { number };
        self.all.push(History { before, after, food: Rc::clone(&food), raw, adler, given });
        self.known.insert((before, food), number);
        if self.streams.len() >= MOST_STREAMS {
            self.streams.clear();
        }
        self.streams.insert(after, stream);
        number
    }
}

fn eat(stream: &mut Inflater, food: &Food) -> Inflated {
    match food {
        Food::Input(bytes, room) => stream.feed(bytes, *room),
        Food::Dictionary(bytes) => {
            let fits = stream.set_dictionary(bytes);
            let answer = if fits { Fed::More } else { Fed::NoProgress };
            Inflated { taken: 0, output: Vec::new(), answer }
        }
    }
}

/// What an inflater that has ended, or a deflater, answers.
pub fn closed() -> Trap {
    Trap::java("java/lang/NullPointerException", "stream has been closed")
}

/// The number of an inflater that was fed nothing.
pub fn fresh(raw: bool) -> u64 {
    FRESH + u64::from(raw)
}

/// `InflaterZStreamRef.address()`: what natives are given is the object, in which they find the
/// number and change it. It is zero, as the number is, once the inflater has ended.
pub fn address(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let number = vm.field(reference(a[0]), "address");
    Ok(if vm.options().explore && number != 0 { a[0] } else { number })
}

/// Before `inflate`: an inflater without input has an empty buffer that all of them share, and releases
/// up to 21 set its position, to zero. That is a race, and nobody's: here each has no buffer, but an
/// empty array of its own, which is the same to itself.
pub fn own_input(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let inflater = reference(a[0]);
    if vm.is_exploring() && !inflater.is_null() {
        let class = vm.load_boot("java/util/zip/ZipUtils")?;
        let shared = vm.static_field(class, "defaultBuf").map_or(Ref::NULL, Ref::of);
        if !shared.is_null() && vm.field_ref(inflater, "input") == shared {
            let array = vm.new_bytes(&[])?;
            vm.set_field(inflater, "inputArray", array.word());
            vm.set_field(inflater, "inputPos", 0);
            vm.set_field(inflater, "inputLim", 0);
            vm.set_field(inflater, "input", 0);
        }
    }
    Err(Trap::Body)
}

fn number(vm: &Vm, holder: u64) -> Exec<(Ref, u64)> {
    let holder = reference(holder);
    if holder.is_null() {
        return Err(closed());
    }
    match vm.field(holder, "address") {
        0 => Err(closed()),
        number => Ok((holder, number)),
    }
}

fn go_on(vm: &mut Vm, holder: u64, food: Food) -> Exec<Inflated> {
    let (holder, before) = number(vm, holder)?;
    let histories = vm.extension.get::<Histories>();
    let followed = histories.follow(before, food);
    let found = histories.at(followed).map(|history| (history.after, history.given.clone()));
    let (after, given) = found.ok_or_else(closed)?;
    vm.set_field(holder, "address", after);
    Ok(given)
}

/// Takes apart what comes next, into so many bytes.
pub fn feed(vm: &mut Vm, holder: u64, input: Vec<u8>, room: usize) -> Exec<Inflated> {
    go_on(vm, holder, Food::Input(input, room))
}

/// Whether the dictionary is one that fits.
pub fn set_dictionary(vm: &mut Vm, holder: u64, dictionary: Vec<u8>) -> Exec<bool> {
    go_on(vm, holder, Food::Dictionary(dictionary)).map(|given| matches!(given.answer, Fed::More))
}

/// Begins anew.
pub fn reset(vm: &mut Vm, holder: u64) -> Exec<u64> {
    let (holder, before) = number(vm, holder)?;
    let raw = vm.extension.get::<Histories>().is_raw(before);
    vm.set_field(holder, "address", fresh(raw));
    Ok(0)
}

/// The checksum of what came out.
pub fn checksum(vm: &mut Vm, holder: u64) -> Exec<u32> {
    let (_, number) = number(vm, holder)?;
    let histories = vm.extension.get::<Histories>();
    Ok(match histories.at(number) {
        Some(history) => history.adler,
        None => Inflater::new(histories.is_raw(number)).adler,
    })
}
