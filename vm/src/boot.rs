//! From nothing to the first instruction of `main`: the JDK's own start-up, run on this machine.

use crate::class::{ClassRef, LoaderId, MethodRef};
use crate::exec::{SLICE, Stop};
use crate::extension::Extensions;
use crate::heap::{Heap, Ref};
use crate::init::INITIALIZED;
use crate::known::{Known, primitive_index};
use crate::native::{Exec, Registry, Trap};
use crate::output::Output;
use crate::signals::Signals;
use crate::symbol::Symbols;
use crate::thread::{Status, Thread};
use crate::undo::Undo;
use crate::vm::{ExploreOptions, RunOptions, RunOutcome, Vm};
use raceproof_classfile::descriptor::Type;
use raceproof_classfile::{ClassPath, Image};
use rustc_hash::FxHashMap;

/// `threadStatus` of a started thread, as JVMTI defines it.
pub const ALIVE_RUNNABLE: u64 = 5;
/// Nanoseconds since 1970 at which the virtual clock starts: 2024-01-01T00:00:00Z.
const EPOCH: u64 = 1_704_067_200_000_000_000;

/// Runs a program once, by the fixed schedule; the signals of its process reach it through `signals`.
#[must_use]
pub fn run(options: &RunOptions, registry: Registry, signals: Signals) -> RunOutcome {
    let mut vm = match Vm::create(options, registry) {
        Ok(vm) => vm,
        Err(message) => return RunOutcome::BadTarget(message),
    };
    vm.signals = signals;
    let outcome = match vm.boot() {
        Ok(()) => vm.launch(),
        Err(stop) => vm.outcome_of(stop, "while starting the JDK's class library"),
    };
    for ending in vm.registry.endings().to_owned() {
        ending(&mut vm);
    }
    vm.flush();
    outcome
}

impl Vm {
    pub(crate) fn create(options: &RunOptions, registry: Registry) -> Result<Self, String> {
        let image = Image::open(&options.java_home).map_err(|e| e.to_string())?;
        let class_path = ClassPath::new(&options.class_path, image.version().feature).map_err(|e| e.to_string())?;
        Ok(Self {
            heap: Heap::new(options.heap_bytes),
            symbols: Symbols::default(),
            classes: Vec::new(),
            methods: Vec::new(),
            loaders: vec![Ref::NULL],
            app_loader: LoaderId::BOOT,
            platform_loader: LoaderId::BOOT,
            dictionary: FxHashMap::default(),
            known: Known::default(),
            image,
            class_path,
            registry,
            options: options.clone(),
            exploring: false,
            explore: ExploreOptions::default(),
            alone: true,
            grant: None,
            ended: None,
            undo: Undo::default(),
            threads: vec![Thread::new(Ref::NULL)],
            current: 0,
            frames: Vec::new(),
            stack: Vec::new(),
            strings: FxHashMap::default(),
            packages: FxHashMap::default(),
            pinned: Vec::new(),
            deep_monitors: FxHashMap::default(),
            clock: EPOCH,
            clock_seen: false,
            wait_counter: 0,
            instructions_timed: 0,
            hash_counter: 0,
            instructions: 0,
            fuel: SLICE,
            out: Vec::new(),
            output: Output::default(),
            signals: Signals::default(),
            signalled: false,
            generated: Vec::new(),
            booted: false,
            lambda_counter: 0,
            extension: Extensions::default(),
            first_of_program: 0,
            standard_streams: [Ref::NULL; 2],
        })
    }

    /// The JDK's release, 17 or 25.
    #[must_use]
    pub fn feature(&self) -> u32 {
        self.image.version().feature
    }

    pub(crate) fn boot(&mut self) -> Result<(), Stop> {
        self.first_classes().map_err(|trap| self.boot_trap(trap))?;
        for name in ["java/lang/String", "java/lang/System", "java/lang/Class", "java/lang/ThreadGroup"] {
            self.initialize_now(name)?;
        }
        self.main_thread()?;
        for name in ["java/lang/Thread", "java/lang/Module", "java/lang/reflect/Method", "java/lang/ref/Finalizer"] {
            self.initialize_now(name)?;
        }
        self.call_system("initPhase1", "()V", &[])?;
        self.initialize_now("java/lang/invoke/MethodHandle")?;
        self.initialize_now("java/lang/invoke/ResolvedMethodName")?;
        self.initialize_now("java/lang/invoke/MemberName")?;
        self.initialize_now("java/lang/invoke/MethodHandleNatives")?;
        let status = self.call_system("initPhase2", "(ZZ)I", &[1, 1])?;
        if status != 0 {
            return Err(Stop::Unsupported("the JDK's module system did not start".to_owned()));
        }
        self.call_system("initPhase3", "()V", &[])?;
        self.open_packages()?;
        self.booted = true;
        Ok(())
    }

    /// Opens to the program what its jar's manifest asks for, as the JDK's launcher does.
    fn open_packages(&mut self) -> Result<(), Stop> {
        for (packages, open) in [(self.options.add_exports.clone(), 0), (self.options.add_opens.clone(), 1)] {
            if packages.is_empty() {
                continue;
            }
            let launcher = self.initialize_now("sun/launcher/LauncherHelper")?;
            if let Some(method) = self.method_named(launcher, "addExportsOrOpens", "(Ljava/lang/String;Z)V") {
                let packages = self.new_string(&packages).map_err(|trap| self.boot_trap(trap))?;
                self.call_now(method, &[packages.word(), open])?;
            }
        }
        Ok(())
    }

    fn boot_trap(&mut self, trap: Trap) -> Stop {
        match trap {
            Trap::Unsupported(what) => Stop::Unsupported(what),
            other => Stop::Unsupported(format!("booting failed: {other:?}")),
        }
    }

    fn first_classes(&mut self) -> Exec<()> {
        self.measure_mirrors()?;
        // Class number zero is no class: free memory has it.
        self.primitive_class(Type::Void, "<none>")?;
        for (name, slot_index) in [("java/lang/Object", 0), ("java/lang/Cloneable", 3), ("java/io/Serializable", 4)] {
            let class = self.load_boot(name)?;
            self.known.slots()[slot_index].1.set(class);
        }
        const PRIMITIVES: [(Type, &str); 9] = [
            (Type::Boolean, "boolean"),
            (Type::Char, "char"),
            (Type::Float, "float"),
            (Type::Double, "double"),
            (Type::Byte, "byte"),
            (Type::Short, "short"),
            (Type::Int, "int"),
            (Type::Long, "long"),
            (Type::Void, "void"),
        ];
        for (ty, name) in PRIMITIVES {
            let class = self.primitive_class(ty, name)?;
            if ty != Type::Void {
                let array = self.array_class(class)?;
                self.known.primitive_arrays[primitive_index(ty)].set(array);
            }
        }
        self.heap.boolean_array = u64::from(self.known.primitive_array(Type::Boolean).id.0);
        let string = self.load_boot("java/lang/String")?;
        self.known.string.set(string);
        self.known.string_value = self.word_of(string, "value");
        self.known.string_coder = self.word_of(string, "coder");
        let class = self.load_boot("java/lang/Class")?;
        self.known.class.set(class);
        self.complete_early_mirrors();
        let names: Vec<&'static str> = self.known.slots().iter().map(|(name, _)| *name).collect();
        for (index, name) in names.into_iter().enumerate() {
            let class = self.load_boot(name)?;
            self.known.slots()[index].1.set(class);
        }
        let thread = self.known.thread.get();
        let exit = self.method_named(thread, "exit", "()V");
        self.known.thread_exit.set(exit);
        let dispatch = self.method_named(thread, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V");
        self.known.thread_dispatch.set(dispatch);
        Ok(())
    }

    /// A method by name and descriptor, declared in the class or a superclass.
    pub fn method_named(&mut self, class: ClassRef, name: &str, descriptor: &str) -> Option<MethodRef> {
        let (name, descriptor) = (self.symbol(name), self.symbol(descriptor));
        class.inherited_method(name, descriptor)
    }

    /// Initialises a class of the JDK from outside the interpreter.
    ///
    /// # Errors
    /// What its initialiser ends with.
    pub fn initialize_now(&mut self, name: &str) -> Result<ClassRef, Stop> {
        let class = self.load_boot(name).map_err(|trap| self.boot_trap(trap))?;
        self.initialize_class_now(class)?;
        Ok(class)
    }

    /// Initialises a class from outside the interpreter.
    pub(crate) fn initialize_class_now(&mut self, class: ClassRef) -> Result<(), Stop> {
        while self.init_status(class) & 0xFF != INITIALIZED {
            match self.ensure_initialized(class) {
                Ok(()) => break,
                Err(Trap::Retry) => {
                    if let Some(frame) = self.frames.last_mut() {
                        frame.barrier = true;
                    }
                    self.run_until_return()?;
                }
                Err(trap) => return Err(self.boot_trap(trap)),
            }
        }
        Ok(())
    }

    pub(crate) fn run_until_return(&mut self) -> Result<u64, Stop> {
        match self.run_thread() {
            Stop::Returned(word) => Ok(word),
            stop => Err(stop),
        }
    }

    fn call_system(&mut self, name: &str, descriptor: &str, arguments: &[u64]) -> Result<u64, Stop> {
        let system = self.load_boot("java/lang/System").map_err(|trap| self.boot_trap(trap))?;
        let method = self.method_named(system, name, descriptor);
        let method = method.ok_or_else(|| Stop::Unsupported(format!("this JDK has no System.{name}{descriptor}")))?;
        self.call_now(method, arguments)
    }

    fn main_thread(&mut self) -> Result<(), Stop> {
        let groups = self.known.thread_group.get();
        let threads = self.known.thread.get();
        let fail = |vm: &mut Self, trap| vm.boot_trap(trap);
        let system = self.new_object(groups).map_err(|t| fail(self, t))?;
        self.pinned.push(system);
        let object = self.new_object(threads).map_err(|t| fail(self, t))?;
        let main = self.thread_mut(0);
        main.object = object;
        main.status = Status::Runnable;
        self.set_field(object, "$thread", 1);
        self.set_field(object, "eetop", 1);
        if threads.field_named("priority").is_some() {
            self.set_field(object, "priority", 5);
            self.set_field(object, "threadStatus", ALIVE_RUNNABLE);
        }
        self.construct(groups, "()V", &[system.word()])?;
        let main = self.new_object(groups).map_err(|t| fail(self, t))?;
        self.pinned.push(main);
        let name = self.intern("main").map_err(|t| fail(self, t))?;
        self.construct(
            groups,
            "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
            &[main.word(), system.word(), name.word()],
        )?;
        self.initialize_now("java/lang/Thread")?;
        self.construct(
            threads,
            "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
            &[object.word(), main.word(), name.word()],
        )?;
        self.set_thread_state(object, ALIVE_RUNNABLE);
        Ok(())
    }

    fn construct(&mut self, class: ClassRef, descriptor: &str, arguments: &[u64]) -> Result<(), Stop> {
        let method = self.method_named(class, "<init>", descriptor);
        let method = method
            .ok_or_else(|| Stop::Unsupported(format!("this JDK has no constructor {}{descriptor}", class.name)))?;
        self.call_now(method, arguments).map(|_| ())
    }

    fn launch(&mut self) -> RunOutcome {
        let (class, method, instance) = match self.main_of_program() {
            Ok(main) => main,
            Err(message) => return RunOutcome::BadTarget(message),
        };
        let done = self.prepare_main(class, method, instance).and_then(|()| self.run_all());
        match done.and_then(|()| self.finish_program()) {
            Ok(status) => self.exited(status),
            Err(stop) => self.outcome_of(stop, ""),
        }
    }

    /// The main class, loaded, and its main method, which may be an instance's.
    pub(crate) fn main_of_program(&mut self) -> Result<(ClassRef, MethodRef, bool), String> {
        let name = self.options.main_class.replace('.', "/");
        let symbol = self.symbol(&name);
        let class = self.load(self.app_loader, symbol).map_err(|trap| self.describe_load_failure(&name, trap))?;
        if class.name != symbol {
            return Err(format!(
                "class {} was not found: the class file in its place holds the class {}",
                name.replace('/', "."),
                class.java_name()
            ));
        }
        self.check_code(class)?;
        let main = self.find_main(class).ok_or_else(|| {
            format!("class {} has no main method: public static void main(String[] args)", class.java_name())
        })?;
        if main.1 {
            self.check_instance_main(class)?;
        }
        Ok((class, main.0, main.1))
    }

    /// An instance main needs an instance; the messages are those of the JDK's launcher.
    fn check_instance_main(&self, class: ClassRef) -> Result<(), String> {
        let name = class.java_name();
        if class.is_abstract() {
            return Err(format!("abstract class {name} can not be instantiated\n  please use a concrete class"));
        }
        if constructor_of(class).is_none_or(|constructor| constructor.is_private()) {
            return Err(format!(
                "no non-private zero argument constructor found in class {name}\n  \
                 remove private from existing constructor or define as:\n     public {name}()"
            ));
        }
        Ok(())
    }

    /// Verifies the main class, so that a broken class file is said before anything runs. A class that is missing is
    /// the program's own affair.
    fn check_code(&mut self, class: ClassRef) -> Result<(), String> {
        match self.ensure_verified(class) {
            Err(Trap::Java("java/lang/VerifyError" | "java/lang/ClassFormatError", message)) => {
                Err(format!("class {} is broken: {}", class.java_name(), message.unwrap_or_default().trim_end()))
            }
            _ => Ok(()),
        }
    }

    fn describe_load_failure(&mut self, name: &str, trap: Trap) -> String {
        let dotted = name.replace('/', ".");
        match trap {
            Trap::Java("java/lang/NoClassDefFoundError", Some(missing)) if missing == name => {
                let entries: Vec<String> = self.class_path.entries().map(|p| p.display().to_string()).collect();
                format!("class {dotted} was not found on the class path ({})", entries.join(":"))
            }
            Trap::Java("java/lang/NoClassDefFoundError", Some(missing)) => {
                format!(
                    "class {dotted} cannot be loaded: it needs the class {}, which was not found",
                    missing.replace('/', ".")
                )
            }
            Trap::Java(class, message) => {
                format!(
                    "class {dotted} cannot be loaded: {} ({})",
                    message.unwrap_or_default(),
                    class.replace('/', ".")
                )
            }
            Trap::Throw(exception) => {
                format!("class {dotted} cannot be loaded: {}", self.class_of(exception).java_name())
            }
            other => format!("class {dotted} cannot be loaded: {other:?}"),
        }
    }

    /// The main method by the rules of the release: since 25 it may be an instance method and take no argument.
    fn find_main(&mut self, class: ClassRef) -> Option<(MethodRef, bool)> {
        for descriptor in ["([Ljava/lang/String;)V", "()V"] {
            let Some(method) = self.method_named(class, "main", descriptor) else { continue };
            let classic = method.is_static() && method.is_public() && descriptor != "()V";
            if classic || self.feature() >= 25 && !method.is_private() && !method.is_abstract() {
                return Some((method, !method.is_static()));
            }
        }
        None
    }

    /// Puts the main thread before the call of main.
    pub(crate) fn prepare_main(&mut self, class: ClassRef, method: MethodRef, instance: bool) -> Result<(), Stop> {
        let fail = |vm: &mut Self, trap| vm.boot_trap(trap);
        let words: Vec<String> = self.options.arguments.clone();
        let mut arguments = Vec::new();
        for word in words {
            arguments.push(self.new_string(&word).map_err(|t| fail(self, t))?);
        }
        let string = self.known.string.get();
        let array = self.new_references(string, &arguments).map_err(|t| fail(self, t))?;
        let mut g = crate::generate::Generator::new(class);
        let parameter = g.reference();
        g.emit(crate::code::Insn::EnsureInit { class: class.id.0 });
        let mut call = Vec::new();
        if instance {
            let receiver = g.reference();
            let constructor = constructor_of(class)
                .ok_or_else(|| Stop::Unsupported("an instance main in a class without a constructor".to_owned()))?;
            g.emit(crate::code::Insn::NewOf { d: receiver, class: class.id.0 });
            g.call(constructor, &[receiver], crate::code::NO_REG);
            call.push(receiver);
        }
        if method.descriptor.text() != "()V" {
            call.push(parameter);
        }
        g.call(method, &call, crate::code::NO_REG);
        g.emit(crate::code::Insn::Return);
        let stub = g.finish(self, "<main>", "([Ljava/lang/String;)V").map_err(|t| fail(self, t))?;
        let object = self.threads[0].object;
        let context = self.loaders[self.app_loader.0 as usize];
        self.set_field(object, "contextClassLoader", context.word());
        self.push_first_frame(stub, array).map_err(|t| fail(self, t))
    }

    fn push_first_frame(&mut self, method: MethodRef, argument: Ref) -> Exec<()> {
        let code = self.code(method)?;
        self.stack.resize(self.stack.len().max(256), 0);
        self.stack[0] = argument.word();
        self.stack[1..usize::from(code.registers)].fill(0);
        self.frames.push(crate::thread::Frame {
            code,
            base: 0,
            pc: 0,
            result: crate::code::NO_REG,
            lock: Ref::NULL,
            barrier: false,
        });
        Ok(())
    }

    /// Runs until no thread that keeps the program alive is left.
    fn run_all(&mut self) -> Result<(), Stop> {
        loop {
            match self.run_thread() {
                Stop::Switch => {}
                stop => return Err(stop),
            }
            if !self.has_live_threads() {
                return Ok(());
            }
            if self.schedule().is_some() {
                return Err(Stop::Switch);
            }
        }
    }

    /// What `DestroyJavaVM` does: shutdown hooks, then the status.
    fn finish_program(&mut self) -> Result<i32, Stop> {
        let status = i32::from(self.threads[0].failed);
        let object = self.threads[0].object;
        let mut destroyer = Thread::new(object);
        destroyer.state_mut().status = Status::Runnable;
        destroyer.state_mut().daemon = true;
        self.threads.push(destroyer);
        let number = self.threads.len() - 1;
        self.set_field(object, "$thread", number as u64 + 1);
        self.switch_to(number);
        self.fuel = SLICE;
        let shutdown = self.initialize_now("java/lang/Shutdown")?;
        if let Some(method) = self.method_named(shutdown, "shutdown", "()V") {
            self.call_now(method, &[])?;
        }
        Ok(status)
    }

    fn exited(&self, status: i32) -> RunOutcome {
        RunOutcome::Exited { status, instructions: self.instructions }
    }

    pub(crate) fn outcome_of(&mut self, stop: Stop, when: &str) -> RunOutcome {
        let suffix = if when.is_empty() { String::new() } else { format!(" ({when})") };
        let stack = || self.levels(64).iter().map(|l| format!("at {l}")).collect();
        match stop {
            Stop::Exit(status) => self.exited(status & 0xFF),
            Stop::Unsupported(what) => RunOutcome::Unsupported { what: what + &suffix, stack: stack() },
            Stop::Switch => RunOutcome::Deadlock { threads: self.describe_threads() },
            Stop::Threw(exception) => {
                let message = self.field_ref(exception, "detailMessage");
                let text = if message.is_null() { String::new() } else { format!(": {}", self.text(message)) };
                let what =
                    format!("an exception outside the program, {}{text}{suffix}", self.class_of(exception).java_name());
                let stack = self.backtrace(exception).iter().map(|l| format!("at {l}")).collect();
                RunOutcome::Unsupported { what, stack }
            }
            Stop::Returned(_) | Stop::Violated(_) | Stop::Ignored => {
                RunOutcome::Unsupported { what: format!("a return to nowhere{suffix}"), stack: stack() }
            }
        }
    }
}

/// The constructor without parameters.
fn constructor_of(class: ClassRef) -> Option<MethodRef> {
    class.methods.iter().copied().find(|m| m.name.text() == "<init>" && m.descriptor.text() == "()V")
}
