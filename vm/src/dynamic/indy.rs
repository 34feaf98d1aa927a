//! `invokedynamic`: call sites linked by the machine itself where the bootstrap method is known, by
//! the JDK otherwise.

use crate::dynamic::method_handles::invoke_basic;
use crate::execute::ask::ASK_SITE;
use crate::ground::class::{ClassRef, MethodRef, access};
use crate::ground::code::{Code, Extra, Insn, NO_REG, Reg};
use crate::ground::code::{Label, Labels};
use crate::ground::code::{Piece, Recipe};
use crate::ground::heap::Ref;
use crate::ground::native::{Exec, Trap};
use crate::ground::symbol::Symbol;
use crate::linking::generate::Generator;
use crate::vm::{Vm, missing};
use raceproof_classfile::descriptor::{Type, split_method};
use raceproof_classfile::{BootstrapMethod, Constant};

/// The kind of a method handle that calls a static method.
const INVOKE_STATIC: u8 = 6;
/// As much as `StringConcatFactory` takes at once.
const MOST_SLOTS: usize = 200;

/// A dynamic call site: what the class file says of it.
pub(crate) struct Site {
    pub(crate) class: ClassRef,
    pub(crate) name: Symbol,
    pub(crate) descriptor: Symbol,
    pub(crate) row: &'static BootstrapMethod,
}

impl Site {
    /// Descriptors of the site's parameters and of its result.
    pub(crate) fn types(&self) -> Exec<(Vec<&'static str>, &'static str)> {
        split_method(self.descriptor.text())
            .ok_or_else(|| Trap::java("java/lang/ClassFormatError", self.descriptor.text()))
    }
}

impl Vm {
    /// Links the dynamic call at `site` and executes it.
    pub(crate) fn link_dynamic(
        &mut self,
        code: &'static Code,
        class: ClassRef,
        site: u16,
    ) -> Exec<()> {
        let cp = code.sites[usize::from(site)].cp;
        let Constant::InvokeDynamic { bootstrap, name_and_type } = self.constant(class, cp)? else {
            return Err(Trap::java("java/lang/ClassFormatError", "not a dynamic call site"));
        };
        let (name, descriptor) = self.name_and_type(class, name_and_type)?;
        let row = self.bootstrap(class, bootstrap)?;
        let dynamic = Site { class, name, descriptor, row };
        let stub = match self.own_bootstrap(&dynamic)? {
            Some(stub) => stub,
            None => self.real_bootstrap(&dynamic, code, site)?,
        };
        self.bind_site(code, site, stub)
    }

    /// Whether a dynamic call is what the compiler makes of a record's `toString`, `equals` or
    /// `hashCode`.
    pub(crate) fn is_method_of_records(&mut self, class: ClassRef, cp: u16) -> bool {
        let owner = |vm: &mut Self| {
            let Constant::InvokeDynamic { bootstrap, name_and_type } = vm.constant(class, cp)?
            else {
                return Ok(String::new());
            };
            let (name, descriptor) = vm.name_and_type(class, name_and_type)?;
            let row = vm.bootstrap(class, bootstrap)?;
            vm.bootstrap_name(&Site { class, name, descriptor, row }).map(|(owner, _)| owner)
        };
        owner(self).is_ok_and(|owner: String| owner == "java/lang/runtime/ObjectMethods")
    }

    /// The bootstrap method's owner and name, as the constant says it.
    fn bootstrap_name(&mut self, site: &Site) -> Exec<(String, String)> {
        let Constant::MethodHandle { reference, .. } =
            self.constant(site.class, site.row.method)?
        else {
            return Err(Trap::java(
                "java/lang/ClassFormatError",
                "a bootstrap method that is no method handle",
            ));
        };
        let (Constant::Method { class: holder, name_and_type }
        | Constant::InterfaceMethod { class: holder, name_and_type }) =
            self.constant(site.class, reference)?
        else {
            return Ok((String::new(), String::new()));
        };
        let Constant::Class { name } = self.constant(site.class, holder)? else {
            return Ok((String::new(), String::new()));
        };
        let owner = self.utf8(site.class, name)?.text().to_owned();
        let (name, _) = self.name_and_type(site.class, name_and_type)?;
        Ok((owner, name.text().to_owned()))
    }

    /// Whether the bootstrap method is there as it is named: what is not, the JDK says better.
    fn has_bootstrap(&mut self, site: &Site, owner: &str) -> Exec<bool> {
        let Constant::MethodHandle { kind: INVOKE_STATIC, reference } =
            self.constant(site.class, site.row.method)?
        else {
            return Ok(false);
        };
        let Constant::Method { name_and_type, .. } = self.constant(site.class, reference)? else {
            return Ok(false);
        };
        let (name, descriptor) = self.name_and_type(site.class, name_and_type)?;
        let owner = self.load_boot(owner)?;
        Ok(owner
            .declared_method(name, descriptor)
            .is_some_and(super::super::ground::class::Method::is_static))
    }

    fn own_bootstrap(&mut self, site: &Site) -> Exec<Option<MethodRef>> {
        let (owner, name) = self.bootstrap_name(site)?;
        let is_known = matches!(
            owner.as_str(),
            "java/lang/invoke/StringConcatFactory"
                | "java/lang/invoke/LambdaMetafactory"
                | "java/lang/runtime/ObjectMethods"
                | "java/lang/runtime/SwitchBootstraps"
        );
        if !is_known || !self.has_bootstrap(site, &owner)? {
            return Ok(None);
        }
        self.resolve_specifier(site)?;
        match (owner.as_str(), name.as_str()) {
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants" | "makeConcat") => {
                self.concatenation(site, name == "makeConcatWithConstants")
            }
            ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => {
                unless_refused(self.lambda(site, name == "altMetafactory"))
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => {
                unless_refused(self.record_method(site))
            }
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => {
                self.pattern_switch(site, name == "enumSwitch")
            }
            _ => Ok(None),
        }
    }

    /// What a call site names is found before its bootstrap method runs, in this order (JVMS
    /// 5.4.3.6).
    fn resolve_specifier(&mut self, site: &Site) -> Exec<()> {
        self.method_classes(site.class, site.descriptor)?;
        site.row.arguments.iter().try_for_each(|cp| self.resolve_argument(site.class, *cp))
    }

    fn concatenation(&mut self, site: &Site, with_constants: bool) -> Exec<Option<MethodRef>> {
        let (parameters, result) = site.types()?;
        let result = self.class_of_descriptor(site.class, result)?;
        let types: Vec<Type> = parameters.iter().filter_map(|p| Type::of(p)).collect();
        let slots =
            types.iter().map(|ty| if matches!(ty, Type::Long | Type::Double) { 2 } else { 1 });
        if !self.known.string.get().is_subtype_of(result) || slots.sum::<usize>() > MOST_SLOTS {
            return Ok(None);
        }
        let mut g = Generator::new(site.class);
        let registers = g.registers(&types);
        let Some(recipe) = self.recipe(site, with_constants, parameters.len())? else {
            return Ok(None);
        };
        let string = self.known.string.get();
        let mut pieces = Vec::new();
        for part in recipe {
            pieces.push(match part {
                Ok(text) => Piece::Text(text.into()),
                Err(index) => {
                    let (register, ty) =
                        self.stringable(&mut g, string, parameters[index], registers[index])?;
                    Piece::Value(register, ty)
                }
            });
        }
        let d = g.reference();
        g.extra(d, NO_REG, Extra::Concat(Recipe(pieces.into())));
        g.emit(Insn::ReturnValue { a: d });
        g.finish(self, "<concat>", site.descriptor.text()).map(Some)
    }

    /// The recipe's parts: text, or the number of an argument. `None` if a constant is of a kind
    /// left to the JDK.
    fn recipe(
        &mut self,
        site: &Site,
        with_constants: bool,
        count: usize,
    ) -> Exec<Option<Vec<Result<Vec<u16>, usize>>>> {
        let Some((first, constants)) = site.row.arguments.split_first() else {
            return Ok((!with_constants).then(|| (0..count).map(Err).collect()));
        };
        let Constant::String { .. } = self.constant(site.class, *first)? else { return Ok(None) };
        if !with_constants {
            return Ok(None);
        }
        let recipe = Ref::of(self.load_constant(site.class, *first)?);
        let mut constants = constants.iter();
        let mut parts = Vec::new();
        let mut text: Vec<u16> = Vec::new();
        let mut next = 0;
        for unit in self.units(recipe) {
            match unit {
                1 => {
                    if !text.is_empty() {
                        parts.push(Ok(std::mem::take(&mut text)));
                    }
                    parts.push(Err(next));
                    next += 1;
                }
                2 => {
                    let Some(cp) = constants.next() else { return Ok(None) };
                    let Constant::String { .. } = self.constant(site.class, *cp)? else {
                        return Ok(None);
                    };
                    let constant = Ref::of(self.load_constant(site.class, *cp)?);
                    text.extend(self.units(constant));
                }
                unit => text.push(unit),
            }
        }
        if !text.is_empty() {
            parts.push(Ok(text));
        }
        Ok((next == count).then_some(parts))
    }

    /// A register whose content the machine can append: objects, floats and doubles are made
    /// strings by Java code.
    pub(crate) fn stringable(
        &mut self,
        g: &mut Generator,
        string: ClassRef,
        descriptor: &str,
        register: Reg,
    ) -> Exec<(Reg, Type)> {
        let ty = Type::of(descriptor).unwrap_or(Type::Reference);
        let signature = match ty {
            Type::Float => "(F)Ljava/lang/String;",
            Type::Double => "(D)Ljava/lang/String;",
            Type::Reference if descriptor != "Ljava/lang/String;" => {
                "(Ljava/lang/Object;)Ljava/lang/String;"
            }
            _ => return Ok((register, ty)),
        };
        let value_of = self
            .method_named(string, "valueOf", signature)
            .ok_or_else(|| missing("String.valueOf"))?;
        let text = g.reference();
        g.call(value_of, &[register], text);
        Ok((text, Type::Reference))
    }

    fn pattern_switch(&mut self, site: &Site, of_enum: bool) -> Exec<Option<MethodRef>> {
        let (parameters, result) = site.types()?;
        let [subject, "I"] = parameters.as_slice() else { return Ok(None) };
        let subject_class = self.class_of_descriptor(site.class, subject)?;
        let is_enum = subject_class.access & access::ENUM != 0;
        if result != "I" || Type::of(subject) != Some(Type::Reference) || of_enum && !is_enum {
            return Ok(None);
        }
        let mut labels = Vec::new();
        for cp in &site.row.arguments {
            labels.push(match self.constant(site.class, *cp)? {
                Constant::Class { .. } => match self.resolve_class(site.class, *cp)? {
                    other if of_enum && other.id != subject_class.id => return Ok(None),
                    class => Label::Class(class),
                },
                Constant::String { .. } => {
                    let text = Ref::of(self.load_constant(site.class, *cp)?);
                    if of_enum {
                        Label::Enum(subject_class, self.text(text).into())
                    } else {
                        Label::Text(self.units(text).into())
                    }
                }
                Constant::Integer(value) if !of_enum => Label::Int(value),
                Constant::Dynamic { .. } if !of_enum => match self.enum_label(site.class, *cp)? {
                    Some(label) => label,
                    None => return Ok(None),
                },
                _ => return Ok(None),
            });
        }
        let mut g = Generator::new(site.class);
        let p = g.registers(&[Type::Reference, Type::Int]);
        let d = g.register(Type::Int);
        g.extra(d, p[0], Extra::Switch(Labels(labels.into()), p[1]));
        g.emit(Insn::ReturnValue { a: d });
        g.finish(self, "<switch>", site.descriptor.text()).map(Some)
    }

    /// A label that is an `EnumDesc`: the class and the constant's name.
    fn enum_label(&mut self, class: ClassRef, cp: u16) -> Exec<Option<Label>> {
        let object = Ref::of(self.load_constant(class, cp)?);
        if object.is_null() || self.class_of(object).name.text() != "java/lang/Enum$EnumDesc" {
            return Ok(None);
        }
        let name = self.text(self.field_ref(object, "constantName"));
        let ty = self.field_ref(object, "constantType");
        let descriptor = match self.class_of(ty).field_named("descriptor") {
            Some(_) => self.text(self.field_ref(ty, "descriptor")),
            None => return Ok(None),
        };
        let owner = self.class_of_descriptor(class, &descriptor)?;
        Ok(Some(Label::Enum(owner, name.into())))
    }

    /// Lets the JDK make the call site, and calls its target from then on.
    fn real_bootstrap(&mut self, site: &Site, code: &'static Code, number: u16) -> Exec<MethodRef> {
        let handle = self.load_constant(site.class, site.row.method)?;
        let ty = self.method_type(site.class, site.descriptor)?;
        let arguments = self.static_arguments(site.class, &site.row.arguments)?;
        let name = self.intern(site.name.text())?;
        let sites = self.load_boot("java/lang/invoke/CallSite")?;
        let make = self.only_method(sites, "makeSite")?;
        let words = [handle, name.word(), ty.word(), arguments.word(), site.class.mirror.word()];
        let object =
            Ref::of(self.ask((ASK_SITE | u32::from(number), code.method.id), make, &words)?);
        self.pinned.push(object);
        let target = self
            .method_named(sites, "getTarget", "()Ljava/lang/invoke/MethodHandle;")
            .ok_or_else(|| missing("CallSite.getTarget"))?;
        let (parameters, result) = site.types()?;
        let mut g = Generator::new(site.class);
        let types: Vec<Type> = parameters.iter().filter_map(|p| Type::of(p)).collect();
        let registers = g.registers(&types);
        let (holder, handle) = (g.reference(), g.reference());
        let result = Type::of(result).unwrap_or(Type::Void);
        let d = if result == Type::Void { NO_REG } else { g.register(result) };
        g.constant(holder, object.word());
        g.call_virtual(target, &[holder], handle);
        let mut list = vec![handle];
        list.extend(registers);
        g.extra(d, NO_REG, Extra::Native(invoke_basic, list.into()));
        g.emit(if d == NO_REG { Insn::Return } else { Insn::ReturnValue { a: d } });
        g.finish(self, "<dynamic>", site.descriptor.text())
    }
}

/// What the machine refuses to link is left to the library.
fn unless_refused(linked: Exec<MethodRef>) -> Exec<Option<MethodRef>> {
    match linked {
        Err(trap) if trap.is_exception() => Ok(None),
        linked => linked.map(Some),
    }
}
