//! Several heaps where the last take loses: what the end looks like, and why it can be reached.

use super::{Steps, Writer};

/// An example of a 0 that becomes a 1 is looked for among heaps up to this size.
const MOST_TRIED: u32 = 1000;

impl Writer<'_> {
    /// How a game ends in which the last take loses.
    pub(super) fn say_end(&mut self) {
        if self.rules().is_nim {
            self.say(
                "Here whoever takes the last stick loses. Think of the end first: when only heaps of 1 are \
                 left, each move takes a whole heap, so with an odd number of them whoever must move takes the \
                 last one, too, and loses. So the one who leaves an odd number of ones wins.",
            );
            return;
        }
        self.say(format!(
            "Here whoever makes the last take loses. Think of the end first: the one who leaves only numbers 0 \
             and 1, and an odd number of ones, wins. For if the other makes a number 2 or more, it can be \
             brought back. And if the other takes a one down to 0 or makes a 0 a 1, the number of ones is even, \
             and can be made odd again: by taking a one down to 0, or where no ones are left, by making a 0 \
             a 1. {} When nothing can be taken any more there are no ones, and none is an even number: so it \
             was the other who made the last take.",
            self.zero_to_one()
        ));
    }

    /// Why a heap with number 0 can be given number 1 as long as something can be taken from it.
    ///
    /// For takes from a set this is Ferguson's pairing property, one step further: from a heap n with
    /// number 0 the smallest take s leads to another number, from which some take t leads to 0; so n - t
    /// is s above a 0, and has number 1.
    pub(super) fn zero_to_one(&self) -> String {
        let bundle = self.rules().bundle;
        if let Steps::UpTo(limit) = self.rules().steps {
            let (things, group) = match bundle {
                1 => ("sticks", limit + 1),
                _ => ("bundles", limit + 1),
            };
            return format!(
                "That can always be done while anything can be taken: a heap with number 0 is made of whole \
                 groups of {group} {things}, and taking {} from it leaves {} of a group.",
                limit * bundle,
                if bundle == 1 { "1 stick" } else { "1 bundle" }
            );
        }
        let smallest = self.rules().least();
        let (unit, in_bundles) =
            if bundle == 1 { ("stick", "") } else { ("bundle", ", in bundles") };
        let example = self.raised_zero().map_or_else(String::new, |(heap, take)| {
            format!(
                " For example{in_bundles}: a heap of {heap} has number 0. Taking {smallest} would leave {}, \
                 from which taking {take} leaves {}, a 0. So take {take} from {heap}: that leaves {}, \
                 {smallest} more than this 0, and so a 1.",
                heap - smallest,
                heap - smallest - take,
                heap - take
            )
        });
        let s = if smallest == 1 { "" } else { "s" };
        format!(
            "That can always be done while anything can be taken: with such rules a heap has number 1 exactly \
             if the heap with {smallest} {unit}{s} less, the smallest take, has number 0 (see the list \
             above).{example} In the same way a take is found for every 0 from which something can be taken."
        )
    }

    /// The smallest heap with number 0 from which something can be taken, in bundles, and a take that gives
    /// it number 1 for the reason that is told.
    fn raised_zero(&self) -> Option<(u32, u32)> {
        let (least, bundle) = (self.rules().least(), self.rules().bundle);
        let number = |bundles: u32| self.theory.number(bundles.checked_mul(bundle)?);
        let heap = (least..MOST_TRIED).find(|&heap| number(heap) == Some(0))?;
        let mut found = None;
        self.rules().each_take(heap - least, |take| {
            if found.is_none() && number(heap - least - take) == Some(0) {
                found = Some((heap, take));
            }
        });
        found
    }
}
