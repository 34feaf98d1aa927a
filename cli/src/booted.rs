//! The heap of the class library before a program begins, for commands that analyse the program and
//! never run it.

use raceproof_base::booted::Booted;
use raceproof_config::Command;
use raceproof_vm::RunOptions;

use crate::machine::{self, Refusal};
use crate::target::Program;

/// Starts the class library as for the program, whose main class is not even loaded. To be called
/// on a large stack ([`crate::guard`]), as whatever links classes.
pub fn before_main(
    run: &RunOptions,
    program: &Program,
    command: Command,
) -> Result<Booted, Refusal> {
    raceproof_vm::booted(run, raceproof_models::registry())
        .map_err(|outcome| machine::refusal(outcome, program, command))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::on_a_large_stack;
    use crate::jdk::Jdk;
    use raceproof_base::Cancellation;
    use std::path::{Path, PathBuf};

    /// There is no such class anywhere, so whoever looks for it fails.
    fn started(jdk: &Jdk, class_path: &Path) -> Result<Booted, Refusal> {
        let program = Program {
            main_class: "Nowhere".to_owned(),
            class_path: vec![class_path.to_owned()],
            ..Program::default()
        };
        let run = RunOptions {
            java_home: jdk.home.clone(),
            class_path: program.class_path.clone(),
            main_class: program.main_class.clone(),
            from_source: false,
            is_test: false,
            arguments: Vec::new(),
            add_exports: String::new(),
            add_opens: String::new(),
            properties: Vec::new(),
            heap_bytes: 64 << 20,
            assertions: true,
            processors: 2,
            previews: false,
            explore: false,
            cancellation: Cancellation::default(),
            reflection: None,
        };
        on_a_large_stack(|| before_main(&run, &program, Command::Check)).unwrap().unwrap()
    }

    #[test]
    fn the_main_class_is_not_looked_for() {
        let booted = started(&Jdk::find(None).unwrap(), Path::new("/")).unwrap();
        let system = booted.classes.iter().find(|class| class.name == "java/lang/System").unwrap();
        assert!(system.is_initialised);
    }

    #[test]
    fn what_is_no_jdk_is_refused() {
        let nowhere = Jdk { home: PathBuf::from("/nowhere"), feature: 17, release: String::new() };
        assert!(matches!(started(&nowhere, Path::new("/")), Err(Refusal::Failed(_))));
    }
}
