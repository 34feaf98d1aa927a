//! Our own defects: said to be ours, with what to report, and ended with the status that is never
//! an answer.

use std::panic::{self, PanicHookInfo};
use std::thread;

use raceproof_base::visible_lines;

use crate::failure::{Failure, Status};
use crate::logging;

/// Room for the recursion of class linking and initialisation. Deep Java recursion is kept in the
/// VM's own frames.
pub const STACK_BYTES: usize = 64 << 20;

/// Replaces the panic message of Rust by one for the user of this tool.
pub fn announce_defects() {
    panic::set_hook(Box::new(|info| {
        logging::put(&visible_lines(&report(info)));
    }));
}

fn report(info: &PanicHookInfo) -> String {
    let message = info.payload_as_str().unwrap_or("a panic without a message");
    let location =
        info.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    let command: Vec<String> = std::env::args().collect();
    format!(
        "defect: raceproof itself failed: this says nothing about your program\n    {message}\n    at {location}\n  \
         help: please report these lines with the program, the JDK's `release` file, and\n        \
         raceproof {} on {} {}, called as: {}\n        \
         RUST_BACKTRACE=1 adds the place it came from\n{}",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        command.join(" "),
        backtrace(),
    )
}

/// The backtrace, when `RUST_BACKTRACE` asks for it.
fn backtrace() -> String {
    let trace = std::backtrace::Backtrace::capture();
    match trace.status() {
        std::backtrace::BacktraceStatus::Captured => trace.to_string(),
        _ => String::new(),
    }
}

/// Runs `work` on a thread with a large stack. Nothing comes back from a panic, which the hook has
/// announced.
pub fn on_a_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<Option<T>, Failure> {
    thread::scope(|scope| {
        let thread = thread::Builder::new()
            .name("vm".to_owned())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work)
            .map_err(|error| {
                Failure::new(Status::Defect, format!("no thread for the virtual machine: {error}"))
            })?;
        Ok(thread.join().ok())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_contained() {
        assert_eq!(
            on_a_large_stack(|| if true {
                panic!("a defect on purpose")
            }),
            Ok(None)
        );
        assert_eq!(on_a_large_stack(|| 7), Ok(Some(7)));
    }
}
