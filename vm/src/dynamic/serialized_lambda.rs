//! `writeReplace` of a serializable lambda: the `SerializedLambda` that describes it.

use crate::dynamic::indy::Site;
use crate::dynamic::lambda::{Implementation, declared};
use crate::ground::class::ClassRef;
use crate::ground::code::{Extra, Insn, NO_REG, Reg};
use crate::ground::heap::{HEADER_WORDS, Ref};
use crate::ground::native::Exec;
use crate::ground::symbol::Symbol;
use crate::linking::generate::Generator;
use crate::vm::{Vm, missing};
use raceproof_classfile::descriptor::{Type, object_name};

impl Vm {
    /// Gives the lambda's class that method.
    pub(crate) fn serialized_form(
        &mut self,
        site: &Site,
        class: ClassRef,
        captures: &[&str],
        erased: Symbol,
        instantiated: Symbol,
        implementation: &Implementation,
    ) -> Exec<()> {
        let serialized = self.load_boot("java/lang/invoke/SerializedLambda")?;
        let constructor = serialized.methods.iter().find(|m| m.name.text() == "<init>").copied();
        let constructor = constructor.ok_or_else(|| missing("SerializedLambda's constructor"))?;
        let (_, interface) = site.types()?;
        let object = self.known.object.get();
        let arrays = self.array_class(object)?;
        let mut g = Generator::new(class);
        let this = g.reference();
        let (form, array, index, count) =
            (g.reference(), g.reference(), g.register(Type::Int), g.register(Type::Int));
        let boxed = g.reference();
        g.emit(Insn::ConstI { d: count, v: captures.len() as i32 });
        g.extra(array, count, Extra::NewArray(arrays));
        for (n, descriptor) in captures.iter().enumerate() {
            let ty = Type::of(descriptor).unwrap_or(Type::Reference);
            let value = g.register(ty);
            g.emit(Insn::GetW { d: value, o: this, w: (HEADER_WORDS + n) as u16 });
            g.extra(boxed, value, Extra::Box(ty));
            g.emit(Insn::ConstI { d: index, v: n as i32 });
            g.emit(Insn::StoreA { a: array, i: index, v: boxed });
        }
        let method = implementation.method;
        let texts = [object_name(interface), site.name.text(), erased.text()];
        let body = [
            implementation.holder.name.text(),
            method.name.text(),
            method.descriptor.text(),
            instantiated.text(),
        ];
        let capturing = g.reference();
        g.emit(Insn::ConstRef { d: capturing, r: site.class.mirror.0 });
        let mut list = vec![form, capturing];
        for text in texts {
            list.push(self.text_register(&mut g, text)?);
        }
        let kind = g.register(Type::Int);
        g.emit(Insn::ConstI { d: kind, v: i32::from(implementation.kind) });
        list.push(kind);
        for text in body {
            list.push(self.text_register(&mut g, text)?);
        }
        list.push(array);
        g.emit(Insn::EnsureInit { class: serialized.id.0 });
        g.emit(Insn::NewOf { d: form, class: serialized.id.0 });
        g.call(constructor, &list, NO_REG);
        g.emit(Insn::ReturnValue { a: form });
        let name = self.symbol("writeReplace");
        let descriptor = self.symbol("()Ljava/lang/Object;");
        g.attach(declared(class, name, descriptor)?);
        Ok(())
    }

    fn text_register(&mut self, g: &mut Generator, text: &str) -> Exec<Reg> {
        let register = g.reference();
        let string: Ref = self.intern(text)?;
        g.emit(Insn::ConstRef { d: register, r: string.0 });
        Ok(register)
    }
}
