//! Asking loaders written in Java: their `loadClass` is called, after which the instruction that
//! needed the class is executed again.

use crate::ground::class::{ClassRef, LoaderId, MethodRef};
use crate::ground::code::{Extra, Insn, NO_REG};
use crate::ground::heap::Ref;
use crate::ground::native::{Exec, Trap};
use crate::ground::symbol::Symbol;
use crate::linking::generate::Generator;
use crate::vm::Vm;
use raceproof_classfile::descriptor::innermost;

/// Answers of Java loaders that the instruction to be executed again has not picked up yet.
#[derive(Default)]
struct Answers {
    classes: Vec<(LoaderId, Symbol, Option<ClassRef>)>,
    /// The `ClassNotFoundException` of those that found nothing. They are pinned meanwhile.
    failures: Vec<(LoaderId, Symbol, Ref)>,
    stub: Option<MethodRef>,
}

impl Vm {
    /// Finds a class by its loader's `loadClass`; `None` if that throws `ClassNotFoundException`.
    ///
    /// # Errors
    /// [`Trap::Retry`] until the loader has answered; what else it throws is thrown by the
    /// instruction.
    pub(crate) fn ask_loader(&mut self, loader: LoaderId, name: Symbol) -> Exec<Option<ClassRef>> {
        if self.exploring {
            return self.find_without_asking(loader, name);
        }
        let answers = self.extension.get::<Answers>();
        if let Some(position) =
            answers.classes.iter().position(|(l, n, _)| *l == loader && *n == name)
        {
            let (_, _, class) = answers.classes.swap_remove(position);
            if let Some(class) = class {
                self.linked.enter(loader, name, class);
            }
            return Ok(class);
        }
        self.call_load_class(loader, name)?;
        Ok(None)
    }

    /// While schedules are explored no loader's Java code is run. But one that finds classes as
    /// `ClassLoader.loadClass` does asks its parent first; that of the JDK's own for accessors asks
    /// nobody else.
    fn find_without_asking(&mut self, loader: LoaderId, name: Symbol) -> Exec<Option<ClassRef>> {
        let object = self.linked.loader(loader);
        let class = self.class_of(object);
        let is_for_accessors = class.name.text() == "jdk/internal/reflect/DelegatingClassLoader";
        if is_for_accessors || self.asks_parent_first(class) {
            let parent = self.field_ref(object, "parent");
            let parent = self.loader_of(parent);
            let found = self.find_class(parent, name)?;
            if let Some(found) = found {
                self.linked.enter(loader, name, found);
            }
            if found.is_some() || is_for_accessors {
                return Ok(found);
            }
        }
        Err(Trap::Unsupported(format!(
            "a class loader of the program's own, asked for {name} while schedules are explored"
        )))
    }

    /// Whether a loader's class leaves `loadClass` as it is.
    fn asks_parent_first(&mut self, class: ClassRef) -> bool {
        let loaders = self.known.class_loader.get();
        ["(Ljava/lang/String;)Ljava/lang/Class;", "(Ljava/lang/String;Z)Ljava/lang/Class;"]
            .into_iter()
            .all(|descriptor| {
                let method = self.method_named(class, "loadClass", descriptor);
                method.is_some_and(|method| method.class().id == loaders.id)
            })
    }

    fn call_load_class(&mut self, loader: LoaderId, name: Symbol) -> Exec<()> {
        let object = self.linked.loader(loader);
        log::debug!("asking the loader {:?} for {name}", self.class_of(object));
        let argument = self.new_string(&name.text().replace('/', "."))?;
        let stub = self.asking_loader_stub()?;
        self.push_call(stub, &[object.word(), argument.word()], NO_REG)?;
        Err(Trap::Retry)
    }

    fn asking_loader_stub(&mut self) -> Exec<MethodRef> {
        if let Some(stub) = self.extension.get::<Answers>().stub {
            return Ok(stub);
        }
        let loaders = self.known.class_loader.get();
        let load = self.method_named(loaders, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");
        let load = load.ok_or_else(|| crate::vm::missing("ClassLoader.loadClass"))?;
        let mut g = Generator::new(loaders);
        let arguments = [g.reference(), g.reference()];
        let result = g.reference();
        g.call_virtual(load, &arguments, result);
        let end = g.position();
        g.extra(
            NO_REG,
            NO_REG,
            Extra::Native(remember_class, [arguments[0], arguments[1], result].into()),
        );
        g.emit(Insn::Return);
        g.handle(0, end, result);
        g.extra(
            NO_REG,
            NO_REG,
            Extra::Native(remember_failure, [arguments[0], arguments[1], result].into()),
        );
        g.emit(Insn::Return);
        let stub = g.finish(self, "<load>", "(Ljava/lang/Object;Ljava/lang/Object;)V")?;
        self.extension.get::<Answers>().stub = Some(stub);
        Ok(stub)
    }

    fn asked(&mut self, registers: &[u64]) -> (LoaderId, Symbol) {
        let loader = self.loader_of(Ref::of(registers[0]));
        let text = self.text(Ref::of(registers[1])).replace('.', "/");
        (loader, self.symbol(&text))
    }

    /// The exception for a class that its loader does not find, caused by the one that the loader
    /// throws.
    ///
    /// # Errors
    /// [`Trap::Retry`] when a built-in loader's Java code is run for its exception.
    pub(crate) fn no_class(&mut self, loader: LoaderId, name: Symbol) -> Exec<Trap> {
        // What is missing of an array are its elements.
        let missing = innermost(name.text()).map_or(name, |element| self.symbol(element));
        let failures = &mut self.extension.get::<Answers>().failures;
        if let Some(position) = failures.iter().position(|(l, n, _)| *l == loader && *n == missing)
        {
            let (_, _, cause) = failures.swap_remove(position);
            self.pinned.retain(|pinned| *pinned != cause);
            return Ok(Trap::Caused(
                "java/lang/NoClassDefFoundError",
                name.text().to_owned(),
                cause,
            ));
        }
        // Before main there is no code to have a cause for; what is no class name is not asked for.
        // While schedules are explored there is no cause: the loaders' Java code would be steps
        // that no program has.
        if self.linked.is_booted()
            && !self.exploring
            && loader != LoaderId::BOOT
            && !self.frames.is_empty()
            && !missing.text().starts_with('[')
        {
            self.call_load_class(loader, missing)?;
        }
        Ok(Trap::java("java/lang/NoClassDefFoundError", name.text()))
    }
}

fn remember_class(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    let (loader, name) = vm.asked(registers);
    let mirror = Ref::of(registers[2]);
    let class = if mirror.is_null() {
        None
    } else {
        Some(vm.mirrored(mirror)).filter(|class| class.name == name)
    };
    if !vm.linked.is_built_in(loader) {
        vm.extension.get::<Answers>().classes.push((loader, name, class));
    }
    Ok(0)
}

fn remember_failure(vm: &mut Vm, registers: &[u64]) -> Exec<u64> {
    let exception = Ref::of(registers[2]);
    let missing = vm.load_boot("java/lang/ClassNotFoundException")?;
    if !vm.class_of(exception).is_subtype_of(missing) {
        return Err(Trap::Throw(exception));
    }
    let (loader, name) = vm.asked(registers);
    let built_in = vm.linked.is_built_in(loader);
    vm.pinned.push(exception);
    let answers = vm.extension.get::<Answers>();
    answers.failures.retain(|(l, n, _)| *l != loader || *n != name);
    answers.failures.push((loader, name, exception));
    if !built_in {
        answers.classes.push((loader, name, None));
    }
    Ok(0)
}
