//! The things of a footprint, each once. Most steps use one or two: these lie in the value itself,
//! since footprints are made, copied and dropped at every step of a search.

use raceproof_base::{Thing, Use};
use std::ops::Deref;
use std::rc::Rc;

const FEW: usize = 2;
/// What lies behind the last one.
const NOTHING: (Thing, Use) = (Thing::Clock, Use::Read);

#[derive(Clone, Debug)]
pub(crate) enum Things {
    Few(u8, [(Thing, Use); FEW]),
    Many(Rc<[(Thing, Use)]>),
}

impl Things {
    /// Two ways of using a thing make a write.
    pub(crate) fn of(uses: impl IntoIterator<Item = (Thing, Use)>) -> Self {
        let (mut few, mut count) = ([NOTHING; FEW], 0);
        let mut many = Vec::new();
        for (thing, how) in uses {
            let known = if many.is_empty() { &mut few[..count] } else { &mut many[..] };
            match known.iter_mut().find(|(known, _)| *known == thing) {
                Some((_, known)) if *known == how => {}
                Some((_, known)) => *known = Use::Write,
                None if count < FEW => {
                    few[count] = (thing, how);
                    count += 1;
                }
                None => {
                    if many.is_empty() {
                        many.extend(few);
                    }
                    many.push((thing, how));
                }
            }
        }
        if many.is_empty() { Self::Few(count as u8, few) } else { Self::Many(many.into()) }
    }
}

impl Deref for Things {
    type Target = [(Thing, Use)];

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Few(count, few) => &few[..usize::from(*count)],
            Self::Many(many) => many,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_base::Address;

    /// However many there are, they are those that a list without such cases would have.
    #[test]
    fn each_thing_is_there_once_in_the_order_it_came() {
        for length in 0..6 {
            let used: Vec<_> =
                (0..length).map(|n| (Thing::Variable(Address(8 * n)), Use::Read)).collect();
            let twice = used.iter().chain(&used).copied();
            assert_eq!(Things::of(twice)[..], used[..]);
            let other = used.iter().map(|(thing, _)| (*thing, Use::Set));
            let written: Vec<_> = used.iter().map(|(thing, _)| (*thing, Use::Write)).collect();
            assert_eq!(Things::of(used.iter().copied().chain(other))[..], written[..]);
        }
    }
}
