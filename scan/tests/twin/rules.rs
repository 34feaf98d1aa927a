//! The rules: Andersen's analysis with a call graph on the fly, as Datalog has it. Nothing is
//! merged, ordered or remembered: a fact holds if some rule gives it, and `ascent` applies all
//! rules until none gives another.

use crate::facts::{Facts, Var, argument, some};
use ascent::ascent_run;
use raceproof_scan::ids::{ClassId, FieldId, InstanceId, MethodId, ObjectId, Reg};
use raceproof_scan::ir::{Callee, Statement};
use raceproof_scan::points_to::{Model, Part};
use raceproof_scan::world::access;

/// What follows from a program's beginning.
pub struct Consequences {
    pub points: Vec<(Var, ObjectId)>,
    pub parts: Vec<(ObjectId, Part)>,
    pub statics: Vec<(FieldId,)>,
    pub instances: Vec<(InstanceId,)>,
    pub reached: Vec<(InstanceId, u32)>,
    pub calls: Vec<(InstanceId, u32, InstanceId)>,
    pub asks: Vec<(InstanceId, u32, InstanceId)>,
    pub initialisers: Vec<(InstanceId, InstanceId)>,
    pub modelled: Vec<(InstanceId, u32, MethodId)>,
    pub starts: Vec<(InstanceId, u32, InstanceId)>,
    pub allocations: Vec<(ObjectId, InstanceId, u32)>,
}

/// The program begins with `main`.
///
/// `ascent` gives every `_` a name.
#[allow(clippy::just_underscores_and_digits)]
pub fn consequences(facts: &Facts<'_>, main: InstanceId) -> Consequences {
    let register = |i: &InstanceId, reg: Reg| Var::Register(*i, reg);
    let this = |i: &InstanceId| Var::Register(*i, Reg(0));
    let body = |i: &InstanceId| facts.body(*i);
    let block = |i: &InstanceId, b: &u32| facts.block(*i, *b);
    let statement = |i: &InstanceId, at: &u32| facts.statement(*i, *at);
    let call = |i: &InstanceId, c: &u32| facts.call(*i, *c);
    let given =
        |i: &InstanceId, c: &u32, which: usize| Some(register(i, argument(call(i, c), which)?));
    let result = |i: &InstanceId, c: &u32| Some(register(i, some(call(i, c).result)?));
    let string = facts.merged_of("java/lang/String");
    let strings = facts.merged_of("[Ljava/lang/String;");
    let threads = facts.merged_of("[Ljava/lang/Thread;");
    let (wrapped, error) =
        (facts.merged_of("java/lang/ExceptionInInitializerError"), facts.named("java/lang/Error"));
    let cause = facts.field_of(facts.named("java/lang/Throwable"), "cause").map(Part::Field);

    let found = ascent_run! {
        // ---- objects

        relation points(Var, ObjectId);
        relation copies(Var, Var);
        relation filters(Var, Var, ClassId);
        relation loads(Var, Part, Var);
        relation stores(Var, Part, Var);
        // Parts of objects, and static fields, that anybody asks for.
        relation part(ObjectId, Part);
        relation static_field(FieldId);

        points(to, o) <-- copies(from, to), points(from, o);
        points(to, o) <-- filters(from, to, class), points(from, o), if facts.is_of(*o, *class);

        part(o, p), copies(Var::Part(*o, p), to) <--
            loads(base, wanted, to), points(base, o), if let Some(p) = facts.part_of(*o, *wanted);
        part(o, p), puts(from, o, p) <--
            stores(base, wanted, from), points(base, o), if let Some(p) = facts.part_of(*o, *wanted);
        // What does not fit into an array is not stored there.
        relation puts(Var, ObjectId, Part);
        copies(from, Var::Part(*o, *p)) <-- puts(from, o, p), if facts.only_elements(*o, *p).is_none();
        filters(from, Var::Part(*o, *p), only) <-- puts(from, o, p), if let Some(only) = facts.only_elements(*o, *p);
        points(Var::Part(*o, *p), held) <-- part(o, p), for held in facts.held_at_first(*o, *p);
        // What was stored into any field may be in each, and what all hold is in each.
        copies(Var::Part(*o, Part::Any), Var::Part(*o, *p)) <-- part(o, Part::Any), part(o, p), if *p != Part::Any;
        copies(Var::Part(*o, *p), Var::Part(*o, Part::All)) <-- part(o, Part::All), part(o, p), if *p != Part::All;

        points(Var::Static(*f), held) <-- static_field(f), for held in facts.static_at_first(*f);
        points(Var::Threads, o) <-- for o in facts.threads_at_first();

        // Of something that is not followed only the class is known. There is some object of it,
        // and in arrays, too.
        relation gives(ClassId, Var);

        points(to, facts.merged(*class)) <-- gives(class, to);
        part(array, Part::Elements), gives(element, Var::Part(array, Part::Elements)) <--
            gives(class, _), if let Some(element) = facts.element(*class), let array = facts.merged(*class);

        // ---- instances, and their blocks

        relation instance(InstanceId) = vec![(main,)];
        relation reached(InstanceId, u32);
        relation executed(InstanceId, u32, u32);
        relation initialises(InstanceId, ClassId);
        relation runs(InstanceId, InstanceId);

        initialises(main, facts.owner(facts.method(main))) <-- if true;
        points(register(&main, *parameter), strings) <-- for parameter in &body(&main).parameters;
        part(strings, Part::Elements), points(Var::Part(strings, Part::Elements), string) <-- if true;
        instance(callee), runs(i, callee) <-- initialises(i, class), for callee in facts.initialisers(*i, *class);

        // What an initialiser throws comes to who runs it, as the cause of an error if it is none
        // itself.
        part(wrapped, *cause), copies(Var::Thrown(*failed), Var::Part(wrapped, *cause)),
        points(Var::Failure(*i, *failed), wrapped), filters(Var::Thrown(*failed), Var::Failure(*i, *failed), error),
        copies(Var::Failure(*i, *failed), Var::Thrown(*i)) <--
            runs(i, failed), if facts.may_fail(*failed), if let Some(cause) = &cause;
        copies(Var::Failure(*i, *failed), to) <--
            runs(i, failed), if facts.may_fail(*failed),
            for (to, class) in facts.all_catches(*i), if class.is_none();
        filters(Var::Failure(*i, *failed), to, only) <--
            runs(i, failed), if facts.may_fail(*failed),
            for (to, class) in facts.all_catches(*i), if let Some(only) = class;

        copies(register(i, *from), register(i, *to)) <-- instance(i), for (to, from) in &body(i).phis;
        reached(i, 0) <-- instance(i), if !body(i).blocks.is_empty();
        reached(i, *handler) <-- reached(i, b), for handler in &block(i, b).handlers;
        reached(i, *next) <--
            reached(i, b), for next in &block(i, b).next,
            if block(i, b).unless_null.is_none_or(|(_, only)| only != *next);
        reached(i, only) <--
            reached(i, b), if let Some((reg, only)) = block(i, b).unless_null, points(register(i, reg), _);
        stores(register(i, queue), Part::Field(head), register(i, reference)) <--
            instance(i), if let Some((reference, queue, head)) = facts.queued(*i);
        executed(i, b, at) <-- reached(i, b), for at in block(i, b).start..block(i, b).end;

        // ---- statements

        relation allocates(ObjectId, InstanceId, u32);
        relation throws(InstanceId, u32, Var);
        relation calls(InstanceId, u32);

        points(register(i, to), o), initialises(i, class) <--
            executed(i, _, at), if let Statement::New { to, class } = statement(i, at),
            let (o, _) = facts.allocated(*i, *at, class);
        allocates(o, i, at) <--
            executed(i, _, at), if let Statement::New { class, .. } = statement(i, at),
            if let (o, true) = facts.allocated(*i, *at, class);
        points(register(i, to), facts.merged(class)) <--
            executed(i, _, at), if let Statement::Constant { to, class } = statement(i, at);
        points(register(i, to), facts.mirror(class)) <--
            executed(i, _, at), if let Statement::ClassConstant { to, class } = statement(i, at);
        filters(register(i, from), register(i, to), class) <--
            executed(i, _, at), if let Statement::Cast { to, from, class } = statement(i, at);

        loads(register(i, base), Part::Field(field), register(i, to)) <--
            executed(i, _, at), if let Statement::GetField { to, base, field } = statement(i, at),
            if to.is_some() && base.is_some() && !facts.is_text(field);
        stores(register(i, base), Part::Field(field), register(i, from)) <--
            executed(i, _, at), if let Statement::PutField { base, from, field } = statement(i, at),
            if from.is_some() && base.is_some() && !facts.is_text(field);
        points(register(i, to), facts.merged_of("[B")) <--
            executed(i, _, at), if let Statement::GetField { to, field, .. } = statement(i, at),
            if to.is_some() && facts.is_text(field);
        loads(register(i, array), Part::Elements, register(i, to)) <--
            executed(i, _, at), if let Statement::Load { to, array, .. } = statement(i, at),
            if to.is_some() && array.is_some();
        stores(register(i, array), Part::Elements, register(i, from)) <--
            executed(i, _, at), if let Statement::Store { array, from, .. } = statement(i, at),
            if from.is_some() && array.is_some();

        initialises(i, facts.declaring(field)) <--
            executed(i, _, at),
            if let Statement::GetStatic { field, .. } | Statement::PutStatic { field, .. } = statement(i, at);
        static_field(field), copies(Var::Static(field), register(i, to)) <--
            executed(i, _, at), if let Statement::GetStatic { to, field } = statement(i, at), if to.is_some();
        static_field(field), copies(register(i, from), Var::Static(field)) <--
            executed(i, _, at), if let Statement::PutStatic { from, field } = statement(i, at), if from.is_some();

        calls(i, c) <-- executed(i, _, at), if let Statement::Call { call: c } = statement(i, at);
        copies(register(i, from), Var::Result(*i)) <--
            executed(i, _, at), if let Statement::Return { from } = statement(i, at), if from.is_some();
        throws(i, b, register(i, from)) <--
            executed(i, b, at), if let Statement::Throw { from } = statement(i, at), if from.is_some();
        // The machine throws, too.
        points(register(i, to), facts.caught(class)) <--
            executed(i, _, at), if let Statement::Catch { to, class } = statement(i, at);
        // It leaves the instance even if some handler fits: another object of the class may not be
        // caught there.
        copies(thrown, Var::Thrown(*i)) <-- throws(i, _, thrown);
        copies(thrown, to) <-- throws(i, b, thrown), for (to, class) in facts.catches(*i, *b), if class.is_none();
        filters(thrown, to, only) <--
            throws(i, b, thrown), for (to, class) in facts.catches(*i, *b), if let Some(only) = class;

        // ---- calls

        relation invokes_static(InstanceId, u32, MethodId);
        relation receives(InstanceId, u32, ObjectId);
        relation invokes(InstanceId, u32, ObjectId, MethodId);
        // The result and what is thrown come back; arguments are passed, the receiver object by
        // object.
        relation links(InstanceId, u32, InstanceId);
        relation passes(InstanceId, u32, InstanceId, usize);

        invokes_static(i, c, m), initialises(i, facts.owner(m)) <--
            calls(i, c), if let Callee::Exactly(m) = call(i, c).callee, if facts.is(m, access::STATIC),
            if facts.model(m).is_some() || !facts.is_left_out(*i, m);
        links(i, c, callee), passes(i, c, callee, 0) <--
            invokes_static(i, c, m), if facts.model(*m).is_none(),
            let callee = facts.instance(*m, facts.context_by_call(*i, *c, *m));

        receives(i, c, o) <--
            calls(i, c), if let Callee::Virtual { .. } = call(i, c).callee,
            if let Some(base) = given(i, c, 0), points(base, o);
        receives(i, c, o) <--
            calls(i, c), if let Callee::Exactly(m) = call(i, c).callee,
            if !facts.is(m, access::STATIC) && facts.model(m).is_none(),
            if let Some(base) = given(i, c, 0), points(base, o);
        invokes(i, c, o, m) <-- receives(i, c, o), if let Some(m) = facts.selected(*i, *c, *o);
        links(i, c, callee), passes(i, c, callee, 1), points(this(&callee), o) <--
            invokes(i, c, o, m), if facts.model(*m).is_none(),
            if facts.is_followed(*o) || !facts.is_left_out(*i, *m),
            let callee = facts.instance(*m, facts.context_of_call(*i, *c, *o, *m));

        instance(callee), throws(i, facts.block_of_call(*i, *c), Var::Thrown(*callee)) <-- links(i, c, callee);
        copies(Var::Result(*callee), to) <-- links(i, c, callee), if let Some(to) = result(i, c);
        copies(from, register(callee, *parameter)) <--
            passes(i, c, callee, skipped),
            for (number, parameter) in body(callee).parameters.iter().enumerate().skip(*skipped),
            if parameter.is_some(), if let Some(from) = given(i, c, number);

        // ---- closed parts of the library: only the result's class is known, until the
        // application's objects come

        relation leaves_out(InstanceId, u32, MethodId, Option<ObjectId>);
        relation opens(InstanceId, u32, MethodId, Option<ObjectId>);

        leaves_out(i, c, m, None::<ObjectId>) <--
            calls(i, c), if let Callee::Exactly(m) = call(i, c).callee, if facts.is(m, access::STATIC),
            if facts.model(m).is_none() && facts.is_left_out(*i, m);
        leaves_out(i, c, m, Some(*o)) <--
            invokes(i, c, o, m), if facts.model(*m).is_none(),
            if !facts.is_followed(*o) && facts.is_left_out(*i, *m);
        leaves_out(i, c, m, Some(*o)) <--
            receives(i, c, o), if let Some(m) = facts.selected_of_unknown(*i, *c, *o);
        gives(facts.class_of_result(*m), to) <-- leaves_out(i, c, m, _), if let Some(to) = result(i, c);
        opens(i, c, m, base) <--
            leaves_out(i, c, m, base), if !facts.is(*m, access::ABSTRACT) && !facts.is_closed_to_all(*m),
            for number in usize::from(base.is_some())..call(i, c).arguments.len(),
            if let Some(from) = given(i, c, number), points(from, o), if facts.is_followed(*o);
        initialises(i, facts.owner(*m)) <-- opens(i, c, m, _), if facts.is(*m, access::STATIC);
        links(i, c, callee), passes(i, c, callee, usize::from(base.is_some())) <--
            opens(i, c, m, base), let callee = facts.instance(*m, base.and_then(|base| facts.context_for(base)));
        points(this(&callee), o) <--
            opens(i, c, m, base), if let Some(o) = base, let callee = facts.instance(*m, facts.context_for(*o));

        // ---- methods that have a model

        relation modelled(InstanceId, u32, MethodId);
        // With whatever its arguments hold; and with one object.
        relation applies(InstanceId, u32, MethodId);
        relation applies_to(InstanceId, u32, MethodId, ObjectId);
        relation accesses(InstanceId, u32, Option<Var>, Option<Var>, Option<Var>);
        relation calls_on(InstanceId, u32, Var, &'static str, &'static str);
        relation clones(ObjectId, ObjectId);
        relation asks(InstanceId, u32, InstanceId);
        relation begins(InstanceId, u32, ObjectId);
        relation starts(InstanceId, u32, InstanceId);

        applies(i, c, m) <-- invokes_static(i, c, m), if facts.model(*m).is_some();
        applies(i, c, m) <--
            calls(i, c), if let Callee::Exactly(m) = call(i, c).callee,
            if !facts.is(m, access::STATIC) && facts.model(m).is_some();
        applies(i, c, m) <-- invokes(i, c, _, m), if facts.model(*m).is_some_and(|model| subject(model) != Some(0));
        applies_to(i, c, m, o) <--
            invokes(i, c, o, m), if facts.model(*m).is_some_and(|model| subject(model) == Some(0));
        applies_to(i, c, m, o) <--
            applies(i, c, m), if let Some(number) = facts.model(*m).and_then(subject),
            if let Some(from) = given(i, c, number), points(from, o);
        modelled(i, c, m) <-- applies(i, c, m);
        modelled(i, c, m) <-- applies_to(i, c, m, _);

        gives(facts.class_of_result(*m), to) <--
            applies(i, c, m),
            if let Some(Model::Returns | Model::Tells | Model::Reflection | Model::Unfollowed | Model::Threads) = facts.model(*m),
            if facts.class_asked_for(*i, *c, *m).is_none(), if let Some(to) = result(i, c);
        initialises(i, class) <-- applies(i, c, m), if let Some(class) = facts.class_asked_for(*i, *c, *m);
        points(to, facts.mirror(class)) <--
            applies(i, c, m), if let Some(class) = facts.class_asked_for(*i, *c, *m), if let Some(to) = result(i, c);
        part(threads, Part::Elements), copies(Var::Threads, Var::Part(threads, Part::Elements)) <--
            applies(i, c, m), if let Some(Model::Threads) = facts.model(*m), if result(i, c).is_some();
        copies(Var::Threads, to) <--
            applies(i, c, m), if let Some(Model::CurrentThread) = facts.model(*m), if let Some(to) = result(i, c);
        copies(from, to) <--
            applies(i, c, m), if let Some(Model::Same(number)) = facts.model(*m),
            if let Some(from) = given(i, c, number), if let Some(to) = result(i, c);
        copies(from, Var::Static(field)), static_field(field) <--
            applies(i, c, m), if let Some(Model::Keeps(name)) = facts.model(*m),
            if let Some(from) = given(i, c, 0), if let Some(field) = facts.field_of(facts.owner(*m), name);
        loads(from, Part::Elements, Var::Between(*i, *c)), stores(to, Part::Elements, Var::Between(*i, *c)) <--
            applies(i, c, m), if let Some(Model::CopyElements) = facts.model(*m),
            if let Some(from) = given(i, c, 0), if let Some(to) = given(i, c, 2);

        points(to, facts.mirror(facts.class_of(*o))) <--
            applies_to(i, c, m, o), if let Some(Model::ClassOf) = facts.model(*m), if let Some(to) = result(i, c);
        points(to, copy), clones(o, copy) <--
            applies_to(i, c, m, o), if let Some(Model::Clone) = facts.model(*m), if let Some(to) = result(i, c),
            let copy = facts.made(*i, call(i, c).statement, facts.class_of(*o));
        part(o, p), part(copy, p), copies(Var::Part(*o, p), Var::Part(*copy, p)) <--
            clones(o, copy), if o != copy, for p in facts.parts(*o);
        points(to, facts.component_of(*o)) <--
            applies_to(i, c, m, o), if let Some(Model::ComponentOf) = facts.model(*m),
            if facts.has_component(*o), if let Some(to) = result(i, c);
        loads(from, Part::Elements, Var::Between(*i, *c)) <--
            applies(i, c, m), if let Some(Model::CopyOf { .. }) = facts.model(*m), if let Some(from) = given(i, c, 0);
        points(to, copy), part(copy, Part::Elements), puts(Var::Between(*i, *c), copy, Part::Elements) <--
            applies_to(i, c, m, o), if let Some(Model::CopyOf { .. }) = facts.model(*m), if let Some(to) = result(i, c),
            let copy = facts.made(*i, call(i, c).statement, facts.class_meant(*o));
        points(to, array) <--
            applies_to(i, c, m, o), if let Some(Model::NewArray) = facts.model(*m), if let Some(to) = result(i, c),
            let array = facts.made(*i, call(i, c).statement, facts.array_of_class_meant(*o));
        instance(values), asks(i, c, values), copies(Var::Result(values), Var::Between(*i, *c)) <--
            applies(i, c, m), if let Some(Model::Constants { .. }) = facts.model(*m),
            if let Some(from) = given(i, c, 0), points(from, o), if let Some(values) = facts.values(*o);
        initialises(i, facts.owner(facts.method(*values))) <-- asks(i, _, values);
        copies(Var::Between(*i, *c), to) <--
            applies(i, c, m), if let Some(Model::Constants { is_one: false }) = facts.model(*m),
            if let Some(to) = result(i, c);
        loads(Var::Between(*i, *c), Part::Elements, to) <--
            applies(i, c, m), if let Some(Model::Constants { is_one: true }) = facts.model(*m),
            if let Some(to) = result(i, c);
        begins(i, c, o) <-- applies_to(i, c, m, o), if let Some(Model::Start(_)) = facts.model(*m);
        points(Var::Threads, o) <-- begins(_, _, o);
        starts(i, c, entry), instance(entry), points(this(&entry), o) <--
            begins(i, c, o), if let Some(m) = facts.dispatch_by_name(*o, "run", "()V"),
            let entry = facts.instance(m, facts.context_for(*o));

        points(to, string) <--
            applies(i, c, m), if let Some(Model::Text) = facts.model(*m), if let Some(to) = result(i, c);
        calls_on(i, c, on, "toString", "()Ljava/lang/String;") <--
            applies(i, c, m), if let Some(Model::Text) = facts.model(*m), if let Some(on) = given(i, c, 0);
        calls_on(i, c, on, name, descriptor) <--
            applies(i, c, m), if let Some(Model::Calls(name, descriptor)) = facts.model(*m),
            if let Some(on) = given(i, c, 0);
        links(i, c, callee), points(this(&callee), o) <--
            calls_on(i, c, on, name, descriptor), points(on, o),
            if let Some(m) = facts.dispatch_by_name(*o, name, descriptor),
            if facts.is_followed(*o) || !facts.is_left_out(*i, m),
            let callee = facts.instance(m, facts.context_for(*o));

        gives(facts.class_of_result(facts.behind_bridge(m)), to) <--
            calls_on(i, c, on, name, descriptor), points(on, o), if !facts.is_followed(*o),
            if let Some(m) = facts.dispatch_by_name(*o, name, descriptor), if facts.is_left_out(*i, m),
            if let Some(to) = result(i, c);

        // ---- fields by handles and offsets

        accesses(i, c, given(i, c, object), given(i, c, value), None::<Var>) <--
            applies(i, c, m), if let Some(Model::Put { object, value }) = facts.model(*m);
        accesses(i, c, given(i, c, object), None::<Var>, result(i, c)) <--
            applies(i, c, m), if let Some(Model::Get { object }) = facts.model(*m);
        accesses(i, c, given(i, c, object), given(i, c, value), result(i, c)) <--
            applies(i, c, m), if let Some(Model::Swap { object, value }) = facts.model(*m);
        accesses(i, c, base.map(|reg| register(i, reg)), None::<Var>, result(i, c)) <--
            calls(i, c), if let Some((base, _)) = facts.accessed(*i, *c);
        accesses(i, c, base.map(|reg| register(i, reg)), Some(register(i, value)), None::<Var>) <--
            calls(i, c), if let Some((base, values)) = facts.accessed(*i, *c), for value in values;

        static_field(f) <-- accesses(i, c, _, _, _), if let Some(f) = facts.handled_static(*i, *c);
        copies(value, Var::Static(f)) <--
            accesses(i, c, _, ?Some(value), _), if let Some(f) = facts.handled_static(*i, *c);
        copies(Var::Static(f), to) <--
            accesses(i, c, _, _, ?Some(to)), if let Some(f) = facts.handled_static(*i, *c);
        stores(base, facts.handled(*i, *c).map_or(Part::Any, Part::Field), value) <--
            accesses(i, c, ?Some(base), ?Some(value), _), if facts.handled_static(*i, *c).is_none();
        loads(base, facts.handled(*i, *c).map_or(Part::All, Part::Field), to) <--
            accesses(i, c, ?Some(base), _, ?Some(to)), if facts.handled_static(*i, *c).is_none();
    };
    Consequences {
        points: found.points,
        parts: found.part,
        statics: found.static_field,
        instances: found.instance,
        reached: found.reached,
        calls: found.links,
        asks: found.asks,
        initialisers: found.runs,
        modelled: found.modelled,
        starts: found.starts,
        allocations: found.allocates,
    }
}

/// The argument whose objects a model treats one by one.
fn subject(model: Model) -> Option<usize> {
    match model {
        Model::Clone | Model::ClassOf | Model::ComponentOf | Model::NewArray => Some(0),
        Model::CopyOf { class } => Some(class),
        Model::Start(number) => Some(number),
        _ => None,
    }
}
