//! Why bytes do not become a class, in HotSpot's words.

use crate::class::ClassRef;
use crate::native::Trap;
use crate::vm::Vm;
use raceproof_classfile::{ClassFile, ClassFileError};

impl Vm {
    /// Bytes that are no class file; `name` is the name they were given for, if any.
    pub(crate) fn broken_file(&self, error: &ClassFileError, bytes: &[u8], name: Option<&str>) -> Trap {
        let name = name.unwrap_or("Unknown");
        let message = match error {
            ClassFileError::Truncated { .. } => "Truncated class file".to_owned(),
            ClassFileError::NotAClassFile => match bytes.first_chunk() {
                Some(magic) => {
                    format!("Incompatible magic value {} in class file {name}", u32::from_be_bytes(*magic))
                }
                None => "Truncated class file".to_owned(),
            },
            ClassFileError::Version { major, minor } => return self.too_new(name, *major, *minor),
            ClassFileError::Malformed(what) => format!("{what} in class file {name}"),
        };
        Trap::java("java/lang/ClassFormatError", message)
    }

    /// Checks that this JDK knows class files as new as this one.
    pub(crate) fn check_version(&self, file: &ClassFile<'_>, name: &str) -> Result<(), Trap> {
        if u32::from(file.major) > self.newest_version() {
            return Err(self.too_new(name, file.major, file.minor));
        }
        Ok(())
    }

    /// Release 1 had version 45.
    fn newest_version(&self) -> u32 {
        self.feature() + 44
    }

    fn too_new(&self, name: &str, major: u16, minor: u16) -> Trap {
        let message = format!(
            "{name} has been compiled by a more recent version of the Java Runtime (class file version {major}.{minor}), \
             this version of the Java Runtime only recognizes class file versions up to {}.0",
            self.newest_version()
        );
        Trap::java("java/lang/UnsupportedClassVersionError", message)
    }

    /// A second definition of a class by the same loader.
    pub(crate) fn duplicate(&mut self, class: ClassRef) -> Trap {
        let kind = match (class.is_interface(), class.is_abstract()) {
            (true, _) => "interface",
            (false, true) => "abstract class",
            (false, false) => "class",
        };
        let object = self.loaders[class.loader.0 as usize];
        let built_in = class.loader == self.app_loader || class.loader == self.platform_loader;
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
