//! A program with a race whose names are meant to do harm: to a terminal, to markup, to a build
//! server that reads commands from what is printed.

use std::fs;

use crate::sandbox::Sandbox;

/// The class, whose source lies in the folder `src`, and its code in `classes`.
pub const CLASS: &str = "Harm0000000000000000";

/// What its field is called, on which two threads race.
pub const FIELD: &str = "<script>\u{1b}c\"&']]>::error::x\r\n##{0}]()";

/// What its source file is called.
pub const SOURCE: &str = "../<b>\u{1b}]0;x\u{7}::a,bc%\n.java";

/// `javac` takes no such names: each takes the place of one of the same length.
const PLAIN_FIELD: &str = "field_with_a_name_of_thirty_six_____";
const PLAIN_SOURCE: &str = "Harm0000000000000000.java";

/// Puts it into a sandbox.
pub fn plant(sandbox: &Sandbox) {
    assert_eq!((PLAIN_FIELD.len(), PLAIN_SOURCE.len()), (FIELD.len(), SOURCE.len()));
    let text = format!(
        "class {CLASS} {{
            static int {PLAIN_FIELD};
            public static void main(String[] arguments) {{
                Thread other = new Thread(() -> {PLAIN_FIELD}++, \"<script>\\u001b[2J\\n::error::\\u0000##[error]x\");
                other.start();
                {PLAIN_FIELD}++;
            }}
        }}"
    );
    sandbox.class(&format!("src/{PLAIN_SOURCE}"), &text);
    let path = sandbox.folder.join(format!("classes/{CLASS}.class"));
    let mut bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for (plain, harmful) in [(PLAIN_FIELD, FIELD), (PLAIN_SOURCE, SOURCE)] {
        let at = bytes.windows(plain.len()).position(|part| part == plain.as_bytes());
        let at = at.unwrap_or_else(|| panic!("the class file has no {plain}"));
        bytes[at..at + plain.len()].copy_from_slice(harmful.as_bytes());
    }
    fs::write(&path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
