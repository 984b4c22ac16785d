//! Othello: how many moves are as good as the best, in words.

use mossa_kernel::{GameResult, Value};
use mossa_search::Line;

use super::contenders::unproven;
use crate::explain::{Findings, Request, names, result};

impl Request<'_> {
    /// How the best move is introduced: as proven to be the best, or as what the engine prefers.
    pub(super) fn lead_words(&self, findings: &Findings) -> String {
        let (m, name) = (names::side(self.mover()), self.name(findings.best()));
        let is_lost = findings.proven().is_some_and(|exact| exact.result == GameResult::Loss);
        let is_same = findings.lines.iter().all(|line| findings.ends_alike(line));
        match (findings.is_counted(), is_lost) {
            (true, true) if is_same => {
                format!("Every move of {m}'s loses by the same; one of them is {name}")
            }
            (true, true) => format!("Every move of {m}'s loses, and none by less than {name}"),
            (true, false) => format!("Best is {name}"),
            (false, true) => format!(
                "Every move of {m}'s loses, and by how much is not known; the engine prefers {name}"
            ),
            // Where only the winner is known, another move may win by more.
            (false, false) => format!("The engine prefers {name}"),
        }
    }

    /// How many moves win or draw, which are not proven to, and by how much moves lose.
    pub(super) fn count_of_choices(&self, findings: &Findings) -> Vec<String> {
        let Some(exact) = findings.proven() else { return Vec::new() };
        let open = unproven(findings);
        match exact.result {
            // That no move loses by less is told before.
            GameResult::Loss if findings.is_counted() => Vec::new(),
            GameResult::Loss => vec![self.losses(findings)],
            _ if open.is_empty() => self.choice(findings),
            GameResult::Win => vec![self.wins(findings, &open)],
            GameResult::Draw => vec![self.draws(findings, &open)],
        }
    }

    /// All moves lose: by how much, as far as that is known.
    fn losses(&self, findings: &Findings) -> String {
        let all = findings.lines.len();
        let every =
            if all == 2 { "Both moves lose".to_owned() } else { format!("All {all} moves lose") };
        let is_sized =
            |line: &&Line| matches!(line.value, Value::Exact(exact) if exact.margin.is_some());
        let sized = findings.lines.iter().filter(is_sized).count();
        match sized {
            sized if sized == all => format!("{every}."),
            0 => format!("{every}. By how much each of them does is not known."),
            _ => {
                let known = findings.lines.iter().filter(is_sized).map(|line| self.name(line));
                format!("{every}. By how much is known only of {}.", names::list(known, "and"))
            }
        }
    }

    /// Some moves win, and of others it is not known.
    fn wins(&self, findings: &Findings, open: &[&Line]) -> String {
        let (m, all) = (names::side(self.mover()), findings.lines.len());
        let named = |wanted: GameResult| {
            let lines = findings.lines.iter();
            let known = lines.filter(move |line| result(&line.value) == Some(wanted));
            known.map(|line| self.name(line)).collect::<Vec<String>>()
        };
        let winning = named(GameResult::Win);
        let verb = if winning.len() == 1 { "wins" } else { "win" };
        let others = [named(GameResult::Draw), named(GameResult::Loss)].concat();
        let fails = match others.len() {
            0 => String::new(),
            1 => format!(" {} does not.", others[0]),
            _ => format!(" {} do not.", names::list(others, "and")),
        };
        let rest = names::list(open.iter().map(|line| self.name(line)), "and");
        let wins = if open.len() == 1 { "wins" } else { "win" };
        let no_more = if findings.is_counted() { ", though not by more" } else { "" };
        format!(
            "Of {m}'s {all} moves {} {verb}.{fails} Whether {rest} {wins}, too{no_more}, is not proven.",
            names::list(winning, "and")
        )
    }

    /// Some moves draw, and of others it is not known; none wins.
    fn draws(&self, findings: &Findings, open: &[&Line]) -> String {
        let (m, all) = (names::side(self.mover()), findings.lines.len());
        let lines = findings.lines.iter();
        let drawn = lines.filter(|line| result(&line.value) == Some(GameResult::Draw));
        let drawn: Vec<String> = drawn.map(|line| self.name(line)).collect();
        let keep = if drawn.len() == 1 { "keeps the draw" } else { "keep the draw" };
        let rest = names::list(open.iter().map(|line| self.name(line)), "and");
        let does = if open.len() == 1 { "does" } else { "do" };
        format!(
            "None of {m}'s {all} moves wins; {} {keep}. Whether {rest} {does}, too, is not proven.",
            names::list(drawn, "and")
        )
    }
}
