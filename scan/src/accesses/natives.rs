//! Accesses by calls that are not followed: copies, arrays given to natives, `Unsafe`, handles.

use super::weak::{is_plain, reads_plainly_too};
use super::{Access, Checked, Variable};
use crate::ids::{InstanceId, ObjectId, Reg, Selector};
use crate::ir::{ANY_INDEX, Call, Callee};
use crate::world::access;
use std::collections::BTreeSet;

impl Checked<'_> {
    /// The accesses of a call that is not followed; they count as its caller's.
    pub(super) fn add_native(
        &self,
        instance: InstanceId,
        statement: u32,
        call: u32,
        all: &mut Vec<Access>,
    ) {
        let body = &self.points_to.instances[instance.index()].body;
        let (number, call) = (call, body.calls[call as usize].clone());
        if let Callee::Polymorphic { selector, .. } = call.callee {
            return self.add_handle(instance, statement, &call, selector, all);
        }
        self.add_given_arrays(instance, statement, number, all);
        self.add_elements_of_natives(instance, statement, number, all);
        self.add_field_by_offset(instance, statement, &call, all);
        let mut modelled = self.points_to.instances[instance.index()].modelled_by(number);
        if modelled.any(|method| self.is_named(method, "java/lang/Object", "clone")) {
            self.add_clone(instance, statement, &call, all);
        }
    }

    /// What is not followed reads the arrays that it is given. Natives that the library calls write
    /// them, too, but for those that are named after giving something away.
    fn add_given_arrays(
        &self,
        instance: InstanceId,
        statement: u32,
        call: u32,
        all: &mut Vec<Access>,
    ) {
        let caller = &self.points_to.instances[instance.index()];
        let method = caller.modelled_by(call).next();
        let is_of_application = self.points_to.is_of_application(instance);
        let is_followed = caller.called_by(call).next().is_some();
        let is_copy =
            method.is_some_and(|method| self.is_named(method, "java/lang/System", "arraycopy"));
        let is_new_copy = method.is_some_and(|method| self.points_to.is_new_copy(method));
        let takes_array = method.map_or(!is_followed, |method| self.points_to.takes_array(method));
        if !is_copy && !takes_array {
            return;
        }
        let name = self
            .points_to
            .world
            .called(&caller.body.calls[call as usize])
            .map_or("", |(name, _)| name);
        let name = name.strip_prefix("engine").map_or(name.to_owned(), str::to_lowercase);
        let gives = ["write", "update", "set", "put"].iter().any(|start| name.starts_with(start));
        let fills = !gives && !is_of_application;
        for (number, base) in caller.body.calls[call as usize].arguments.iter().copied().enumerate()
        {
            let is_array = |object: u32| {
                self.points_to.world.is_array(self.points_to.objects.get(ObjectId(object)).class)
            };
            if !base.is_some() || !self.points_to.register(instance, base).iter().any(is_array) {
                continue;
            }
            if !self.has_checked_array(instance, base) {
                continue;
            }
            let (variable, index, is_atomic) = (Variable::Elements, ANY_INDEX, false);
            let mut add = |is_write| {
                all.push(Access { instance, statement, variable, base, index, is_write, is_atomic })
            };
            if !is_copy || number == 0 {
                add(false);
            }
            if is_copy && number == 2 || !is_copy && !is_new_copy && fills {
                add(true);
            }
        }
    }

    /// `Unsafe` accesses elements by an offset, `java.lang.reflect.Array` by an index, which are
    /// not known.
    fn add_elements_of_natives(
        &self,
        instance: InstanceId,
        statement: u32,
        call: u32,
        all: &mut Vec<Access>,
    ) {
        let caller = &self.points_to.instances[instance.index()];
        let call_of = caller.body.calls[call as usize].clone();
        let Some(method) = caller.modelled_by(call).next() else { return };
        let world = &self.points_to.world;
        let found = &world.methods[method.index()];
        let name = &*world.selectors[found.selector.index()].0;
        let ordered =
            ["Volatile", "Acquire", "Release", "Opaque", "compareAnd", "getAnd", "weakCompare"];
        let is_atomic = ordered.iter().any(|word| name.contains(word));
        // By the numbers of arguments: what is read, and what is written.
        let (read, written): (Option<usize>, Option<usize>) =
            match (&*world.classes[found.class.index()].name, name) {
                ("java/lang/reflect/Array", name) if name.starts_with("get") => (Some(0), None),
                ("java/lang/reflect/Array", name) if name.starts_with("set") => (None, Some(0)),
                ("jdk/internal/misc/Unsafe", name) if name.starts_with("copy") => {
                    (Some(1), Some(3))
                }
                ("jdk/internal/misc/Unsafe", name)
                    if name.starts_with("get") && !name.starts_with("getAnd") =>
                {
                    (Some(1), None)
                }
                ("jdk/internal/misc/Unsafe", name)
                    if is_atomic || name.starts_with("put") || name.starts_with("set") =>
                {
                    (None, Some(1))
                }
                _ => return,
            };
        for (number, is_write) in [(read, false), (written, true)] {
            let base = number
                .and_then(|number| call_of.arguments.get(number))
                .copied()
                .filter(|base| base.is_some());
            let Some(base) = base.filter(|base| self.has_checked_array(instance, *base)) else {
                continue;
            };
            let (variable, index) = (Variable::Elements, ANY_INDEX);
            all.push(Access { instance, statement, variable, base, index, is_write, is_atomic });
        }
    }

    /// `Unsafe` accesses a field by an offset that is known.
    fn add_field_by_offset(
        &self,
        instance: InstanceId,
        statement: u32,
        call: &Call,
        all: &mut Vec<Access>,
    ) {
        let world = &self.points_to.world;
        let Some((_, name, _)) = world.called_on(call) else { return };
        let field = world.handled(call).filter(|field| self.plain_atomics.contains(field));
        let (Some(field), Some(base)) =
            (field, call.arguments.get(1).copied().filter(|base| base.is_some()))
        else {
            return;
        };
        let (variable, index) = (Variable::Field(field), ANY_INDEX);
        let (is_read, is_put) =
            (name.starts_with("get") && !name.starts_with("getAnd"), name.starts_with("put"));
        let is_ordered =
            ["Volatile", "Acquire", "Release", "Opaque"].iter().any(|word| name.ends_with(word));
        let is_atomic = is_ordered || !is_read && !is_put && !name.ends_with("Plain");
        all.push(Access {
            instance,
            statement,
            variable,
            base,
            index,
            is_write: !is_read,
            is_atomic,
        });
    }

    /// A clone reads all that it copies, and writes the copy.
    fn add_clone(&self, instance: InstanceId, statement: u32, call: &Call, all: &mut Vec<Access>) {
        let Some((base, "clone", "()Ljava/lang/Object;")) = self.points_to.world.called_on(call)
        else {
            return;
        };
        let index = ANY_INDEX;
        for (base, is_write) in [(base, false), (call.result, true)] {
            if !base.is_some() {
                continue;
            }
            if self.has_checked_array(instance, base) {
                let variable = Variable::Elements;
                all.push(Access {
                    instance,
                    statement,
                    variable,
                    base,
                    index,
                    is_write,
                    is_atomic: false,
                });
            }
            for field in self.fields_of(instance, base) {
                if self.is_field_checked(field) {
                    let variable = Variable::Field(field);
                    all.push(Access {
                        instance,
                        statement,
                        variable,
                        base,
                        index,
                        is_write,
                        is_atomic: false,
                    });
                }
            }
        }
    }

    /// A variable handle accesses elements, or a field of its first argument: if it is not known
    /// which, it is all of them.
    fn add_handle(
        &self,
        instance: InstanceId,
        statement: u32,
        call: &Call,
        selector: Selector,
        all: &mut Vec<Access>,
    ) {
        let world = &self.points_to.world;
        let name = &*world.selectors[selector.index()].0;
        let is_write = !name.starts_with("get") || name.starts_with("getAnd");
        let (index, is_atomic) = (ANY_INDEX, !is_plain(name));
        let mut add = |variable, base| {
            let access = Access { instance, statement, variable, base, index, is_write, is_atomic };
            if reads_plainly_too(name) {
                all.push(Access { is_write: false, is_atomic: false, ..access });
            }
            all.push(access);
        };
        let named = world.handled(call);
        if let Some(field) = named.filter(|field| world.fields[field.index()].is(access::STATIC)) {
            if self.is_field_checked(field) {
                add(Variable::Field(field), Reg::NONE);
            }
            return;
        }
        let Some(base) = call.arguments.get(1).copied().filter(|base| base.is_some()) else {
            return;
        };
        if named.is_none() && self.has_checked_array(instance, base) {
            add(Variable::Elements, base);
        }
        let fields =
            named.map_or_else(|| self.fields_of(instance, base), |field| BTreeSet::from([field]));
        for field in fields {
            if self.is_field_checked(field) {
                add(Variable::Field(field), base);
            }
        }
    }
}
