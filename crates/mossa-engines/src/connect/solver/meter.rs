//! Counts nodes, and asks from time to time whether to go on.

/// Counts the nodes of one thread.
pub(super) struct Meter<'a> {
    nodes: u64,
    /// When to stop and think.
    next_stop: u64,
    /// When to ask next.
    next_look: u64,
    /// When a mere attempt is over.
    attempt_until: u64,
    /// Told how many nodes have been counted, says how many may follow; 0 stops the search.
    look: &'a mut dyn FnMut(u64) -> u64,
}

impl<'a> Meter<'a> {
    /// Asks before the first node.
    pub(super) fn new(look: &'a mut dyn FnMut(u64) -> u64) -> Self {
        Self { nodes: 0, next_stop: 0, next_look: 0, attempt_until: u64::MAX, look }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What follows is an attempt that ends, if need be, after so many nodes in all.
    pub(super) fn attempt(&mut self, until: u64) {
        self.attempt_until = until;
        self.next_stop = self.next_look.min(until);
    }

    /// What follows is in earnest.
    pub(super) fn commit(&mut self) {
        self.attempt(u64::MAX);
    }

    /// Counts a node; `None` if the search must stop before it.
    #[inline]
    pub(super) fn step(&mut self) -> Option<()> {
        if self.nodes >= self.next_stop {
            self.ask()?;
        }
        self.nodes += 1;
        Some(())
    }

    #[cold]
    fn ask(&mut self) -> Option<()> {
        if self.nodes >= self.attempt_until {
            return None;
        }
        let stretch = (self.look)(self.nodes);
        self.next_look = self.nodes + stretch;
        self.next_stop = self.next_look.min(self.attempt_until);
        (stretch > 0).then_some(())
    }
}
