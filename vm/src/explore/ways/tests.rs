//! Which ways lead on from each kind of operation, and from a wait.

use super::*;
use crate::ground::class::ClassRef;
use crate::ground::heap::Ref;
use crate::testing::{freeze, machine, program, start};
use crate::threads::monitor::Monitor;
use crate::vm::ExploreOptions;
use raceproof_base::Address;

const ME: ThreadId = ThreadId(1);
const OTHER: usize = 2;

/// A machine with three threads; the second one is asked, the third one is what it waits for.
struct Waiting {
    vm: Vm,
    class: ClassRef,
    /// An object that nobody has locked.
    object: Ref,
    /// The third thread's.
    other: Ref,
}

impl Waiting {
    fn new() -> Self {
        let mut vm = machine(ExploreOptions::default());
        let class = program(&mut vm, "Cell");
        let object = vm.new_object(class).unwrap();
        start(&mut vm, class, "walk");
        start(&mut vm, class, "walk");
        freeze(&mut vm);
        let other = vm.threads[OTHER].object;
        Self { vm, class, object, other }
    }

    /// The ways to go on with an operation.
    fn ways(&mut self, kind: OperationKind, wait: Wait) -> Vec<Choice> {
        self.ways_of(Pending { wait, ..Pending::new(kind, Address(8)) })
    }

    fn ways_of(&mut self, pending: Pending) -> Vec<Choice> {
        let mut ways = Vec::new();
        self.vm.ways(1, &pending, &mut ways);
        self.vm.thread_mut(1).pending = Some(pending);
        assert_eq!(self.choices(), ways, "a thread's choices are the ways of its operation");
        self.vm.thread_mut(1).pending = None;
        ways
    }

    fn choices(&self) -> Vec<Choice> {
        let mut choices = Vec::new();
        self.vm.choices_of(1, &mut choices);
        choices
    }

    fn own(&mut self, object: Ref, owner: Option<usize>) {
        let bits = owner.map_or(0, |owner| (owner as u32 + 1) | 1 << 18);
        self.vm.heap.set_monitor(object, bits);
        assert_eq!(self.vm.monitor(object).owner, owner);
        assert_eq!(Monitor::of(bits).count, u32::from(owner.is_some()));
    }

    /// The third thread has done its last action.
    fn end_other(&mut self, seen: bool) {
        let state = self.vm.thread_mut(OTHER);
        (state.status, state.end_seen) = (Status::Terminated, seen);
    }
}

fn run() -> Vec<Choice> {
    vec![Choice::Run(ME)]
}

fn either() -> Vec<Choice> {
    vec![Choice::Value(ME, 0), Choice::Value(ME, 1)]
}

#[test]
fn an_operation_that_waits_for_nothing_has_one_way() {
    assert_eq!(Waiting::new().ways(OperationKind::VolatileRead, Wait::Nothing), run());
}

#[test]
fn a_choice_of_data_has_a_way_for_each_value() {
    let mut waiting = Waiting::new();
    let values: Vec<Choice> = (0..3).map(|n| Choice::Value(ME, n)).collect();
    assert_eq!(waiting.ways(OperationKind::Choose, Wait::Value(3)), values);
    assert_eq!(waiting.ways(OperationKind::Choose, Wait::Value(0)), []);
}

#[test]
fn notify_has_a_way_for_each_that_waits_and_one_if_nobody_does() {
    let mut waiting = Waiting::new();
    let object = waiting.object;
    let way = |n| Choice::Notify(ME, n);
    assert_eq!(waiting.ways(OperationKind::Notify, Wait::Waiter(object)), [way(0)]);
    for (count, thread) in [(1, 0), (2, OTHER)] {
        waiting.vm.thread_mut(thread).status = Status::Waiting { object, deadline: None };
        let ways = waiting.ways(OperationKind::Notify, Wait::Waiter(object));
        assert_eq!(ways, (0..count).map(way).collect::<Vec<_>>());
    }
}

#[test]
fn a_monitor_can_be_entered_by_its_owner_or_if_it_has_none() {
    let mut waiting = Waiting::new();
    let object = waiting.object;
    for (owner, expected) in [(None, run()), (Some(1), run()), (Some(0), vec![])] {
        waiting.own(object, owner);
        assert_eq!(waiting.ways(OperationKind::Lock, Wait::Monitor(object)), expected);
        assert_eq!(waiting.ways(OperationKind::WaitAgain, Wait::Monitor(object)), expected);
    }
}

/// Who locks a thread that is about to end does so before or after it takes its own monitor for
/// that.
#[test]
fn the_monitor_of_an_ending_thread_is_taken_before_or_after_its_end() {
    let mut waiting = Waiting::new();
    let other = waiting.other;
    let lock = |waiting: &mut Waiting| waiting.ways(OperationKind::Lock, Wait::Monitor(other));
    assert_eq!(lock(&mut waiting), run(), "it has not ended");
    waiting.end_other(false);
    assert_eq!(lock(&mut waiting), either());
    let again = waiting.ways(OperationKind::WaitAgain, Wait::Monitor(other));
    assert_eq!(again, run(), "only one that enters");
    waiting.own(other, Some(0));
    assert_eq!(lock(&mut waiting), [], "held by somebody else");
    waiting.own(other, None);
    waiting.end_other(true);
    assert_eq!(lock(&mut waiting), run(), "its end was seen");
}

#[test]
fn who_asks_whether_a_thread_lives_may_see_an_ending_one_alive() {
    let mut waiting = Waiting::new();
    let other = waiting.other;
    let ask = |waiting: &mut Waiting| waiting.ways(OperationKind::Observe, Wait::Alive(other));
    assert_eq!(ask(&mut waiting), run());
    waiting.end_other(false);
    assert_eq!(ask(&mut waiting), either());
    waiting.own(other, Some(0));
    assert_eq!(ask(&mut waiting), run(), "somebody keeps it from ending");
    waiting.own(other, None);
    waiting.end_other(true);
    assert_eq!(ask(&mut waiting), run());
}

#[test]
fn who_asks_what_a_thread_does_may_find_it_not_yet_waiting() {
    let mut waiting = Waiting::new();
    let (other, object) = (waiting.other, waiting.object);
    let ask = |waiting: &mut Waiting| waiting.ways(OperationKind::Inspect, Wait::State(other));
    assert_eq!(ask(&mut waiting), run());
    let lock = Pending::on_object(OperationKind::Lock, object, Wait::Monitor(object));
    waiting.vm.thread_mut(OTHER).pending = Some(lock);
    assert_eq!(ask(&mut waiting), run(), "it need not wait");
    waiting.own(object, Some(0));
    assert_eq!(ask(&mut waiting), either());
    let again = Pending::on_object(OperationKind::WaitAgain, object, Wait::Monitor(object));
    waiting.vm.thread_mut(OTHER).pending = Some(again);
    assert_eq!(ask(&mut waiting), run(), "it has waited all the time");
    waiting.vm.thread_mut(OTHER).pending = None;
    waiting.end_other(false);
    assert_eq!(ask(&mut waiting), either(), "it may not have ended yet");
}

#[test]
fn a_thread_is_joined_once_it_has_ended_or_by_an_interrupt() {
    let mut waiting = Waiting::new();
    let other = waiting.other;
    let join = |waiting: &mut Waiting| waiting.ways(OperationKind::Join, Wait::Ended(other));
    assert_eq!(join(&mut waiting), []);
    waiting.vm.thread_mut(1).interrupted = true;
    assert_eq!(join(&mut waiting), run());
    waiting.end_other(false);
    assert_eq!(join(&mut waiting), either(), "the end comes before the interrupt, or after it");
    waiting.vm.thread_mut(1).interrupted = false;
    assert_eq!(join(&mut waiting), run());
    waiting.own(other, Some(0));
    assert_eq!(join(&mut waiting), [], "somebody keeps it from ending");
    waiting.end_other(true);
    assert_eq!(join(&mut waiting), run());
}

#[test]
fn a_thread_that_was_never_started_is_not_waited_for() {
    let mut waiting = Waiting::new();
    let threads = waiting.vm.known.thread.get();
    let never = waiting.vm.new_object(threads).unwrap();
    assert_eq!(waiting.ways(OperationKind::Join, Wait::Ended(never)), run());
}

#[test]
fn a_thread_takes_its_own_monitor_to_end() {
    let mut waiting = Waiting::new();
    let mine = waiting.vm.threads[1].object;
    let end = |waiting: &mut Waiting| waiting.ways(OperationKind::End, Wait::ToEnd(mine));
    assert_eq!(end(&mut waiting), run());
    waiting.own(mine, Some(OTHER));
    assert_eq!(end(&mut waiting), []);
    let join = Pending::on_object(OperationKind::Join, mine, Wait::Ended(mine));
    waiting.vm.thread_mut(OTHER).pending = Some(join);
    assert_eq!(end(&mut waiting), run(), "who joins it gives it back for as long");
}

#[test]
fn a_parked_thread_goes_on_by_a_permit_or_an_interrupt() {
    let mut waiting = Waiting::new();
    let park = |waiting: &mut Waiting| waiting.ways(OperationKind::Park, Wait::Permit);
    assert_eq!(park(&mut waiting), []);
    waiting.vm.thread_mut(1).permit = true;
    assert_eq!(park(&mut waiting), run());
    waiting.vm.thread_mut(1).permit = false;
    waiting.vm.thread_mut(1).interrupted = true;
    assert_eq!(park(&mut waiting), run());
}

#[test]
fn a_class_is_waited_for_while_another_thread_initialises_it() {
    let mut waiting = Waiting::new();
    let mirror = waiting.class.mirror;
    let wait =
        |waiting: &mut Waiting| waiting.ways(OperationKind::Initialize, Wait::Initialized(mirror));
    assert_eq!(wait(&mut waiting), run());
    let status = mirror.index() + waiting.vm.known.mirror_status;
    for (number, expected) in [(OTHER, vec![]), (1, run())] {
        let in_progress = crate::linking::init::IN_PROGRESS | (number as u64) << 8;
        waiting.vm.heap.put(status, in_progress);
        assert_eq!(wait(&mut waiting), expected, "{number}");
    }
}

/// Where a wait may end by time though it need not wait, that must make a difference.
#[test]
fn time_ends_what_must_wait_and_every_sleep() {
    let mut waiting = Waiting::new();
    let other = waiting.other;
    let timed = |waiting: &mut Waiting, kind, wait| {
        let operation = Pending::new(kind, Address(8));
        waiting.ways_of(Pending { wait, deadline: Some(5), ..operation })
    };
    let (go, end) = (Choice::Run(ME), Choice::TimeOut(ME));
    let park = |waiting: &mut Waiting| timed(waiting, OperationKind::Park, Wait::Permit);
    assert_eq!(park(&mut waiting), [end]);
    waiting.vm.thread_mut(1).permit = true;
    assert_eq!(park(&mut waiting), [go]);
    let sleep = |waiting: &mut Waiting| timed(waiting, OperationKind::Sleep, Wait::Interrupt);
    assert_eq!(sleep(&mut waiting), [end]);
    waiting.vm.thread_mut(1).interrupted = true;
    assert_eq!(sleep(&mut waiting), [go, end]);
    waiting.vm.thread_mut(1).interrupted = false;
    let join = |waiting: &mut Waiting| timed(waiting, OperationKind::Join, Wait::Ended(other));
    assert_eq!(join(&mut waiting), [end]);
    waiting.end_other(false);
    assert_eq!(join(&mut waiting), [go, end], "it may not have ended yet");
    waiting.end_other(true);
    assert_eq!(join(&mut waiting), [go]);
}

#[test]
fn what_may_end_for_no_reason_has_a_way_for_that() {
    let mut waiting = Waiting::new();
    let park = Pending { wait: Wait::Permit, ..Pending::new(OperationKind::Park, Address(8)) };
    let spurious = Choice::Spurious(ME);
    assert_eq!(waiting.ways_of(Pending { spurious: true, ..park }), [spurious]);
    let update = Pending { spurious: true, ..Pending::new(OperationKind::Update, Address(8)) };
    assert_eq!(waiting.ways_of(update), [Choice::Run(ME), spurious]);
}

#[test]
fn a_waiting_thread_is_woken_by_others_time_or_an_interrupt() {
    let mut waiting = Waiting::new();
    let (object, other) = (waiting.object, waiting.other);
    let wait = |waiting: &mut Waiting, object, deadline| {
        waiting.vm.thread_mut(1).status = Status::Waiting { object, deadline };
        waiting.choices()
    };
    assert_eq!(wait(&mut waiting, object, None), []);
    assert_eq!(wait(&mut waiting, object, Some(5)), [Choice::TimeOut(ME)]);
    waiting.vm.explore.spurious_wakeups = true;
    assert_eq!(wait(&mut waiting, object, None), [Choice::Spurious(ME)]);
    waiting.vm.explore.spurious_wakeups = false;
    waiting.vm.thread_mut(1).interrupted = true;
    assert_eq!(wait(&mut waiting, object, Some(5)), [Choice::Run(ME), Choice::TimeOut(ME)]);
    waiting.vm.thread_mut(1).interrupted = false;
    assert_eq!(wait(&mut waiting, other, None), []);
    waiting.end_other(false);
    assert_eq!(wait(&mut waiting, other, None), run(), "one that ends notifies");
    waiting.own(other, Some(0));
    assert_eq!(wait(&mut waiting, other, None), [], "which somebody keeps it from");
}

#[test]
fn only_a_thread_that_can_run_has_ways() {
    let mut waiting = Waiting::new();
    assert_eq!(waiting.choices(), run());
    let object = waiting.object;
    for status in [Status::New, Status::Terminated, Status::Blocked(object)] {
        waiting.vm.thread_mut(1).status = status;
        assert_eq!(waiting.choices(), [], "{status:?}");
    }
}

#[test]
fn a_first_step_is_private_and_no_later_one_is() {
    let mut waiting = Waiting::new();
    let vm = &mut waiting.vm;
    assert!(vm.is_private_step(1) && vm.has_not_begun(1));
    assert!(!vm.is_private_step(0) && !vm.has_not_begun(0), "it has no frames");
    vm.thread_mut(1).pending = Some(Pending::new(OperationKind::Lock, Address(8)));
    assert!(!vm.is_private_step(1), "it has stopped before something");
    vm.thread_mut(1).pending = None;
    vm.thread_mut(1).status = Status::Terminated;
    assert!(!vm.is_private_step(1));
    vm.thread_mut(1).status = Status::Runnable;
    let frame = vm.threads[1].frames[0];
    vm.threads[1].frames.push(frame);
    assert!(!vm.has_not_begun(1), "it has called something");
    vm.threads[1].frames.pop();
    vm.threads[1].frames[0].pc = 1;
    assert!(!vm.is_private_step(1) && !vm.has_not_begun(1));
}

/// Who joins a thread lets it take its own monitor to end, and nobody else.
#[test]
fn a_monitor_that_a_joining_thread_holds_is_not_free_for_others() {
    let mut waiting = Waiting::new();
    let other = waiting.other;
    waiting.end_other(false);
    waiting.own(other, Some(0));
    let join = Pending::on_object(OperationKind::Join, other, Wait::Ended(other));
    waiting.vm.thread_mut(0).pending = Some(join);
    assert_eq!(waiting.ways(OperationKind::Lock, Wait::Monitor(other)), []);
    assert_eq!(waiting.ways(OperationKind::Observe, Wait::Alive(other)), either());
}
