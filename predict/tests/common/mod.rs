//! What tests of the engines share.

#![allow(dead_code, reason = "each test uses a part")]

pub mod figure;
pub mod generator;
pub mod histories;
pub mod naive;
