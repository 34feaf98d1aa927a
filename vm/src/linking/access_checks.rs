//! Who may use what (JVMS 5.4.4): classes, members, and the nests that share their private ones.

use crate::ground::class::{Class, ClassKind, ClassRef, access};
use crate::ground::native::{Exec, Trap};
use crate::vm::Vm;

impl Vm {
    pub(crate) fn check_class_access(&mut self, from: ClassRef, class: ClassRef) -> Exec<()> {
        let mut target = class;
        while let ClassKind::Array { element, .. } = target.kind {
            target = element;
        }
        if self.may_access_class(from, target) {
            let exempt = from.hidden || target.is_primitive();
            return if exempt { Ok(()) } else { self.check_exported(from, target, "") };
        }
        let message = format!(
            "failed to access class {} from class {} ({})",
            target.java_name(),
            from.java_name(),
            self.two_homes(target, from)
        );
        Err(Trap::java("java/lang/IllegalAccessError", message))
    }

    /// Whether code of `from` may name `target`.
    pub(crate) fn may_access_class(&self, from: ClassRef, target: ClassRef) -> bool {
        is_magic(from)
            || target.access & access::PUBLIC != 0
            || target.is_primitive()
            || target.same_package(from)
            || from.hidden
    }

    pub(crate) fn check_member_access(
        &mut self,
        from: ClassRef,
        holder: ClassRef,
        owner: ClassRef,
        flags: u16,
        what: &dyn Fn() -> String,
    ) -> Exec<()> {
        if flags & access::PRIVATE != 0 && from.id != owner.id {
            self.loaded_nest_host(from)?;
            self.loaded_nest_host(owner)?;
        }
        if self.may_access(from, holder, owner, flags) {
            return Ok(());
        }
        let kind = if flags & access::PRIVATE != 0 {
            "private "
        } else if flags & access::PROTECTED != 0 {
            "protected "
        } else {
            ""
        };
        let message = format!(
            "class {} tried to access {kind}{} ({})",
            from.java_name(),
            what(),
            self.two_homes(from, owner)
        );
        Err(Trap::java("java/lang/IllegalAccessError", message))
    }

    /// Whether code of `from` may use a member of `owner` (JVMS 5.4.4).
    #[must_use]
    pub fn may_access(
        &self,
        from: ClassRef,
        _holder: ClassRef,
        owner: ClassRef,
        flags: u16,
    ) -> bool {
        if flags & access::PUBLIC != 0 || from.id == owner.id || is_magic(from) {
            return true;
        }
        if flags & access::PRIVATE != 0 {
            return self.nest_host(from).id == self.nest_host(owner).id;
        }
        owner.same_package(from)
            || flags & access::PROTECTED != 0 && from.is_subtype_of(owner)
            || self.nest_host(from).same_package(owner)
    }

    /// The nest host of a class (JVMS 5.4.4): itself unless a host it names lists it.
    #[must_use]
    pub fn nest_host(&self, class: ClassRef) -> ClassRef {
        if let Some(host) = class.nest_host.get() {
            return host;
        }
        let host = self.declared_nest_host(class);
        if host.is_some() || named_nest_host(class).is_none() {
            class.nest_host.set(Some(host.unwrap_or(class)));
        }
        host.unwrap_or(class)
    }

    /// The nest host, loaded if need be, so that membership can be judged: a class whose host
    /// cannot be loaded is its own.
    ///
    /// # Errors
    /// [`Trap::Retry`] while a loader is asked.
    pub fn loaded_nest_host(&mut self, class: ClassRef) -> Exec<ClassRef> {
        if class.nest_host.get().is_none()
            && let Some(name) = named_nest_host(class)
        {
            let name = self.symbol(&name);
            match self.find_class(class.loader, name) {
                Err(trap) if !trap.is_exception() => return Err(trap),
                _ => {}
            }
        }
        Ok(self.nest_host(class))
    }

    fn declared_nest_host(&self, class: ClassRef) -> Option<ClassRef> {
        let name = named_nest_host(class)?;
        let host = self
            .loaded(class.loader, &name)
            .filter(|host| host.loader == class.loader && !host.hidden)?;
        lists(host, "NestMembers", class.name.text())?.then_some(host)
    }
}

/// Accessors that the JDK spins for reflection are let through every access check, as in HotSpot.
pub(crate) fn is_magic(class: ClassRef) -> bool {
    let mut parent = class.super_class;
    while let Some(this) = parent {
        if this.name.text() == "jdk/internal/reflect/MagicAccessorImpl" {
            return true;
        }
        parent = this.super_class;
    }
    false
}

fn named_nest_host(class: ClassRef) -> Option<String> {
    let data = class.attribute("NestHost")?;
    let name = class.file?.class_name(u16::from_be_bytes([*data.first()?, *data.get(1)?])).ok()?;
    Some(name.into_owned())
}

/// Whether an attribute that lists classes, as `NestMembers` does, names that one; `None` if the
/// class has no such list.
pub(crate) fn lists(class: &Class, attribute: &str, name: &str) -> Option<bool> {
    let (list, file) = (class.attribute(attribute)?, class.file?);
    let mut rows = list.get(2..).unwrap_or(&[]).chunks_exact(2);
    Some(rows.any(|row| {
        file.class_name(u16::from_be_bytes([row[0], row[1]])).is_ok_and(|listed| listed == name)
    }))
}
