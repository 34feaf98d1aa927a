//! Printing a program as Java.
//!
//! Each expected outcome is thrown from a line of its own, so that `check --all` reports each that
//! it reaches as a finding of its own. Any other outcome is thrown as an `Error` that names it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::program::Header;

use raceproof_base::Mode as Order;

use super::program::{
    EMPTY, INTERRUPTED, Lock, Program, REENTRANT, Statement, TAKEN, Variable, VariableKind,
};

/// The text of a class, and which of its lines throws for which outcome.
pub struct Class {
    /// The name of the class, which is that of the file.
    pub name: String,
    /// The source.
    pub text: String,
    /// The outcome that each such line throws for, by the line.
    pub outcomes: BTreeMap<usize, i32>,
}

impl Class {
    /// Writes the class into a folder, and describes it as a program.
    pub fn on_disk(&self, folder: &Path) -> Result<crate::program::Program, String> {
        let source = folder.join(format!("{}.java", self.name));
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&source, &self.text));
        written.map_err(|error| format!("{}: {error}", source.display()))?;
        let header = Header { min: 17, ..Header::default() };
        Ok(crate::program::Program {
            name: self.name.clone(),
            source,
            text: self.text.clone(),
            header,
        })
    }
}

/// Prints the program of a seed. Without expected outcomes, it throws none.
pub fn print(seed: u64, program: &Program, expected: Option<&BTreeSet<i32>>) -> Class {
    let name = format!("{:?}{seed}", program.mode);
    let mut java = Java { text: String::new(), depth: 0 };
    java.head(&name, program);
    for (number, body) in program.threads.iter().enumerate() {
        java.thread(number, body);
    }
    java.main(program);
    let outcomes = expected.map(|expected| java.outcomes(expected)).unwrap_or_default();
    java.close("}");
    java.close("}");
    Class { name, text: java.text, outcomes }
}

const IMPORTS: &str = "\
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
";

const FOLD: &str = "
    static int fold(int result, int seen) {
        return (result * 5 + seen) % 97;
    }
";

/// What a program needs that has variable handles.
const HANDLE: &str = "
    static VarHandle handle(String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(MAIN.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
";

/// `main` makes a node before it starts a thread: otherwise the first thread to use the class would
/// initialise it, which orders things.
const STACK: &str = "
    static final Node FIRST = new Node(0, null);

    static final class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static void push(int value) {
        Node node;
        do {
            node = top;
        } while (!TOP.compareAndSet(node, new Node(value, node)));
    }

    static int pop(int r) {
        for (;;) {
            Node node = top;
            if (node == null) {
                return fold(r, EMPTY);
            }
            if (TOP.compareAndSet(node, node.next)) {
                return fold(r, node.value);
            }
        }
    }

    static void pushRacily(int value) {
        top = new Node(value, top);
    }

    static int popRacily(int r) {
        Node node = top;
        if (node == null) {
            return fold(r, EMPTY);
        }
        top = node.next;
        return fold(r, node.value);
    }
";

fn has_stack(program: &Program) -> bool {
    use Statement::{Pop, PopRacily, Push, PushRacily};
    program.has(|statement| matches!(statement, Push(_) | Pop | PushRacily(_) | PopRacily))
}

fn has_atomics(program: &Program) -> bool {
    program.has_modes()
        || program.has(|statement| {
            matches!(statement, Statement::CompareAndSet(..) | Statement::GetAndAdd(..))
        })
}

fn has_reentrant(program: &Program) -> bool {
    program.has(|statement| matches!(statement, Statement::Locked(_) | Statement::TryLocked(_)))
}

struct Java {
    text: String,
    depth: usize,
}

impl Java {
    fn line(&mut self, line: &str) {
        let indent = if line.is_empty() { 0 } else { self.depth * 4 };
        let _ = writeln!(self.text, "{:indent$}{line}", "");
    }

    fn open(&mut self, head: &str) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
    }

    fn close(&mut self, tail: &str) {
        self.depth -= 1;
        self.line(tail);
    }

    /// The class as far as its methods. What a program does not need is left out, for it takes time
    /// to set up.
    fn head(&mut self, name: &str, program: &Program) {
        self.text += IMPORTS;
        self.line("");
        self.open(&format!("public class {name}"));
        for (number, kind) in program.variables.iter().enumerate() {
            self.line(&format!("{} int v{number};", modifiers(*kind)));
        }
        self.line("static final Object L0 = new Object(), L1 = new Object();");
        if has_atomics(program) {
            for number in 0..program.variables.len() {
                self.line(&format!(
                    "static final VarHandle V{number} = handle(\"v{number}\", int.class);"
                ));
            }
        }
        if has_reentrant(program) {
            self.line("static final ReentrantLock LOCK = new ReentrantLock();");
        }
        if has_stack(program) {
            self.line(&format!("{} Node top;", modifiers(program.top)));
            self.line("static final VarHandle TOP = handle(\"top\", Node.class);");
        }
        for number in 0..program.threads.len() {
            self.line(&format!("static final Thread T{number} = new Thread({name}::t{number});"));
            self.line(&format!("static int r{number};"));
        }
        self.text += FOLD;
        if has_stack(program) || has_atomics(program) {
            self.text += &HANDLE.replace("MAIN", name);
        }
        if has_stack(program) {
            self.text += &STACK.replace("EMPTY", &EMPTY.to_string());
        }
    }

    fn thread(&mut self, number: usize, body: &[Statement]) {
        self.line("");
        self.open(&format!("static void t{number}()"));
        self.line("int r = 0;");
        self.statements(body);
        self.line(&format!("r{number} = r;"));
        self.close("}");
    }

    /// `main` as far as it knows the outcome.
    fn main(&mut self, program: &Program) {
        let threads = 0..program.threads.len();
        self.line("");
        self.open("public static void main(String[] arguments) throws InterruptedException");
        self.line("int r = 0;");
        self.line("T0.start();");
        self.statements(&program.early);
        for number in threads.clone().skip(1) {
            self.line(&format!("T{number}.start();"));
        }
        self.statements(&program.main);
        for number in threads.clone() {
            self.line(&format!("T{number}.join();"));
        }
        self.line("int o = 0;");
        let variables = (0..program.variables.len()).map(|number| format!("v{number}"));
        for part in
            threads.map(|number| format!("r{number}")).chain(["r".to_owned()]).chain(variables)
        {
            self.line(&format!("o = o * 31 + {part};"));
        }
        if has_stack(program) {
            self.open("for (Node node = top; node != null; node = node.next)");
            self.line("o = o * 31 + node.value;");
            self.close("}");
        }
    }

    /// Prints the lines that throw.
    fn outcomes(&mut self, expected: &BTreeSet<i32>) -> BTreeMap<usize, i32> {
        let mut lines = BTreeMap::new();
        self.open("switch (o)");
        for outcome in expected {
            self.line(&format!("case {outcome}: throw new IllegalStateException();"));
            lines.insert(self.text.lines().count(), *outcome);
        }
        self.line("default: throw new Error(Integer.toString(o));");
        self.close("}");
        lines
    }

    fn statements(&mut self, body: &[Statement]) {
        for statement in body {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::If(v, value, body) => self.block(&format!("if (v{} == {value})", v.0), body),
            Statement::IfBy(v, value, order, body) => {
                self.block(&format!("if ({} == {value})", read(*v, *order)), body);
            }
            Statement::Synchronized(lock, body) => {
                self.block(&format!("synchronized ({})", name(*lock)), body);
            }
            Statement::Locked(body) => {
                self.line("LOCK.lock();");
                self.statements(body);
                self.line("LOCK.unlock();");
            }
            Statement::TryLocked(body) => {
                self.open("if (LOCK.tryLock())");
                self.statements(body);
                self.line("LOCK.unlock();");
                self.close("} else {");
                self.line(&format!("    r = fold(r, {TAKEN});"));
                self.line("}");
            }
            Statement::Wait(lock) => self.interruptible(&format!("{}.wait()", name(*lock))),
            Statement::Join(thread) => self.interruptible(&format!("T{}.join()", thread.0)),
            simple => self.line(&format!("{};", expression(simple))),
        }
    }

    fn block(&mut self, head: &str, body: &[Statement]) {
        self.open(head);
        self.statements(body);
        self.close("}");
    }

    fn interruptible(&mut self, call: &str) {
        self.open("try");
        self.line(&format!("{call};"));
        self.close("} catch (InterruptedException e) {");
        self.line(&format!("    r = fold(r, {INTERRUPTED});"));
        self.line("}");
    }
}

fn modifiers(kind: VariableKind) -> &'static str {
    match kind {
        VariableKind::Volatile => "static volatile",
        VariableKind::Plain => "static",
    }
}

fn name(lock: Lock) -> String {
    if lock == REENTRANT { "LOCK".to_owned() } else { format!("L{}", lock.0) }
}

fn read(v: Variable, order: Order) -> String {
    let method = match order {
        Order::Plain => return format!("v{}", v.0),
        Order::Opaque => "getOpaque",
        Order::AcquireRelease => "getAcquire",
        Order::Volatile => "getVolatile",
    };
    format!("(int) V{}.{method}()", v.0)
}

fn write(v: Variable, value: i32, order: Order) -> String {
    let method = match order {
        Order::Plain => return format!("v{} = {value}", v.0),
        Order::Opaque => "setOpaque",
        Order::AcquireRelease => "setRelease",
        Order::Volatile => "setVolatile",
    };
    format!("V{}.{method}({value})", v.0)
}

/// A statement that is one expression.
fn expression(statement: &Statement) -> String {
    let seen = |value: String| format!("r = fold(r, {value})");
    match statement {
        Statement::Read(v) => seen(format!("v{}", v.0)),
        Statement::Write(v, value) => format!("v{} = {value}", v.0),
        Statement::Increment(v) => format!("v{}++", v.0),
        Statement::CompareAndSet(v, old, new) => {
            seen(format!("V{}.compareAndSet({old}, {new}) ? 1 : 0", v.0))
        }
        Statement::GetAndAdd(v, more) => seen(format!("(int) V{}.getAndAdd({more})", v.0)),
        Statement::ReadBy(v, order) => seen(read(*v, *order)),
        Statement::WriteBy(v, value, order) => write(*v, *value, *order),
        Statement::AddBy(v, more, side) => {
            seen(format!("(int) V{}.getAndAdd{side:?}({more})", v.0))
        }
        Statement::Fence(fence) => {
            format!("VarHandle.{}Fence()", format!("{fence:?}").to_lowercase())
        }
        Statement::Notify(lock) => format!("{}.notify()", name(*lock)),
        Statement::NotifyAll(lock) => format!("{}.notifyAll()", name(*lock)),
        Statement::Park => "LockSupport.park()".to_owned(),
        Statement::Unpark(thread) => format!("LockSupport.unpark(T{})", thread.0),
        Statement::IsAlive(thread) => seen(format!("T{}.isAlive() ? 1 : 0", thread.0)),
        Statement::Interrupt(thread) => format!("T{}.interrupt()", thread.0),
        Statement::Interrupted => seen("Thread.interrupted() ? 1 : 0".to_owned()),
        Statement::Push(value) => format!("push({value})"),
        Statement::Pop => "r = pop(r)".to_owned(),
        Statement::PushRacily(value) => format!("pushRacily({value})"),
        Statement::PopRacily => "r = popRacily(r)".to_owned(),
        block => unreachable!("{block:?} is no expression"),
    }
}
