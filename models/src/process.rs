//! The process and its surroundings: environment, terminal, time zone, counters. A program sees nothing of the host
//! but what the command gives it, so these are all fixed.

use crate::args::nothing;
use raceproof_vm::{Exec, Registry, Vm};

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
        ],
    );
    registry.class("java/lang/ProcessHandleImpl$Info", &[("info0", "(J)V", nothing)]);
    registry.class(
        "java/util/TimeZone",
        &[("getSystemTimeZoneID", "", |vm, _| text(vm, "UTC")), ("getSystemGMTOffsetID", "", |vm, _| text(vm, "GMT"))],
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

fn environment(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let bytes = vm.known.byte_array();
    Ok(vm.new_references(bytes, &[])?.word())
}

fn text(vm: &mut Vm, text: &str) -> Exec<u64> {
    Ok(vm.new_string(text)?.word())
}
