//! Small concurrent Java programs made at random, and all that each can do by the rules of the language: an explorer as plain as
//! it can be made says which results a program has and whether it can deadlock, and `check` must say the same.

mod flat;
pub mod generator;
pub mod java;
pub mod program;
pub mod reference;
#[cfg(test)]
mod tests;
