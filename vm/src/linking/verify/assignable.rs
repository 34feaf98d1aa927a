//! Which types can stand for which (JVMS 4.10.1.2), loading classes only when HotSpot does: not
//! when the names are equal, not for null, not when `Object` is wanted, and not the second one when
//! the first is an interface.

use super::Verifier;
use super::failure::Check;
use super::types::{VType, Wanted};
use crate::ground::class::ClassRef;
use crate::ground::symbol::Symbol;

impl Verifier<'_> {
    /// Whether a value of type `from` can be used where `to` is wanted.
    pub(crate) fn fits(&mut self, from: VType, to: Wanted) -> Check<bool> {
        match to {
            Wanted::Type(to) => self.is_assignable(from, to),
            Wanted::Reference => Ok(from.is_reference() || from.is_uninitialized()),
        }
    }

    /// Whether `from` is assignable to `to`.
    pub(crate) fn is_assignable(&mut self, from: VType, to: VType) -> Check<bool> {
        if from == to || to == VType::Top {
            return Ok(true);
        }
        if !from.is_reference() || !to.is_reference() {
            return Ok(false);
        }
        if from == VType::Null || to == VType::Null {
            return Ok(from == VType::Null);
        }
        // Arrays are compared by what they hold, as long as both are arrays.
        let (mut from, mut to) = (from, to);
        while to.is_array() {
            match (from.component(), to.component()) {
                (Some(a), Some(b)) if a != b => (from, to) = (a, b),
                (Some(_), Some(_)) => return Ok(true),
                _ => return Ok(false),
            }
        }
        match to {
            VType::Class(to) if to == self.names.object => Ok(true),
            VType::Class(to) => self.is_class_assignable(from, to),
            _ => Ok(false),
        }
    }

    fn is_class_assignable(&mut self, from: VType, to: Symbol) -> Check<bool> {
        let key = (from, to);
        if let Some(known) = self.assignable.get(&key) {
            return Ok(*known);
        }
        let answer = self.is_subclass(from, to)?;
        self.assignable.insert(key, answer);
        Ok(answer)
    }

    fn is_subclass(&mut self, from: VType, to: Symbol) -> Check<bool> {
        let target = self.load(to)?;
        if target.is_interface() {
            // Any object passes as any interface: calls through one check their receiver when they
            // are made.
            return Ok(!from.is_array()
                || to == self.names.cloneable
                || to == self.names.serializable);
        }
        match from {
            VType::Class(from) => Ok(self.load(from)?.is_subtype_of(target)),
            _ => Ok(false),
        }
    }

    /// Whether a receiver lets code of this class use a protected member of a superclass in another
    /// package. Unlike elsewhere, a class that is an interface is none of all objects' types if it
    /// would be `Object`'s member.
    pub(crate) fn is_protected_receiver(&mut self, from: VType) -> Check<bool> {
        if self.class.is_interface() && from == VType::Class(self.names.object) {
            return Ok(false);
        }
        self.is_assignable(from, VType::Class(self.class.name))
    }

    /// A class by name, as the class that is being verified sees it.
    pub(crate) fn load(&mut self, name: Symbol) -> Check<ClassRef> {
        if name == self.class.name {
            return Ok(self.class);
        }
        Ok(self.vm.load(self.class.loader, name)?)
    }

    /// The type of what is one of two things, as inference needs it where ways join: their common
    /// superclass, with interfaces taken for `Object`. [`VType::Top`] if they have nothing in
    /// common.
    pub(crate) fn merged(&mut self, a: VType, b: VType) -> Check<VType> {
        if a == b {
            return Ok(a);
        }
        if !a.is_reference() || !b.is_reference() {
            return Ok(VType::Top);
        }
        match (a, b) {
            (VType::Null, _) => return Ok(b),
            (_, VType::Null) => return Ok(a),
            _ => {}
        }
        let (mut a, mut b, mut dimensions) = (a, b, 0);
        let mut joined = loop {
            match (a, b) {
                _ if a == b => break a,
                (VType::Class(x), VType::Class(y)) => {
                    break VType::Class(self.common_superclass(x, y)?);
                }
                _ => match (a.component(), b.component()) {
                    (Some(x), Some(y)) => (a, b) = (x, y),
                    _ => break VType::Class(self.names.object),
                },
            }
            dimensions += 1;
        };
        for _ in 0..dimensions {
            joined = joined.array().unwrap_or(VType::Top);
        }
        Ok(joined)
    }

    fn common_superclass(&mut self, a: Symbol, b: Symbol) -> Check<Symbol> {
        let key = if a.id() < b.id() { (a, b) } else { (b, a) };
        if let Some(known) = self.merges.get(&key) {
            return Ok(*known);
        }
        let answer = self.join(a, b)?;
        self.merges.insert(key, answer);
        Ok(answer)
    }

    fn join(&mut self, a: Symbol, b: Symbol) -> Check<Symbol> {
        let object = self.names.object;
        if a == object || b == object {
            return Ok(object);
        }
        let first = self.load(a)?;
        if first.is_interface() {
            return Ok(object);
        }
        let second = self.load(b)?;
        if second.is_interface() {
            return Ok(object);
        }
        let mut common = first;
        while !second.is_subtype_of(common) {
            let Some(parent) = common.super_class else { return Ok(object) };
            common = parent;
        }
        Ok(common.name)
    }
}
