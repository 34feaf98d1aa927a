//! What each fuzz target does with its bytes. The tests of `classfile` include this file too, and
//! replay with it the inputs that once found something or reached something new.
//!
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run jar_reader fuzz/corpus/jar_reader
//! fuzz/corpus-regression/jar_reader` from the workspace's folder; `-- -max_total_time=300
//! -malloc_limit_mb=64` bounds it, and shows what allocates too much. A finding becomes a file in
//! `corpus-regression`.

use raceproof_classfile::{ClassFile, Jar, JdkVersion, Manifest, ModulesFile, descriptor, mutf8};
use std::path::Path;

/// Reads a class library: all of its index, and what the index names.
pub fn image_reader(bytes: &[u8]) {
    let Ok(image) = ModulesFile::from_bytes(Path::new("fuzzed"), bytes.to_vec()) else { return };
    let _ = image.modules();
    for (package, module) in image.packages().unwrap_or_default().into_iter().take(64) {
        for name in ["String", "Object", "Zipped", "Shared", "Both", "absent"] {
            let _ = image.class(&format!("{package}/{name}"));
            let _ = image.resource(module, &format!("{package}/{name}.class"));
        }
    }
    for name in [
        "java/lang/Object",
        "java/lang/String",
        "a/b/Zipped",
        "a/b/Shared",
        "a/b/Both",
        "NoPackage",
        "/",
        "",
    ] {
        let _ = image.class(name);
    }
    let _ = image.resource("more", "a/b/text.txt");
    let _ = image.resource("java.base", "module-info.class");
}

/// Reads a jar: its directory, its manifest, all of its entries. The bytes are also read as a
/// manifest alone, because in a jar a checksum guards it.
pub fn jar_reader(bytes: &[u8]) {
    let manifest = Manifest::parse(bytes);
    let _ = (manifest.main_class(), manifest.multi_release(), manifest.class_path().count());
    let _ = JdkVersion::parse(&String::from_utf8_lossy(bytes));
    let Ok(jar) = Jar::from_bytes(Path::new("fuzzed"), bytes.to_vec()) else { return };
    for name in jar.names() {
        if let Ok(content) = jar.entry(name) {
            assert!(content.is_some(), "{name} is listed and not found");
        }
        let _ = jar.versioned_entry(name, 21);
    }
}

/// Parses a class and everything in it that is decoded on demand.
pub fn class_reader(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = (
        descriptor::field_length(&text),
        descriptor::split_method(&text),
        mutf8::text(bytes),
        mutf8::utf16(bytes),
    );
    let Ok(class) = ClassFile::parse(bytes) else { return };
    let _ = class.bootstrap_methods();
    for index in 0..=u16::try_from(class.constants.len()).unwrap_or(u16::MAX) {
        let _ = (
            class.constant(index),
            class.text(index),
            class.class_name(index),
            class.name_and_type(index),
        );
    }
    for member in class.fields.iter().chain(&class.methods) {
        let _ = class.code(member);
        let text = class.text(member.descriptor).unwrap_or_default();
        let _ = (descriptor::field_length(&text), descriptor::split_method(&text));
    }
}
