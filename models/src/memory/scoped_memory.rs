//! `jdk.internal.misc.ScopedMemoryAccess`: closing memory that several threads share.
//!
//! HotSpot stops all threads and looks whether one is inside an access. Here no thread runs
//! meanwhile, and what is inside an access is seen in its frames. Which memory it accesses is not
//! looked at: any access counts.

use raceproof_vm::{Exec, Registry, Trap, Vm};

const CLASS: &str = "jdk/internal/misc/ScopedMemoryAccess";

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(CLASS, &[("closeScope0", "", close)]);
}

/// True: the scope can be closed. Since JDK 22 there is no result, for the other threads would be
/// made to throw.
fn close(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let inside = |thread| {
        vm.all_levels(thread).iter().any(|level| level.method.class().name.text() == CLASS)
    };
    if (0..vm.threads().len()).any(|thread| thread != vm.current() && inside(thread)) {
        return Err(Trap::Unsupported(
            "closing shared memory while another thread is inside an access".to_owned(),
        ));
    }
    Ok(1)
}
