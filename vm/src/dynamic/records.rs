//! `equals`, `hashCode` and `toString` of records, as `ObjectMethods` would link them.

use crate::dynamic::indy::Site;
use crate::dynamic::lambda::{descriptor_of, refused};
use crate::ground::class::{ClassRef, Field, FieldRef, MethodRef};
use crate::ground::code::{Extra, Insn, NO_REG, Reg};
use crate::ground::code::{Piece, Recipe};
use crate::ground::native::Exec;
use crate::linking::generate::Generator;
use crate::linking::mirrors::row_of_inner;
use crate::vm::{Vm, missing};
use raceproof_classfile::Constant;
use raceproof_classfile::descriptor::Type;

/// The kind of a method handle that reads a field.
const GET_FIELD: u8 = 1;

impl Vm {
    /// `equals`, `hashCode` and `toString` of records.
    pub(crate) fn record_method(&mut self, site: &Site) -> Exec<MethodRef> {
        let arguments = &site.row.arguments;
        let [record, names, getters @ ..] = arguments.as_slice() else {
            return Err(refused("a record without names"));
        };
        let record = self.resolve_class(site.class, *record)?;
        let fields = self.record_fields(site, record, getters)?;
        self.check_record(site, record, *names, &fields)?;
        let mut g = Generator::new(site.class);
        let this = g.reference();
        match site.name.text() {
            "equals" => self.record_equals(&mut g, record, &fields, this)?,
            "hashCode" => self.record_hash(&mut g, &fields, this)?,
            _ => self.record_text(&mut g, record, &fields, this)?,
        }
        g.finish(self, "<record>", site.descriptor.text())
    }

    fn record_fields(
        &mut self,
        site: &Site,
        record: ClassRef,
        getters: &[u16],
    ) -> Exec<Vec<FieldRef>> {
        let mut fields = Vec::new();
        for cp in getters {
            let Constant::MethodHandle { kind: GET_FIELD, reference } =
                self.constant(site.class, *cp)?
            else {
                return Err(refused("a getter that reads no field"));
            };
            let field = self.resolve_field(site.class, reference)?;
            if field.class().id != record.id || field.is_static() {
                return Err(refused("a getter of something else"));
            }
            fields.push(field);
        }
        Ok(fields)
    }

    /// Refuses what `ObjectMethods` refuses, and names that are not those of the fields.
    fn check_record(
        &mut self,
        site: &Site,
        record: ClassRef,
        names: u16,
        fields: &[FieldRef],
    ) -> Exec<()> {
        let own = descriptor_of(record);
        let expected = match site.name.text() {
            "equals" => format!("({own}Ljava/lang/Object;)Z"),
            "hashCode" => format!("({own})I"),
            "toString" => format!("({own})Ljava/lang/String;"),
            _ => return Err(refused("no method of records")),
        };
        let Constant::String { utf8 } = self.constant(site.class, names)? else {
            return Err(refused("no names"));
        };
        let names = self.utf8(site.class, utf8)?;
        let known: Vec<&str> = fields.iter().map(|field| field.name.text()).collect();
        if site.descriptor.text() != expected || names.text() != known.join(";") {
            return Err(refused("a type or names of something else"));
        }
        Ok(())
    }

    fn record_equals(
        &mut self,
        g: &mut Generator,
        record: ClassRef,
        fields: &[FieldRef],
        this: Reg,
    ) -> Exec<()> {
        let other = g.reference();
        let answer = g.register(Type::Int);
        let mut to_false = Vec::new();
        g.emit(Insn::ConstI { d: answer, v: 1 });
        let same = g.position();
        g.emit(Insn::JEq { a: this, b: other, t: 0 });
        to_false.push(g.position());
        g.emit(Insn::JNull { a: other, t: 0 });
        g.extra(answer, other, Extra::IsExactly(record));
        to_false.push(g.position());
        g.emit(Insn::JEqIK { a: answer, k: 0, t: 0 });
        for field in fields {
            let (a, b) = (g.register(field.ty), g.register(field.ty));
            g.emit(field_load(field, a, this));
            g.emit(field_load(field, b, other));
            let branch = match field.ty {
                Type::Reference => {
                    let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
                    self.static_call(
                        g,
                        "java/util/Objects",
                        "equals",
                        descriptor,
                        &[a, b],
                        answer,
                    )?;
                    Insn::JEqIK { a: answer, k: 0, t: 0 }
                }
                Type::Float => {
                    self.static_call(g, "java/lang/Float", "compare", "(FF)I", &[a, b], answer)?;
                    Insn::JNeIK { a: answer, k: 0, t: 0 }
                }
                Type::Double => {
                    self.static_call(g, "java/lang/Double", "compare", "(DD)I", &[a, b], answer)?;
                    Insn::JNeIK { a: answer, k: 0, t: 0 }
                }
                _ => Insn::JNe { a, b, t: 0 },
            };
            to_false.push(g.position());
            g.emit(branch);
        }
        g.land(same);
        g.emit(Insn::ConstI { d: answer, v: 1 });
        g.emit(Insn::ReturnValue { a: answer });
        for branch in to_false {
            g.land(branch);
        }
        g.emit(Insn::ConstI { d: answer, v: 0 });
        g.emit(Insn::ReturnValue { a: answer });
        Ok(())
    }

    fn record_hash(&mut self, g: &mut Generator, fields: &[FieldRef], this: Reg) -> Exec<()> {
        let (sum, one) = (g.register(Type::Int), g.register(Type::Int));
        g.emit(Insn::ConstI { d: sum, v: 0 });
        for field in fields {
            let value = g.register(field.ty);
            g.emit(field_load(field, value, this));
            let (class, descriptor) = hasher(field.ty);
            self.static_call(g, class, "hashCode", descriptor, &[value], one)?;
            g.emit(Insn::MulIK { d: sum, a: sum, k: 31 });
            g.emit(Insn::AddI { d: sum, a: sum, b: one });
        }
        g.emit(Insn::ReturnValue { a: sum });
        Ok(())
    }

    fn record_text(
        &mut self,
        g: &mut Generator,
        record: ClassRef,
        fields: &[FieldRef],
        this: Reg,
    ) -> Exec<()> {
        let string = self.known.string.get();
        let mut pieces = Vec::new();
        let mut text = simple_name(record) + "[";
        for (index, field) in fields.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            text.push_str(field.name.text());
            text.push('=');
            pieces.push(Piece::Text(text.encode_utf16().collect()));
            text.clear();
            let value = g.register(field.ty);
            g.emit(field_load(field, value, this));
            let (register, ty) = self.stringable(g, string, field.descriptor.text(), value)?;
            pieces.push(Piece::Value(register, ty));
        }
        text.push(']');
        pieces.push(Piece::Text(text.encode_utf16().collect()));
        let d = g.reference();
        g.extra(d, NO_REG, Extra::Concat(Recipe(pieces.into())));
        g.emit(Insn::ReturnValue { a: d });
        Ok(())
    }

    fn static_call(
        &mut self,
        g: &mut Generator,
        class: &str,
        name: &str,
        descriptor: &str,
        list: &[Reg],
        d: Reg,
    ) -> Exec<()> {
        let class = self.load_boot(class)?;
        let method = self.method_named(class, name, descriptor).ok_or_else(|| missing(name))?;
        if !class.trivial_initializer {
            g.emit(Insn::EnsureInit { class: class.id.0 });
        }
        g.call(method, list, d);
        Ok(())
    }
}

/// The load of an instance field.
fn field_load(field: &Field, d: Reg, o: Reg) -> Insn {
    let w = field.word as u16;
    match field.ty {
        Type::Byte => Insn::GetB { d, o, w },
        Type::Short => Insn::GetS { d, o, w },
        _ => Insn::GetW { d, o, w },
    }
}

fn hasher(ty: Type) -> (&'static str, &'static str) {
    match ty {
        Type::Boolean => ("java/lang/Boolean", "(Z)I"),
        Type::Byte => ("java/lang/Byte", "(B)I"),
        Type::Char => ("java/lang/Character", "(C)I"),
        Type::Short => ("java/lang/Short", "(S)I"),
        Type::Int => ("java/lang/Integer", "(I)I"),
        Type::Long => ("java/lang/Long", "(J)I"),
        Type::Float => ("java/lang/Float", "(F)I"),
        Type::Double => ("java/lang/Double", "(D)I"),
        Type::Reference | Type::Void => ("java/util/Objects", "(Ljava/lang/Object;)I"),
    }
}

/// `Class.getSimpleName`, from the `InnerClasses` attribute.
fn simple_name(class: ClassRef) -> String {
    let full = class.name.text();
    let inner = || {
        let row = row_of_inner(class)?;
        let word = |at| u16::from_be_bytes([row[at], row[at + 1]]);
        let is_inner = word(2) != 0 || class.attribute("EnclosingMethod").is_some();
        let name = class.file?.text(word(4)).map(std::borrow::Cow::into_owned);
        is_inner.then(|| name.unwrap_or_default())
    };
    inner().unwrap_or_else(|| full.rsplit('/').next().unwrap_or(full).to_owned())
}
