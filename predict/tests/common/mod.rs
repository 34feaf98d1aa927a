//! What tests of the engines share.

pub mod generator;
pub mod naive;
