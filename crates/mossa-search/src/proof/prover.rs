//! The search itself: depth first, with limits on the numbers.
//!
//! A frame is a position on the way from the root, with its children. While no limit is reached,
//! the search goes on in its most promising child; then it goes back, and the child's new numbers
//! decide what is most promising now. Frames are kept in a list instead of on the stack of
//! the program: games of one forced move after another can be very long.

use mossa_kernel::{Budget, GameResult, Move, Position};

use super::{
    Child, Finding, Question,
    numbers::{Limits, Numbers, Summary},
    table::Table,
};
use crate::{Knowledge, MoveSink, Scope, Score, pace::Pace};

/// In how many plies from the root positions are looked up under a key that all their mirror
/// images share: it saves most there, and takes time to compute.
const SYMMETRIC_PLIES: usize = 8;

/// On boards with more moves than this no such keys are used: they would take too long to compute.
const MOST_SYMMETRIC_MOVES: u32 = 100;

/// The longest line of play that is followed.
const DEEPEST: usize = 1 << 20;

/// The most children of all positions of a line together.
const MOST_CHILDREN: usize = 1 << 22;

/// How far a game's own tactics may look ahead.
const VERDICT_DEPTH: i32 = 4;

/// A position on the way from the root.
struct Frame<U> {
    question: Question,
    limits: Limits,
    key: u64,
    /// Where its children begin in the list of all.
    first_child: usize,
    /// Which of them the search is in, and how to take that move back.
    entered: Option<(usize, U)>,
    /// How many positions had been looked at when it was entered.
    nodes_before: u64,
}

/// A search under way: answers questions about the position where it stands.
pub(super) struct Prover<'s, P: Position, K> {
    pub(super) position: P,
    knowledge: &'s mut K,
    table: &'s mut Table,
    budget: &'s Budget<'s>,
    pace: Pace,
    steps_left: u64,
    pub(super) nodes: u64,
    /// Whether the budget is spent, or the game too large to go on.
    pub(super) has_stopped: bool,
    /// How many moves were played from the root to where it stands.
    ply: usize,
    /// Up to which ply keys are those of all mirror images.
    symmetric_plies: usize,
    frames: Vec<Frame<P::Undo>>,
    children: Vec<Child>,
    listed: Vec<(Move, i32)>,
}

impl<'s, P: Position, K: Knowledge<P>> Prover<'s, P, K> {
    /// Stands at a root.
    pub(super) fn new(
        root: &P,
        knowledge: &'s mut K,
        table: &'s mut Table,
        budget: &'s Budget<'s>,
    ) -> Self {
        knowledge.reset(root);
        Self {
            position: root.clone(),
            knowledge,
            table,
            budget,
            pace: Pace::new(),
            steps_left: 0,
            nodes: 0,
            has_stopped: false,
            ply: 0,
            symmetric_plies: if root.move_space() > MOST_SYMMETRIC_MOVES {
                0
            } else {
                SYMMETRIC_PLIES
            },
            frames: Vec::new(),
            children: Vec::new(),
            listed: Vec::new(),
        }
    }

    /// How much of the table is in use, in thousandths.
    pub(super) fn table_fill(&self) -> u32 {
        self.table.fill()
    }

    /// Answers a question about the position where it stands, whose game is not over, or finds how
    /// far the answer is away when it has to stop. The children are left for inspection.
    pub(super) fn ask(&mut self, question: Question) -> (Finding, Vec<Child>) {
        self.frames.clear();
        self.children.clear();
        self.enter(question, Limits::NONE);
        loop {
            let (finding, summary) = self.sum_up();
            let is_done = self.top().limits.are_reached_by(finding.numbers);
            if !is_done && self.may_go_on() {
                self.go_into(&summary);
            } else if self.frames.len() > 1 {
                self.leave(finding);
            } else {
                let root = self.frames.pop().expect("the root is entered first");
                self.table.put(root.key, finding, self.nodes - root.nodes_before);
                return (finding, std::mem::take(&mut self.children));
            }
        }
    }

    /// What is known of a question about the position where it stands, without a search.
    pub(super) fn look(&self, question: Question) -> Option<Finding> {
        match self.position.outcome() {
            Some(outcome) => {
                let score = Score::of_outcome(outcome, self.position.side_to_move());
                Some(Finding::of_score(score, question))
            }
            None => self.table.get(self.key(question)),
        }
    }

    /// Plays a move.
    pub(super) fn play(&mut self, mv: Move) -> P::Undo {
        self.knowledge.play(&self.position, mv);
        self.ply += 1;
        self.position.play(mv)
    }

    /// Takes it back.
    pub(super) fn undo(&mut self, mv: Move, undo: P::Undo) {
        self.position.undo(mv, undo);
        self.ply -= 1;
        self.knowledge.undo(&self.position, mv);
    }

    fn top(&self) -> &Frame<P::Undo> {
        self.frames.last().expect("the root is entered first")
    }

    /// What the children of the last position say about it.
    fn sum_up(&self) -> (Finding, Summary) {
        let children = &self.children[self.top().first_child..];
        let mut summary = Summary::of(children.iter().map(|child| child.finding.numbers));
        if children.is_empty() {
            // There were too many to be listed, so nothing is known.
            summary.numbers = Numbers::fresh(u64::MAX);
        }
        let plies = |wanted: Numbers| {
            let those = children.iter().filter(move |child| child.finding.numbers == wanted);
            those.map(|child| child.finding.plies.saturating_add(1))
        };
        // The shortest way to win is sought; who loses takes the longest.
        let plies = match summary.numbers.answer() {
            Some(true) => plies(Numbers::NO).min(),
            Some(false) => plies(Numbers::YES).max(),
            None => None,
        };
        let plies = plies.unwrap_or(Finding::UNKNOWN);
        (Finding { numbers: summary.numbers, plies }, summary)
    }

    /// Whether there is budget left for another position, and room.
    fn may_go_on(&mut self) -> bool {
        if self.steps_left == 0 && !self.has_stopped {
            self.steps_left = self.pace.next_stretch(self.budget, self.nodes);
            self.has_stopped = self.steps_left == 0;
        }
        self.has_stopped |= self.frames.len() > DEEPEST || self.children.len() > MOST_CHILDREN;
        !self.has_stopped
    }

    /// Goes on in the most promising child, unless what has to be known about it is known.
    fn go_into(&mut self, summary: &Summary) {
        let frame = self.top();
        let limits = frame.limits.for_child(summary);
        let index = frame.first_child + summary.best;
        let question = frame.question.turned();
        let mv = self.children[index].mv;
        let undo = self.play(mv);
        let known = match self.look(question) {
            Some(finding) => limits.are_reached_by(finding.numbers).then_some(finding),
            None => self.verdict(question),
        };
        if let Some(finding) = known {
            self.undo(mv, undo);
            self.children[index].finding = finding;
        } else {
            self.frames.last_mut().expect("it has a child").entered = Some((index, undo));
            self.enter(question, limits);
        }
    }

    /// What the game itself can tell, kept in the table like the result of a search.
    fn verdict(&mut self, question: Question) -> Option<Finding> {
        let score = self.knowledge.verdict(&self.position, VERDICT_DEPTH)?;
        let finding = Finding::of_score(score, question);
        self.table.put(self.key(question), finding, 1);
        Some(finding)
    }

    /// Begins with a position: lists its children with what is known of them.
    fn enter(&mut self, question: Question, limits: Limits) {
        self.frames.push(Frame {
            question,
            limits,
            key: self.key(question),
            first_child: self.children.len(),
            entered: None,
            nodes_before: self.nodes,
        });
        self.nodes += 1;
        self.steps_left = self.steps_left.saturating_sub(1);
        let mut moves = std::mem::take(&mut self.listed);
        self.list_moves(&mut moves);
        for (mv, _) in moves.drain(..) {
            let undo = self.play(mv);
            let finding = self.look(question.turned()).unwrap_or_else(|| Finding {
                numbers: Numbers::fresh(self.position.move_count()),
                plies: Finding::UNKNOWN,
            });
            self.undo(mv, undo);
            self.children.push(Child { mv, finding });
        }
        self.listed = moves;
    }

    /// The moves that matter, the most promising first.
    fn list_moves(&mut self, moves: &mut Vec<(Move, i32)>) {
        if self.position.move_count() > MOST_CHILDREN as u64 {
            self.has_stopped = true;
            return;
        }
        let scope = self.knowledge.moves(&self.position, &mut MoveSink::new(moves));
        if scope == Scope::Likely {
            moves.clear();
            self.position.each_move(|mv| moves.push((mv, 0)));
        }
        moves.sort_by_key(|&(_, promise)| std::cmp::Reverse(promise));
    }

    /// Goes back to where the last position was entered from, with what was found there.
    fn leave(&mut self, finding: Finding) {
        let frame = self.frames.pop().expect("not the root");
        self.table.put(frame.key, finding, self.nodes - frame.nodes_before);
        self.children.truncate(frame.first_child);
        let parent = self.frames.last_mut().expect("not the root");
        let (index, undo) = parent.entered.take().expect("it was entered from there");
        self.children[index].finding = finding;
        self.undo(self.children[index].mv, undo);
    }

    /// The key of a question about the position where it stands. Where it is canonical, mirror
    /// images share their numbers; moves are never kept, they would have to be turned.
    fn key(&self, question: Question) -> u64 {
        let key = if self.ply < self.symmetric_plies {
            self.position.canonical_key()
        } else {
            self.position.key()
        };
        question.salt() ^ key
    }
}

impl Finding {
    /// What a proven score answers.
    fn of_score(score: Score, question: Question) -> Self {
        let result = match score.number().signum() {
            1 => GameResult::Win,
            -1 => GameResult::Loss,
            _ => GameResult::Draw,
        };
        let numbers = if question.is_met_by(result) { Numbers::YES } else { Numbers::NO };
        Self { numbers, plies: score.plies().unwrap_or(Self::UNKNOWN) }
    }
}
