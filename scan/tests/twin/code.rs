//! What the rules take for granted of methods, their contexts and their bodies.

use crate::facts::{Facts, Var, argument};
use raceproof_scan::ids::{ClassId, FieldId, InstanceId, MethodId, ObjectId, Reg, Selector};
use raceproof_scan::ir::{Block, Body, Call, Callee, Statement};
use raceproof_scan::points_to::{Asked, Model, Site};
use raceproof_scan::world::{Origin, access};
use std::collections::BTreeSet;

impl Facts<'_> {
    // ---- methods

    pub fn method(&self, instance: InstanceId) -> MethodId {
        self.methods[instance.index()].0
    }

    /// The class that declares a method.
    pub fn owner(&self, method: MethodId) -> ClassId {
        self.solved.borrow().world.methods[method.index()].class
    }

    pub fn is(&self, method: MethodId, flags: u16) -> bool {
        self.solved.borrow().world.methods[method.index()].is(flags)
    }

    pub fn is_of_library(&self, class: ClassId) -> bool {
        self.origin(class) == Origin::Jdk
    }

    fn origin(&self, class: ClassId) -> Origin {
        self.class(class, |class| class.origin)
    }

    pub fn is_of_application(&self, method: MethodId) -> bool {
        self.origin(self.owner(method)) == Origin::Application
    }

    /// What a method does that is not followed.
    pub fn model(&self, method: MethodId) -> Option<Model> {
        let known = self.export.models.get(&method);
        *known.unwrap_or_else(|| panic!("nobody calls {}", self.shown_method(method)))
    }

    /// Whether a call leads into one of the library's closed parts, from where it is left out.
    pub fn is_left_out(&self, caller: InstanceId, method: MethodId) -> bool {
        let (by, class) = (self.owner(self.method(caller)), self.owner(method));
        let (from, to) = (self.export.closed.get(&by), self.export.closed.get(&class));
        let is_single = to.is_none() && self.export.closed_methods.contains(&method);
        let is_asked = |who| to.is_some_and(|(_, asked)| *asked >= who);
        by != class
            && match (from, self.origin(by) == Origin::Jdk) {
                (Some(part), _) => is_asked(Asked::ByParts) && to.is_some_and(|to| to.0 != part.0),
                (None, true) => is_single || is_asked(Asked::ByLibrary),
                (None, false) => is_asked(Asked::ByAll),
            }
    }

    /// Whether a method is of a part that nobody follows.
    pub fn is_closed_to_all(&self, method: MethodId) -> bool {
        self.export.closed.get(&self.owner(method)).is_some_and(|(_, asked)| *asked == Asked::ByAll)
    }

    pub fn is_followed(&self, object: ObjectId) -> bool {
        self.export.followed.contains(object.0)
    }

    pub fn dispatch(&self, object: ObjectId, selector: Selector) -> Option<MethodId> {
        let class = self.class_of(object);
        self.world(|world| world.dispatch(class, selector))
    }

    pub fn dispatch_by_name(
        &self,
        object: ObjectId,
        name: &str,
        descriptor: &str,
    ) -> Option<MethodId> {
        let selector = self.world(|world| world.selector(name, descriptor));
        self.dispatch(object, selector)
    }

    /// The class that a call finds by a constant name.
    pub fn class_asked_for(
        &self,
        caller: InstanceId,
        call: u32,
        method: MethodId,
    ) -> Option<ClassId> {
        if self.model(method) != Some(Model::Reflection) {
            return None;
        }
        let (body, found) = (self.body(caller), self.call(caller, call));
        self.world(|world| world.class_asked_for(body, found))
    }

    pub fn behind_bridge(&self, method: MethodId) -> MethodId {
        self.world(|world| world.behind_bridge(method))
    }

    /// The instance that stands for a method in a context: its own, or that of all contexts that
    /// are too many.
    pub fn instance(&self, method: MethodId, context: Option<ObjectId>) -> InstanceId {
        let known = self.export.instances.get(&(method, context));
        let known = *known.unwrap_or_else(|| {
            panic!("{} is not called for {context:?}", self.shown_method(method))
        });
        let own = self.methods[known.index()];
        let deep = || Some(self.solved.borrow_mut().objects.deep());
        assert!(
            own == (method, context) || own == (method, deep()),
            "{known:?} is of another method"
        );
        known
    }

    pub fn context_for(&self, receiver: ObjectId) -> Option<ObjectId> {
        self.solved.borrow_mut().objects.context(receiver)
    }

    /// What the library's static methods do for the application is told apart by the call.
    pub fn context_by_call(
        &self,
        caller: InstanceId,
        call: u32,
        callee: MethodId,
    ) -> Option<ObjectId> {
        let (method, context) = self.methods[caller.index()];
        if !self.is_of_application(method) || self.origin(self.owner(callee)) != Origin::Jdk {
            return context;
        }
        if self.solved.borrow().is_about_text(callee) {
            return Some(self.solved.borrow_mut().objects.deep());
        }
        let statement = self.call(caller, call).statement;
        let object = self.world(|world| world.object());
        Some(self.solved.borrow_mut().objects.call(
            object,
            Site::Call { method, statement },
            context,
        ))
    }

    /// The context in which a call calls a method of an object. Of strings and the like there is
    /// one object.
    pub fn context_of_call(
        &self,
        caller: InstanceId,
        call: u32,
        object: ObjectId,
        callee: MethodId,
    ) -> Option<ObjectId> {
        if matches!(self.object(object).site, Site::Merged(_)) {
            return self.context_by_call(caller, call, callee);
        }
        self.context_for(object)
    }

    /// The initialisers that run when an instance is the first to need a class (JVMS 5.5).
    pub fn initialisers(&self, by: InstanceId, class: ClassId) -> Vec<InstanceId> {
        let declared = self.initialised_with(class).into_iter().filter_map(|class| {
            let is_run =
                !self.heap.is_initialised(class) && !self.export.never_initialised.contains(&class);
            let method = self.world(|world| {
                let selector = world.selector("<clinit>", "()V");
                world.declared(class, selector)
            });
            method.filter(|method| is_run && !self.is_left_out(by, *method))
        });
        declared.map(|method| self.instance(method, None)).collect()
    }

    /// An interface alone; a class with its superclasses, and those of all interfaces that have a
    /// method to inherit.
    fn initialised_with(&self, class: ClassId) -> BTreeSet<ClassId> {
        let is_interface =
            |class: &ClassId| self.class(*class, |class| class.access & access::INTERFACE != 0);
        let mut all = BTreeSet::from([class]);
        let mut work = if is_interface(&class) { Vec::new() } else { vec![class] };
        while let Some(class) = work.pop() {
            let above: Vec<ClassId> = self.class(class, |class| {
                class.interfaces.iter().copied().chain(class.superclass).collect()
            });
            work.extend(above.into_iter().filter(|above| all.insert(*above)));
        }
        let has_code = |of: &ClassId| {
            let methods = self.class(*of, |class| class.methods.clone());
            methods.into_iter().any(|method| !self.is(method, access::ABSTRACT | access::STATIC))
        };
        all.retain(|one| *one == class || !is_interface(one) || has_code(one));
        all
    }

    /// Whether who runs an initialiser is told that it fails: those of the JDK do not.
    pub fn may_fail(&self, initialiser: InstanceId) -> bool {
        self.origin(self.owner(self.method(initialiser))) != Origin::Jdk
    }

    /// `values()` of the enum that a mirror stands for.
    pub fn values(&self, mirror: ObjectId) -> Option<InstanceId> {
        let Site::Mirror(class) = self.object(mirror).site else { return None };
        let name = self.class(class, |class| class.name.clone());
        let values = self.world(|world| {
            let selector = world.selector("values", &format!("()[L{name};"));
            world.declared(class, selector)
        });
        Some(self.instance(values?, None))
    }

    // ---- bodies

    pub fn body(&self, instance: InstanceId) -> &Body {
        &self.bodies[instance.index()]
    }

    pub fn block(&self, instance: InstanceId, block: u32) -> &Block {
        &self.body(instance).blocks[block as usize]
    }

    pub fn statement(&self, instance: InstanceId, at: u32) -> Statement {
        self.body(instance).statements[at as usize]
    }

    pub fn call(&self, instance: InstanceId, call: u32) -> &Call {
        &self.body(instance).calls[call as usize]
    }

    pub fn block_of_call(&self, instance: InstanceId, call: u32) -> u32 {
        let statement = self.call(instance, call).statement;
        let found = self
            .body(instance)
            .blocks
            .iter()
            .position(|block| (block.start..block.end).contains(&statement));
        found.expect("statements are in blocks") as u32
    }

    /// What the handlers of a block catch, and of which class.
    pub fn catches(&self, instance: InstanceId, block: u32) -> Vec<(Var, Option<ClassId>)> {
        let handlers = self.block(instance, block).handlers.iter();
        handlers.flat_map(|handler| self.caught_by(instance, *handler)).collect()
    }

    /// The same of all handlers.
    pub fn all_catches(&self, instance: InstanceId) -> BTreeSet<(Var, Option<ClassId>)> {
        let handlers = self.body(instance).blocks.iter().flat_map(|block| &block.handlers);
        handlers.flat_map(|handler| self.caught_by(instance, *handler)).collect()
    }

    fn caught_by(
        &self,
        instance: InstanceId,
        handler: u32,
    ) -> impl Iterator<Item = (Var, Option<ClassId>)> {
        let behind =
            &self.body(instance).statements[self.block(instance, handler).start as usize..];
        behind.iter().map_while(move |statement| match *statement {
            Statement::Catch { to, class } => Some((Var::Register(instance, to), class)),
            _ => None,
        })
    }

    /// The method that an object has for a call.
    pub fn selected(&self, caller: InstanceId, call: u32, object: ObjectId) -> Option<MethodId> {
        match self.call(caller, call).callee {
            Callee::Exactly(method) => self.is_of(object, self.owner(method)).then_some(method),
            Callee::Virtual { class, selector } if self.is_of(object, class) => {
                let own = self.class_of(object);
                // Of what is merged it may only be known that it might be of the class.
                self.world(|world| {
                    let own = if world.is_subtype(own, class) { own } else { class };
                    world.selected(own, class, selector)
                })
            }
            _ => None,
        }
    }

    /// The method that a call names, if the object is of an abstract class and so has none.
    pub fn selected_of_unknown(
        &self,
        caller: InstanceId,
        call: u32,
        object: ObjectId,
    ) -> Option<MethodId> {
        let Callee::Virtual { class, selector } = self.call(caller, call).callee else {
            return None;
        };
        let is_meant = self.is_of(object, class) && self.export.unknown.contains(object.0);
        if !is_meant || self.selected(caller, call, object).is_some() {
            return None;
        }
        self.world(|world| world.method(class, selector))
    }

    /// The field that a call accesses by a handle or an offset.
    pub fn handled(&self, caller: InstanceId, call: u32) -> Option<FieldId> {
        let through = self.call(caller, call).through?;
        self.world(|world| world.named_by(through))
    }

    pub fn handled_static(&self, caller: InstanceId, call: u32) -> Option<FieldId> {
        let field = self.handled(caller, call)?;
        self.solved.borrow().world.fields[field.index()].is(access::STATIC).then_some(field)
    }

    /// What a call of a variable handle accesses, and the values that it may write.
    pub fn accessed(&self, caller: InstanceId, call: u32) -> Option<(Option<Reg>, Vec<Reg>)> {
        let found = self.call(caller, call);
        let Callee::Polymorphic { class, selector } = found.callee else { return None };
        if !self.class(class, |class| &*class.name == "java/lang/invoke/VarHandle") {
            return None;
        }
        let name = self.world(|world| world.selectors[selector.index()].0.clone());
        let is_plain_get = name.starts_with("get") && !name.starts_with("getAnd");
        let (base, is_static) = (argument(found, 1), self.handled_static(caller, call).is_some());
        if !is_static
            && (base.is_none() || found.arguments.len() < if is_plain_get { 2 } else { 3 })
        {
            return None;
        }
        let values = found.arguments.iter().skip(if is_static { 1 } else { 2 });
        Some((base, values.copied().filter(|reg| reg.is_some()).collect()))
    }

    /// Of the constructor of a reference that the collector will put into a queue: both, and the
    /// queue's field.
    pub fn queued(&self, instance: InstanceId) -> Option<(Reg, Reg, FieldId)> {
        let method = self.method(instance);
        let (name, descriptor) = self
            .world(|world| world.selectors[world.methods[method.index()].selector.index()].clone());
        let is_of_reference =
            self.class(self.owner(method), |class| &*class.name == "java/lang/ref/Reference");
        if !is_of_reference || &*name != "<init>" || !descriptor.contains("ReferenceQueue") {
            return None;
        }
        let [reference, _, queue] = self.body(instance).parameters[..] else { return None };
        let head = self.field_of(self.named("java/lang/ref/ReferenceQueue"), "head");
        Some((reference, queue, head?))
    }

    fn shown_method(&self, method: MethodId) -> String {
        self.world(|world| world.shown_method(method))
    }
}
