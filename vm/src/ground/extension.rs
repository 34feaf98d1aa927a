//! State that native peers keep beside the heap, by type: open files, deflaters, pending input.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;

/// One value of each type that a peer chose to keep.
#[derive(Default)]
pub struct Extensions {
    values: BTreeMap<TypeId, Box<dyn Any>>,
}

impl Extensions {
    /// The value of that type, made by `Default` on first use.
    pub fn get<T: Any + Default>(&mut self) -> &mut T {
        let value = self.values.entry(TypeId::of::<T>()).or_insert_with(|| Box::new(T::default()));
        value.downcast_mut().expect("the key is the value's own type")
    }
}
