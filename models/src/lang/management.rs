//! The machine as `java.lang.management` sees it: enough for a program to register its own beans,
//! and what is asked of a machine that has none of the optional features. What is measured, such as
//! times and memory, is not modelled.

use crate::args::{nothing, reference};
use crate::lang::stack_dumps::live_threads;
use raceproof_vm::{Exec, Registry, Vm};

/// The version of the interface since this release.
const VERSION_4_SINCE: u32 = 21;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "sun/management/VMManagementImpl",
        &[
            ("getVersion0", "()Ljava/lang/String;", version),
            ("initOptionalSupportFields", "()V", support),
            ("isThreadContentionMonitoringEnabled", "()Z", nothing),
            ("isThreadCpuTimeEnabled", "()Z", nothing),
            ("isThreadAllocatedMemoryEnabled", "()Z", nothing),
            ("getVerboseClass", "()Z", nothing),
            ("getVerboseGC", "()Z", nothing),
            ("getVmArguments0", "()[Ljava/lang/String;", nothing),
            // Asked for once, when the beans are made.
            ("getStartupTime", "()J", |vm, _| Ok(vm.read_clock() / 1_000_000)),
            ("getProcessId", "()I", |_, _| Ok(1)),
            ("getLiveThreadCount", "()I", live_thread_count),
            ("getAvailableProcessors", "()I", |vm, _| Ok(u64::from(vm.options().processors))),
        ],
    );
    registry.class(
        "sun/management/ThreadImpl",
        &[("getThreads", "()[Ljava/lang/Thread;", live_threads)],
    );
    registry.class(
        "com/sun/management/internal/DiagnosticCommandImpl",
        &[
            ("getDiagnosticCommands", "()[Ljava/lang/String;", |vm, _| {
                none_of(vm, "java/lang/String")
            }),
            (
                "getDiagnosticCommandInfo",
                "([Ljava/lang/String;)[Lcom/sun/management/internal/DiagnosticCommandInfo;",
                |vm, _| none_of(vm, "com/sun/management/internal/DiagnosticCommandInfo"),
            ),
            ("setNotificationEnabled", "(Z)V", nothing),
        ],
    );
    registry.class(
        "com/sun/management/internal/OperatingSystemImpl",
        &[("initialize0", "()V", nothing)],
    );
    registry.class(
        "sun/management/MemoryImpl",
        &[
            ("getMemoryPools0", "()[Ljava/lang/management/MemoryPoolMXBean;", |vm, _| {
                none_of(vm, "java/lang/management/MemoryPoolMXBean")
            }),
            ("getMemoryManagers0", "()[Ljava/lang/management/MemoryManagerMXBean;", |vm, _| {
                none_of(vm, "java/lang/management/MemoryManagerMXBean")
            }),
        ],
    );
    // A program sees nothing of a container around the machine.
    registry
        .class("jdk/internal/platform/CgroupMetrics", &[("isUseContainerSupport", "()Z", nothing)]);
    // Of HotSpot's options it has none, and says so of each.
    registry.class(
        "com/sun/management/internal/Flag",
        &[
            ("initialize", "()V", nothing),
            ("getAllFlagNames", "()[Ljava/lang/String;", |vm, _| none_of(vm, "java/lang/String")),
            ("getFlags", "([Ljava/lang/String;[Lcom/sun/management/internal/Flag;I)I", nothing),
            ("getInternalFlagCount", "()I", nothing),
        ],
    );
}

/// All are false, and what belongs to them is refused with an exception, but for what programs turn on
/// without asking: that is not modelled.
fn support(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let class = vm.load_boot("sun/management/VMManagementImpl")?;
    vm.set_static(class, "threadContentionMonitoringSupport", 1);
    Ok(0)
}

fn version(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let version = if vm.feature() < VERSION_4_SINCE { "3.0" } else { "4.0" };
    Ok(vm.new_string(version)?.word())
}

fn live_thread_count(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let threads = live_threads(vm, args)?;
    Ok(vm.heap.length(reference(threads)) as u64)
}

fn none_of(vm: &mut Vm, class: &str) -> Exec<u64> {
    let class = vm.load_boot(class)?;
    Ok(vm.new_references(class, &[])?.word())
}
