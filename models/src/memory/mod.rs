//! Memory below objects: `Unsafe`, memory outside the heap, accesses that go astray, copies that
//! other threads may see half done. Enters what reads or writes words without knowing of which
//! class they are.

pub(crate) mod outside_memory;
pub(crate) mod scoped_memory;
pub(crate) mod stepwise_copy;
pub(crate) mod unsafe_accesses;
pub(crate) mod unsafe_memory;
pub(crate) mod unsafe_updates;
pub(crate) mod wild_memory;
