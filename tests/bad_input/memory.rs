//! Wild accesses of memory, and memory that is used up.

use super::*;

/// What is wrong, the address and the Java code: `java` would crash, or go on with damaged memory.
#[test]
fn wild_accesses_by_unsafe() {
    let sandbox = sandbox("wild");
    sandbox.class(
        "Wild.java",
        "import java.lang.reflect.Field;
public class Wild {
    int number; Object other; static int shared; static Object kept;
    public static void main(String[] a) throws Exception {
        Field f = sun.misc.Unsafe.class.getDeclaredField(\"theUnsafe\");
        f.setAccessible(true);
        sun.misc.Unsafe u = (sun.misc.Unsafe) f.get(null);
        Wild w = new Wild();
        long number = u.objectFieldOffset(Wild.class.getDeclaredField(\"number\"));
        long other = u.objectFieldOffset(Wild.class.getDeclaredField(\"other\"));
        long block = u.allocateMemory(64);
        switch (a[0]) {
            case \"fine\" -> {
                Field kept = Wild.class.getDeclaredField(\"kept\");
                u.putLong(block + 56, 7);
                u.putInt(w, number, 5);
                u.putObject(w, other, \"x\");
                u.putObject(u.staticFieldBase(kept), u.staticFieldOffset(kept), \"y\");
                u.setMemory(block, 64, (byte) 1);
                u.copyMemory(block, block + 8, 56);
                long more = u.reallocateMemory(block, 128);
                u.putByte(more + 127, (byte) 3);
                boolean swapped = u.compareAndSwapObject(w, other, w.other, null);
                System.out.println(u.getLong(more) + \" \" + w.number + w.other + Wild.kept + u.getByte(more + 127) + swapped);
                u.freeMemory(more);
            }
            case \"low\" -> u.putLong(8, 1);
            case \"far\" -> u.putLong(0x7fff_0000_0000L, 1);
            case \"negative\" -> u.putLong(-8, 1);
            case \"heap\" -> u.putLong(1 << 20, 1);
            case \"read\" -> u.getInt(1 << 20);
            case \"behind\" -> u.putLong(block + 64, 1);
            case \"freed\" -> { u.putLong(block, 1); u.freeMemory(block); u.putLong(block, 1); }
            case \"header\" -> u.putInt(w, 8L, 0);
            case \"offset\" -> u.putInt(w, 400L, 1);
            case \"array\" -> u.putLong(new long[2], u.arrayBaseOffset(long[].class) + 16, 1);
            case \"reference\" -> u.putInt(w, other, 77);
            case \"object\" -> u.putObject(w, number, \"text\");
            case \"element\" -> u.putInt(new Object[2], u.arrayBaseOffset(Object[].class) + 4L, 77);
            case \"copy\" -> u.copyMemory(block, 1 << 21, 32);
            case \"set\" -> u.setMemory(1 << 21, 4096, (byte) 0x55);
            case \"swap\" -> u.compareAndSwapLong(null, 1 << 21, 0, 1);
        }
        Thread thread = new Thread(() -> { shared++; });
        thread.start();
        thread.join();
    }
}
",
    );
    let cases = [
        ("low", "writes 8 byte(s) at the address 0x8, where nothing was allocated", "putLong"),
        ("far", "writes 8 byte(s) at the address 0x7fff00000000", "putLong"),
        (
            "negative",
            "writes 8 byte(s) at the address 0xfffffffffffffff8, beyond all memory",
            "putLong",
        ),
        (
            "heap",
            "writes 8 byte(s) at the address 0x100000, where nothing was allocated",
            "putLong",
        ),
        ("read", "reads 4 byte(s) at the address 0x100000, where nothing was allocated", "getInt"),
        ("behind", "where nothing was allocated", "putLong"),
        ("freed", "where nothing was allocated", "putLong"),
        ("header", "offset 8 of an object of Wild", "putInt"),
        ("offset", "offset 400 of an object of Wild", "putInt"),
        ("array", "offset 32 of an object of [J", "putLong"),
        ("reference", "writes 4 byte(s)", "putInt"),
        ("object", "as a reference, where none lies", "putObject"),
        ("element", "where a reference lies", "putInt"),
        ("copy", "writes 32 byte(s) at the address 0x200000", "copyMemory"),
        ("set", "writes 4096 byte(s) at the address 0x200000", "setMemory"),
        ("swap", "writes 8 byte(s) at the address 0x200000", "compareAndSwapLong"),
    ];
    for command in ["run", "check"] {
        let run = |case: &str| sandbox.raceproof(&[command, "Wild", "-cp", "classes", "--", case]);
        let fine = run("fine");
        expect(&fine, 0, &[]);
        if command == "run" {
            assert_eq!(fine.stdout_text(), "72340172838076673 5nully3true\n");
        }
        for (case, words, call) in cases {
            let finished = run(case);
            let said = finished.stdout_text() + &finished.stderr_text();
            assert_eq!(finished.status, Some(4), "{command} {case}: {said}");
            for word in ["Unsafe ", words, &format!("Unsafe.{call}("), "at Wild.main(Wild.java:"] {
                assert!(said.contains(word), "{command} {case}: `{word}` is not said\n{said}");
            }
        }
    }
}

/// Nothing grows for ever: neither the heap, nor what is linked, which is never collected.
#[test]
fn memory_that_is_used_up() {
    let sandbox = sandbox("used-up");
    sandbox.class(
        "Full.java",
        "public class Full {
    static String last;
    public static void main(String[] a) throws Throwable {
        switch (a[0]) {
            case \"garbage\" -> {
                for (int n = 0; n < 1_500_000; n++) last = \"a text that nobody keeps, its number is \" + n;
                System.out.println(last);
            }
            case \"heap\" -> {
                java.util.List<Object> kept = new java.util.ArrayList<>();
                try { for (;;) kept.add(new int[10]); } catch (OutOfMemoryError full) { kept = null; System.out.println(full); }
                kept = new java.util.LinkedList<>();
                for (;;) kept.add(new byte[1]);
            }
            case \"interned\" -> { for (int n = 0; ; n++) (\"a text that is kept, its number is \" + n).intern(); }
            case \"defined\" -> {
                byte[] file = Full.class.getResourceAsStream(\"Large.class\").readAllBytes();
                for (;;) java.lang.invoke.MethodHandles.lookup().defineHiddenClass(file, false);
            }
        }
    }
}
",
    );
    let text = "x".repeat(60_000);
    sandbox.class("Large.java", &format!("public class Large {{ String text = \"{text}\"; }}"));
    let run = |command: &str, case: &str| {
        sandbox.raceproof(&[command, "Full", "-cp", "classes", "--heap", "64m", "--", case])
    };
    expect(&run("run", "garbage"), 0, &[]);
    let full = run("run", "heap");
    expect(&full, 1, &["java.lang.OutOfMemoryError: Java heap space"]);
    assert_eq!(full.stdout_text(), "java.lang.OutOfMemoryError: Java heap space\n");
    for (command, case) in [("run", "interned"), ("check", "interned"), ("run", "defined")] {
        let finished = run(command, case);
        let said = finished.stdout_text() + &finished.stderr_text();
        assert_eq!(finished.status, Some(4), "{command} {case}: {said}");
        assert!(
            said.contains("than fit into the memory for what is linked"),
            "{command} {case}: {said}"
        );
    }
}
