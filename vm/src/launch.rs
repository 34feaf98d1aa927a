//! From the name of the main class to the program's outcome: finding `main`, running it, what comes
//! after it.

use crate::execute::exec::SLICE;
use crate::ground::class::{ClassRef, MethodRef};
use crate::ground::code::{Insn, NO_REG};
use crate::ground::heap::Ref;
use crate::ground::native::Trap;
use crate::linking::generate::Generator;
use crate::threads::sched::Stop;
use crate::threads::thread::{Status, Thread};
use crate::vm::{RunOutcome, Vm};

impl Vm {
    pub(crate) fn launch(&mut self) -> RunOutcome {
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
        let class = self
            .load(self.linked.app_loader(), symbol)
            .map_err(|trap| self.describe_load_failure(&name, trap))?;
        self.check_code(class)?;
        let main = self.find_main(class).ok_or_else(|| {
            format!(
                "class {} has no main method: public static void main(String[] args)",
                class.java_name()
            )
        })?;
        if main.1 {
            self.check_instance_main(class)?;
        }
        Ok((class, main.0, main.1))
    }

    fn describe_load_failure(&mut self, name: &str, trap: Trap) -> String {
        let dotted = name.replace('/', ".");
        match trap {
            Trap::Java("java/lang/NoClassDefFoundError", Some(missing)) if missing == name => {
                let entries: Vec<String> =
                    self.linked.class_path().entries().map(|p| p.display().to_string()).collect();
                format!("class {dotted} was not found on the class path ({})", entries.join(":"))
            }
            Trap::Java("java/lang/NoClassDefFoundError", Some(missing)) => {
                let other =
                    missing.strip_prefix(name).and_then(|rest| rest.strip_prefix(" (wrong name: "));
                if let Some(other) = other.and_then(|rest| rest.strip_suffix(')')) {
                    let other = other.replace('/', ".");
                    return format!(
                        "class {dotted} was not found: the class file in its place holds the class {other}"
                    );
                }
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

    /// Verifies the main class, so that a broken class file is said before anything runs. A class
    /// that is missing is the program's own affair.
    fn check_code(&mut self, class: ClassRef) -> Result<(), String> {
        match self.ensure_verified(class) {
            Err(Trap::Java("java/lang/VerifyError" | "java/lang/ClassFormatError", message)) => {
                Err(format!(
                    "class {} is broken: {}",
                    class.java_name(),
                    message.unwrap_or_default().trim_end()
                ))
            }
            _ => Ok(()),
        }
    }

    /// The main method by the rules of the release: since 25 it may be an instance method and take
    /// no argument.
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

    /// An instance main needs an instance; the messages are those of the JDK's launcher.
    fn check_instance_main(&self, class: ClassRef) -> Result<(), String> {
        let name = class.java_name();
        if class.is_abstract() {
            return Err(format!(
                "abstract class {name} can not be instantiated\n  please use a concrete class"
            ));
        }
        // `java Foo.java` makes the constructor accessible.
        let usable = |constructor: MethodRef| self.options.from_source || !constructor.is_private();
        if !constructor_of(class).is_some_and(usable) {
            return Err(format!(
                "no non-private zero argument constructor found in class {name}\n  \
                 remove private from existing constructor or define as:\n     public {name}()"
            ));
        }
        Ok(())
    }

    /// Puts the main thread before the call of main.
    pub(crate) fn prepare_main(
        &mut self,
        class: ClassRef,
        method: MethodRef,
        instance: bool,
    ) -> Result<(), Stop> {
        let fail = |vm: &mut Self, trap| vm.boot_trap(trap);
        let words: Vec<String> = self.options.arguments.clone();
        let mut arguments = Vec::new();
        for word in words {
            arguments.push(self.new_string(&word).map_err(|t| fail(self, t))?);
        }
        let string = self.known.string.get();
        let array = self.new_references(string, &arguments).map_err(|t| fail(self, t))?;
        let mut g = Generator::new(class);
        let parameter = g.reference();
        g.emit(Insn::EnsureInit { class: class.id.0 });
        let mut call = Vec::new();
        if instance {
            let receiver = g.reference();
            let constructor = constructor_of(class).ok_or_else(|| {
                Stop::Unsupported("an instance main in a class without a constructor".to_owned())
            })?;
            g.emit(Insn::NewOf { d: receiver, class: class.id.0 });
            g.call(constructor, &[receiver], NO_REG);
            call.push(receiver);
        }
        if method.descriptor.text() != "()V" {
            call.push(parameter);
        }
        g.call(method, &call, NO_REG);
        g.emit(Insn::Return);
        let stub = g.finish(self, "<main>", "([Ljava/lang/String;)V").map_err(|t| fail(self, t))?;
        let object = self.threads[0].object;
        let context = self.linked.loader(self.linked.app_loader());
        self.set_field(object, "contextClassLoader", context.word());
        self.push_frame(stub, &[array.word()], NO_REG, Ref::NULL, false).map_err(|t| fail(self, t))
    }

    /// Runs until no thread that keeps the program alive is left.
    fn run_all(&mut self) -> Result<(), Stop> {
        loop {
            match self.run_thread(&mut ()) {
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
            Stop::Unsupported(what) => {
                RunOutcome::Unsupported { what: what + &suffix, stack: stack() }
            }
            Stop::Cancelled(cause) => RunOutcome::Cancelled(cause),
            Stop::Switch => RunOutcome::Deadlock { threads: self.describe_threads() },
            Stop::Threw(exception) => {
                let message = self.field_ref(exception, "detailMessage");
                let text = if message.is_null() {
                    String::new()
                } else {
                    format!(": {}", self.text(message))
                };
                let what = format!(
                    "an exception outside the program, {}{text}{suffix}",
                    self.class_of(exception).java_name()
                );
                let stack = self.backtrace(exception).iter().map(|l| format!("at {l}")).collect();
                RunOutcome::Unsupported { what, stack }
            }
            Stop::Returned(_) | Stop::Ignored => RunOutcome::Unsupported {
                what: format!("a return to nowhere{suffix}"),
                stack: stack(),
            },
        }
    }
}

/// The constructor without parameters.
fn constructor_of(class: ClassRef) -> Option<MethodRef> {
    class
        .methods
        .iter()
        .copied()
        .find(|m| m.name.text() == "<init>" && m.descriptor.text() == "()V")
}
