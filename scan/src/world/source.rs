//! Where classes come from.

use raceproof_classfile::{ClassPath, Image};
use std::borrow::Cow;
use std::fmt;

/// Whose class it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The JDK's image.
    Jdk,
    /// The class path.
    Application,
    /// Nowhere.
    Missing,
}

/// The class path and the JDK, as a program sees them.
pub trait ClassSource {
    /// The bytes of a class by its internal name, and whose it is; none if there is no such class.
    ///
    /// # Errors
    /// If it is there and cannot be read.
    fn class(&self, name: &str) -> Result<Option<(&'static [u8], Origin)>, Unreadable>;
}

/// Why a class that is there cannot be read.
#[derive(Debug)]
pub struct Unreadable(pub String);

impl fmt::Display for Unreadable {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}

/// A class path, and a JDK's image before it.
pub struct Files {
    image: &'static Image,
    class_path: ClassPath,
}

impl Files {
    /// Both stay open as long as the process.
    #[must_use]
    pub fn new(image: Image, class_path: ClassPath) -> Self {
        Self { image: Box::leak(Box::new(image)), class_path }
    }
}

impl ClassSource for Files {
    fn class(&self, name: &str) -> Result<Option<(&'static [u8], Origin)>, Unreadable> {
        let told = |error: raceproof_classfile::SourceError| Unreadable(error.to_string());
        if let Some((_, bytes)) = self.image.class(name).map_err(told)? {
            let bytes = match bytes {
                Cow::Borrowed(bytes) => bytes,
                Cow::Owned(bytes) => bytes.leak(),
            };
            return Ok(Some((bytes, Origin::Jdk)));
        }
        let found = self.class_path.class(name).map_err(told)?;
        Ok(found.map(|found| (&*found.bytes.leak(), Origin::Application)))
    }
}
