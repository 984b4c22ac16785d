//! The slow twin of all games of sticks: the rules as one would say them.

use mossa_kernel::{Move, NotAMove, Outcome, Position, PositionError, Reason, Side, View};

use super::{Spec, Takes, numbering::Numbering};

/// What is left of each heap and whose move it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Reference {
    spec: Spec,
    left: Vec<i64>,
    turn: Side,
}

impl Reference {
    pub(super) fn new(spec: &Spec) -> Self {
        let left = spec.heaps.iter().map(|&heap| i64::from(heap)).collect();
        Self { spec: spec.clone(), left, turn: Side::First }
    }

    fn numbering(&self) -> Numbering {
        Numbering::new(&self.spec)
    }

    fn may_take(&self, heap: usize, take: i64) -> bool {
        let is_allowed = match &self.spec.takes {
            Takes::Any => take >= 1,
            Takes::UpTo(limit) => take >= 1 && take <= i64::from(*limit),
            Takes::OneOf(takes) => takes.iter().any(|&allowed| i64::from(allowed) == take),
        };
        is_allowed && (take <= self.left[heap] || self.is_classic())
    }

    fn is_classic(&self) -> bool {
        self.left.len() == 1 && !self.spec.misere && matches!(self.spec.takes, Takes::UpTo(_))
    }

    fn moves(&self) -> Vec<(u32, i64)> {
        let heaps = 0..u32::try_from(self.left.len()).unwrap();
        heaps
            .flat_map(|heap| (1..=100).map(move |take| (heap, take)))
            .filter(|&(heap, take)| self.may_take(heap as usize, take))
            .collect()
    }
}

impl Position for Reference {
    type Undo = Self;

    fn side_to_move(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        let (mover, next) = (!self.turn, self.turn);
        if self.left.iter().any(|&left| left < 0) {
            return Some(Outcome::win(next, Reason::Overshoot));
        }
        if self.is_classic() {
            return (self.left[0] == 0).then(|| Outcome::win(mover, Reason::Last));
        }
        let all_gone = self.left.iter().all(|&left| left == 0);
        let reason = if all_gone { Reason::Last } else { Reason::Stuck };
        let winner = if self.spec.misere { next } else { mover };
        self.moves().is_empty().then(|| Outcome::win(winner, reason))
    }

    fn each_move(&self, mut visit: impl FnMut(Move)) {
        for (heap, take) in self.moves() {
            visit(self.numbering().encode(heap, u32::try_from(take).unwrap()));
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        let (heap, take) = self.numbering().decode(mv);
        mv != Move::PASS
            && (heap as usize) < self.left.len()
            && self.may_take(heap as usize, take.into())
    }

    fn play(&mut self, mv: Move) -> Self {
        let before = self.clone();
        let (heap, take) = self.numbering().decode(mv);
        self.left[heap as usize] -= i64::from(take);
        self.turn = !self.turn;
        before
    }

    fn undo(&mut self, _mv: Move, before: Self) {
        *self = before;
    }

    fn move_space(&self) -> u32 {
        self.numbering().space()
    }

    fn key(&self) -> u64 {
        unreachable!("the twin is compared by what it shows")
    }

    fn view(&self) -> View {
        View::Heaps(self.left.iter().map(|&left| i32::try_from(left).unwrap()).collect())
    }

    fn set_up(&self, _view: &View, _to_move: Option<Side>) -> Result<Self, PositionError> {
        unreachable!("the twin only walks")
    }

    fn show_move(&self, mv: Move) -> String {
        self.numbering().show(mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, NotAMove> {
        self.numbering().read(text, &self.spec.takes)
    }

    fn why_illegal(&self, mv: Move) -> String {
        let View::Heaps(left) = self.view() else { unreachable!() };
        self.numbering().why_illegal(mv, &self.spec.takes, &left)
    }
}
