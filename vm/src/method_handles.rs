//! placeholder
use crate::class::{ClassRef, MethodRef, Resolved};
use crate::code::Code;
use crate::native::{Exec, Trap};
use crate::vm::Vm;
use raceproof_classfile::Constant;
impl Vm {
    pub(crate) fn link_polymorphic(
        &mut self,
        _code: &'static Code,
        _class: ClassRef,
        m: MethodRef,
        _site: u16,
    ) -> Exec<()> {
        Err(Trap::Unsupported(format!("signature-polymorphic call of {m}")))
    }
    pub(crate) fn load_constant(&mut self, class: ClassRef, cp: u16) -> Exec<u64> {
        match class.resolved[usize::from(cp)].get() {
            Resolved::Object(object) => return Ok(object.word()),
            Resolved::Word(word) => return Ok(word),
            _ => {}
        }
        let cell = &class.resolved[usize::from(cp)];
        match self.constant(class, cp)? {
            Constant::String { utf8 } => {
                let file = class.file.ok_or_else(Trap::null)?;
                let units = raceproof_classfile::mutf8::utf16(
                    file.utf8(utf8).map_err(|e| Trap::java("java/lang/ClassFormatError", e.to_string()))?,
                );
                let string = self.intern_units(&units)?;
                cell.set(Resolved::Object(string));
                Ok(string.word())
            }
            Constant::Class { .. } => Ok(self.resolve_class(class, cp)?.mirror.word()),
            other => Err(Trap::Unsupported(format!("constant {other:?}"))),
        }
    }
}
