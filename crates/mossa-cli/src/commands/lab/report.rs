//! The JSON that the lab prints and writes.

use mossa_games::GameSpec;
use mossa_teach::lab::{Reason, Row, Theory, Trace, TraceNode};
use serde::Serialize;

use super::{Findings, formats::rounded};
use crate::{failure::Failure, thinking::milliseconds};

#[derive(Serialize)]
struct FindingsJson {
    spec: String,
    depth: u32,
    rows: Vec<RowJson>,
    theory: Option<TheoryJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    growth: Vec<GrowthJson>,
}

#[derive(Serialize)]
struct RowJson {
    algorithm: String,
    nodes: u64,
    leaves: u64,
    cutoffs: u64,
    table_hits: u64,
    branching: Option<f64>,
    value: Option<f64>,
    #[serde(rename = "move")]
    best: Option<String>,
    stopped: bool,
    ms: f64,
}

#[derive(Serialize)]
struct TheoryJson {
    depth: u32,
    branching: f64,
    measured_depth: u32,
    minimax_leaves: f64,
    alphabeta_best_leaves: f64,
}

#[derive(Serialize)]
struct GrowthJson {
    depth: u32,
    rows: Vec<RowJson>,
    theory: TheoryJson,
}

fn row(row: &Row, findings: &Findings<'_>) -> RowJson {
    RowJson {
        algorithm: row.algorithm.to_string(),
        nodes: row.nodes,
        leaves: row.leaves,
        cutoffs: row.cutoffs,
        table_hits: row.table_hits,
        branching: row.branching.map(rounded),
        value: row.value,
        best: row.best.map(|mv| findings.game.position().show_move(mv)),
        stopped: row.is_stopped,
        ms: milliseconds(row.time),
    }
}

fn theory(theory: &Theory) -> TheoryJson {
    TheoryJson {
        depth: theory.depth,
        branching: rounded(theory.branching),
        measured_depth: theory.measured_depth,
        minimax_leaves: theory.full.round(),
        alphabeta_best_leaves: theory.best.round(),
    }
}

/// Everything that was measured.
pub fn findings(findings: &Findings<'_>) -> Result<String, Failure> {
    let rows = |depth: u32| {
        let rows = findings.rows.iter().filter(|row| row.depth == depth);
        rows.map(|found| row(found, findings)).collect()
    };
    let n_depths = u32::try_from(findings.theory.len()).unwrap_or(u32::MAX);
    let growth = if n_depths > 1 {
        let depths = findings.theory.iter().zip(1..);
        depths
            .map(|(of, depth)| GrowthJson { depth, rows: rows(depth), theory: theory(of) })
            .collect()
    } else {
        Vec::new()
    };
    let all = FindingsJson {
        spec: findings.spec.to_string(),
        depth: findings.depth,
        rows: rows(findings.depth),
        theory: findings.theory.last().map(theory),
        growth,
    };
    Ok(serde_json::to_string(&all)? + "\n")
}

#[derive(Serialize)]
struct TraceJson<'t> {
    spec: String,
    algorithm: String,
    depth: u32,
    /// How many nodes were searched; `nodes` may have fewer.
    searched: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    nodes: Vec<NodeJson<'t>>,
}

#[derive(Serialize)]
struct NodeJson<'t> {
    id: usize,
    parent: Option<usize>,
    #[serde(rename = "move")]
    mv: Option<&'t str>,
    ply: u32,
    side: &'static str,
    alpha: Option<f64>,
    beta: Option<f64>,
    value: Option<f64>,
    table_hit: bool,
    cut: Option<CutJson>,
    /// How many nodes below are left out here.
    hidden: u64,
}

#[derive(Serialize)]
struct CutJson {
    reason: String,
    skipped: usize,
}

/// The searched tree as a list of nodes.
pub fn trace(spec: &GameSpec, row: &Row, trace: &Trace) -> Result<String, Failure> {
    let nodes: Vec<NodeJson<'_>> =
        trace.nodes.iter().enumerate().map(|(id, node)| node_json(id, node)).collect();
    let n_left_out = trace.n_searched - nodes.len() as u64;
    let note =
        (n_left_out > 0).then(|| format!("{n_left_out} nodes further from the root are left out"));
    let all = TraceJson {
        spec: spec.to_string(),
        algorithm: row.algorithm.to_string(),
        depth: row.depth,
        searched: trace.n_searched,
        note,
        nodes,
    };
    Ok(serde_json::to_string(&all)? + "\n")
}

fn node_json(id: usize, node: &TraceNode) -> NodeJson<'_> {
    let cut = match node.reason {
        Some(Reason::Cut { value, beta, n_skipped }) => {
            let (sign, name) = if node.is_maximizing() { (">=", "beta") } else { ("<=", "alpha") };
            let reason = format!("{value} {sign} {name} {beta}");
            Some(CutJson { reason, skipped: n_skipped })
        }
        _ => None,
    };
    NodeJson {
        id,
        parent: node.parent,
        mv: node.mv.as_deref(),
        ply: node.ply,
        side: node.side.name(),
        alpha: node.alpha,
        beta: node.beta,
        value: node.value,
        table_hit: node.reason == Some(Reason::Table),
        cut,
        hidden: node.n_hidden,
    }
}
