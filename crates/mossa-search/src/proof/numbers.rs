//! Proof and disproof numbers, and how those of a position follow from those of its children.

/// How much is still to be shown before a question is answered with yes (`proof`) or with no
/// (`disproof`), at least. 0 is done, [`Numbers::NEVER`] is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    /// What cannot be shown, because the opposite has been.
    pub(super) const NEVER: u32 = u32::MAX;

    /// The answer is yes.
    pub(super) const YES: Self = Self { proof: 0, disproof: Self::NEVER };

    /// The answer is no.
    pub(super) const NO: Self = Self { proof: Self::NEVER, disproof: 0 };

    /// A position of which only the number of moves is known: one of them has to be good, or all
    /// of them bad.
    pub(super) fn fresh(moves: u64) -> Self {
        let disproof = u32::try_from(moves).unwrap_or(Self::LARGEST).clamp(1, Self::LARGEST);
        Self { proof: 1, disproof }
    }

    /// The answer.
    pub(super) fn answer(self) -> Option<bool> {
        match self {
            Self { proof: 0, .. } => Some(true),
            Self { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// The largest number that still may become 0.
    const LARGEST: u32 = Self::NEVER - 1;
}

/// How large the numbers of a position may become before the search turns elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    proof: u32,
    disproof: u32,
}

impl Limits {
    /// To go on until the question is answered.
    pub(super) const NONE: Self = Self { proof: Numbers::NEVER, disproof: Numbers::NEVER };

    /// Whether the numbers have reached a limit; answers always have.
    pub(super) fn are_reached_by(self, numbers: Numbers) -> bool {
        numbers.proof >= self.proof || numbers.disproof >= self.disproof
    }

    /// The limits for the most promising child of a position with these limits.
    ///
    /// The child is left as soon as its sibling looks better by a quarter (without that margin
    /// the search would jump to and fro between equals), or as the position itself must be left.
    pub(super) fn for_child(self, summary: &Summary) -> Self {
        let rival = summary.second_disproof;
        let margin = rival.saturating_add(rival / 4).saturating_add(1);
        // Numbers stop growing short of NEVER, so a limit there would be reached without effort.
        let disproof = if margin >= Numbers::LARGEST { self.proof } else { self.proof.min(margin) };
        let proof = match self.disproof {
            Numbers::NEVER => Numbers::NEVER,
            limit => limit - (summary.open - 1).min(limit - 1),
        };
        Self { proof, disproof }
    }
}

/// What the children of a position say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Summary {
    /// The numbers of the position.
    pub(super) numbers: Numbers,
    /// Which child is the easiest way to a proof.
    pub(super) best: usize,
    /// The disproof number of the next best.
    second_disproof: u32,
    /// How many children are not yet refuted.
    open: u32,
}

impl Summary {
    /// Sums up. A child answers for the opponent, so its disproof is our proof.
    ///
    /// To prove a position, one child must be disproved: the least of their disproof numbers. To
    /// disprove it, all must be proved. Adding their numbers up would count what they share many
    /// times over, as different orders of the same moves do; so it is the largest of them, and
    /// one for each of the others.
    pub(super) fn of(children: impl Iterator<Item = Numbers>) -> Self {
        let (mut best, mut first, mut second) = (0, Numbers::NEVER, Numbers::NEVER);
        let (mut largest, mut open) = (0, 0_u32);
        for (index, child) in children.enumerate() {
            if child.disproof < first {
                (best, first, second) = (index, child.disproof, first);
            } else {
                second = second.min(child.disproof);
            }
            largest = largest.max(child.proof);
            open += u32::from(child.proof > 0);
        }
        let numbers = match (first, open) {
            (0, _) => Numbers::YES,
            (_, 0) => Numbers::NO,
            _ => Numbers {
                proof: first.min(Numbers::LARGEST),
                disproof: largest.saturating_add(open - 1).min(Numbers::LARGEST),
            },
        };
        Self { numbers, best, second_disproof: second, open }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(children: &[(u32, u32)]) -> Summary {
        let numbers = |&(proof, disproof): &(u32, u32)| Numbers { proof, disproof };
        Summary::of(children.iter().map(numbers))
    }

    #[test]
    fn one_good_child_proves_and_only_all_disprove() {
        let never = Numbers::NEVER;
        assert_eq!(summary(&[(1, 1), (never, 0)]).numbers, Numbers::YES);
        assert_eq!(summary(&[(0, never), (0, never)]).numbers, Numbers::NO);
        let open = summary(&[(0, never), (3, 5), (2, 4)]);
        assert_eq!(open.numbers, Numbers { proof: 4, disproof: 4 });
        assert_eq!(open.best, 2);
    }

    #[test]
    fn a_fresh_position_has_the_numbers_that_fresh_children_give_it() {
        let children = [(1, 7), (1, 6), (1, 9)];
        assert_eq!(summary(&children).numbers.disproof, Numbers::fresh(3).disproof);
    }

    #[test]
    fn limits_leave_room_for_the_child_that_is_chosen() {
        let never = Numbers::NEVER;
        let almost = never - 1;
        for children in [&[(1, 1)][..], &[(1, 1), (1, 1)], &[(almost, almost), (2, almost)]] {
            let summary = summary(children);
            let chosen = children[summary.best];
            let chosen = Numbers { proof: chosen.0, disproof: chosen.1 };
            let limits = Limits::NONE.for_child(&summary);
            assert!(!limits.are_reached_by(chosen), "{children:?}: {limits:?}");
        }
    }
}
