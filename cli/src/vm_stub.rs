//! Stands in for the virtual machine until it is here.

use std::path::PathBuf;

#[allow(dead_code)]
pub struct RunOptions {
    pub java_home: PathBuf,
    pub class_path: Vec<PathBuf>,
    pub main_class: String,
    pub arguments: Vec<String>,
    pub properties: Vec<(String, String)>,
    pub heap_bytes: u64,
    pub assertions: bool,
    pub processors: u32,
}

#[allow(dead_code)]
pub enum RunOutcome {
    Exited { status: i32, instructions: u64 },
    Unsupported { what: String, stack: Vec<String> },
    Deadlock { threads: Vec<String> },
    BadTarget(String),
}

pub struct Registry;

pub fn registry() -> Registry {
    Registry
}

pub fn run(options: &RunOptions, _registry: Registry) -> RunOutcome {
    RunOutcome::BadTarget(format!("the virtual machine is not built in yet: cannot run `{}`", options.main_class))
}
