//! The process and its surroundings: environment, terminal, time zone, counters. A program sees
//! nothing of the host but what the command gives it, so these are all fixed.

use crate::args::{non_null, nothing, reference};
use crate::io::open_files::strerror;
use raceproof_vm::ground::heap::HEADER_WORDS;
use raceproof_vm::{Exec, Registry, Trap, Vm};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

const NOT_FOUND: i32 = 2;
const NO_PERMISSION: i32 = 13;

const PROCESS: u64 = 1;
const NO_PROCESS: u64 = u64::MAX;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class("java/lang/ProcessEnvironment", &[("environ", "()[[B", environment)]);
    registry.class(
        "java/lang/ProcessHandleImpl",
        &[
            ("getCurrentPid0", "()J", |_, _| Ok(PROCESS)),
            // The time a process started; only this one is there.
            ("isAlive0", "(J)J", |_, a| Ok(if a[0] == PROCESS { 0 } else { NO_PROCESS })),
            ("parent0", "(JJ)J", |_, _| Ok(NO_PROCESS)),
            ("getProcessPids0", "(J[J[J[J)I", processes),
        ],
    );
    registry.class("java/lang/ProcessImpl", &[("forkAndExec", "", start_process)]);
    registry.class("java/lang/ProcessHandleImpl$Info", &[("info0", "(J)V", nothing)]);
    registry.class(
        "java/util/TimeZone",
        &[
            ("getSystemTimeZoneID", "", |vm, _| text(vm, "UTC")),
            ("getSystemGMTOffsetID", "", |vm, _| text(vm, "GMT")),
        ],
    );
    registry.class(
        "java/io/Console",
        &[
            ("encoding", "()Ljava/lang/String;", nothing),
            ("istty", "()Z", nothing),
            ("ttyStatus", "()I", nothing),
            ("echo", "(Z)Z", nothing),
        ],
    );
    registry.class("jdk/internal/io/JdkConsoleImpl", &[("echo", "(Z)Z", nothing)]);
    // Nobody can read these counters here; their locks must not make schedules.
    registry.class(
        "jdk/internal/perf/PerfCounter",
        &[
            ("<init>", "(Ljava/lang/String;I)V", nothing),
            ("get", "()J", nothing),
            ("set", "(J)V", nothing),
            ("add", "(J)V", nothing),
            ("increment", "()V", nothing),
            ("addTime", "(J)V", nothing),
            ("addElapsedTimeFrom", "(J)V", nothing),
        ],
    );
}

/// `getProcessPids0(parent, pids, parents, startTimes)`: the children of a process, or with zero
/// all there are.
fn processes(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    if args[0] != 0 {
        return Ok(0);
    }
    for (array, word) in [(args[1], PROCESS), (args[2], 0), (args[3], 0)] {
        let array = reference(array);
        if !array.is_null() && vm.heap.length(array) > 0 {
            vm.heap.put(array.index() + HEADER_WORDS, word);
        }
    }
    Ok(1)
}

/// `forkAndExec(this, mode, helper, program, …)`: no process is ever started, but one that cannot
/// be is told so.
fn start_process(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let program = non_null(args[3])?;
    let bytes = vm.heap.bytes(program, vm.heap.length(program));
    let bytes = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    let program = Path::new(OsStr::from_bytes(bytes));
    let mut refused = NOT_FOUND;
    for place in places(program) {
        match place.metadata() {
            Ok(file) if file.is_file() && file.permissions().mode() & 0o111 != 0 => {
                return Err(Trap::Unsupported(format!("another process: {}", place.display())));
            }
            Ok(_) => refused = NO_PERMISSION,
            Err(_) => {}
        }
    }
    let reason = strerror(refused);
    let message = match vm.feature() {
        25.. => format!("Exec failed, error: {refused} ({reason}) "),
        _ => format!("error={refused}, {reason}"),
    };
    Err(Trap::java("java/io/IOException", message))
}

/// Where a program may be: a name without a slash is looked for along the host's path.
fn places(program: &Path) -> Vec<PathBuf> {
    if program.components().count() > 1 || program.is_absolute() {
        return vec![program.to_owned()];
    }
    let path = std::env::var_os("PATH").unwrap_or_else(|| "/bin:/usr/bin".into());
    std::env::split_paths(&path).map(|folder| folder.join(program)).collect()
}

fn environment(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let bytes = vm.known().byte_array();
    Ok(vm.new_references(bytes, &[])?.word())
}

fn text(vm: &mut Vm, text: &str) -> Exec<u64> {
    Ok(vm.new_string(text)?.word())
}
