//! What modules export, as far as the program's own classes are concerned: those are in unnamed
//! modules.

use crate::ground::class::ClassRef;
use crate::ground::heap::Ref;
use crate::ground::native::{Exec, Trap};
use crate::linking::access_checks::is_magic;
use crate::vm::Vm;
use rustc_hash::FxHashSet;

/// Packages of named modules that unnamed modules may use, with slashes.
#[derive(Default)]
pub struct Exported(pub FxHashSet<String>);

impl Vm {
    /// Whether `target` is public to `from` as far as modules go (JVMS 5.4.4); `beginning` begins
    /// the message if not.
    pub(crate) fn check_exported(
        &mut self,
        from: ClassRef,
        target: ClassRef,
        beginning: &str,
    ) -> Exec<()> {
        let package = target.package();
        if is_magic(from)
            || self.linked.is_of_jdk(from.loader)
            || target.loader == from.loader && from.loader != self.linked.app_loader()
        {
            return Ok(());
        }
        let Some((module, loader)) = self.linked.package(package) else { return Ok(()) };
        if loader != target.loader || self.extension.get::<Exported>().0.contains(package) {
            return Ok(());
        }
        let asking = self.module_of(from);
        if asking == module || asking.is_null() || !self.field_ref(asking, "name").is_null() {
            return Ok(());
        }
        let name = self.field_ref(module, "name");
        let name = if name == Ref::NULL { String::new() } else { self.text(name) };
        let unnamed = format!("unnamed module @0x{:x}", self.identity_hash(asking));
        let message = format!(
            "{beginning}class {} (in {unnamed}) cannot access class {} (in module {name}) because module {name} does not \
             export {} to {unnamed}",
            from.java_name(),
            target.java_name(),
            package.replace('/', ".")
        );
        Err(Trap::java("java/lang/IllegalAccessError", message))
    }
}
