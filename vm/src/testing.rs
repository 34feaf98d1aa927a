//! Machines for unit tests: a bare heap, and one in which the classes of the installed JDK are laid
//! out but none of its code has run.
//!
//! Booting needs the peers of `models`, which this crate cannot see. So the second machine has the
//! real classes, mirrors and arrays, and executes the code of the programs in `vm/tests/java`; of
//! the class library it knows how a thread is started and joined, and nothing else.

use crate::explore::explorer::Explorer;
use crate::ground::class::{ClassRef, MethodRef};
use crate::ground::heap::{Heap, Ref};
use crate::ground::native::{Exec, Registry};
use crate::linking::init::INITIALIZED;
use crate::threads::pending::{Pending, Wait};
use crate::threads::thread::Status;
use crate::vm::{ExploreOptions, RunOptions, Vm};
use raceproof_base::{Cancellation, Choice, Machine, OperationKind, Situation, StepOutcome};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Bytes of a machine's program region.
const HEAP: u64 = 4 << 20;

/// A heap without classes.
pub(crate) fn heap() -> Heap {
    Heap::new(HEAP, Cancellation::default())
}

/// A machine whose classes are laid out, with a main thread that has no frames.
pub(crate) fn machine(options: ExploreOptions) -> Vm {
    let mut vm = Vm::create(&run_options(), registry()).expect("there is a JDK");
    vm.explore = options;
    vm.noted.trust.add("java.**");
    vm.noted.trust.end_defaults();
    vm.first_classes().expect("the JDK's first classes are laid out");
    let [platform, app] = [(); 2].map(|()| vm.linked.add_loader(Ref::NULL));
    vm.linked.set_built_in_loaders(platform, app);
    let thread = vm.known.thread.get();
    vm.known.thread_number = vm.word_of(thread, "$thread");
    vm.known.thread_locals = vm.word_of(thread, "threadLocals");
    vm.known.thread_exit.set(None);
    for class in [thread, vm.known.object.get()] {
        vm.heap.put(class.mirror.index() + vm.known.mirror_status, INITIALIZED);
    }
    let object = vm.new_object(thread).expect("there is room");
    vm.set_field(object, "$thread", 1);
    let main = vm.thread_mut(0);
    (main.object, main.status) = (object, Status::Runnable);
    vm
}

/// [`machine`], from whose present state on schedules are explored.
pub(crate) fn frozen() -> Vm {
    let mut vm = machine(ExploreOptions::default());
    freeze(&mut vm);
    vm
}

/// Makes the present state the first one.
pub(crate) fn freeze(vm: &mut Vm) {
    vm.share_everything();
    vm.exploring = true;
    vm.heap.allocate_behind_everything();
    vm.freeze();
}

/// A class of `vm/tests/java`, initialised.
pub(crate) fn program(vm: &mut Vm, name: &str) -> ClassRef {
    let symbol = vm.symbol(name);
    let class = vm.load(vm.linked.app_loader(), symbol).expect("the class is on the class path");
    vm.initialize_class_now(class).expect("the class is initialised");
    class
}

/// A method of a class without arguments, by name; with a descriptor if it gives something.
fn method(vm: &mut Vm, class: ClassRef, name: &str) -> MethodRef {
    let (name, descriptor) = name.split_at(name.find('(').unwrap_or(name.len()));
    let descriptor = if descriptor.is_empty() { "()V" } else { descriptor };
    vm.method_named(class, name, descriptor).expect("the method is there")
}

/// Starts a thread that will run a static method without arguments. Answers its number.
pub(crate) fn start(vm: &mut Vm, class: ClassRef, name: &str) -> usize {
    let threads = vm.known.thread.get();
    let object = vm.new_object(threads).expect("there is room");
    if vm.exploring {
        vm.share(object);
    }
    let method = method(vm, class, name);
    vm.start_thread(object, method, false).expect("the thread is started");
    vm.threads.len() - 1
}

/// Puts the running thread, which has no frames, before a static method without arguments.
pub(crate) fn stand_before(vm: &mut Vm, class: ClassRef, name: &str) {
    let method = method(vm, class, name);
    vm.push_frame(method, &[], crate::ground::code::NO_REG, Ref::NULL, false)
        .expect("the method is called");
}

/// An explorer whose main thread stands before a static method of a program.
pub(crate) fn explorer(options: ExploreOptions, class: &str, method: &str) -> Explorer {
    explorer_of(options, &[class], method)
}

/// The same of a program of several classes, the first of which has the method.
pub(crate) fn explorer_of(options: ExploreOptions, classes: &[&str], method: &str) -> Explorer {
    let mut vm = machine(options);
    let classes: Vec<ClassRef> = classes.iter().map(|name| program(&mut vm, name)).collect();
    stand_before(&mut vm, classes[0], method);
    freeze(&mut vm);
    vm.count_threads();
    Explorer::of(vm)
}

/// The choices of a state.
pub(crate) fn choices(explorer: &mut Explorer) -> Vec<Choice> {
    match explorer.situation() {
        Situation::Open(choices) => choices,
        Situation::Ended | Situation::Deadlock(_) => Vec::new(),
    }
}

/// Goes on by the first choice of a thread that has one, the last thread first, until nobody can.
pub(crate) fn run_to_end(explorer: &mut Explorer) {
    while let Some(choice) = choices(explorer).last().copied() {
        take(explorer, choice);
    }
}

/// A step that must succeed.
pub(crate) fn take(explorer: &mut Explorer, choice: Choice) {
    let outcome = explorer.step(choice, &mut ());
    assert!(matches!(outcome, StepOutcome::Done), "{choice:?}: {outcome:?}");
}

fn registry() -> Registry {
    let mut registry = Registry::default();
    registry.class(
        "java/lang/Thread",
        &[("<init>", "()V", nothing), ("start", "()V", start_thread), ("join", "()V", join)],
    );
    registry
}

fn nothing(_: &mut Vm, _: &[u64]) -> Exec<u64> {
    Ok(0)
}

fn start_thread(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let object = Ref::of(args[0]);
    vm.visible_on_thread(object, Pending::on_object(OperationKind::Start, object, Wait::Nothing))?;
    vm.share(object);
    let class = vm.class_of(object);
    let run = vm.required_method(class, "run", "()V")?;
    vm.start_thread(object, run, false)?;
    Ok(0)
}

fn join(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    vm.join(Ref::of(args[0]), None)?;
    Ok(0)
}

fn run_options() -> RunOptions {
    RunOptions {
        heap_bytes: HEAP,
        processors: 2,
        previews: false,
        explore: true,
        ..RunOptions::new(&java_home(), &[classes()], "")
    }
}

/// The JDK of `JAVA_HOME`, else the one whose `javac` is on the path.
fn java_home() -> PathBuf {
    if let Some(home) = std::env::var_os("JAVA_HOME") {
        return home.into();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let compiler = std::env::split_paths(&path)
        .find_map(|folder| folder.join("javac").canonicalize().ok())
        .expect("set JAVA_HOME to a JDK, or put `javac` on the PATH");
    compiler.ancestors().nth(2).expect("`javac` lies in `bin` of its JDK").to_owned()
}

/// The folder of the classes of `vm/tests/java`, beside the test and named by what the programs
/// are: they are compiled when they have changed.
fn classes() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
        let mut sources: Vec<PathBuf> = std::fs::read_dir(sources)
            .expect("there are programs")
            .map(|entry| entry.expect("it is readable").path())
            .collect();
        sources.sort();
        let home = java_home();
        let mut text = home.display().to_string().into_bytes();
        sources.iter().for_each(|path| text.extend(std::fs::read(path).expect("it is readable")));
        let name = format!("{:x}", xxhash_rust::xxh3::xxh3_128(&text));
        let here = std::env::current_exe().expect("the test has a path");
        let folder = here.with_file_name("vm-test-classes").join(name);
        if !folder.is_dir() {
            // Others may be at it, too: the first one to be ready wins.
            let unready = folder.with_extension(std::process::id().to_string());
            let done = Command::new(home.join("bin/javac"))
                .args(["-J-XX:TieredStopAtLevel=1", "-J-XX:-UsePerfData", "-g", "-d"])
                .arg(&unready)
                .args(sources)
                .output()
                .expect("`javac` runs");
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            let renamed = std::fs::rename(&unready, &folder);
            assert!(renamed.is_ok() || folder.is_dir(), "{renamed:?}");
        }
        folder
    })
}
