//! Native peers: what a JDK method does on this machine when its real body is native, or hostile to
//! exploration.
//!
//! One file per JDK class or small family, each with one table; [`registry`] gathers them.
//!
//! Rooms, from the ground up: `memory`, `numbers`, `compress`, `io`, `reflect`, `lang`, `explore`;
//! none imports one above it (`tests/rooms.rs`).

mod args;
mod compress;
mod explore;
mod io;
mod lang;
mod memory;
mod numbers;
mod reflect;

use raceproof_vm::Registry;

/// All peers.
#[must_use]
pub fn registry() -> Registry {
    let mut registry = Registry::default();
    for register in [
        numbers::big_integer::register,
        numbers::bits::register,
        lang::boot_support::register,
        reflect::callers::register,
        compress::checksums::register,
        numbers::digests::register,
        lang::entropy::register,
        explore::cleanables::register,
        explore::exploring::register,
        explore::settable::register,
        explore::jpf::register,
        io::file_system::register,
        io::internet_addresses::register,
        io::files::register,
        reflect::invoke::register,
        reflect::lang_class::register,
        reflect::class_attributes::register,
        reflect::class_loading::register,
        reflect::protection::register,
        reflect::members::register,
        lang::lang_object::register,
        lang::lang_system::register,
        lang::lang_thread::register,
        lang::libraries::register,
        lang::management::register,
        io::jdk_resources::register,
        io::mapped_files::register,
        numbers::math::register,
        lang::modules::register,
        io::nio_channels::register,
        io::nio_directories::register,
        io::nio_files::register,
        lang::packages::register,
        lang::process::register,
        reflect::reflection::register,
        memory::scoped_memory::register,
        lang::signals::register,
        lang::stack::register,
        lang::null_message::register,
        lang::stack_dumps::register,
        lang::stack_walker::register,
        lang::text_kernels::register,
        lang::thread_stopping::register,
        memory::unsafe_accesses::register,
        memory::unsafe_memory::register,
        memory::unsafe_updates::register,
        compress::zip::register,
    ] {
        register(&mut registry);
    }
    registry
}

/// Peers that record what the application reaches by reflection; to be registered where
/// [`raceproof_vm::RunOptions::reflection`] is there to be told.
pub fn record_reflection(registry: &mut Registry) {
    reflect::reflected::register(registry);
}
