//! Who is a subtype of whom, and which member a name stands for (JVMS 5.4.3, 5.4.6).

use super::{World, access};
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
        let above = sub.superclass.iter().chain(&sub.interfaces);
        above.copied().any(|above| self.is_subtype(above, of))
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
            let inherited = class.interfaces.iter().find_map(|above| self.field(*above, name, descriptor));
            if inherited.is_some() {
                return inherited;
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

    /// The method that a name stands for in a class: its own, a superclass's, an interface's.
    #[must_use]
    pub fn method(&self, class: ClassId, selector: Selector) -> Option<MethodId> {
        self.in_superclasses(class, selector, |_| true).or_else(|| self.in_interfaces(class, selector, |_| true))
    }

    fn in_superclasses(
        &self,
        class: ClassId,
        selector: Selector,
        fits: impl Fn(&super::Method) -> bool,
    ) -> Option<MethodId> {
        let mut at = Some(class);
        while let Some(id) = at {
            if let Some(found) = self.declared(id, selector).filter(|found| fits(&self.methods[found.index()])) {
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
        fits: impl Fn(&super::Method) -> bool + Copy,
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
            let Some(one) = self.declared(id, selector).filter(|one| fits(&self.methods[one.index()])) else {
                continue;
            };
            if class.access & access::INTERFACE == 0 {
                continue;
            }
            let is_better = found.is_none_or(|other| self.is_subtype(id, self.methods[other.index()].class));
            found = if is_better { Some(one) } else { found };
        }
        found
    }

    /// What an object of that class does when a method of that name is called; none if it has none.
    ///
    /// One deviation from JVMS 5.4.6: a method overrides one of the same name and descriptor that only its own package may see.
    pub fn dispatch(&mut self, class: ClassId, selector: Selector) -> Option<MethodId> {
        if let Some(known) = self.dispatched.get(&(class, selector)) {
            return *known;
        }
        let is_callable = |method: &super::Method| !method.is(access::STATIC | access::PRIVATE);
        let has_code = |method: &super::Method| is_callable(method) && !method.is(access::ABSTRACT);
        let found = match self.in_superclasses(class, selector, is_callable) {
            Some(own) => Some(own),
            None => self.in_interfaces(class, selector, has_code),
        };
        let found = found.filter(|found| !self.methods[found.index()].is(access::ABSTRACT));
        self.dispatched.insert((class, selector), found);
        found
    }
}
