//! Objects that carry by whom they were made: which thread, and as which of such objects of its own.
//!
//! A reduction that keeps states asks what steps use, by names that are alike in equal states while
//! addresses are not ([`Machine::likeness`]). Two objects of a class have one name then, so whoever
//! completes one future seems to meet whoever looks at another. The maker stays the same as long as
//! the object lives, and is a part of the state's identity (it stands where arrays have their length),
//! so it may be a part of the name. The price: states that differ in nothing but who made an object
//! are two. So only objects have it that are few, and that the same thread makes in any order of
//! steps: with nodes of queues, which whoever waits first makes, pools had twice the states.
//!
//! [`Machine::likeness`]: raceproof_base::Machine::likeness

use crate::ground::class::{ClassRef, LoaderId};
use raceproof_base::mix;

/// Whose objects carry it, and those of classes below.
const CLASSES: [&str; 2] =
    ["java/util/concurrent/CompletableFuture", "java/util/concurrent/ForkJoinPool$WorkQueue"];

/// How many objects a thread has made, of each of these classes; those beyond [`MOST`] are as one.
pub(crate) type Counts = [u8; CLASSES.len()];

/// Behind so many the objects of a thread are told apart no longer: a program that makes one after
/// the other for ever comes back to states it has been in.
pub(crate) const MOST: u8 = 8;

/// Which of these classes a class is or extends.
pub(crate) fn kind(class: ClassRef) -> Option<usize> {
    let above = std::iter::successors(Some(class), |class| class.super_class);
    above
        .filter(|class| class.loader == LoaderId::BOOT)
        .find_map(|class| CLASSES.iter().position(|name| class.name.text() == *name))
}

/// What stands for the thread with a key in its so manieth object; not zero, which stands for nobody.
pub(crate) fn maker(key: u64, number: u8) -> u32 {
    (mix(key.wrapping_add(mix(u64::from(number)))) >> 32) as u32 | 1
}
