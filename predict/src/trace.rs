//! A whole trace in memory, as columns: what the engines need that look at it as a whole.

use crate::event::{Event, EventKind};

/// The events of a well-formed trace, 13 bytes each.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Trace {
    threads: Vec<u32>,
    objects: Vec<u32>,
    locations: Vec<u32>,
    kinds: Vec<EventKind>,
}

impl Trace {
    /// Adds the next event.
    pub fn push(&mut self, event: Event) {
        self.threads.push(event.thread);
        self.objects.push(event.object);
        self.locations.push(event.location);
        self.kinds.push(event.kind);
    }

    /// How many events there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The event at a position.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn event(&self, at: u32) -> Event {
        let at = at as usize;
        Event {
            thread: self.threads[at],
            object: self.objects[at],
            location: self.locations[at],
            kind: self.kinds[at],
        }
    }

    /// All events, in observed order.
    pub fn events(&self) -> impl Iterator<Item = Event> + '_ {
        (0..self.len() as u32).map(|at| self.event(at))
    }
}

impl FromIterator<Event> for Trace {
    fn from_iter<I: IntoIterator<Item = Event>>(events: I) -> Self {
        let mut trace = Self::default();
        events.into_iter().for_each(|event| trace.push(event));
        trace
    }
}
