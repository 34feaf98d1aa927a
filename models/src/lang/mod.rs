//! The rest of `java.lang` and its surroundings: objects, system, threads, the process, stacks,
//! messages, loops over text, modules and packages. Enters natives of a class of the base module
//! that no other room is about.

pub(crate) mod boot_support;
pub(crate) mod entropy;
pub(crate) mod lang_object;
pub(crate) mod lang_system;
pub(crate) mod lang_thread;
pub(crate) mod libraries;
pub(crate) mod management;
pub(crate) mod modules;
pub(crate) mod null_message;
pub(crate) mod operand_stack;
pub(crate) mod packages;
pub(crate) mod process;
pub(crate) mod signals;
pub(crate) mod stack;
pub(crate) mod stack_dumps;
pub(crate) mod stack_walker;
pub(crate) mod text_kernels;
pub(crate) mod thread_stopping;
