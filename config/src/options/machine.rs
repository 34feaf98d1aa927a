//! The options of the virtual machine, whoever drives it.

use std::collections::BTreeMap;

use crate::mistake::Mistake;
use crate::schema::{Key, ValueKind};
use crate::settings::Settings;
use crate::value;

/// What the program is told about its machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineOptions {
    /// The largest size of the Java heap.
    pub heap_bytes: u64,
    /// The number of processors.
    pub processors: u32,
    /// Whether features that are a preview may be used.
    pub previews: bool,
    /// Whether `assert` statements are executed.
    pub assertions: bool,
    /// System properties.
    pub properties: BTreeMap<String, String>,
}

impl MachineOptions {
    /// The options these settings come to.
    ///
    /// # Errors
    /// None that gathering has not reported before.
    pub fn of(settings: &Settings) -> Result<Self, Mistake> {
        let properties = settings.properties().iter();
        Ok(Self {
            heap_bytes: number(settings, Key::Heap)?,
            processors: u32::try_from(number(settings, Key::Processors)?).unwrap_or(u32::MAX),
            previews: settings.is_on(Key::EnablePreview),
            assertions: settings.is_on(Key::Assertions),
            properties: properties
                .map(|(name, setting)| (name.clone(), setting.text.clone()))
                .collect(),
        })
    }
}

/// The value of a key that is a number or a size.
pub fn number(settings: &Settings, key: Key) -> Result<u64, Mistake> {
    let text = settings.text(key);
    let value = match key.row().kind {
        ValueKind::Size { least } => value::size(text, least),
        ValueKind::Number { least, most } => value::number(text, least, most),
        _ => None,
    };
    value.ok_or_else(|| Mistake::new(format!("`{text}` is not a value of `{}`", key.name())))
}
