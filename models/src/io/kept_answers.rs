//! What the host says of its files once there is a choice between threads: it is asked once, so that
//! every schedule is told the same.

use crate::io::open_files::{Answer, errno};
use raceproof_vm::{Exec, Vm};
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
    /// Something was changed where other threads were there.
    is_contested: bool,
    known: BTreeMap<(Question, PathBuf), Box<dyn Any>>,
}

/// Something is about to be changed. Other threads may be there already, though there was no choice
/// between them so far: then nobody may be told of files any more, as it could have been asked
/// before.
pub fn note_change(vm: &mut Vm) {
    if vm.is_exploring() && !vm.is_alone() {
        vm.extension.get::<KeptAnswers>().is_contested = true;
    }
}

/// To be called before the program is told of files once there is a choice between threads.
pub fn is_settled(vm: &mut Vm) -> Exec<()> {
    if vm.extension.get::<KeptAnswers>().is_contested {
        vm.leaves_state(|| "asking of files that a thread changed beside others".to_owned())?;
    }
    Ok(())
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
    is_settled(vm)?;
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
