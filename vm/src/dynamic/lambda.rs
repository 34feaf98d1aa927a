//! Lambdas and method references: the class `LambdaMetafactory` would spin, made by the machine.

use crate::dynamic::indy::Site;
use crate::dynamic::lambda_types::Protocol;
use crate::ground::class::{ClassRef, Field, MethodRef, access};
use crate::ground::code::{Extra, Insn, NO_REG, Reg};
use crate::ground::heap::HEADER_WORDS;
use crate::ground::native::{Exec, Trap};
use crate::ground::symbol::Symbol;
use crate::linking::generate::Generator;
use crate::linking::made_classes::Shape;
use crate::vm::Vm;
use raceproof_classfile::Constant;
use raceproof_classfile::descriptor::{Type, split_method};
use std::cell::{Cell, OnceCell};

const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

/// The implementation method of a lambda.
pub(crate) struct Implementation {
    pub(crate) kind: u8,
    pub(crate) method: MethodRef,
    /// The class named in the reference: the one `new` makes, the receiver's type.
    pub(crate) holder: ClassRef,
}

/// What the arguments of `altMetafactory` add.
#[derive(Default)]
struct Alternatives {
    interfaces: Vec<ClassRef>,
    bridges: Vec<Symbol>,
    serializable: bool,
}

pub(crate) fn declared(class: ClassRef, name: Symbol, descriptor: Symbol) -> Exec<MethodRef> {
    class.declared_method(name, descriptor).ok_or_else(|| refused("a lambda without its method"))
}

/// Nobody gets to see it: what the machine does not link, the library refuses in its own words, or
/// links.
pub(crate) fn refused(what: &str) -> Trap {
    Trap::java("java/lang/invoke/LambdaConversionException", what)
}

impl Vm {
    /// The stub of a lambda's call site: gives an instance of the lambda's class.
    pub(crate) fn lambda(&mut self, site: &Site, alternative: bool) -> Exec<MethodRef> {
        let arguments = &site.row.arguments;
        if arguments.len() < 3 {
            return Err(refused("a lambda with too few bootstrap arguments"));
        }
        let erased = self.type_constant(site.class, arguments[0])?;
        let implementation = self.implementation(site.class, arguments[1])?;
        let instantiated = self.type_constant(site.class, arguments[2])?;
        let extra = if alternative {
            self.alternatives(site, &arguments[3..])?
        } else {
            Alternatives::default()
        };
        let (captures, interface) = site.types()?;
        let interface = self.class_of_descriptor(site.class, interface)?;
        let mut interfaces = vec![interface];
        interfaces.extend(extra.interfaces);
        if extra.serializable
            && !interfaces.iter().any(|i| i.is_subtype_of(self.known.serializable.get()))
        {
            interfaces.push(self.known.serializable.get());
        }
        let mut bodies = vec![erased];
        bodies.extend(extra.bridges.into_iter().filter(|b| *b != erased));
        let protocol = Protocol {
            bodies: &bodies,
            interfaces: &interfaces,
            instantiated,
            implementation: &implementation,
        };
        self.check_lambda(site, &protocol)?;
        let mut members: Vec<_> = bodies.iter().map(|b| (site.name, *b, access::PUBLIC)).collect();
        if extra.serializable {
            members.push((
                self.symbol("writeReplace"),
                self.symbol("()Ljava/lang/Object;"),
                access::PRIVATE | access::FINAL,
            ));
        }
        let class = self.lambda_class(site, &interfaces, &captures, members)?;
        for descriptor in bodies {
            self.lambda_body(site, class, &captures, descriptor, instantiated, &implementation)?;
        }
        if extra.serializable {
            self.serialized_form(site, class, &captures, erased, instantiated, &implementation)?;
        }
        self.lambda_factory(site, class, &captures)
    }

    fn type_constant(&mut self, class: ClassRef, cp: u16) -> Exec<Symbol> {
        match self.constant(class, cp)? {
            Constant::MethodType { descriptor } => self.utf8(class, descriptor),
            _ => Err(refused("a lambda's type that is no method type")),
        }
    }

    fn implementation(&mut self, class: ClassRef, cp: u16) -> Exec<Implementation> {
        let Constant::MethodHandle { kind, reference } = self.constant(class, cp)? else {
            return Err(refused("a lambda's body that is no method handle"));
        };
        let method = self.resolve_method(class, reference)?;
        let (Constant::Method { class: holder, .. }
        | Constant::InterfaceMethod { class: holder, .. }) = self.constant(class, reference)?
        else {
            return Err(refused("a lambda's body that is no method"));
        };
        Ok(Implementation { kind, method, holder: self.resolve_class(class, holder)? })
    }

    fn alternatives(&mut self, site: &Site, arguments: &[u16]) -> Exec<Alternatives> {
        let mut found = Alternatives::default();
        let mut rest = arguments.iter();
        let number = |vm: &mut Self, rest: &mut std::slice::Iter<'_, u16>| match rest.next() {
            Some(cp) => match vm.constant(site.class, *cp)? {
                Constant::Integer(value) => Ok(value),
                _ => Err(refused("a lambda's flags that are no number")),
            },
            None => Ok(0),
        };
        let flags = number(self, &mut rest)?;
        found.serializable = flags & SERIALIZABLE != 0;
        if flags & MARKERS != 0 {
            for _ in 0..number(self, &mut rest)? {
                let cp = rest.next().ok_or_else(|| refused("missing marker interface"))?;
                found.interfaces.push(self.resolve_class(site.class, *cp)?);
            }
        }
        if flags & BRIDGES != 0 {
            for _ in 0..number(self, &mut rest)? {
                let cp = rest.next().ok_or_else(|| refused("missing bridge"))?;
                found.bridges.push(self.type_constant(site.class, *cp)?);
            }
        }
        Ok(found)
    }

    fn lambda_class(
        &mut self,
        site: &Site,
        interfaces: &[ClassRef],
        captures: &[&str],
        methods: Vec<(Symbol, Symbol, u16)>,
    ) -> Exec<ClassRef> {
        // No class file says that it implements them, so nobody else would verify their default
        // methods.
        interfaces.iter().try_for_each(|interface| self.ensure_verified(interface))?;
        self.forms.lambdas += 1;
        let number = self.forms.lambdas;
        let name = if self.feature() >= 21 {
            format!("{}$$Lambda+0x{number:016x}", site.class.name)
        } else {
            format!("{}$$Lambda${number}+0x{number:016x}", site.class.name)
        };
        let mut fields = Vec::new();
        for (index, descriptor) in captures.iter().enumerate() {
            let ty = Type::of(descriptor).unwrap_or(Type::Reference);
            let field: &'static Field = Box::leak(Box::new(Field {
                class: Cell::new(None),
                index: index as u16,
                name: self.symbol(&format!("arg${}", index + 1)),
                descriptor: self.symbol(descriptor),
                ty,
                access: access::PRIVATE | access::FINAL,
                word: HEADER_WORDS + index,
                checked: OnceCell::new(),
                contested: OnceCell::new(),
                listed: OnceCell::new(),
                excepted: OnceCell::new(),
                proved: OnceCell::new(),
                orders: OnceCell::new(),
                attributes: &[],
            }));
            fields.push(field);
        }
        let shape = Shape {
            name: self.symbol(&name),
            loader: site.class.loader,
            access: access::FINAL | access::SYNTHETIC,
            super_class: self.known.object.get(),
            interfaces: interfaces.to_vec(),
            fields,
            methods,
            nest_host: self.nest_host(site.class),
        };
        self.synthetic_class(shape)
    }

    /// The method that implements the functional interface.
    fn lambda_body(
        &mut self,
        site: &Site,
        class: ClassRef,
        captures: &[&str],
        descriptor: Symbol,
        instantiated: Symbol,
        implementation: &Implementation,
    ) -> Exec<()> {
        let (erased, erased_result) =
            split_method(descriptor.text()).ok_or_else(|| refused("a lambda's type"))?;
        let (exact, _) =
            split_method(instantiated.text()).ok_or_else(|| refused("a lambda's type"))?;
        let mut g = Generator::new(class);
        let this = g.reference();
        let types: Vec<Type> = erased.iter().filter_map(|p| Type::of(p)).collect();
        let parameters = g.registers(&types);
        let mut given: Vec<(Reg, String)> = Vec::new();
        for (index, descriptor) in captures.iter().enumerate() {
            let register = g.register(Type::of(descriptor).unwrap_or(Type::Reference));
            // Captured values are stored as the register held them, so no narrowing is undone here.
            g.emit(Insn::GetW { d: register, o: this, w: (HEADER_WORDS + index) as u16 });
            given.push((register, (*descriptor).to_owned()));
        }
        for (index, register) in parameters.iter().enumerate() {
            let target = exact.get(index).copied().unwrap_or(erased[index]);
            let register = self.convert(&mut g, site.class, *register, erased[index], target)?;
            given.push((register, target.to_owned()));
        }
        let (d, result) = self.call_implementation(&mut g, site.class, implementation, &given)?;
        if erased_result == "V" {
            g.emit(Insn::Return);
        } else {
            let a = self.convert(&mut g, site.class, d, &result, erased_result)?;
            g.emit(Insn::ReturnValue { a });
        }
        g.attach(declared(class, site.name, descriptor)?);
        Ok(())
    }

    /// Calls the implementation with converted arguments; gives the result's register and
    /// descriptor.
    fn call_implementation(
        &mut self,
        g: &mut Generator,
        from: ClassRef,
        implementation: &Implementation,
        given: &[(Reg, String)],
    ) -> Exec<(Reg, String)> {
        let method = implementation.method;
        let (parameters, result) =
            split_method(method.descriptor.text()).ok_or_else(|| refused("a method's type"))?;
        let holder = implementation.holder;
        let mut targets: Vec<String> = Vec::new();
        let makes = implementation.kind == 8;
        if !method.is_static() && !makes {
            targets.push(descriptor_of(holder));
        }
        targets.extend(parameters.iter().map(|p| (*p).to_owned()));
        if targets.len() != given.len() {
            return Err(refused("a lambda's body takes another number of arguments"));
        }
        let mut list = Vec::new();
        for ((register, source), target) in given.iter().zip(&targets) {
            list.push(self.convert(g, from, *register, source, target)?);
        }
        if makes {
            let object = g.reference();
            if !holder.trivial_initializer {
                g.emit(Insn::EnsureInit { class: holder.id.0 });
            }
            g.emit(Insn::NewOf { d: object, class: holder.id.0 });
            list.insert(0, object);
            g.call(method, &list, NO_REG);
            return Ok((object, descriptor_of(holder)));
        }
        let ty = Type::of(result).unwrap_or(Type::Void);
        let d = if ty == Type::Void { NO_REG } else { g.register(ty) };
        match implementation.kind {
            6 => {
                if !method.class().trivial_initializer {
                    g.emit(Insn::EnsureInit { class: method.class().id.0 });
                }
                g.call(method, &list, d);
            }
            5 | 9 => g.call_virtual(method, &list, d),
            _ => g.call_special(method, &list, d),
        }
        Ok((d, result.to_owned()))
    }

    /// Converts a value as a method reference does: cast, box, unbox, widen.
    fn convert(
        &mut self,
        g: &mut Generator,
        from: ClassRef,
        register: Reg,
        source: &str,
        target: &str,
    ) -> Exec<Reg> {
        if source == target || target == "V" {
            return Ok(register);
        }
        let (a, b) = (
            Type::of(source).unwrap_or(Type::Reference),
            Type::of(target).unwrap_or(Type::Reference),
        );
        match (a, b) {
            (Type::Reference, Type::Reference) => {
                let class = self.class_of_descriptor(from, target)?;
                let known = self.class_of_descriptor(from, source)?;
                if known.is_subtype_of(class)
                    || class.is_interface() && class.id == self.known.object.get().id
                {
                    return Ok(register);
                }
                let d = g.reference();
                g.extra(d, register, Extra::Cast(class));
                Ok(d)
            }
            (Type::Reference, _) => {
                let d = g.register(b);
                g.extra(d, register, Extra::Unbox(b));
                Ok(d)
            }
            (_, Type::Reference) => {
                // A primitive widened before it is boxed: only when the target is a box itself.
                let boxed = self.class_of_descriptor(from, target)?;
                let ty = self.known.boxed_type(boxed).unwrap_or(a);
                let widened = self.widen_register(g, register, a, ty);
                let d = g.reference();
                g.extra(d, widened, Extra::Box(ty));
                Ok(d)
            }
            _ => Ok(self.widen_register(g, register, a, b)),
        }
    }

    fn widen_register(&self, g: &mut Generator, register: Reg, from: Type, to: Type) -> Reg {
        let rank = |ty| match ty {
            Type::Long => 1,
            Type::Float => 2,
            Type::Double => 3,
            _ => 0,
        };
        if rank(from) == rank(to) {
            return register;
        }
        let d = g.register(to);
        let a = register;
        g.emit(match (rank(from), rank(to)) {
            (0, 1) => Insn::I2L { d, a },
            (0, 2) => Insn::I2F { d, a },
            (0, 3) => Insn::I2D { d, a },
            (1, 2) => Insn::L2F { d, a },
            (1, 3) => Insn::L2D { d, a },
            (2, 3) => Insn::F2D { d, a },
            _ => Insn::Mov { d, s: a },
        });
        d
    }

    fn lambda_factory(
        &mut self,
        site: &Site,
        class: ClassRef,
        captures: &[&str],
    ) -> Exec<MethodRef> {
        let mut g = Generator::new(site.class);
        let types: Vec<Type> = captures.iter().filter_map(|p| Type::of(p)).collect();
        let registers = g.registers(&types);
        let d = g.reference();
        if captures.is_empty() {
            // One object for all uses, permanent: making it is linking.
            let at = self
                .heap
                .allocate_permanent(class.instance_words)
                .ok_or_else(crate::vm::out_of_memory)?;
            self.heap.set_permanent_header(at, class.id, 0);
            g.emit(Insn::ConstRef { d, r: at as u32 });
        } else {
            let fields = registers
                .iter()
                .enumerate()
                .map(|(n, r)| ((HEADER_WORDS + n) as u16, *r))
                .collect();
            g.extra(d, NO_REG, Extra::Capture { class, fields });
        }
        g.emit(Insn::ReturnValue { a: d });
        g.finish(self, "<lambda>", site.descriptor.text())
    }
}

/// The descriptor of a class.
#[must_use]
pub fn descriptor_of(class: ClassRef) -> String {
    use crate::ground::class::ClassKind;
    match class.kind {
        ClassKind::Primitive(ty) => ty.letter().to_string(),
        ClassKind::Array { .. } => class.name.text().to_owned(),
        ClassKind::Instance => format!("L{};", class.name),
    }
}
