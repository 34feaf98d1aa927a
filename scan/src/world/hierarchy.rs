//! Subtyping, member resolution and method selection (JVMS 5.4.3, 5.4.6).

use super::{Method, World, access};
use crate::ids::{ClassId, FieldId, MethodId, Selector};
use std::rc::Rc;

impl World {
    /// Whether each object of one class may stand where the other is wanted.
    #[must_use]
    pub fn is_subtype(&self, class: ClassId, of: ClassId) -> bool {
        if class == of || of == self.object {
            return true;
        }
        let (sub, sup) = (&self.classes[class.index()], &self.classes[of.index()]);
        if let (Some(one), Some(other)) = (sub.element, sup.element) {
            return self.is_subtype(one, other);
        }
        if sup.access & access::INTERFACE == 0 {
            let mut at = sub.superclass;
            while let Some(next) = at {
                if next == of {
                    return true;
                }
                at = self.classes[next.index()].superclass;
            }
            return false;
        }
        sub.all_interfaces.contains(&of)
    }

    /// Whether objects of a class may be thrown.
    #[must_use]
    pub fn is_throwable(&self, class: ClassId) -> bool {
        self.class_if_known("java/lang/Throwable")
            .is_some_and(|throwables| self.is_subtype(class, throwables))
    }

    /// The field that a name stands for in a class.
    #[must_use]
    pub fn field(&self, class: ClassId, name: &str, descriptor: &str) -> Option<FieldId> {
        let key = (Rc::from(name), Rc::from(descriptor));
        let mut at = Some(class);
        while let Some(id) = at {
            let class = &self.classes[id.index()];
            if let Some(found) = class.by_field.get(&key) {
                return Some(*found);
            }
            let mut above = class.all_interfaces.iter().map(|above| &self.classes[above.index()]);
            let inherited = above.find_map(|above| above.by_field.get(&key));
            if inherited.is_some() {
                return inherited.copied();
            }
            at = class.superclass;
        }
        None
    }

    /// The method that a class declares itself.
    #[must_use]
    pub fn declared(&self, class: ClassId, selector: Selector) -> Option<MethodId> {
        self.classes[class.index()].by_selector.get(&selector).copied()
    }

    /// The method that a bridge leads to, which gives the same as something more special; another
    /// method is that itself.
    #[must_use]
    pub fn behind_bridge(&self, method: MethodId) -> MethodId {
        let bridge = &self.methods[method.index()];
        let (name, descriptor) = &self.selectors[bridge.selector.index()];
        let parameters = |descriptor: &str| {
            descriptor.rsplit_once(')').map(|(parameters, _)| parameters.to_owned())
        };
        let is_behind = |other: &&MethodId| {
            let other = &self.methods[other.index()];
            let (also, others) = &self.selectors[other.selector.index()];
            !other.is(access::BRIDGE)
                && also == name
                && parameters(others) == parameters(descriptor)
        };
        let mut others = self.classes[bridge.class.index()].methods.iter();
        if bridge.is(access::BRIDGE) {
            others.find(is_behind).copied().unwrap_or(method)
        } else {
            method
        }
    }

    /// The method that a name stands for in a class: its own, a superclass's, an interface's.
    #[must_use]
    pub fn method(&self, class: ClassId, selector: Selector) -> Option<MethodId> {
        self.in_superclasses(class, selector, |_| true)
            .or_else(|| self.in_interfaces(class, selector, |_| true))
    }

    fn in_superclasses(
        &self,
        class: ClassId,
        selector: Selector,
        fits: impl Fn(&Method) -> bool,
    ) -> Option<MethodId> {
        let mut at = Some(class);
        while let Some(id) = at {
            if let Some(found) =
                self.declared(id, selector).filter(|found| fits(&self.methods[found.index()]))
            {
                return Some(found);
            }
            at = self.classes[id.index()].superclass;
        }
        None
    }

    /// Of several, one that no other overrides.
    fn in_interfaces(
        &self,
        class: ClassId,
        selector: Selector,
        fits: impl Fn(&Method) -> bool + Copy,
    ) -> Option<MethodId> {
        let mut found: Option<MethodId> = None;
        let mut work = vec![class];
        let mut met = Vec::new();
        while let Some(id) = work.pop() {
            if met.contains(&id) {
                continue;
            }
            met.push(id);
            let class = &self.classes[id.index()];
            work.extend(class.superclass.iter().chain(&class.interfaces).copied());
            let Some(one) =
                self.declared(id, selector).filter(|one| fits(&self.methods[one.index()]))
            else {
                continue;
            };
            if class.access & access::INTERFACE == 0 {
                continue;
            }
            let is_better =
                found.is_none_or(|other| self.is_subtype(id, self.methods[other.index()].class));
            found = if is_better { Some(one) } else { found };
        }
        found
    }

    /// What an object of that class does when the method is called that a name stands for in
    /// another class (JVMS 5.4.6).
    pub fn selected(
        &mut self,
        class: ClassId,
        named: ClassId,
        selector: Selector,
    ) -> Option<MethodId> {
        let resolved = self.method(named, selector)?;
        if self.methods[resolved.index()].is(access::PUBLIC | access::PROTECTED | access::PRIVATE) {
            return self.dispatch(class, selector);
        }
        let found = self.overriding(class, resolved);
        Some(found).filter(|found| !self.methods[found.index()].is(access::ABSTRACT))
    }

    /// The last one that overrides a method which only its own package may see, itself or by
    /// overriding another that does (JVMS 5.4.5).
    fn overriding(&self, class: ClassId, method: MethodId) -> MethodId {
        let Method { class: top, selector, .. } = self.methods[method.index()];
        let mut below = Vec::new();
        let mut at = Some(class);
        while let Some(id) = at.filter(|id| *id != top) {
            below.extend(self.declared(id, selector));
            at = self.classes[id.index()].superclass;
        }
        let mut overriding = vec![method];
        for one in below.into_iter().rev().filter(|one| is_callable(&self.methods[one.index()])) {
            if overriding.iter().any(|other| self.may_override(one, *other)) {
                overriding.push(one);
            }
        }
        overriding[overriding.len() - 1]
    }

    fn may_override(&self, method: MethodId, other: MethodId) -> bool {
        let (method, other) = (&self.methods[method.index()], &self.methods[other.index()]);
        other.is(access::PUBLIC | access::PROTECTED)
            || self.package(method.class) == self.package(other.class)
    }

    fn package(&self, class: ClassId) -> &str {
        self.classes[class.index()].name.rsplit_once('/').map_or("", |(package, _)| package)
    }

    /// The method that is selected in a class for a selector whose declaration is visible
    /// everywhere; none if it has none.
    pub fn dispatch(&mut self, class: ClassId, selector: Selector) -> Option<MethodId> {
        if let Some(known) = self.dispatched.get(&(class, selector)) {
            return *known;
        }
        let has_code = |method: &Method| is_callable(method) && !method.is(access::ABSTRACT);
        let found = match self.in_superclasses(class, selector, is_callable) {
            Some(own) => Some(own),
            None => self.in_interfaces(class, selector, has_code),
        };
        let found = found.filter(|found| !self.methods[found.index()].is(access::ABSTRACT));
        self.dispatched.insert((class, selector), found);
        found
    }
}

fn is_callable(method: &Method) -> bool {
    !method.is(access::STATIC | access::PRIVATE)
}
