//! A program's last stores into a mapped file are in the file once the program has ended. The
//! program itself cannot observe that, so the file is compared with the one that `java` leaves.

use raceproof_tests::jdk::Jdk;
use raceproof_tests::sandbox::{Sandbox, expect};
use std::fs;

const PROGRAM: &str = r#"
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.*;

public class LastStore {
    public static void main(String[] args) throws Exception {
        MappedByteBuffer buffer;
        try (FileChannel channel = FileChannel.open(
                Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            buffer = channel.map(FileChannel.MapMode.READ_WRITE, 0, 16);
        }
        buffer.put(3, (byte) 42);
        if (args[1].equals("halt")) {
            Runtime.getRuntime().halt(7);
        }
        if (args[1].equals("throw")) {
            throw new IllegalStateException("after the last store");
        }
    }
}
"#;

#[test]
fn the_last_stores_into_a_mapping_are_in_the_file_at_the_end() {
    for jdk in Jdk::installed().unwrap() {
        let name = format!("last-store-{}", jdk.feature);
        let sandbox = Sandbox::with_jdk(env!("CARGO_TARGET_TMPDIR"), &name, jdk);
        sandbox.class("LastStore.java", PROGRAM);
        for (ending, status) in [("return", 0), ("halt", 7), ("throw", 1)] {
            let (theirs, ours) = (format!("java-{ending}.bin"), format!("raceproof-{ending}.bin"));
            let mut java = sandbox.jdk.tool("java");
            java.args(["-cp", "classes", "LastStore", &theirs, ending])
                .current_dir(&sandbox.folder);
            expect(&sandbox.finish(java), status, &[]);
            expect(
                &sandbox.raceproof(&["run", "-cp", "classes", "LastStore", "--", &ours, ending]),
                status,
                &[],
            );
            let expected = fs::read(sandbox.folder.join(theirs)).unwrap();
            assert_eq!(expected[3], 42);
            assert_eq!(
                fs::read(sandbox.folder.join(ours)).unwrap(),
                expected,
                "JDK {}, {ending}",
                sandbox.jdk.feature
            );
        }
    }
}
