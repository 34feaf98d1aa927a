//! What the host says of its files once there is a choice between threads: it is asked once, so that
//! every schedule is told the same.

use crate::io::open_files::errno;
use crate::io::overlay::{self, Answer};
use raceproof_vm::Vm;
use std::any::Any;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// What is asked of a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// What it leads to, through a link at its end or not.
    Status(bool),
    /// Whether it may be used so.
    Access(u32),
    Names,
    RealPath,
    Link,
    FileSystem,
    /// The lines of a table of the system's.
    Lines,
}

/// The answers, or numbers of errors.
#[derive(Default)]
struct KeptAnswers {
    known: BTreeMap<(Question, PathBuf), Box<dyn Any>>,
}

/// The answer that was given before; now, if nobody has asked yet, or nothing must be the same again.
pub fn kept<T: Clone + 'static>(
    vm: &mut Vm,
    question: Question,
    path: &Path,
    ask: impl FnOnce(&mut Vm) -> Answer<T>,
) -> Answer<T> {
    if !vm.is_undoable() {
        return ask(vm);
    }
    overlay::is_settled(vm)?;
    let key = (question, path.to_path_buf());
    let known = vm.extension.get::<KeptAnswers>().known.get(&key);
    let known = known.and_then(|answer| answer.downcast_ref::<Result<T, i32>>());
    if let Some(answer) = known {
        return Ok(answer.clone().map_err(io::Error::from_raw_os_error));
    }
    let answer = ask(vm)?.map_err(|error| errno(&error));
    vm.extension.get::<KeptAnswers>().known.insert(key, Box::new(answer.clone()));
    Ok(answer.map_err(io::Error::from_raw_os_error))
}
