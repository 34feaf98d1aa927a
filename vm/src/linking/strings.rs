//! Java strings: making, reading, interning them.

use crate::ground::heap::Ref;
use crate::ground::native::{Exec, Trap};
use crate::vm::{Vm, no_room_for_linking};

impl Vm {
    /// A new string.
    ///
    /// # Errors
    /// `OutOfMemoryError`.
    pub fn new_string(&mut self, text: &str) -> Exec<Ref> {
        if text.is_ascii() {
            return self.new_latin1(text.as_bytes());
        }
        self.new_string_units(&text.encode_utf16().collect::<Vec<u16>>())
    }

    /// A new string of characters below 256.
    ///
    /// # Errors
    /// `OutOfMemoryError`.
    pub(crate) fn new_latin1(&mut self, bytes: &[u8]) -> Exec<Ref> {
        let value = self.new_bytes(bytes)?;
        self.wrap_string(value, 0)
    }

    /// A new string of UTF-16 units, compact if it can be.
    ///
    /// # Errors
    /// `OutOfMemoryError`.
    pub(crate) fn new_string_units(&mut self, units: &[u16]) -> Exec<Ref> {
        if units.iter().all(|u| *u < 256) {
            let bytes: Vec<u8> = units.iter().map(|u| *u as u8).collect();
            return self.new_latin1(&bytes);
        }
        let bytes: Vec<u8> = units.iter().flat_map(|u| u.to_le_bytes()).collect();
        let value = self.new_bytes(&bytes)?;
        self.wrap_string(value, 1)
    }

    fn wrap_string(&mut self, value: Ref, coder: u64) -> Exec<Ref> {
        let string = self.new_object(self.known.string.get())?;
        self.heap.put(string.index() + self.known.string_value, value.word());
        self.heap.put(string.index() + self.known.string_coder, coder);
        Ok(string)
    }

    /// The bytes of a string's value and whether they are UTF-16.
    #[must_use]
    pub(crate) fn string_bytes(&self, string: Ref) -> (&[u8], bool) {
        let value = Ref::of(self.heap.get(string.index() + self.known.string_value));
        let wide = self.heap.get(string.index() + self.known.string_coder) != 0;
        if value.is_null() {
            return (&[], false);
        }
        (self.heap.bytes(value, self.heap.length(value)), wide)
    }

    /// The UTF-16 units of a string.
    #[must_use]
    pub fn units(&self, string: Ref) -> Vec<u16> {
        let (bytes, wide) = self.string_bytes(string);
        if wide {
            bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
        } else {
            bytes.iter().map(|b| u16::from(*b)).collect()
        }
    }

    /// The text of a string; unpaired surrogates become the replacement character.
    #[must_use]
    pub fn text(&self, string: Ref) -> String {
        String::from_utf16_lossy(&self.units(string))
    }

    /// The text of a string that must not be null.
    ///
    /// # Errors
    /// `NullPointerException`.
    pub fn text_of(&self, string: Ref) -> Exec<String> {
        if string.is_null() { Err(Trap::null()) } else { Ok(self.text(string)) }
    }

    /// The interned string with that text.
    ///
    /// # Errors
    /// `OutOfMemoryError`.
    pub fn intern(&mut self, text: &str) -> Exec<Ref> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.intern_units(&units)
    }

    /// The interned string of UTF-16 units. Interned strings are permanent: interning is linking.
    ///
    /// # Errors
    /// `OutOfMemoryError`.
    pub fn intern_units(&mut self, units: &[u16]) -> Exec<Ref> {
        if let Some(string) = self.linked.interned(units) {
            return Ok(string);
        }
        self.linking(|vm| vm.intern_new(units))
    }

    fn intern_new(&mut self, units: &[u16]) -> Exec<Ref> {
        let wide = units.iter().any(|u| *u > 255);
        let bytes: Vec<u8> = if wide {
            units.iter().flat_map(|u| u.to_le_bytes()).collect()
        } else {
            units.iter().map(|u| *u as u8).collect()
        };
        let string_class = self.known.string.get();
        let array_class = self.known.byte_array();
        let value = self
            .heap
            .allocate_permanent(crate::ground::heap::HEADER_WORDS + bytes.len().div_ceil(8))
            .ok_or_else(no_room_for_linking)?;
        self.heap.set_permanent_header(value, array_class.id, bytes.len() as u32);
        self.heap.put_bytes(Ref(value as u32), 0, &bytes);
        let at = self
            .heap
            .allocate_permanent(string_class.instance_words)
            .ok_or_else(no_room_for_linking)?;
        self.heap.set_permanent_header(at, string_class.id, 0);
        self.heap.put(at + self.known.string_value, value as u64);
        self.heap.put(at + self.known.string_coder, u64::from(wide));
        let string = Ref(at as u32);
        self.linked.strings.insert(units.into(), string);
        Ok(string)
    }
}
