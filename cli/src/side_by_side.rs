//! Work on several things at once, whose answers are taken in the order of the things: whoever takes
//! them cannot tell how many threads there were.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;

use crate::progress::INTERVAL;

/// Does `work` on the numbers below `count`, on so many threads, and gives the answers to `take` in
/// order, until that fails: then no work is begun any more, and what goes on is waited for.
/// `waiting` hears from time to time how many are done.
pub fn in_order<T: Send, E>(
    (threads, count): (usize, usize),
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
    mut waiting: impl FnMut(usize),
) -> Result<(), E> {
    if threads < 2 || count < 2 {
        return (0..count).try_for_each(|number| take(work(number)));
    }
    let next = AtomicUsize::new(0);
    let (sends, receives) = channel();
    let worker = |sends: Sender<(usize, T)>| {
        let claim = || Some(next.fetch_add(1, Ordering::Relaxed));
        while let Some(number) = claim().filter(|number| *number < count) {
            // Nobody listens once an answer was refused.
            if sends.send((number, work(number))).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        // So that it is gone when this is left, before the workers are waited for.
        let receives = receives;
        let begin = |_| {
            let (sends, worker) = (sends.clone(), &worker);
            thread::Builder::new().spawn_scoped(scope, move || worker(sends))
        };
        let begun = (0..threads.min(count)).map(begin);
        if let Some(error) = begun.fold(None, |error, begun| begun.err().or(error)) {
            log::warn!("less is done side by side than --threads says: {error}");
            // Nobody else may be there at all.
            worker(sends.clone());
        }
        drop(sends);
        let (mut taken, mut there) = (0, BTreeMap::new());
        while taken < count {
            match receives.recv_timeout(INTERVAL) {
                Ok((number, answer)) => _ = there.insert(number, answer),
                Err(RecvTimeoutError::Timeout) => waiting(taken + there.len()),
                // By a panic, which the end of the scope tells.
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(answer) = there.remove(&taken) {
                take(answer)?;
                taken += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Barrier, Mutex};
    use std::time::Duration;

    fn answers(threads: usize, work: impl Fn(usize) -> usize + Sync) -> Vec<usize> {
        let mut all = Vec::new();
        let take = |answer| {
            all.push(answer);
            Ok::<(), ()>(())
        };
        in_order((threads, 20), work, take, |_| ()).unwrap();
        all
    }

    #[test]
    fn answers_come_in_order_whoever_is_first() {
        let expected: Vec<usize> = (0..20).map(|number| number * number).collect();
        for threads in [1, 2, 7, 30] {
            let work = |number: usize| {
                thread::sleep(Duration::from_millis(if number.is_multiple_of(3) { 5 } else { 0 }));
                number * number
            };
            assert_eq!(answers(threads, work), expected, "{threads}");
        }
    }

    /// Each waits for another, which one thread alone would never bring.
    #[test]
    fn several_are_done_at_once() {
        let both = Barrier::new(2);
        let work = |number| {
            both.wait();
            number
        };
        assert_eq!(answers(2, work).len(), 20);
    }

    #[test]
    fn nothing_is_begun_once_an_answer_is_refused() {
        let begun = Mutex::new(0);
        let work = |number: usize| {
            *begun.lock().unwrap() += 1;
            thread::sleep(Duration::from_millis(1));
            number
        };
        let take = |number| if number == 3 { Err(number) } else { Ok(()) };
        assert_eq!(in_order((2, 1000), work, take, |_| ()), Err(3));
        assert!(*begun.lock().unwrap() < 500);
    }
}
