//! The machine's own work inside generated code, an arm for each [`Extra`].

use crate::ground::code::{Extra, NO_REG, Reg};
use crate::ground::heap::Ref;
use crate::ground::native::{Exec, Trap};
use crate::vm::Vm;

/// Words of a string beside its characters, with room to spare.
const STRING_WORDS: usize = 16;

impl Vm {
    pub(crate) fn extra(&mut self, d: Reg, a: Reg, extra: &'static Extra) -> Exec<()> {
        // What follows allocates without looking: all that it uses is in registers still.
        self.collect_if_due()?;
        let word = match extra {
            Extra::Box(ty) => self.box_word(*ty, self.reg(a))?.word(),
            Extra::Unbox(ty) => self.unbox_word(Ref::of(self.reg(a)), *ty)?,
            Extra::Cast(class) => {
                let object = Ref::of(self.reg(a));
                if !object.is_null() && !self.class_of(object).is_subtype_of(class) {
                    return Err(self.class_cast(object, class));
                }
                object.word()
            }
            Extra::Concat(recipe) => {
                let frame = self.frames.last().expect("an instruction runs in a frame");
                let regs = &self.stack[frame.base as usize..];
                let units = recipe.join(self, regs);
                self.collect_if_wanted(units.len() / 4 + STRING_WORDS)?;
                self.new_string_units(&units)?.word()
            }
            Extra::Capture { class, fields } => {
                self.collect_if_wanted(class.instance_words)?;
                let object = self.new_object(class)?;
                for (word, register) in fields {
                    let value = self.reg(*register);
                    self.heap.put(object.index() + usize::from(*word), value);
                }
                self.note_freeze(object, class);
                object.word()
            }
            Extra::NewArray(class) => {
                let length = self.reg(a) as i32;
                self.new_array(class, length.max(0) as usize)?.word()
            }
            Extra::Wrap(class) => {
                let cause = Ref::of(self.reg(a));
                return Err(self.wrap_exception(class, cause)?);
            }
            Extra::Switch(labels, restart) => {
                let subject = Ref::of(self.reg(a));
                let restart = self.reg(*restart) as i32;
                labels.choose(self, subject, restart)?
            }
            Extra::IsExactly(class) => {
                u64::from(self.class_of(Ref::of(self.reg(a))).id == class.id)
            }
            Extra::Look => self.look(self.reg(a) as u32)?,
            Extra::Native(peer, registers) => {
                let words: Vec<u64> = registers.iter().map(|r| self.reg(*r)).collect();
                let given = peer(self, &words);
                return self.finish_native(given, d);
            }
        };
        if d != NO_REG {
            self.set_reg(d, word);
        }
        Ok(())
    }

    fn wrap_exception(&mut self, class: &'static str, cause: Ref) -> Exec<Trap> {
        let exception = self.new_exception(class, None)?;
        for name in ["target", "undeclaredThrowable"] {
            if let Some(field) = self.class_of(exception).field_named(name) {
                self.heap.put(exception.index() + field.word, cause.word());
                self.set_field(exception, "cause", 0);
                return Ok(Trap::Throw(exception));
            }
        }
        self.set_field(exception, "cause", cause.word());
        Ok(Trap::Throw(exception))
    }
}
