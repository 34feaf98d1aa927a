//! Bad input of `scan`.
use raceproof_tests::assembler::assemble;
use raceproof_tests::process::Finished;
use raceproof_tests::sandbox::Sandbox;
use std::fmt::Write as _;
use std::time::Instant;

fn sandbox(name: &str) -> Sandbox {
    Sandbox::new(env!("CARGO_TARGET_TMPDIR"), &format!("scan-bad-{name}"))
}

fn put(sandbox: &Sandbox, text: &str) {
    let (name, bytes) = assemble(text);
    sandbox.file(&format!("classes/{name}.class"), bytes);
}

fn main_of(stack: usize, calls: &str) -> String {
    format!("class Main extends java/lang/Thread version 50
field static count I
method public static main ([Ljava/lang/String;)V stack 2 locals 1
 new Main
 dup
 invokespecial Main.<init>:()V
 invokevirtual Main.start:()V
 getstatic Main.count:I
 iconst_1
 iadd
 putstatic Main.count:I
 return
method public run ()V stack {stack} locals 300
{calls}
 getstatic Main.count:I
 iconst_1
 iadd
 putstatic Main.count:I
 return
method public <init> ()V stack 1 locals 1
 aload_0
 invokespecial java/lang/Thread.<init>:()V
 return
")
}

fn show(what: &str, sandbox: &Sandbox) -> Finished {
    let start = Instant::now();
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "ulimit -v 4000000; exec \"$@\"", "sh"]).arg(std::env::var("RACEPROOF_BIN").unwrap()).args(["scan", "Main", "-cp", "classes", "--format", "json"]).current_dir(&sandbox.folder);
    command.env("RACEPROOF_CACHE", sandbox.folder.join("cache"));
    let f = match raceproof_tests::process::run(command, b"", std::time::Duration::from_secs(60)) { Ok(f) => f, Err(e) => { println!("### {what}: {e}"); return Finished { status: None, stdout: vec![], stderr: vec![] } } };
    let v: serde_json::Value = serde_json::from_slice(&f.stdout).unwrap_or_default();
    let c: Vec<_> = v["candidates"].as_array().map(|a| a.iter().map(|c| c["variable"].as_str().unwrap().to_owned()).collect::<std::collections::BTreeSet<_>>().into_iter().take(5).collect()).unwrap_or_default();
    let gaps = format!("{:.600}", v["gaps"].to_string());
    println!("### {what}: {:?} in {:?}: {c:?} {gaps} {} methods\n{:.900}", f.status, start.elapsed(), v["methods"], f.stderr_text());
    f
}

const ANY: &str = "method public <init> ()V stack 1 locals 1\n aload_0\n invokespecial PARENT.<init>:()V\n return\n";

#[test]
fn a_deep() {
    for n in [1000, 3000, 10000, 30000] {
        let s = sandbox(&format!("deep{n}"));
        for k in 0..n {
            let parent = if k == 0 { "java/lang/Object".to_owned() } else { format!("C{}", k - 1) };
            put(&s, &format!("class C{k} extends {parent} version 50\n{}method public f ()V stack 2 locals 1\n aload_0\n invokespecial {}\n getstatic Main.count:I\n pop\n return\n", ANY.replace("PARENT", &parent), if k == 0 { "java/lang/Object.hashCode:()I\n pop".to_owned() } else { format!("{parent}.f:()V") }));
        }
        put(&s, &main_of(3, &format!(" new C{0}\n dup\n invokespecial C{0}.<init>:()V\n invokevirtual C0.f:()V\n", n - 1)));
        show(&format!("deep {n}"), &s);
    }
}
#[test]
fn a_all_overridden() {
    for n in [1000] {
        let s = sandbox(&format!("all{n}"));
        let mut calls = String::new();
        for k in 0..n {
            let parent = if k == 0 { "java/lang/Object".to_owned() } else { format!("C{}", k - 1) };
            put(&s, &format!("class C{k} extends {parent} version 50\n{}method public f ()V stack 2 locals 1\n getstatic Main.count:I\n pop\n return\n", ANY.replace("PARENT", &parent)));
            let _ = write!(calls, " new C{k}\n dup\n invokespecial C{k}.<init>:()V\n astore_1\n aload_1\n invokestatic Main.g:(LC0;)V\n");
        }
        put(&s, &(main_of(3, &calls) + "method static g (LC0;)V stack 1 locals 1\n aload_0\n invokevirtual C0.f:()V\n return\n"));
        show(&format!("all {n}"), &s);
    }
}
#[test]
fn a_ladder() {
    for n in [20, 26, 30] {
        let s = sandbox(&format!("ladder{n}"));
        put(&s, "class A0 extends java/lang/Object version 50\nflags public interface abstract\nmethod public abstract f ()V stack 0 locals 0\n");
        put(&s, "class B0 extends java/lang/Object version 50\nflags public interface abstract\n");
        put(&s, "class X extends java/lang/Object version 50\nflags public interface abstract\n");
        for k in 1..n {
            for l in ["A", "B"] {
                put(&s, &format!("class {l}{k} extends java/lang/Object version 50\nimplements A{0} B{0}\nflags public interface abstract\n", k - 1));
            }
        }
        put(&s, &format!("class C extends java/lang/Object version 50\nimplements A{}\n{}method public f ()V stack 0 locals 1\n return\n", n - 1, ANY.replace("PARENT", "java/lang/Object")));
        put(&s, &main_of(3, " new C\n dup\n invokespecial C.<init>:()V\n checkcast X\n invokestatic Main.g:(LX;)V\n").replace("method public <init>", "method static g (LX;)V stack 0 locals 1\n return\nmethod public <init>"));
        show(&format!("ladder {n}"), &s);
    }
}
#[test]
fn a_interfaces() {
    for n in [1000, 10000] {
        let s = sandbox(&format!("faces{n}"));
        put(&s, "class A0 extends java/lang/Object version 50\nflags public interface abstract\nmethod public abstract f ()V stack 0 locals 0\n");
        for k in 1..n {
                put(&s, &format!("class A{k} extends java/lang/Object version 50\nimplements A{0}\nflags public interface abstract\n", k - 1));
        }
        put(&s, &format!("class C extends java/lang/Object version 50\nimplements A{}\n{}method public f ()V stack 1 locals 1\n getstatic Main.count:I\n pop\n return\n", n - 1, ANY.replace("PARENT", "java/lang/Object")));
        put(&s, &main_of(3, " new C\n dup\n invokespecial C.<init>:()V\n checkcast A0\n invokeinterface A0.f:()V 1\n"));
        show(&format!("faces {n}"), &s);
    }
}
#[test]
fn a_circle() {
    let s = sandbox("circle");
    put(&s, &format!("class A extends B version 50\n{}", ANY.replace("PARENT", "B")));
    put(&s, &format!("class B extends A version 50\n{}", ANY.replace("PARENT", "A")));
    put(&s, &main_of(3, " new A\n dup\n invokespecial A.<init>:()V\n pop\n"));
    show("circle", &s);
    put(&s, &format!("class A extends A version 50\n{}", ANY.replace("PARENT", "A")));
    show("self circle", &s);
    let s = sandbox("circle2");
    put(&s, "class A extends java/lang/Object version 50\nflags public interface abstract\nimplements B\n");
    put(&s, "class B extends java/lang/Object version 50\nflags public interface abstract\nimplements A\n");
    put(&s, "class X extends java/lang/Object version 50\nflags public interface abstract\n");
    put(&s, &format!("class C extends java/lang/Object version 50\nimplements A\n{}", ANY.replace("PARENT", "java/lang/Object")));
    put(&s, &main_of(3, " new C\n dup\n invokespecial C.<init>:()V\n checkcast X\n pop\n"));
    show("circle of interfaces", &s);
    let s = sandbox("circle3");
    put(&s, &main_of(3, "").replace("java/lang/Thread", "Other"));
    put(&s, &format!("class Other extends Main version 50\n{}", ANY.replace("PARENT", "Main")));
    show("circle of main", &s);
    put(&s, &main_of(3, "").replace("java/lang/Thread", "Main"));
    show("main extends itself", &s);
}
#[test]
fn a_arrays() {
    let s = sandbox("arrays");
    let name = format!("{}LC;", "[".repeat(255));
    put(&s, &format!("class C extends java/lang/Object version 50\n{}", ANY.replace("PARENT", "java/lang/Object")));
    put(&s, &main_of(300, &format!("{} byte 197\n byte 0\n byte 7\n byte 255\n pop\n", " iconst_1\n".repeat(255))));
    put(&s, &main_of(300, &format!(" iconst_1\n anewarray {}\n checkcast {name}\n pop\n", &name[1..])));
    show("arrays", &s);
    for n in [256, 1000, 10000, 60000] {
        let name = format!("{}LC;", "[".repeat(n));
        put(&s, &main_of(300, &format!(" aconst_null\n checkcast {name}\n pop\n getstatic C.x:{name}\n pop\n ldc_w {name}\n pop\n")));
        show(&format!("arrays {n}"), &s);
    }
}
