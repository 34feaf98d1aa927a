//! placeholder
use crate::class::ClassRef;
use crate::code::Code;
use crate::native::{Exec, Trap};
use crate::vm::Vm;
impl Vm {
    pub(crate) fn link_dynamic(&mut self, _code: &'static Code, _class: ClassRef, _site: u16) -> Exec<()> {
        Err(Trap::Unsupported("invokedynamic".into()))
    }
}
