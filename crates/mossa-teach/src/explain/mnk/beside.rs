//! m,n,k-games: moves that look as good as the one that the engine prefers, and what a move closes.

use mossa_kernel::{Side, values};
use mossa_search::Line;

use super::purpose::Purpose;
use crate::explain::{
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

impl Request<'_> {
    /// Which moves look as good as one that does something at once; of quiet ones that is told elsewhere.
    pub(in crate::explain) fn loud_equals(
        &self,
        stones: &Stones,
        findings: &Findings,
    ) -> Option<String> {
        let best = findings.best();
        let is_quiet = Facts::new(stones, best.mv(), self.mover())?.is_quiet();
        let others = close(findings).into_iter().filter(|line| line.mv() != best.mv());
        let others: Vec<String> = others.map(|line| self.name(line)).collect();
        if is_quiet || others.is_empty() {
            return None;
        }
        let best = [self.name(best)].into_iter();
        let named = match others.len() {
            count if count > MOST_NAMED => {
                names::list(best.chain([format!("{count} others")]), "and")
            }
            _ => names::list(best.chain(others), "and"),
        };
        Some(format!(
            "Any of {named} will do: they look about equal to the engine, and no difference between them is known."
        ))
    }

    /// Where a move is the mirror image of one of the best but for the edges of the board, and the engine
    /// gives them different numbers, what that says of its numbers.
    pub(in crate::explain) fn nearly_twins(
        &self,
        stones: &Stones,
        findings: &Findings,
    ) -> Option<String> {
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

    /// How many open lines each side has begun, and whether that tells who looks better.
    pub(in crate::explain) fn begun_lines(
        &self,
        stones: &Stones,
        findings: &Findings,
    ) -> Option<String> {
        let mover = self.mover();
        let (lead, ahead) = verdict::lead(&findings.best().value, mover);
        let [x, o] = Side::BOTH.map(|side| stones.begun(side, BEGUN));
        let count = format!(
            "Before the move, lines of {} that hold {BEGUN} or more stones of one side and none of the other: X has \
             {x}, O has {o}.",
            stones.run()
        );
        let [own, theirs] = [ahead, !ahead].map(|side| stones.begun(side, BEGUN));
        match () {
            () if x + o == 0 => None,
            () if lead.abs() <= verdict::EVEN || own > theirs => Some(count),
            () => None,
        }
    }
}

/// The best of the moves that are clearly worse to the engine, though not proven to be.
pub(in crate::explain) fn next_worse<'f>(
    stones: &Stones,
    findings: &'f Findings,
) -> Option<&'f Line> {
    let is_rival = |line: &&Line| {
        is_looked_at(line)
            && findings.is_worse(line)
            && !values::is_exact(&line.value)
            && !is_nearly_close(stones, findings, line)
    };
    findings.lines.iter().take(MOST_CLOSE_LOOKS).find(is_rival).filter(|_| !stones.falls())
}

/// Whether a move is the mirror image, but for the edges of the board, of one that looks as good as the best.
pub(in crate::explain) fn is_nearly_close(
    stones: &Stones,
    findings: &Findings,
    line: &Line,
) -> bool {
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
pub(in crate::explain) fn shuts(before: &Stones, cell: u32, side: Side) -> bool {
    let (_, theirs) = before.open_lines(cell, !side);
    !before.falls() && theirs >= BEGUN && theirs + MOST_LACKING >= before.run() as usize
}

/// The stones of the other side's in whose way a stone stands, where there are several on one line.
pub(in crate::explain) fn closed_line(before: &Stones, cell: u32, side: Side) -> Option<String> {
    let purpose = Purpose::new(before, cell, side);
    purpose.blocks(before, !side).filter(|_| !before.falls())
}
