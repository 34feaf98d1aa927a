//! Whether `LambdaMetafactory` takes a call site: the checks of
//! `AbstractValidatingLambdaMetafactory`, in its order.
//!
//! What is refused here the machine does not link; the library is left to say why. Types that are
//! parameterized in the source are cast when the lambda runs, so results are looked at less
//! strictly than parameters.

use crate::dynamic::indy::Site;
use crate::dynamic::lambda::{Implementation, refused};
use crate::dynamic::loadable::MethodClasses;
use crate::ground::class::{ClassKind, ClassRef, access};
use crate::ground::native::Exec;
use crate::ground::symbol::Symbol;
use crate::vm::Vm;
use raceproof_classfile::descriptor::Type;

/// Kinds of method handles (JVMS 4.4.8).
const INVOKE_VIRTUAL: u8 = 5;
const INVOKE_STATIC: u8 = 6;
const INVOKE_SPECIAL: u8 = 7;
const NEW: u8 = 8;
const INVOKE_INTERFACE: u8 = 9;

/// What a call site gives the factory.
pub(crate) struct Protocol<'a> {
    /// The methods to be implemented: the interface's own, and bridges.
    pub(crate) bodies: &'a [Symbol],
    pub(crate) interfaces: &'a [ClassRef],
    /// The type of the interface's method as the program uses it.
    pub(crate) instantiated: Symbol,
    pub(crate) implementation: &'a Implementation,
}

impl Vm {
    /// Refuses what the factory refuses.
    pub(crate) fn check_lambda(&mut self, site: &Site, protocol: &Protocol<'_>) -> Exec<()> {
        require(
            !site.name.text().is_empty()
                && !site.name.text().contains(['.', ';', '[', '/', '<', '>']),
        )?;
        require(protocol.interfaces.iter().all(|interface| interface.is_interface()))?;
        let implementation = self.implementation_type(site, protocol.implementation)?;
        let factory = self.method_classes(site.class, site.descriptor)?;
        let dynamic = self.method_classes(site.class, protocol.instantiated)?;
        let captured = factory.parameters.len();
        require(implementation.parameters.len() == captured + dynamic.parameters.len())?;

        let given = factory.parameters.iter().chain(&dynamic.parameters);
        for (index, (from, to)) in given.zip(&implementation.parameters).enumerate() {
            let is_receiver = index == 0 && protocol.implementation.has_receiver();
            require(match (is_receiver, index < captured) {
                (true, _) => from.is_subtype_of(to),
                (false, true) => from.id == to.id,
                (false, false) => self.is_adaptable(from, to, true),
            })?;
        }
        require(is_void(dynamic.result) || !is_void(implementation.result))?;
        require(
            is_void(dynamic.result)
                || self.is_adaptable(implementation.result, dynamic.result, false),
        )?;
        protocol.bodies.iter().try_for_each(|body| self.check_body(site, &dynamic, *body))
    }

    /// A method that is implemented must take and give what the type of its use allows.
    fn check_body(&mut self, site: &Site, dynamic: &MethodClasses, body: Symbol) -> Exec<()> {
        let body = self.method_classes(site.class, body)?;
        require(body.parameters.len() == dynamic.parameters.len())?;
        require(
            dynamic
                .parameters
                .iter()
                .zip(&body.parameters)
                .all(|(from, to)| from.is_subtype_of(to)),
        )?;
        require(if is_void(dynamic.result) || is_void(body.result) {
            dynamic.result.id == body.result.id
        } else {
            self.is_adaptable(dynamic.result, body.result, true)
        })
    }

    /// The type of the method handle.
    fn implementation_type(
        &mut self,
        site: &Site,
        implementation: &Implementation,
    ) -> Exec<MethodClasses> {
        let method = implementation.method;
        let is_made = implementation.kind == NEW;
        require(method.is_static() == (implementation.kind == INVOKE_STATIC))?;
        require(method.is_initializer() == is_made)?;
        // A lambda of the library's cannot call the method of a superclass in its user's place.
        require(
            implementation.kind != INVOKE_SPECIAL || implementation.holder.id == site.class.id,
        )?;
        let mut classes = self.method_classes(site.class, method.descriptor)?;
        // The handle of such a method is a collector of its last arguments, which must be an array.
        require(
            method.access & access::VARARGS == 0
                || classes.parameters.last().is_some_and(|last| last.is_array()),
        )?;
        if is_made {
            classes.result = implementation.holder;
        } else if implementation.has_receiver() {
            classes.parameters.insert(0, implementation.holder);
        }
        Ok(classes)
    }

    /// Whether a value can be passed where another type is wanted. Unless it is strict, a reference
    /// may be cast.
    fn is_adaptable(&self, from: ClassRef, to: ClassRef, strict: bool) -> bool {
        if from.id == to.id {
            return true;
        }
        match (primitive(from), primitive(to)) {
            (Some(from), Some(to)) => widens(from, to),
            (Some(from), None) => self.known.box_of(from).is_subtype_of(to),
            (None, Some(to)) => {
                self.known.boxed_type(from).map_or(!strict, |from| widens(from, to))
            }
            (None, None) => !strict || from.is_subtype_of(to),
        }
    }
}

impl Implementation {
    fn has_receiver(&self) -> bool {
        matches!(self.kind, INVOKE_VIRTUAL | INVOKE_SPECIAL | INVOKE_INTERFACE)
    }
}

fn require(condition: bool) -> Exec<()> {
    if condition { Ok(()) } else { Err(refused("what the factory refuses")) }
}

fn primitive(class: ClassRef) -> Option<Type> {
    match class.kind {
        ClassKind::Primitive(ty) => Some(ty),
        _ => None,
    }
}

fn is_void(class: ClassRef) -> bool {
    primitive(class) == Some(Type::Void)
}

/// Whether that is a widening primitive conversion, or none at all (JLS 5.1.2).
fn widens(from: Type, to: Type) -> bool {
    use Type::{Byte, Char, Double, Float, Int, Long, Short};
    from == to
        || match from {
            Byte => matches!(to, Short | Int | Long | Float | Double),
            Short | Char => matches!(to, Int | Long | Float | Double),
            Int => matches!(to, Long | Float | Double),
            Long => matches!(to, Float | Double),
            Float => to == Double,
            _ => false,
        }
}
