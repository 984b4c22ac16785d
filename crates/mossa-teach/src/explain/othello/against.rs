//! Othello: what is wrong with a worse move where nothing is proven, with the answer that shows it.

use mossa_kernel::Move;

use super::{
    contenders::{Rival, less},
    contrast::Contrast,
    discs::legal,
    firm::Unit,
    gauge::{Count, Gauge},
    harm::Harm,
};
use crate::explain::{DiscFacts, Findings, Request, Story, names};

/// At most so many discs are named.
const MOST_NAMED: usize = 8;

/// At most so many squares are named that make a difference.
const MOST_DIFFERENT: usize = 6;

impl Request<'_> {
    /// What is wrong with a move.
    pub(super) fn why_not_believed(
        &self,
        findings: &Findings,
        best: &Story,
        rival: &Rival,
    ) -> String {
        let name = self.name(&findings.lines[rival.index]);
        let reason = self.reason_against(findings, best, rival.index);
        match rival.charm.as_ref() {
            Some(charm) => format!("Why not {name}? It {charm}, but {reason}"),
            None => format!("Why not {name}? {}", sentence(&reason)),
        }
    }

    /// The same without the question.
    fn reason_against(&self, findings: &Findings, best: &Story, index: usize) -> String {
        let reply = self.line_after(findings, index);
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let name = self.name(findings.best());
        let unit = Unit::of(self.spec);
        let show = |mv: Move| self.game.position().show_move(mv);
        match self.contrast(findings, best, index) {
            Some(Contrast::Corner(1)) => format!(
                "{other} takes {} at once, which {other} does not get in the line after {name}.",
                unit.the(&[show(reply.moves[1])])
            ),
            Some(Contrast::Corner(at)) => format!(
                "{} {other} takes {}, which {other} does not get in the line after {name}.",
                self.expected(&reply, at),
                unit.the(&[show(reply.moves[at])])
            ),
            Some(Contrast::Given(corner)) => {
                let late = self.late_words(findings, best, corner);
                let also = self.also_give(findings, corner);
                format!("it lets {other} take {} at once{late}.{also}", unit.the(&[show(corner)]))
            }
            Some(Contrast::Beside(corner)) => self.beside_words(findings, &reply, corner),
            Some(Contrast::Waits) => {
                let corner = show(reply.moves[0]);
                format!(
                    "that can wait: {other} cannot go to {corner} after {name}, and after the answer {} {m} still can. So \
                     {name} comes first.",
                    show(best.moves[1])
                )
            }
            Some(Contrast::Missed(at)) => format!(
                "{m} gets no corner in the next moves then; after {name} {m} takes {} with move {} of the line below.",
                unit.the(&[show(best.moves[at])]),
                at + 1
            ),
            Some(Contrast::Short(Harm::Short(at, better))) => format!(
                "{} {m} has no safe move left; after {name} and as many moves {m} has {better}.",
                self.expected(&reply, at)
            ),
            Some(Contrast::Short(harm)) => format!(
                "{} {m} has no move and must pass, so {other} moves twice in a row.",
                self.expected(&reply, harm.index())
            ),
            Some(Contrast::Answer) => format!(
                "{other} answers {}{}, to {}.",
                show(reply.moves[1]),
                self.answer_aside(findings, [best, &reply]),
                self.answer_gain(best, &reply).unwrap_or_default()
            ),
            Some(Contrast::Edge(corner)) => format!(
                "it stands on the edge right beside the empty corner {at}: {other} can take {at} as soon as a disc of \
                 {other}'s stands behind {m}'s on that edge, and {m} must fear that all the time.",
                at = show(corner)
            ),
            Some(Contrast::Taken) => format!(
                "{other} answers {name} itself: the square is open to both sides, and gone for {m} then."
            ),
            Some(Contrast::Opens) => {
                let opened = self.opened_beside(best, &reply).unwrap_or_default();
                let cells: Vec<u32> = opened.iter().map(|mv| mv.0).collect();
                format!("it opens {} to {other}, which {name} does not.", self.squares(&cells))
            }
            Some(Contrast::Closed) => format!(
                "{other} answers {}, to which {other} cannot go after {name}.",
                show(reply.moves[1])
            ),
            Some(Contrast::Count(gauge)) => {
                self.count_words(findings, [best, &reply], index, gauge).unwrap_or_default()
            }
            Some(Contrast::Late(late)) => self.late_reason(findings, index, late),
            Some(Contrast::Proven(_)) => {
                format!("it {}; that is proven.", less(findings, &findings.lines[index]))
            }
            None => format!(
                "the engine gives it only {} instead of {}, for no plain reason: that comes of looking far ahead.",
                Self::worth(findings, &findings.lines[index]),
                Self::worth(findings, findings.best())
            ),
        }
    }

    /// Which moves that are about as good as the best one give the same corner away, and what they get for it.
    fn also_give(&self, findings: &Findings, corner: Move) -> String {
        let m = names::side(self.mover());
        let unit = Unit::of(self.spec).one();
        let name = self.game.position().show_move(corner);
        let peers = findings.peers().into_iter().skip(1).map(|index| &findings.lines[index]);
        let gives = peers.filter(|line| {
            let facts = DiscFacts::new(self.spec, self.game, line.mv());
            facts.is_some_and(|facts| facts.gives.contains(&name) && !facts.aims.is_empty())
        });
        let gives: Vec<String> = gives.map(|line| self.name(line)).collect();
        let (does, opens) = if gives.len() == 1 { ("does", "opens") } else { ("do", "open") };
        match gives.len() {
            0 => String::new(),
            _ => format!(
                " {} {does} so, too, but {opens} {unit} for {m} in return.",
                names::list(gives, "and")
            ),
        }
    }

    /// The moves of a line between the first and another, as the beginning of a sentence.
    pub(super) fn expected(&self, reply: &Story, next: usize) -> String {
        format!("it may go on {}; then", self.first_moves(reply, next))
    }

    /// Why a disc beside an empty corner is a danger.
    fn beside_words(&self, findings: &Findings, reply: &Story, corner: Move) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let at = self.game.position().show_move(corner);
        let mv = reply.moves.first().copied().unwrap_or(Move::PASS);
        let how = self.risk(findings, mv).map_or("", |risk| risk.how);
        format!(
            "it stands {how} beside the empty corner {at}: {other} can take {at} as soon as a disc of {other}'s stands \
             behind {m}'s in that line, and {m} must fear that all the time."
        )
    }

    /// What can be counted after a worse move, beside what there is after the best one.
    fn count_words(
        &self,
        findings: &Findings,
        [best, reply]: [&Story; 2],
        index: usize,
        gauge: Gauge,
    ) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let name = self.name(findings.best());
        let [worse, better] = self.counts(findings, index, gauge)?;
        let Count { own, theirs } = worse;
        // What makes the difference is pointed out.
        let [fewer, less] = [own < better.own, better.theirs < theirs]
            .map(|is_less| if is_less { "only " } else { "" });
        let moves = |n: usize| names::counted(n as u64, "move");
        let [answers, after] = self.answers_words(findings, [best, reply]);
        Some(match gauge {
            Gauge::Replies => {
                let opened = self.open_words(findings, [best, reply]);
                format!(
                    "it leaves {other} {} to choose from, {name} only {}{opened}.",
                    moves(theirs),
                    better.theirs
                )
            }
            Gauge::SafeReplies => format!(
                "it leaves {other} {}{}, {name} only {}.",
                names::counted(theirs as u64, "safe move"),
                self.listed(&reply.turns().first()?.safe),
                better.theirs
            ),
            Gauge::Outside => format!(
                "{theirs} of {m}'s discs touch an empty square then{}, after {name} only {}: beside such discs {other} \
                 finds moves, and so it leaves {other} more of them.",
                self.outside_words(reply),
                better.theirs
            ),
            Gauge::Least | Gauge::Own | Gauge::OwnSafe => {
                self.own_words(findings, [best, reply], [worse, better], gauge)?
            }
            Gauge::Later(2) => format!(
                "{}; then {m} can {fewer}go to {}, {other} to {theirs} ({} {m} to {} and {other} {less}to {}{}).",
                answers,
                names::counted(own as u64, "square"),
                after,
                better.own,
                better.theirs,
                self.squares_apart([best, reply], 2, [worse, better])
            ),
            Gauge::Later(played) => {
                let as_many = if findings.gauge == Some(gauge) {
                    ""
                } else {
                    " and as many moves of the line below"
                };
                format!(
                    "{} {m} can {fewer}go to {}, {other} to {theirs} (after {name}{as_many} {m} to {}, {other} {less}to {}{}).",
                    self.expected(reply, played),
                    names::counted(own as u64, "square"),
                    better.own,
                    better.theirs,
                    self.squares_apart([best, reply], played, [worse, better])
                )
            }
        })
    }

    /// Which squares make most of the difference between two boards: those that are closed to the other side on the better
    /// one, or open to the mover.
    fn squares_apart(
        &self,
        lines: [&Story; 2],
        played: usize,
        [worse, better]: [Count; 2],
    ) -> String {
        let [closed, kept] = self.board_difference(lines, played);
        let is_theirs = worse.theirs + worse.own >= better.theirs + better.own;
        let (cells, how) = if is_theirs {
            (closed, format!("closed to {}", names::side(!self.mover())))
        } else {
            (kept, format!("open to {}", names::side(self.mover())))
        };
        match cells.len() {
            0 => String::new(),
            1 => format!(": there {} is {how}", self.squares(&cells)),
            n if n <= MOST_DIFFERENT => format!(": there {} are {how}", self.squares(&cells)),
            _ => String::new(),
        }
    }

    /// Squares that are empty after so many moves of two lines: those to which the other side can go in the second and not in
    /// the first, and those to which the mover can go in the first and not in the second.
    pub(super) fn board_difference(
        &self,
        [best, reply]: [&Story; 2],
        played: usize,
    ) -> [Vec<u32>; 2] {
        let taken = |story: &Story| story.moves[..story.moves.len().min(played)].to_vec();
        let taken = [taken(best), taken(reply)].concat();
        let only = |these: &Story, those: &Story, side| -> Vec<u32> {
            let [open, known] = [these, those].map(|story| self.open_after(story, played, side));
            let is_only = |mv: &Move| !known.contains(mv) && !taken.contains(mv);
            open.into_iter().filter(is_only).map(|mv| mv.0).collect()
        };
        [only(reply, best, !self.mover()), only(best, reply, self.mover())]
    }

    /// How a worse move is answered, and how the best one is, as parts of a sentence.
    fn answers_words(&self, findings: &Findings, [best, reply]: [&Story; 2]) -> [String; 2] {
        let [answer, expected] = [reply, best].map(|story| {
            let answer = story.moves.get(1);
            answer.map_or_else(String::new, |&mv| self.game.position().show_move(mv))
        });
        let aside = self.answer_aside(findings, [best, reply]);
        [
            format!("{} answers {answer}{aside}", names::side(!self.mover())),
            format!("after {} and the answer {expected}", self.name(findings.best())),
        ]
    }

    /// The same of moves that the mover has after the answer.
    fn own_words(
        &self,
        findings: &Findings,
        [best, reply]: [&Story; 2],
        [worse, better]: [Count; 2],
        gauge: Gauge,
    ) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let name = self.name(findings.best());
        let own = worse.own;
        let moves = |n: usize| names::counted(n as u64, "move");
        let [answers, after] = self.answers_words(findings, [best, reply]);
        Some(match gauge {
            Gauge::Least => {
                let (answer, _) = self.worst_answer(*reply.moves.first()?)?;
                format!(
                    "{other} can answer {} and leave {m} only {}; after {name} {m} has at least {}, whatever {other} \
                     answers.",
                    self.game.position().show_move(answer),
                    moves(own),
                    better.own
                )
            }
            Gauge::Own => {
                let closed = self.answer_closes([best, reply]);
                format!(
                    "{}{closed} {m} has only {} to choose from; {} {m} has {}{}.",
                    answers,
                    moves(own),
                    after,
                    better.own,
                    self.at_least(findings, own, better.own)
                )
            }
            _ => {
                let left = match own {
                    0 => "no safe move left".to_owned(),
                    own => format!(
                        "only {}{}",
                        names::counted(own as u64, "safe move"),
                        self.listed(&reply.turns().get(1)?.safe)
                    ),
                };
                format!("{}, and then {m} has {left}; {} {m} has {}.", answers, after, better.own)
            }
        })
    }

    /// How many moves the mover has whatever the best move is answered with, where that is more than after a worse one.
    fn at_least(&self, findings: &Findings, worse: usize, expected: usize) -> String {
        let left = self.worst_answer(findings.best().mv());
        match left.map(|(_, least)| least) {
            Some(least) if least == expected => {
                format!(", and no fewer whatever {} answers", names::side(!self.mover()))
            }
            Some(least) if least > worse => {
                format!(", and at least {least} whatever {} answers", names::side(!self.mover()))
            }
            _ => String::new(),
        }
    }

    /// Which squares a worse move opens or leaves to the other side, and the best one does not.
    fn open_words(&self, findings: &Findings, [best, reply]: [&Story; 2]) -> String {
        let (name, other) = (self.name(findings.best()), names::side(!self.mover()));
        let named = |moves: &[Move]| {
            let cells: Vec<u32> = moves.iter().map(|mv| mv.0).collect();
            self.squares(&cells)
        };
        if let Some(opened) = self.opened_beside(best, reply) {
            return format!(": it opens {} to {other}, which {name} does not", named(&opened));
        }
        match &self.left_open(best, reply)[..] {
            [] => String::new(),
            many if many.len() > MOST_NAMED => String::new(),
            left => format!(": it leaves {} open to {other}, which {name} closes", named(left)),
        }
    }

    /// Squares that are open to the other side now and after a worse move, and not after the best one, but for its own.
    pub(super) fn left_open(&self, best: &Story, reply: &Story) -> Vec<Move> {
        let [after, worse] = [best, reply].map(|story| self.open_after(story, 1, !self.mover()));
        let is_left =
            |mv: &Move| worse.contains(mv) && !after.contains(mv) && Some(mv) != best.moves.first();
        legal(self.game, !self.mover()).into_iter().filter(is_left).collect()
    }

    fn answer_closes(&self, [best, reply]: [&Story; 2]) -> String {
        let m = names::side(self.mover());
        match &self.closed_by_answer(reply)[..] {
            [] => match &self.closed_since(best, reply)[..] {
                [] => ", and then".to_owned(),
                many if many.len() > MOST_NAMED => ", and then".to_owned(),
                few => {
                    let are = if few.len() == 1 { "is" } else { "are" };
                    format!(", and then {}, open now, {are} closed to {m}:", self.squares(few))
                }
            },
            many if many.len() > MOST_NAMED => {
                format!(" and closes {} squares to {m}:", many.len())
            }
            few => format!(" and closes {} to {m}:", self.squares(few)),
        }
    }

    /// The mover's discs beside an empty square after the first move of a line, by name where they are few.
    fn outside_words(&self, reply: &Story) -> String {
        let after = reply.moves.get(..1).and_then(|moves| self.reached(moves));
        let outside = after.map_or_else(Vec::new, |after| self.outside(&after));
        match outside.len() {
            n if n > MOST_NAMED => String::new(),
            _ => format!(" ({})", self.squares(&outside)),
        }
    }

    /// The squares to which the mover could go after the first move of a line, and cannot after the answer, but for its own.
    pub(super) fn closed_by_answer(&self, reply: &Story) -> Vec<u32> {
        let [before, after] = [1, 2].map(|played| self.open_after(reply, played, self.mover()));
        let answer = reply.moves.get(1);
        let is_closed = |mv: &Move| !after.contains(mv) && Some(mv) != answer;
        before.into_iter().filter(is_closed).map(|mv| mv.0).collect()
    }

    /// The squares to which the mover can go now and after the best move and its answer, and cannot after a worse one and its
    /// answer, but for those that are taken.
    pub(super) fn closed_since(&self, best: &Story, reply: &Story) -> Vec<u32> {
        let [kept, left] = [best, reply].map(|story| self.open_after(story, 2, self.mover()));
        let taken = &reply.moves[..reply.moves.len().min(2)];
        let is_closed = |mv: &Move| kept.contains(mv) && !left.contains(mv) && !taken.contains(mv);
        let now = legal(self.game, self.mover()).into_iter();
        now.filter(is_closed).map(|mv| mv.0).collect()
    }

    /// What there is to say of the answer to a worse move: that the best one takes its square, or closes it.
    pub(super) fn answer_aside(&self, findings: &Findings, [best, reply]: [&Story; 2]) -> String {
        let name = self.name(findings.best());
        let answer = reply.moves.get(1).copied();
        let is_open = |played: usize| {
            let open = self.open_after(best, played, !self.mover());
            answer.is_some_and(|answer| open.contains(&answer))
        };
        let is_closed = !is_open(1) && !is_open(2);
        if answer == best.moves.first().copied() {
            " itself".to_owned()
        } else if is_closed {
            format!(" (which {name} does not allow)")
        } else {
            String::new()
        }
    }
}

/// A half sentence as a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}
