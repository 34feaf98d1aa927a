//! Stands in for the jar reader of `raceproof-classfile` until it is here.

use std::path::Path;

pub fn entry(_jar: &Path, _name: &str) -> Result<Option<Vec<u8>>, String> {
    Err("the jar reader is not built in yet".to_owned())
}
