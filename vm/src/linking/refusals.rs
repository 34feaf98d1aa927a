//! Why bytes do not become a class, in HotSpot's words.

use crate::ground::class::ClassRef;
use crate::ground::native::Trap;
use crate::vm::Vm;
use raceproof_classfile::{ClassFile, ClassFileError};

/// The major version of release 12, the first with preview features.
const RELEASE_12: u16 = 56;
/// The minor version of class files that use them.
const PREVIEW: u16 = 0xFFFF;
/// What a class is called before its own name was read.
const UNKNOWN: &str = "<Unknown>";

impl Vm {
    /// Bytes that are no class file; `name` is the name they were given for, if any.
    pub(crate) fn broken_file(
        &self,
        error: &ClassFileError,
        bytes: &[u8],
        name: Option<&str>,
    ) -> Trap {
        let name = name.unwrap_or(UNKNOWN);
        let message = match error {
            ClassFileError::Truncated { .. } => "Truncated class file".to_owned(),
            ClassFileError::NotAClassFile => match bytes.first_chunk() {
                Some(magic) => {
                    format!(
                        "Incompatible magic value {} in class file {name}",
                        u32::from_be_bytes(*magic)
                    )
                }
                None => "Truncated class file".to_owned(),
            },
            ClassFileError::Version { major, minor } => {
                return self.unknown_version(name, *major, *minor);
            }
            ClassFileError::Malformed(what) => format!("{what} in class file {name}"),
            ClassFileError::Illegal(message) => message.clone(),
            ClassFileError::NotAClass(message) => {
                return Trap::java("java/lang/NoClassDefFoundError", message.clone());
            }
        };
        Trap::java("java/lang/ClassFormatError", message)
    }

    /// Checks what stands first in a class file: its version, its constants, and that it is the
    /// class asked for by name.
    ///
    /// # Errors
    /// `ClassFormatError`, `UnsupportedClassVersionError`, or `NoClassDefFoundError` if they are
    /// another class's.
    pub(crate) fn check_head(
        &self,
        bytes: &[u8],
        asked: Option<&str>,
        hidden: bool,
    ) -> Result<(), Trap> {
        let broken = |error: ClassFileError| self.broken_file(&error, bytes, asked);
        let (major, minor) = ClassFile::parse_version(bytes).map_err(broken)?;
        // Before the constants, of which a newer version may have more kinds.
        self.check_version(major, minor, asked.unwrap_or(UNKNOWN))?;
        let head = ClassFile::parse_head(bytes).map_err(broken)?;
        let own = head.class_name(head.this_class).map_err(broken)?;
        head.check_format_of_head().map_err(broken)?;
        match asked {
            Some(name) if name != own && !hidden => Err(Trap::java(
                "java/lang/NoClassDefFoundError",
                format!("{name} (wrong name: {own})"),
            )),
            _ => Ok(()),
        }
    }

    /// Checks that this JDK knows class files as new as this one.
    fn check_version(&self, major: u16, minor: u16, name: &str) -> Result<(), Trap> {
        let newest = self.newest_version();
        let what = match minor {
            _ if u32::from(major) > newest => return Err(self.unknown_version(name, major, minor)),
            // Until then minor versions meant nothing.
            _ if minor == 0 || major < RELEASE_12 => return Ok(()),
            PREVIEW if u32::from(major) == newest && self.options.previews => return Ok(()),
            PREVIEW if u32::from(major) == newest => {
                format!(
                    "Preview features are not enabled for {name} (class file version {major}.{minor}). \
                     Try running with '--enable-preview'"
                )
            }
            PREVIEW => format!(
                "{name} (class file version {major}.{minor}) was compiled with preview features that are unsupported. \
                 This version of the Java Runtime only recognizes preview features for class file version \
                 {newest}.{PREVIEW}"
            ),
            _ => {
                format!(
                    "{name} (class file version {major}.{minor}) was compiled with an invalid non-zero minor version"
                )
            }
        };
        Err(Trap::java("java/lang/UnsupportedClassVersionError", what))
    }

    /// Release 1 had version 45.
    fn newest_version(&self) -> u32 {
        self.feature() + 44
    }

    fn unknown_version(&self, name: &str, major: u16, minor: u16) -> Trap {
        let newest = self.newest_version();
        let message = if u32::from(major) > newest {
            format!(
                "{name} has been compiled by a more recent version of the Java Runtime (class file version \
                 {major}.{minor}), this version of the Java Runtime only recognizes class file versions up to {newest}.0"
            )
        } else {
            format!(
                "{name} (class file version {major}.{minor}) was compiled with an invalid major version"
            )
        };
        Trap::java("java/lang/UnsupportedClassVersionError", message)
    }

    /// A second definition of a class by the same loader.
    pub(crate) fn duplicate(&mut self, class: ClassRef) -> Trap {
        let kind = match (class.is_interface(), class.is_abstract()) {
            (true, _) => "interface",
            (false, true) => "abstract class",
            (false, false) => "class",
        };
        let object = self.linked.loader(class.loader);
        let built_in = class.loader == self.linked.app_loader()
            || class.loader == self.linked.platform_loader();
        let mut parent = String::new();
        if !object.is_null() && !built_in {
            self.identity_hash(object);
            let parent_loader = self.field_ref(object, "parent");
            if !parent_loader.is_null() {
                self.identity_hash(parent_loader);
            }
            let parent_loader = self.loader_of(parent_loader);
            parent = format!(", parent loader {}", self.loader_text(parent_loader));
        }
        let name = class.java_name();
        let message = format!(
            "loader {} attempted duplicate {kind} definition for {name}. ({name} is in {}{parent})",
            self.loader_text(class.loader),
            self.home(class)
        );
        Trap::java("java/lang/LinkageError", message)
    }
}
