//! A JDK on this machine: its version and the classes of its modules.

use crate::SourceError;
use crate::jimage::ModulesFile;
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// JDKs 9 and 10 have the same kind of class library, with internals nobody tested here.
const OLDEST_ACCEPTED: u32 = 11;
/// The class file version of Java 1.0 was 45, and each release has added one.
const CLASS_VERSION_OFFSET: u16 = 44;
/// Some lines of text; whatever is longer is not the `release` file of a JDK.
const LONGEST_RELEASE: u64 = 64 << 10;

/// A JDK's version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JdkVersion {
    /// The number that a JDK is called by: 17, 21, 25.
    pub feature: u32,
    /// All of it: `17.0.15`.
    pub full: String,
}

impl JdkVersion {
    /// Reads `17.0.15`, `25-ea` or `1.8.0_402`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let leading = |text: &str| {
            let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            text[..end].parse().ok()
        };
        let feature = match text.strip_prefix("1.") {
            Some(minor) => leading(minor)?,
            None => leading(text)?,
        };
        Some(Self { feature, full: text.to_owned() })
    }

    /// Finds the version in a JDK's `release` file.
    fn from_release(text: &str) -> Option<Self> {
        let value = text.lines().find_map(|line| line.trim().strip_prefix("JAVA_VERSION="))?;
        Self::parse(value.trim_matches('"'))
    }
}

/// A JDK's class library, `lib/modules`, opened without reading it: a class costs a few hash
/// look-ups.
#[derive(Debug)]
pub struct Image {
    java_home: PathBuf,
    version: JdkVersion,
    modules: ModulesFile,
}

impl Image {
    /// Opens the class library of the JDK in this folder.
    ///
    /// # Errors
    /// If there is no such folder, it holds no JDK, the JDK is too old, or its library is damaged.
    pub fn open(java_home: &Path) -> Result<Self, SourceError> {
        if !java_home.is_dir() {
            return Err(not_a_folder(java_home));
        }
        let file = java_home.join("lib").join("modules");
        if !file.is_file() {
            return Err(not_a_jdk(java_home));
        }
        let modules = ModulesFile::open(&file)?;
        // What looks classes up stands at the end of the file, so a file that was cut shows here.
        let Some((_, object)) = modules.class("java/lang/Object")? else {
            let what = "java.lang.Object is not in it".to_owned();
            return Err(SourceError::DamagedImage { file, what });
        };
        let version = release(java_home)?.or_else(|| version_of(&object)).ok_or_else(|| {
            SourceError::DamagedImage {
                file,
                what: "neither a 'release' file nor java.lang.Object tells its version".to_owned(),
            }
        })?;
        drop(object); // it borrows from the library, which moves
        if version.feature < OLDEST_ACCEPTED {
            return Err(SourceError::JdkTooOld {
                path: java_home.to_owned(),
                version: version.full,
            });
        }
        Ok(Self { java_home: java_home.to_owned(), version, modules })
    }

    /// The JDK's version.
    #[must_use]
    pub fn version(&self) -> &JdkVersion {
        &self.version
    }

    /// The JDK's folder, as it was given.
    #[must_use]
    pub fn java_home(&self) -> &Path {
        &self.java_home
    }

    /// The module that holds a class (`java/lang/String`), and the class's bytes.
    ///
    /// # Errors
    /// If the class library is damaged there.
    pub fn class(&self, name: &str) -> Result<Option<(&str, Cow<'_, [u8]>)>, SourceError> {
        self.modules.class(name)
    }

    /// A file of a module (`java.base`), by its path in it (`java/lang/String.class`).
    ///
    /// # Errors
    /// If the class library is damaged there.
    pub fn resource(&self, module: &str, path: &str) -> Result<Option<Cow<'_, [u8]>>, SourceError> {
        self.modules.resource(module, path)
    }

    /// The names of all modules, sorted. Reads all of the index.
    ///
    /// # Errors
    /// If the index is damaged.
    pub fn modules(&self) -> Result<Vec<&str>, SourceError> {
        self.modules.modules()
    }

    /// Every package that holds classes (`java/lang`) with its module, sorted. Reads all of the
    /// index.
    ///
    /// # Errors
    /// If the index is damaged.
    pub fn packages(&self) -> Result<Vec<(&str, &str)>, SourceError> {
        self.modules.packages()
    }
}

/// What the `release` file says, if there is one and it says anything.
fn release(java_home: &Path) -> Result<Option<JdkVersion>, SourceError> {
    let path = java_home.join("release");
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(SourceError::unreadable(&path, &error)),
    };
    let mut text = Vec::new();
    file.take(LONGEST_RELEASE)
        .read_to_end(&mut text)
        .map_err(|error| SourceError::unreadable(&path, &error))?;
    Ok(JdkVersion::from_release(&String::from_utf8_lossy(&text)))
}

/// The version of the JDK a class was compiled with: some packagers leave the `release` file out.
fn version_of(class: &[u8]) -> Option<JdkVersion> {
    let major = u16::from_be_bytes(*class.get(6..)?.first_chunk()?);
    let feature = major.checked_sub(CLASS_VERSION_OFFSET)?;
    Some(JdkVersion { feature: u32::from(feature), full: feature.to_string() })
}

fn not_a_folder(path: &Path) -> SourceError {
    if path.exists() {
        let hint =
            "it is a file; set JAVA_HOME to the folder that holds 'bin' and 'lib' of a JDK 17 or newer".to_owned();
        return SourceError::NotAJdk { path: path.to_owned(), hint };
    }
    SourceError::NoSuchDirectory { path: path.to_owned() }
}

/// Why a folder without `lib/modules` is none: the likeliest mistakes have an answer of their own.
fn not_a_jdk(path: &Path) -> SourceError {
    let has = |file: &str| path.join(file).exists();
    if has("jre/lib/rt.jar") || has("lib/rt.jar") {
        let version = release(path).ok().flatten().map(|version| version.full);
        let version = version.unwrap_or_else(|| "8 or older: its classes are in rt.jar".to_owned());
        return SourceError::JdkTooOld { path: path.to_owned(), version };
    }
    let image_in = |folder: &Path| folder.join("lib/modules").is_file();
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let near =
        [path.join("Contents/Home"), path.join("jre"), real.parent().unwrap_or(&real).to_owned()];
    let hint = if let Some(near) = near.iter().find(|folder| image_in(folder)) {
        format!("it has no lib/modules, but '{}' has; set JAVA_HOME to that folder", near.display())
    } else if has("modules/java.base") || has("jmods") {
        "its classes are not linked into lib/modules; link them with 'jlink' or 'make images', or set JAVA_HOME to an installed JDK 17 or newer"
            .to_owned()
    } else {
        "it has no lib/modules; set JAVA_HOME to the folder of a JDK 17 or newer".to_owned()
    };
    SourceError::NotAJdk { path: path.to_owned(), hint }
}

#[cfg(test)]
mod tests {
    use super::JdkVersion;

    #[test]
    fn versions() {
        for (text, feature) in [
            ("17.0.15", 17),
            ("25", 25),
            ("26-ea", 26),
            ("1.8.0_402", 8),
            ("9.0.4", 9),
            ("21.0.1+12", 21),
        ] {
            assert_eq!(
                JdkVersion::parse(text),
                Some(JdkVersion { feature, full: text.to_owned() })
            );
        }
        for text in ["", "x", "1.", "1.x", "99999999999", "-17"] {
            assert_eq!(JdkVersion::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_release_file_is_read_with_and_without_quotes() {
        let quoted = "IMPLEMENTOR=\"X\"\nJAVA_VERSION_DATE=\"2025\"\nJAVA_VERSION=\"17.0.15\"\n";
        assert_eq!(JdkVersion::from_release(quoted).map(|version| version.feature), Some(17));
        assert_eq!(
            JdkVersion::from_release(" JAVA_VERSION=21.0.1\r\n").map(|version| version.full),
            Some("21.0.1".to_owned())
        );
        assert_eq!(JdkVersion::from_release("JAVA_RUNTIME_VERSION=\"17\""), None);
    }
}
