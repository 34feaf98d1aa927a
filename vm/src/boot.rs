//! From nothing to a machine that can run a program: the JDK's own start-up, run on it.

use crate::dynamic::Forms;
use crate::execute::exec::SLICE;
use crate::explore::explored::Explored;
use crate::ground::class::{ClassRef, LoaderId, MethodRef};
use crate::ground::extension::Extensions;
use crate::ground::heap::{Heap, Ref};
use crate::ground::known::{KnownClasses, primitive_index};
use crate::ground::native::{Exec, Registry, Trap};
use crate::linking::init::INITIALIZED;
use crate::linking::linked::Linked;
use crate::state::batches::Batches;
use crate::state::clock::EPOCH;
use crate::state::undo::{Scalars, Undo};
use crate::tell::output::Output;
use crate::tell::telling::Noted;
use crate::threads::fairness::Fairness;
use crate::threads::library::LibraryStep;
use crate::threads::sched::Stop;
use crate::threads::signals::Signals;
use crate::threads::thread::{Status, Thread};
use crate::vm::{ExploreOptions, RunOptions, RunOutcome, Vm, missing};
use raceproof_classfile::descriptor::Type;
use raceproof_classfile::{ClassPath, Image};
use rustc_hash::FxHashMap;

/// `threadStatus` of a started thread, as JVMTI defines it.
pub const ALIVE_RUNNABLE: u64 = 5;

/// Runs a program once, by the fixed schedule; the signals of its process reach it through
/// `signals`.
#[must_use]
pub fn run(options: &RunOptions, registry: Registry, signals: Signals) -> RunOutcome {
    let mut vm = match Vm::create(options, registry) {
        Ok(vm) => vm,
        Err(message) => return RunOutcome::BadTarget(message),
    };
    vm.signals = signals;
    let outcome = match vm.boot_or_refuse() {
        Ok(()) => vm.launch(),
        Err(outcome) => outcome,
    };
    for ending in vm.linked.registry().endings().to_owned() {
        ending(&mut vm);
    }
    vm.flush();
    outcome
}

impl Vm {
    pub(crate) fn create(options: &RunOptions, registry: Registry) -> Result<Self, String> {
        let image = Image::open(&options.java_home).map_err(|e| e.to_string())?;
        let class_path = ClassPath::new(&options.class_path, image.version().feature)
            .map_err(|e| e.to_string())?;
        Ok(Self {
            heap: Heap::new(options.heap_bytes, options.cancellation.clone()),
            linked: Linked::new(image, class_path, registry),
            known: KnownClasses::default(),
            options: options.clone(),
            exploring: false,
            explore: ExploreOptions::default(),
            alone: true,
            grant: None,
            callee: None,
            library: LibraryStep::default(),
            undo: Undo::default(),
            batches: Batches::default(),
            noted: Noted::default(),
            threads: vec![Thread::new(Ref::NULL)],
            current: 0,
            frames: Vec::new(),
            stack: Vec::new(),
            pinned: Vec::new(),
            deep_monitors: FxHashMap::default(),
            instructions_timed: 0,
            hash_counter: 0,
            instructions: 0,
            fuel: SLICE,
            output: Output::default(),
            forms: Forms::default(),
            explored: Explored::default(),
            fairness: Fairness::default(),
            scalars: Scalars::at(EPOCH),
            signals: Signals::default(),
            signalled: false,
            extension: Extensions::default(),
            starts: Default::default(),
            first_of_program: 0,
            collections: 0,
        })
    }

    /// The JDK's release, 17 or 25.
    #[must_use]
    pub fn feature(&self) -> u32 {
        self.linked.image().version().feature
    }

    /// Starts the class library, up to where the program's main class would be loaded.
    pub(crate) fn boot_or_refuse(&mut self) -> Result<(), RunOutcome> {
        self.boot().map_err(|stop| self.outcome_of(stop, "while starting the JDK's class library"))
    }

    fn boot(&mut self) -> Result<(), Stop> {
        self.first_classes().map_err(|trap| self.boot_trap(trap))?;
        for name in
            ["java/lang/String", "java/lang/System", "java/lang/Class", "java/lang/ThreadGroup"]
        {
            self.initialize_now(name)?;
        }
        self.main_thread()?;
        for name in [
            "java/lang/Thread",
            "java/lang/Module",
            "java/lang/reflect/Method",
            "java/lang/ref/Finalizer",
        ] {
            self.initialize_now(name)?;
        }
        self.call_system("initPhase1", "()V", &[])?;
        self.initialize_now("java/lang/invoke/MethodHandle")?;
        self.initialize_now("java/lang/invoke/ResolvedMethodName")?;
        self.initialize_now("java/lang/invoke/MemberName")?;
        self.initialize_now("java/lang/invoke/MethodHandleNatives")?;
        self.built_in_loaders()?;
        let status = self.call_system("initPhase2", "(ZZ)I", &[1, 1])?;
        if status != 0 {
            return Err(Stop::Unsupported("the JDK's module system did not start".to_owned()));
        }
        self.call_system("initPhase3", "()V", &[])?;
        self.open_packages()?;
        // Until release 18 a static field counts threads. HotSpot has counted threads of its own,
        // more of them the more processors there are; these are with two.
        let threads = self.known.thread.get();
        if threads.field_named("threadSeqNumber").is_some() {
            self.set_static(threads, "threadSeqNumber", 11);
        }
        self.linked.set_booted();
        Ok(())
    }

    /// Takes the loaders of the platform and of the class path from the class that makes them: an
    /// image may have no module that is defined to either. What is defined and loaded next asks
    /// which loaders are built in.
    fn built_in_loaders(&mut self) -> Result<(), Stop> {
        let loaders = self.initialize_now("jdk/internal/loader/ClassLoaders")?;
        let mut built_in = [LoaderId::BOOT; 2];
        for (id, field) in built_in.iter_mut().zip(["PLATFORM_LOADER", "APP_LOADER"]) {
            let object =
                self.static_field(loaders, field).map(Ref::of).filter(|object| !object.is_null());
            let object = object.ok_or_else(|| {
                Stop::Unsupported(format!("this JDK has no ClassLoaders.{field}"))
            })?;
            *id = self.loader_of(object);
        }
        let [platform, app] = built_in;
        self.linked.set_built_in_loaders(platform, app);
        Ok(())
    }

    /// Opens to the program what its jar's manifest asks for, as the JDK's launcher does.
    fn open_packages(&mut self) -> Result<(), Stop> {
        for (packages, open) in
            [(self.options.add_exports.clone(), 0), (self.options.add_opens.clone(), 1)]
        {
            if packages.is_empty() {
                continue;
            }
            let launcher = self.initialize_now("sun/launcher/LauncherHelper")?;
            if let Some(method) =
                self.method_named(launcher, "addExportsOrOpens", "(Ljava/lang/String;Z)V")
            {
                let packages = self.new_string(&packages).map_err(|trap| self.boot_trap(trap))?;
                self.call_now(method, &[packages.word(), open])?;
            }
        }
        Ok(())
    }

    pub(crate) fn boot_trap(&mut self, trap: Trap) -> Stop {
        match trap {
            Trap::Unsupported(what) => Stop::Unsupported(what),
            Trap::Cancelled(cause) => Stop::Cancelled(cause),
            other => Stop::Unsupported(format!("booting failed: {other:?}")),
        }
    }

    pub(crate) fn first_classes(&mut self) -> Exec<()> {
        self.measure_mirrors()?;
        // Class number zero is no class: free memory has it.
        self.primitive_class(Type::Void, "<none>")?;
        for (name, slot_index) in
            [("java/lang/Object", 0), ("java/lang/Cloneable", 3), ("java/io/Serializable", 4)]
        {
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
        let dispatch =
            self.method_named(thread, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V");
        self.known.thread_dispatch.set(dispatch);
        Ok(())
    }

    /// A method by name and descriptor, declared in the class or a superclass.
    pub fn method_named(
        &mut self,
        class: ClassRef,
        name: &str,
        descriptor: &str,
    ) -> Option<MethodRef> {
        let (name, descriptor) = (self.symbol(name), self.symbol(descriptor));
        class.inherited_method(name, descriptor)
    }

    /// [`Vm::method_named`] where the machine cannot go on without it.
    ///
    /// # Errors
    /// If this JDK has no such method.
    pub fn required_method(
        &mut self,
        class: ClassRef,
        name: &str,
        descriptor: &str,
    ) -> Exec<MethodRef> {
        let found = self.method_named(class, name, descriptor);
        found.ok_or_else(|| missing(&format!("{}.{name}{descriptor}", class.name)))
    }

    /// Initialises a class of the JDK from outside the interpreter.
    ///
    /// # Errors
    /// What its initialiser ends with.
    pub(crate) fn initialize_now(&mut self, name: &str) -> Result<ClassRef, Stop> {
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
        match self.run_thread(&mut ()) {
            Stop::Returned(word) => Ok(word),
            stop => Err(stop),
        }
    }

    fn call_system(
        &mut self,
        name: &str,
        descriptor: &str,
        arguments: &[u64],
    ) -> Result<u64, Stop> {
        let system = self.load_boot("java/lang/System").map_err(|trap| self.boot_trap(trap))?;
        let method = self.method_named(system, name, descriptor);
        let method = method.ok_or_else(|| {
            Stop::Unsupported(format!("this JDK has no System.{name}{descriptor}"))
        })?;
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
        self.known.thread_number = self.word_of(self.known.thread.get(), "$thread");
        self.known.thread_locals = self.word_of(self.known.thread.get(), "threadLocals");
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

    fn construct(
        &mut self,
        class: ClassRef,
        descriptor: &str,
        arguments: &[u64],
    ) -> Result<(), Stop> {
        let method = self.method_named(class, "<init>", descriptor);
        let method = method.ok_or_else(|| {
            Stop::Unsupported(format!("this JDK has no constructor {}{descriptor}", class.name))
        })?;
        self.call_now(method, arguments).map(|_| ())
    }
}
