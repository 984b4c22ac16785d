//! m,n,k-games: the move that the engine prefers beside the next best, by what can be counted.

use mossa_kernel::{Side, values};
use mossa_search::Line;

use super::{
    Findings, Request,
    facts::Facts,
    findings::{MOST_CLOSE_LOOKS, is_looked_at},
    names,
    quiet::{BEGUN, close},
    stones::Stones,
    verdict,
};

/// At most so many moves are named that look as good as the best one.
const MOST_NAMED: usize = 4;

/// A line that lacks no more stones than this may soon be threatened.
const MOST_LACKING: usize = 2;

/// What can be counted of a stone on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    /// Lines through it that its side can still complete.
    pub(super) lines: usize,
    /// Those of them that hold [`BEGUN`] or more of its stones, this one included.
    pub(super) begun: usize,
    /// The most of its stones on one of them.
    pub(super) most: usize,
    /// Lines that it closes to the other side, which has stones there: any number, and [`BEGUN`] or more.
    pub(super) touched: usize,
    pub(super) closed: usize,
}

impl Counts {
    pub(super) fn new(stones: &Stones, cell: u32, side: Side) -> Self {
        let after = stones.with(cell, side);
        let (lines, most) = after.open_lines(cell, side);
        Self {
            lines,
            begun: after.lines_with(cell, side, BEGUN),
            most,
            touched: stones.begun_through(cell, !side),
            closed: stones.lines_with(cell, !side, BEGUN),
        }
    }

    /// What is more here than there, in words whose subject is the move; the number of the other one, `name`, follows.
    fn gains(&self, rival: &Self, name: &str, run: u32, [m, other]: [char; 2]) -> Vec<String> {
        let mut gains = Vec::new();
        let mut say = |own: usize, theirs: usize, what: &dyn Fn(&str) -> String| {
            let lines = |count: usize| if count == 1 { "line" } else { "lines" };
            let theirs_told = if theirs == 0 { "none".to_owned() } else { theirs.to_string() };
            if own > theirs {
                gains.push(format!(
                    "{} ({name}: {theirs_told})",
                    what(&format!("{own} {}", lines(own)))
                ));
            }
        };
        if self.closed == rival.closed {
            say(self.touched, rival.touched, &|lines| {
                format!("closes {lines} that {other} has begun")
            });
        } else {
            say(self.closed, rival.closed, &|lines| {
                format!("closes {lines} on which {other} has {BEGUN} or more stones")
            });
        }
        if self.begun == rival.begun && self.most > rival.most {
            let most = self.most;
            say(most, rival.most, &|_| format!("makes it {most} of {m}'s stones on one line"));
        }
        say(self.begun, rival.begun, &|lines| {
            format!("stands on {lines} with {BEGUN} or more of {m}'s stones, itself counted")
        });
        say(self.lines, rival.lines, &|lines| {
            format!("stands on {lines} of {run} that {m} can still complete")
        });
        gains
    }
}

impl Request<'_> {
    /// The best move beside the next best that is clearly worse to the engine.
    pub(super) fn beside_rival(&self, stones: &Stones, findings: &Findings) -> Option<String> {
        let best = stones.cell_of(findings.best().mv()).filter(|_| !stones.falls())?;
        let Some(rival) = next_worse(stones, findings) else {
            return self.loud_equals(stones, findings).map(|equals| equals.trim_end().to_owned());
        };
        let sides = [self.mover(), !self.mover()].map(names::side);
        let [own, theirs] =
            [best, stones.cell_of(rival.mv())?].map(|cell| Counts::new(stones, cell, self.mover()));
        let (name, other) = (self.name(findings.best()), self.name(rival));
        let pro = own.gains(&theirs, &other, stones.run(), sides);
        let con = theirs.gains(&own, &name, stones.run(), sides);
        let [worth, less] = [findings.best(), rival].map(|line| names::value(&line.value));
        let is_next = findings.lines.get(1).is_some_and(|line| line.mv() == rival.mv());
        let mut behind = findings.lines.iter().filter(|line| findings.is_worse(line));
        let is_first = behind.next().is_some_and(|line| line.mv() == rival.mv());
        let rank = match (is_next, is_first) {
            (true, _) => "the next best",
            (false, true) => "the best of those clearly behind",
            (false, false) => "one of those clearly behind",
        };
        let equals = self.loud_equals(stones, findings).unwrap_or_default();
        let lead =
            format!("{equals}Why not {other}, {rank} to the engine ({less} against {worth})?");
        let speaks =
            |name: &str, gains: Vec<String>| format!("{name} {}", names::list(gains, "and"));
        let compared = match (pro.is_empty(), con.is_empty()) {
            // What the other side would answer says as little.
            (true, true) => {
                return Some(format!(
                    "{lead} What can be counted is the same for both, so no reason can be told: the engine \
                     prefers {name} by looking ahead, and that is a belief."
                ));
            }
            (true, false) => format!(
                "{lead} Counting does not tell: {}. The engine prefers {name} by looking ahead.",
                speaks(&other, con)
            ),
            (false, true) => format!("{lead} {}.", speaks(&name, pro)),
            (false, false) => format!(
                "{lead} {}; but {}. Looking ahead, the engine prefers {name}.",
                speaks(&name, pro),
                speaks(&other, con)
            ),
        };
        let expected = self.expected(stones, rival).unwrap_or_default();
        let is_gain_told = self.gain(stones, findings.best()).is_some();
        let rest = self.rest_of(stones, rival).filter(|_| is_gain_told).unwrap_or_default();
        Some(compared + &expected + &rest)
    }

    /// Which moves look as good as one that does something at once; of quiet ones that is told elsewhere.
    fn loud_equals(&self, stones: &Stones, findings: &Findings) -> Option<String> {
        let best = findings.best();
        let is_quiet = Facts::new(stones, best.mv(), self.mover())?.is_quiet();
        let others = close(findings).into_iter().filter(|line| line.mv() != best.mv());
        let others: Vec<String> = others.map(|line| self.name(line)).collect();
        if is_quiet || others.is_empty() {
            return None;
        }
        let named = match others.len() {
            count if count > MOST_NAMED => format!("{count} others"),
            _ => names::list(others, "and"),
        };
        Some(format!(
            "To the engine {} and {named} look about equal: no difference between them is known. ",
            self.name(best),
        ))
    }

    /// The answer that the engine expects to a move, where that does something.
    fn expected(&self, stones: &Stones, line: &Line) -> Option<String> {
        let after = stones.with(stones.cell_of(line.mv())?, self.mover());
        let answer = *line.moves.get(1)?;
        let facts = Facts::new(&after, answer, !self.mover()).filter(|facts| !facts.is_quiet())?;
        Some(format!(
            " After {} it expects {}, which {}.",
            self.name(line),
            names::played(self.spec, self.game, answer),
            facts.words(&after)
        ))
    }

    /// Where a move is the mirror image of one of the best but for the edges of the board, and the engine
    /// gives them different numbers, what that says of its numbers.
    pub(super) fn nearly_twins(&self, stones: &Stones, findings: &Findings) -> Option<String> {
        let percent = |line: &Line| crate::chance(&line.value);
        let pairs = close(findings).into_iter().flat_map(|line| {
            let images = findings.lines.iter().take(MOST_CLOSE_LOOKS);
            images
                .filter(move |image| is_nearly(stones, line, image))
                .map(move |image| (line, image))
        });
        let (line, image) = pairs
            .max_by(|a, b| {
                let apart = |(line, image): &(&Line, &Line)| percent(line) - percent(image);
                apart(a).total_cmp(&apart(b))
            })
            .filter(|_| !stones.falls())?;
        let [worth, less] = [line, image].map(|line| names::value(&line.value));
        (percent(line) > percent(image) && worth != less).then(|| {
            format!(
                "{} is the mirror image of {} but for the edges of the board, and the engine gives it {less} \
                 and not {worth}: its numbers are no more exact than that.",
                self.title(image),
                self.name(line)
            )
        })
    }

    /// Where the best move is not the one with most open lines, though others that look equal have more.
    pub(super) fn richer(
        &self,
        stones: &Stones,
        findings: &Findings,
        close: &[&Line],
    ) -> Option<String> {
        let lines = |line: &Line| {
            let cell = stones.cell_of(line.mv());
            cell.map_or(0, |cell| Counts::new(stones, cell, self.mover()).lines)
        };
        let own = lines(findings.best());
        let most = close.iter().map(|line| lines(line)).max().filter(|&most| most > own)?;
        let richest = close.iter().find(|line| lines(line) == most)?;
        (!stones.falls()).then(|| {
            format!(
                "By the number of open lines {} would be first, with {most} against {own}; the engine, which \
                 looks ahead, sees no clear difference.",
                self.name(richest)
            )
        })
    }

    /// How many open lines each side has begun, and whether that tells who looks better.
    pub(super) fn begun_lines(&self, stones: &Stones, findings: &Findings) -> Option<String> {
        let mover = self.mover();
        let (lead, ahead) = verdict::lead(&findings.best().value, mover);
        let [x, o] = Side::BOTH.map(|side| stones.begun(side, BEGUN));
        let count = format!(
            "Before the move, lines of {} that hold {BEGUN} or more stones of one side and none of the other: X has \
             {x}, O has {o}.",
            stones.run()
        );
        let [own, theirs] = [ahead, !ahead].map(|side| stones.begun(side, BEGUN));
        let a = names::side(ahead);
        match () {
            () if x + o == 0 => None,
            () if lead.abs() <= verdict::EVEN || own > theirs => Some(count),
            () if stones.falls() => None,
            () if own == theirs && ahead == mover => {
                Some(format!("{count} These are as many, but it is {a}'s turn."))
            }
            () => Some(format!(
                "{count} This does not show why {a} looks better: that comes from looking ahead."
            )),
        }
    }
}

/// The best of the moves that are clearly worse to the engine, though not proven to be.
pub(super) fn next_worse<'f>(stones: &Stones, findings: &'f Findings) -> Option<&'f Line> {
    let is_rival = |line: &&Line| {
        is_looked_at(line)
            && findings.is_worse(line)
            && !values::is_exact(&line.value)
            && !is_nearly_close(stones, findings, line)
    };
    findings.lines.iter().take(MOST_CLOSE_LOOKS).find(is_rival).filter(|_| !stones.falls())
}

/// Whether a move is the mirror image, but for the edges of the board, of one that looks as good as the best.
pub(super) fn is_nearly_close(stones: &Stones, findings: &Findings, line: &Line) -> bool {
    !stones.falls() && close(findings).into_iter().any(|good| is_nearly(stones, good, line))
}

fn is_nearly(stones: &Stones, line: &Line, image: &Line) -> bool {
    let cells = stones.cell_of(line.mv()).zip(stones.cell_of(image.mv()));
    is_looked_at(image) && cells.is_some_and(|(cell, image)| is_image(stones, cell, image))
}

/// Whether a reflection of the stones onto themselves takes one cell to another.
pub(super) fn is_image(stones: &Stones, from: u32, to: u32) -> bool {
    from != to && reflections(stones).iter().any(|reflect| reflect(from) == Some(to))
}

/// Maps of cells that take the stones to themselves, turned or mirrored within the rectangle that they
/// fill; a cell may come to lie outside the board.
fn reflections(stones: &Stones) -> Vec<impl Fn(u32) -> Option<u32>> {
    let columns = stones.columns();
    let place = move |cell: u32| ((cell / columns).cast_signed(), (cell % columns).cast_signed());
    let (n_rows, n_columns) = (stones.rows().cast_signed(), columns.cast_signed());
    let taken: Vec<u32> =
        (0..stones.rows() * columns).filter(|&cell| !stones.is_free(cell)).collect();
    let (rows, across): (Vec<i32>, Vec<i32>) = taken.iter().map(|&cell| place(cell)).unzip();
    let span = |along: &[i32]| {
        (along.iter().min().copied().unwrap_or(0), along.iter().max().copied().unwrap_or(0))
    };
    let ((top, bottom), (left, right)) = (span(&rows), span(&across));
    let is_square = bottom - top == right - left;
    let maps = (1..8).filter(move |map| map & 4 == 0 || is_square).map(move |map| {
        move |cell: u32| {
            let (mut row, mut column) = place(cell);
            if map & 4 != 0 {
                (row, column) = (top + column - left, left + row - top);
            }
            if map & 1 != 0 {
                row = top + bottom - row;
            }
            if map & 2 != 0 {
                column = left + right - column;
            }
            let is_inside = (0..n_rows).contains(&row) && (0..n_columns).contains(&column);
            is_inside.then(|| (row * n_columns + column).cast_unsigned())
        }
    });
    let owner = |cell| Side::BOTH.map(|side| stones.is_owned(cell, side));
    let mut kept = Vec::new();
    for map in maps {
        let keeps = |&cell: &u32| map(cell).is_some_and(|image| owner(image) == owner(cell));
        if !taken.is_empty() && taken.iter().all(keeps) {
            kept.push(map);
        }
    }
    kept
}

/// Whether a stone closes a line that the other side could soon have threatened to complete.
pub(super) fn shuts(before: &Stones, cell: u32, side: Side) -> bool {
    let (_, theirs) = before.open_lines(cell, !side);
    !before.falls() && theirs >= BEGUN && theirs + MOST_LACKING >= before.run() as usize
}

/// The line of the other side's that a stone closes, where that has begun to fill.
pub(super) fn closed_line(before: &Stones, cell: u32, side: Side) -> Option<String> {
    let (_, theirs) = before.open_lines(cell, !side);
    let line = before.best_line(cell, !side).filter(|_| !before.falls() && theirs >= BEGUN)?;
    Some(format!(
        "closes {}, on which {} has {theirs} of {}",
        names::line(before, &line),
        names::side(!side),
        before.run()
    ))
}
