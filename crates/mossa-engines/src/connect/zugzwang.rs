//! Who runs out of harmless moves.
//!
//! A cell where somebody could complete a line poisons the cell below it: whoever fills that one
//! lets the other side have the cell above. Late in the game everything else is filled, and the
//! side to move must choose its poison. Below a cell where only it could win, it merely gives up
//! that threat (its opponent must answer on it); below one where its opponent wins, it loses.
//!
//! Only the lowest such cell of each column counts here, and nobody gains new ones: a guess about
//! how the game ends, exact where threats are all that is left.

/// The lowest threats, at most one a column, of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Threats {
    /// In how many columns this side's stone would win on the lowest threat.
    pub(super) columns: u32,
    /// In how many of them the opponent's would not, and an odd number of cells lies above:
    /// giving up such a threat passes the obligation to move on to the opponent.
    pub(super) delaying: u32,
}

/// Who wins once only poisoned cells are left: 1 for the side to move, -1 for its opponent, 0 for
/// nobody. `harmless` is how many cells can be filled before.
#[inline]
pub(super) fn settle(ours: Threats, theirs: Threats, harmless: u32) -> i32 {
    if ours.columns + theirs.columns == 0 {
        return 0;
    }
    let (sign, stuck, other) =
        if harmless.is_multiple_of(2) { (1, ours, theirs) } else { (-1, theirs, ours) };
    // Both give up a delaying threat in turn, until one has none left; what other threats its
    // opponent still has then decide.
    if stuck.delaying <= other.delaying {
        if other.columns > stuck.delaying { -sign } else { 0 }
    } else if stuck.columns > other.delaying + 1 {
        sign
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Threats = Threats { columns: 0, delaying: 0 };
    /// On a board of even height: a threat on an odd row, counted from 1 at the bottom.
    const ODD: Threats = Threats { columns: 1, delaying: 1 };
    const EVEN: Threats = Threats { columns: 1, delaying: 0 };

    /// Six columns of six cells are filled freely; the threats are on rows 2 and 3 of the others.
    #[test]
    fn the_rules_of_thumb_of_connect_four() {
        assert_eq!(settle(NONE, NONE, 42), 0);
        assert_eq!(settle(ODD, NONE, 36 + 1), 1, "the first player's odd threat wins");
        assert_eq!(settle(EVEN, NONE, 36), 0, "its even threat does not");
        assert_eq!(settle(NONE, EVEN, 36), -1, "the second player's even threat wins");
        assert_eq!(settle(NONE, ODD, 36 + 1), 0, "its odd threat does not");
        assert_eq!(settle(ODD, EVEN, 30 + 1), 1, "an odd threat beats an even one");
        assert_eq!(settle(ODD, ODD, 30 + 2), 0, "odd threats cancel each other");
        let two_odd = Threats { columns: 2, delaying: 2 };
        assert_eq!(settle(two_odd, ODD, 24 + 3), 1, "one more odd threat wins");
        let odd_and_even = Threats { columns: 2, delaying: 1 };
        assert_eq!(settle(ODD, odd_and_even, 24 + 2), -1, "with odd threats gone, even ones win");
    }

    /// Who is stuck loses what the other wins, and a move more or less changes who that is.
    #[test]
    fn both_sides_agree() {
        for number in 0..625_u32 {
            let digit = |place: u32| number / 5_u32.pow(place) % 5;
            let ours = Threats { columns: digit(0), delaying: digit(1).min(digit(0)) };
            let theirs = Threats { columns: digit(2), delaying: digit(3).min(digit(2)) };
            for harmless in 0..2 {
                let turned = settle(theirs, ours, harmless + 1);
                assert_eq!(settle(ours, theirs, harmless), -turned, "{ours:?} {theirs:?}");
            }
        }
    }
}
