//! Native peers: what a JDK method does on this machine when its real body is native, or hostile to exploration.
//!
//! One file per JDK class or small family, each with one table; [`registry`] gathers them.

// The constants are written as the papers print them.
#[allow(clippy::excessive_precision, clippy::approx_constant)]
mod accurate;
mod args;
mod big_integer;
mod bits;
mod boot_support;
mod callers;
mod checksums;
mod class_attributes;
mod class_loading;
mod constant_pool;
mod deflate;
mod deflate_codes;
mod digests;
mod entropy;
mod exploring;
// The constants are written as the papers print them.
#[allow(clippy::excessive_precision, clippy::approx_constant)]
mod fdlibm;
mod file_system;
mod files;
mod host_files;
mod internet_addresses;
mod invoke;
mod jdk_resources;
mod jpf;
mod lang_class;
mod lang_object;
mod lang_system;
mod lang_thread;
mod libraries;
mod mapped_files;
mod math;
mod members;
mod modules;
mod nio_channels;
mod nio_directories;
mod nio_files;
mod null_message;
mod operand_stack;
mod outside_memory;
mod overlay;
mod packages;
mod process;
mod protection;
mod reflect_array;
mod reflected;
mod reflection;
mod reflection_arguments;
mod scoped_memory;
mod signals;
mod stack;
mod stack_dumps;
mod stack_walker;
mod stepwise_copy;
mod text_kernels;
mod thread_stopping;
// The constants are written as the papers print them.
#[allow(clippy::excessive_precision, clippy::approx_constant)]
mod trig_reduction;
mod unsafe_memory;
mod wild_memory;
mod zip;

use raceproof_vm::Registry;

/// All peers.
#[must_use]
pub fn registry() -> Registry {
    let mut registry = Registry::default();
    for register in [
        big_integer::register,
        bits::register,
        boot_support::register,
        callers::register,
        checksums::register,
        digests::register,
        entropy::register,
        exploring::register,
        jpf::register,
        file_system::register,
        internet_addresses::register,
        files::register,
        invoke::register,
        lang_class::register,
        lang_object::register,
        lang_system::register,
        lang_thread::register,
        libraries::register,
        jdk_resources::register,
        mapped_files::register,
        math::register,
        modules::register,
        nio_channels::register,
        nio_directories::register,
        nio_files::register,
        packages::register,
        process::register,
        reflection::register,
        scoped_memory::register,
        signals::register,
        stack::register,
        text_kernels::register,
        thread_stopping::register,
        unsafe_memory::register,
        zip::register,
    ] {
        register(&mut registry);
    }
    registry
}

/// Peers that record what the application reaches by reflection; to be registered where [`raceproof_vm::RunOptions::reflection`] is
/// there to be told.
pub fn record_reflection(registry: &mut Registry) {
    reflected::register(registry);
}
