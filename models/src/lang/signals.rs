//! `jdk.internal.misc.Signal`: which signals a program handles. Those of its own process come to
//! it, too.

use crate::args::{int, non_null};
use raceproof_vm::{Exec, Registry, Trap, Vm};
use std::collections::BTreeMap;

/// Names and numbers on Linux.
const SIGNALS: [(&str, u32); 31] = [
    ("HUP", 1),
    ("INT", 2),
    ("QUIT", 3),
    ("ILL", 4),
    ("TRAP", 5),
    ("ABRT", 6),
    ("BUS", 7),
    ("FPE", 8),
    ("KILL", 9),
    ("USR1", 10),
    ("SEGV", 11),
    ("USR2", 12),
    ("PIPE", 13),
    ("ALRM", 14),
    ("TERM", 15),
    ("STKFLT", 16),
    ("CHLD", 17),
    ("CONT", 18),
    ("STOP", 19),
    ("TSTP", 20),
    ("TTIN", 21),
    ("TTOU", 22),
    ("URG", 23),
    ("XCPU", 24),
    ("XFSZ", 25),
    ("VTALRM", 26),
    ("PROF", 27),
    ("WINCH", 28),
    ("IO", 29),
    ("PWR", 30),
    ("SYS", 31),
];
/// What HotSpot keeps for itself.
const OF_THE_MACHINE: [u32; 6] = [3, 4, 8, 9, 11, 19];

const UNKNOWN: u64 = 0xFFFF_FFFF;
const REFUSED: u64 = u64::MAX;
const IGNORE: u64 = 1;
const DISPATCH: u64 = 2;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "jdk/internal/misc/Signal",
        &[
            ("findSignal0", "(Ljava/lang/String;)I", find),
            ("handle0", "(IJ)J", handle),
            ("raise0", "(I)V", raise),
        ],
    );
}

/// How each signal is handled: 0 by the system, 1 not at all, 2 by `Signal.dispatch`.
#[derive(Default)]
struct Handled(BTreeMap<u32, u64>);

fn find(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let name = vm.text(non_null(args[0])?);
    Ok(SIGNALS
        .iter()
        .find(|(known, _)| *known == name)
        .map_or(UNKNOWN, |(_, number)| u64::from(*number)))
}

fn handle(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let number = int(args[0]).cast_unsigned();
    if OF_THE_MACHINE.contains(&number) {
        return Ok(REFUSED);
    }
    Ok(vm.extension.get::<Handled>().0.insert(number, args[1]).unwrap_or(0))
}

/// The thread that handles it is one of the class library's own, which are not scheduled.
fn raise(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    if vm.options().explore {
        let what = "a signal that the program raises for itself, while schedules are explored";
        return Err(Trap::Unsupported(what.to_owned()));
    }
    let number = int(args[0]).cast_unsigned();
    match vm.extension.get::<Handled>().0.get(&number).copied().unwrap_or(0) {
        DISPATCH => {
            vm.signals().notify(number);
            // The thread that handles it is there before the next thing happens.
            Err(Trap::Yield(0))
        }
        IGNORE => Ok(0),
        _ => Err(Trap::Exit(128 + int(args[0]))),
    }
}
