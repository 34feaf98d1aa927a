//! What the `java` launcher and HotSpot tell a program about how it was started, as system
//! properties.

use std::path::PathBuf;

use crate::jdk::Jdk;

/// Where the virtual machine of nearly every JDK for Linux looks for native libraries.
const LIBRARY_PATH: &str = "/usr/java/packages/lib:/usr/lib64:/lib64:/lib:/usr/lib";
/// Where those that Debian builds do.
const LIBRARY_PATH_OF_DEBIAN: &str = "/usr/java/packages/lib:/usr/lib/x86_64-linux-gnu/jni:/lib/x86_64-linux-gnu:\
                                      /usr/lib/x86_64-linux-gnu:/usr/lib/jni:/lib:/usr/lib";

/// The properties of a program: `class_path` as it was given, wildcards expanded, and `target` as
/// it was written.
pub fn properties(
    class_path: &[PathBuf],
    target: &str,
    arguments: &[String],
    jdk: &Jdk,
) -> Vec<(String, String)> {
    let class_path: Vec<String> =
        class_path.iter().map(|entry| entry.display().to_string()).collect();
    let mut command = target.to_owned();
    for argument in arguments {
        command.push(' ');
        command.push_str(argument);
    }
    [
        ("java.class.path", class_path.join(":")),
        ("java.library.path", library_path(&jdk.release).to_owned()),
        ("sun.java.command", command),
        ("sun.java.launcher", "SUN_STANDARD".to_owned()),
        ("sun.management.compiler", "HotSpot 64-Bit Tiered Compilers".to_owned()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

/// The default is compiled into the virtual machine; who compiled it stands in the JDK's file
/// `release`.
fn library_path(release: &str) -> &'static str {
    let of_debian =
        |line: &str| matches!(line.trim(), "IMPLEMENTOR=\"Debian\"" | "IMPLEMENTOR=\"Ubuntu\"");
    if release.lines().any(of_debian) { LIBRARY_PATH_OF_DEBIAN } else { LIBRARY_PATH }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_path_is_that_of_the_builder() {
        assert_eq!(
            library_path("IMPLEMENTOR=\"Debian\"\nJAVA_VERSION=\"17\"\n"),
            LIBRARY_PATH_OF_DEBIAN
        );
        assert_eq!(library_path("IMPLEMENTOR=\"Eclipse Adoptium\"\n"), LIBRARY_PATH);
        assert_eq!(library_path(""), LIBRARY_PATH);
    }
}
